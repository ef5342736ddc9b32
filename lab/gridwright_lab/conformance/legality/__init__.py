"""Illegal actions are refused, and offers contain exactly the legal ones."""
