"""What unique districts do: one module per moment at which they act."""
