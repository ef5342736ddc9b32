"""Faults of stored data, counted by kind."""

from typing import Final


class AuditCounts:
    """Counts of faults; a correct server leaves all at zero."""

    def __init__(self) -> None:
        self.lost = 0
        """Acknowledged orders that are not at their acknowledged version."""
        self.lost_sit_downs = 0
        """Acknowledged seats without an entry in the log."""
        self.lost_messages = 0
        """Acknowledged messages that are missing or different in the chat."""
        self.lost_tables = 0
        """Tables that were acknowledged and do not exist."""
        self.other_action = 0
        """Orders that are stored with another action, kind or content than was acknowledged."""
        self.other_seat = 0
        """Orders and sit-downs that are stored for another seat."""
        self.forked = 0
        """Versions or commands that are stored or acknowledged twice."""
        self.gaps = 0
        """Missing versions up to the game's own, and missing numbers of messages."""
        self.misordered = 0
        """Commands stored before an entry that was known when they were sent."""
        self.contradicted = 0
        """Commands whose response differs from the stored entry, or which no client sent."""
        self.unresolved = 0
        """Orders without any response."""
        self.broken_reads = 0
        """Reads that do not match the log."""
        self.findings: Final[list[str]] = []

    def note(self, count: str, game: str, problem: str, n_found: int = 1) -> None:
        if n_found > 0:
            setattr(self, count, getattr(self, count) + n_found)
            self.findings.append(f"{count} in {game}: {problem}")

    def faults(self) -> dict[str, int]:
        """Return the counts by their names in a verdict."""
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
