"""Games of drawn casts, and what was drawn for them."""
