"""What a process does for the others: everything at home, one thing among many nodes."""

from enum import StrEnum


class Role(StrEnum):
    """The part that one process takes.

    Nodes share the store and hear of each other by hints, so any number of each role may run; only
    ALL needs nobody else.
    """

    ALL = "all"
    API = "api"
    """Makes tables, seats people, carries out orders, answers reads."""
    WS = "ws"
    """Holds the sockets of watchers, and answers reads."""
    WORKER = "worker"
    """Does what is due: bots, clocks, reveals."""

    @property
    def takes_orders(self) -> bool:
        return self in (Role.ALL, Role.API)

    @property
    def answers_reads(self) -> bool:
        return self is not Role.WORKER

    @property
    def has_sockets(self) -> bool:
        return self in (Role.ALL, Role.WS)

    @property
    def does_what_is_due(self) -> bool:
        return self in (Role.ALL, Role.WORKER)
