"""The host's view of a server, and actions of hosts."""
