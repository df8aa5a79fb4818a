"""Every variant between two."""
