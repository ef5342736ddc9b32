"""Hints, reasons of bots and win probabilities of a running game."""
