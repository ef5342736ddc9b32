"""Whether players notice an operator who cheats, and accuse no honest one."""
