"""Games of bots against each other, recorded and summed."""
