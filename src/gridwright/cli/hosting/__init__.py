"""Help for a host at home: addresses, a free port, settings from a file."""
