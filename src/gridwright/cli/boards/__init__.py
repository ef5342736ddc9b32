"""Your own boards: making a folder for one, and reporting its problems."""
