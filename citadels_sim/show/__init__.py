"""What designs show: blocks, and their renderers for the terminal, for pages, for Markdown, for data and for files of charts.

A design returns blocks (`blocks`) whose cells hold value, unit, interval and verdict; how these are written and drawn is decided here,
once.
"""
