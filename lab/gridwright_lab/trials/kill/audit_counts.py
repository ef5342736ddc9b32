"""Faults of stored data, counted by kind."""

from typing import Final


class AuditCounts:
    """A sound server leaves all counts at zero."""

    def __init__(self) -> None:
        self.lost = 0
        """Acknowledged orders that are not where they were said to be."""
        self.lost_sit_downs = 0
        """Acknowledged seats without an entry in the log."""
        self.lost_messages = 0
        """Acknowledged messages that the chat does not have, or has otherwise."""
        self.lost_tables = 0
        """Tables that were said to be made and are not there."""
        self.other_action = 0
        """Orders that are stored with another action, kind or content than was acknowledged."""
        self.other_seat = 0
        """Orders and sit-downs that are stored for another seat."""
        self.forked = 0
        """Versions or commands that are there twice, or were acknowledged twice."""
        self.gaps = 0
        """Versions up to the game's own that are not there, and numbers of messages."""
        self.misordered = 0
        """Commands that came before something which was known when they were sent."""
        self.contradicted = 0
        """Commands whose answer differs from what is stored, or which no client sent."""
        self.unresolved = 0
        """Orders that were never answered."""
        self.broken_reads = 0
        """Reads that were no piece of the log."""
        self.findings: Final[list[str]] = []

    def note(self, count: str, game: str, problem: str, n_found: int = 1) -> None:
        if n_found > 0:
            setattr(self, count, getattr(self, count) + n_found)
            self.findings.append(f"{count} in {game}: {problem}")

    def faults(self) -> dict[str, int]:
        """The counts by what they are called in a verdict."""
        return {name: getattr(self, count) for name, count in FAULTS.items()}


FAULTS: Final = {
    "lost orders": "lost",
    "lost sit-downs": "lost_sit_downs",
    "lost messages": "lost_messages",
    "lost tables": "lost_tables",
    "stored with another action": "other_action",
    "stored for another seat": "other_seat",
    "forked": "forked",
    "gaps": "gaps",
    "out of order": "misordered",
    "told otherwise than done": "contradicted",
    "never answered": "unresolved",
    "reads that were no prefix": "broken_reads",
}
"""Attributes of the counts, by their name in a verdict."""
