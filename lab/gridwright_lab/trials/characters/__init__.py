"""Characters: their shares of wins and their styles, measured among plain bots of their level."""
