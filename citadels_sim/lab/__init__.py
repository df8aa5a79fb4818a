"""Kinds of experiment, each a `Design` in a folder of its own."""
