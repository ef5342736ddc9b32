"""``gridwright-lab bench``: figures beside the bars they must reach."""
