"""The rules of single boards: one module per board with rules of its own, named after it."""
