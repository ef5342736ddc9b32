"""Tables: seats, terms and games, folded from their logs."""
