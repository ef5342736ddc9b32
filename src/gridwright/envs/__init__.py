"""Games as environments for learning and search: numbers in, numbers out."""
