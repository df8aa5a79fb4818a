"""Games that people played, beside those of bots: read from files of several formats, checked by the rules, kept, and analysed."""
