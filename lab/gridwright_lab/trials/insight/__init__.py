"""Check analyses against solved endings and against each other."""
