"""Programs that build and check the project; none of them is installed."""
