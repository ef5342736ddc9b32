"""Random games that check the laws of the engine after each action."""
