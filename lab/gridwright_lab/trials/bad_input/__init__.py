"""Bad requests change nothing."""
