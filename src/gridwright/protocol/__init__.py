"""Messages between server and client, defined once."""
