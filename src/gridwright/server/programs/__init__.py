"""The door for programs: tokens, and a stream of what happens to their owner."""
