"""Immutable data: sheets, rule books, choices of a host, drawings of boards."""
