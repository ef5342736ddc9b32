"""``gridwright-lab bench``: figures beside the thresholds they must reach."""
