"""The arena: many games of bots, stored, verified and rated."""
