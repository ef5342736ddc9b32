"""Access of programs: API tokens, and a stream of events for their owner."""
