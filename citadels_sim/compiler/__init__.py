"""What touches Numba: decorators, linking of compiled parts, function tables, the cache and its key."""
