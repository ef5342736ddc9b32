"""Nothing that people give as an address leads into the host's network, or delays others."""
