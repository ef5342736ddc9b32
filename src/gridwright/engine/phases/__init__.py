"""The steps of play, one class each. Phases hold rules and policies, never a position."""
