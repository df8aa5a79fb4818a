"""Benchmarks: what games, runs and analyses cost."""
