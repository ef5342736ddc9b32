"""How fast the engine is, and how fast it has to be."""
