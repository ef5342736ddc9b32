"""A process of its own for bots that search."""
