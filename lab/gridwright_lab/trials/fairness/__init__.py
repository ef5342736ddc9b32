"""Players detect a host who cheats, and accuse no honest one."""
