"""Public parts of one edition or of one board alone."""


class Parts:
    """All of it public; only its own phases and policies look inside. Here: there is nothing."""

    def copy(self) -> "Parts":
        return self

    def names(self) -> list[str]:
        """Return a name for each row."""
        return []

    def rows(self) -> list[list[int]]:
        """Everything there is, as lists of numbers; they may be kept but not changed."""
        return []

    def restore(self, rows: list[list[int]]) -> None:
        """Set the parts to the numbers that ``rows`` returned earlier."""

    def put(self, place: int, row: list[int]) -> None:
        """Give one of the rows new numbers."""

    def tokens(self, kind: int) -> int:
        """Return the number of fuel tokens of a kind among the parts."""
        return 0

    def problems(self, fuel: list[list[int]]) -> list[str]:
        """Return violated invariants, as sentences; ``fuel[seat][kind]``: tokens of the seats."""
        return []


NO_PARTS = Parts()
