"""Hostile acts of the last round tried otherwise."""
