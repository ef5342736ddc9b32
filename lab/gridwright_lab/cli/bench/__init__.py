"""``gridwright-lab bench``: measured values next to their thresholds."""
