"""Fitting the weights of bots."""
