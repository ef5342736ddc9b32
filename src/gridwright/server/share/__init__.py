"""Tables outside of their pages: link previews, embedded replays, imported games."""
