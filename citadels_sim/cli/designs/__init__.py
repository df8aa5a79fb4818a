"""The commands of the designs: each plays what its question needs, or reads a run of it again."""
