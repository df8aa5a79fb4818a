"""One player kept from a character, or always taking it."""
