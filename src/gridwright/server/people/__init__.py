"""People beyond one table: ratings, profiles, follows and blocks."""
