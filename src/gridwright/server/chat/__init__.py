"""Chat at tables: messages, reports, hidden voices."""
