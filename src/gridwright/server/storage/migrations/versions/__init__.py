"""One file per revision, named after its number and its subject."""
