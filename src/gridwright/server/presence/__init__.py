"""Presence: which players have the page of a table open."""
