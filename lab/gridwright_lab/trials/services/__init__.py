"""PostgreSQL, Redis and server processes that an experiment starts, stops and kills."""
