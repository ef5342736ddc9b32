"""What is said between server and client, typed once."""
