"""Killed processes lose no acknowledged order."""
