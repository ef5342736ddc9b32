"""Bots. A bot gets its seat's observation and offers, and returns one action."""
