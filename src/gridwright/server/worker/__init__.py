"""What is due at tables."""
