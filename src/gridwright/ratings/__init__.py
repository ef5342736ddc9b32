"""How strong players are, from the places of their games: one scale for people and bots."""
