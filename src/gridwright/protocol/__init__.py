"""Messages between server and client, typed once."""
