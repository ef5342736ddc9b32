"""What whoever looks after a server sees and does."""
