"""What lies on the table in one edition alone."""

from gridwright.engine.events import PartsEvent


class Parts:
    """All of it public; only the edition's own phases look inside. Here: there is nothing."""

    def copy(self) -> "Parts":
        return self

    def names(self) -> list[str]:
        """What each row says."""
        return []

    def rows(self) -> list[list[int]]:
        """Everything there is, as lists of numbers; they may be kept but not changed."""
        return []

    def restore(self, rows: list[list[int]]) -> None:
        """Be again as when ``rows`` was asked."""

    def fold(self, event: PartsEvent) -> None:
        """Bring a viewer's copy up to date."""

    def problems(self, fuel: list[list[int]]) -> list[str]:
        """What the rules cannot produce; ``fuel[seat][kind]`` is what the seats hold."""
        return []


NO_PARTS = Parts()
