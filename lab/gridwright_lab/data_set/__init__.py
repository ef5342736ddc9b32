"""Sets of bot games as Parquet, for those who study games without playing them."""
