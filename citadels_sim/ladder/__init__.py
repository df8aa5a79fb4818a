"""Strength of bots: ratings from the games they play against each other."""
