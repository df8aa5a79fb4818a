"""The crown of one round given to every seat in turn."""
