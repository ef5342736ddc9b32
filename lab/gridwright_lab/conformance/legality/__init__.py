"""Illegal actions are refused, and offers name exactly the legal ones."""
