"""What to try next: rule changes of one switch or cost that bring a verdict back within its limit, searched for by play."""
