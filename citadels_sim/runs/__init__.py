"""Runs: an experiment becomes cells, blocks and shards, and these become a run folder of Parquet tables.

What is played and what the tables hold follows from the experiment alone, never from the number of workers.
"""
