"""Learns the chance to win: games of bots as samples, training, and a report on held-out games."""
