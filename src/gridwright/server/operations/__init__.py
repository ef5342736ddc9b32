"""Running a node: settings, logs, metrics, traces, rate limits and health."""
