"""PostgreSQL, Redis and server processes that a trial starts, stops and kills."""
