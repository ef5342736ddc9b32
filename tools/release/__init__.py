"""A release: its contents, and the files that describe how it was built."""
