"""What a host at home needs around a server: addresses, a free port, settings from a file."""
