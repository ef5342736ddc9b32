"""Live updates: sockets, watchers, broadcasts, and the message bus between nodes."""
