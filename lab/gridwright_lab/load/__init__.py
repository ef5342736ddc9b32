"""How many moves a server makes durable, beside what its database could do without it."""
