"""Data sets of bot games as Parquet, for studying games without playing them."""
