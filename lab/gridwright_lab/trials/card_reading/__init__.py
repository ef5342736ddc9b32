"""A second reading of the card game's rules, played in lockstep with the engine."""
