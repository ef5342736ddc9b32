"""The report of one or more runs: an HTML page, plots, JSON and CSV."""
