"""Players notice a host that cheats, and accuse no honest one."""
