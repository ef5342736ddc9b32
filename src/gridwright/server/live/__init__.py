"""What happens while somebody watches: sockets, watchers, broadcasts, and the bus between nodes."""
