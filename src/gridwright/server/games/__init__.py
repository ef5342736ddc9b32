"""Tables: seats, terms and games, replayed from their logs."""
