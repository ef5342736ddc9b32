"""Tables to join and tables to watch, and whom to play with."""
