"""Games in a browser: one page to play at and to watch by, and a server on this machine alone.

- `shown` is what a table looks like to a seat, as data; the page gets nothing else of a game.
- `recording` is a whole game, step by step; `game_site` a game that a person plays.
- `page` writes the page; `server` gives it to the one browser that has the token (extra `web`).
"""
