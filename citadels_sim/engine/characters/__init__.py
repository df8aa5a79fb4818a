"""What each character does: one module per rank, since one game has one character of each."""
