"""A game in one terminal: the file it lives in, what is offered, and what people type."""
