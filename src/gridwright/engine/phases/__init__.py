"""The phases of a round, one class each. They contain rules and policies, never a position."""
