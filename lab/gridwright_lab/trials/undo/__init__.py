"""Orders are taken back exactly while they may be."""
