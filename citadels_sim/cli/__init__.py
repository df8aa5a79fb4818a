"""The command line: one file per command, no logic; `main` puts them together, `console` prints."""
