"""People beyond one table: ratings, profiles, who follows and who blocks whom."""
