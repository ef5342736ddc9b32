"""Public parts of one edition or of one board alone."""


class Parts:
    """All of it public; only its own phases and policies look inside. Here: there is nothing."""

    def copy(self) -> "Parts":
        return self

    def names(self) -> list[str]:
        """Return what each row says."""
        return []

    def rows(self) -> list[list[int]]:
        """Everything there is, as lists of numbers; they may be kept but not changed."""
        return []

    def restore(self, rows: list[list[int]]) -> None:
        """Return to the state that ``rows`` describes."""

    def put(self, place: int, row: list[int]) -> None:
        """Give one of the rows new numbers."""

    def tokens(self, kind: int) -> int:
        """Return how many fuel tokens of a kind lie here."""
        return 0

    def problems(self, fuel: list[list[int]]) -> list[str]:
        """Return what the rules cannot produce; ``fuel[seat][kind]`` is what the seats hold."""
        return []


NO_PARTS = Parts()
