"""The documentation site; ``python -m scripts._site`` builds it, `scripts/docs` for people.

`commands`, `reference`, `cards`, `api`, `claims` and `gallery` write pages from the code, `sources` puts them beside those of ``docs/``,
and `check` looks at what was built.
"""
