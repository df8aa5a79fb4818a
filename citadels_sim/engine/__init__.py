"""The rules of the game, compiled. Everything that plays, plays through this package."""
