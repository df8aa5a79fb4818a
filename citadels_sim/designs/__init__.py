"""Kinds of experiment, a folder for each, and what they share: the bots at a table, forked games, conditions, recorded games."""
