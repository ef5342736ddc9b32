"""Durable moves of a server per second, relative to those of its database alone."""
