"""Durable moves of a server per second, next to those of its database alone."""
