"""Whether every turn is told, and none twice, while workers die."""
