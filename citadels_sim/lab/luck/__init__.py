"""Deals replayed with parts of their luck new."""
