"""Running a node: settings, logs, metrics, traces and rate limits."""
