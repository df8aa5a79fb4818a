"""A study to hand over: one ZIP file with its page, rules, games to watch, data, and how to repeat it."""
