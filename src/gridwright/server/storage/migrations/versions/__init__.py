"""One file per revision, named after its number and what it brings."""
