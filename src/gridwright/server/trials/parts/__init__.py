"""Real parts to start, stop and kill: databases, messengers and servers of a trial's own."""
