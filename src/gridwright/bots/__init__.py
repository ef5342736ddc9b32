"""Bots: they see what their seat sees, and choose among what it is offered."""
