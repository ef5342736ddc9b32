"""Every watcher gets every move in time."""
