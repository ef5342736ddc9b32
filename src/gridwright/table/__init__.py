"""Tables without a server: entries of a log, the table folded from them, and its commands."""
