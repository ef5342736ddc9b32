"""How requests are read and refused."""
