"""Attempts to come in where people come by invitation."""
