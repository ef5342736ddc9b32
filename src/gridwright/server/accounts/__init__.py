"""People with an account. Accounts are optional: a guest plays with the ticket of the seat."""
