"""Clocks fire once each, also by the hundred thousand."""
