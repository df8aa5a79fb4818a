"""Games noted round by round."""
