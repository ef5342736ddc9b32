"""People with an account. Nobody needs one: a guest plays by the ticket of the seat."""
