"""Play, host and study games of the Power Grid family."""

__version__ = "0.1.0"
