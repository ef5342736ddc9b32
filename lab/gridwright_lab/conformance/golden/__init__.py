"""Golden games: whole games kept as examples, and the plan of what they must show."""
