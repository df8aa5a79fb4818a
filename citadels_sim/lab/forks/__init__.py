"""One pick of each game made in every way."""
