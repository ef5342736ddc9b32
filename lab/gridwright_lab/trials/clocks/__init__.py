"""No seat gains or loses time by any behaviour of people or machines."""
