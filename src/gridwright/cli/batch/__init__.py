"""Many simulated games, stored so that a stopped run can continue."""
