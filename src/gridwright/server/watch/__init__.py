"""Public games, running and finished."""
