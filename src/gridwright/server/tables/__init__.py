"""Tables on a node: seats, orders, quotes, and what their watchers get."""
