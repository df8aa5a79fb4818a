"""Estimators, intervals, tests and verdicts; nothing here knows Citadels."""
