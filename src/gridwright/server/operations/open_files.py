"""How many files a process may open; each connection is one."""

from typing import Final

MOST_WANTED: Final = 65_536
RESERVED: Final = 256
"""For databases, Redis, logs and whatever else a process opens."""


def raise_open_files() -> int | None:
    """Allow as many open files as the system lets; how many, or None where it does not say."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_WANTED if hard == resource.RLIM_INFINITY else min(hard, MOST_WANTED)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS allows less than it says.
        return soft
    return wanted


def room_for_connections() -> int | None:
    """How many connections a process may have so that it can still open other files."""
    files = raise_open_files()
    return None if files is None else max(RESERVED, files - RESERVED)
