"""What is judged: criteria, the limits that were declared for them, and the words of a verdict."""
