"""The lobby: tables to join or to watch, and bots to invite."""
