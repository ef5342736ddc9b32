"""A release: what is in it, and the files that tell how it came to be."""
