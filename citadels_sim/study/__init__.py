"""Studies: one question, every experiment that answers it, and a budget of time divided by what each verdict still lacks."""
