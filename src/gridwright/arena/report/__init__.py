"""What runs came to, as one page and as plain tables."""
