"""The documentation site: what is on it, how it is made and how its links are checked."""
