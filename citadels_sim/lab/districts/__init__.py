"""What single districts and opening hands are worth."""
