"""Columns of every table: name, type, unit and meaning."""
