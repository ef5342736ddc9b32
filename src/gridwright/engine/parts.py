"""Public components of one edition or one board."""


class Parts:
    """Public numbers that only their own phases and policies interpret. By default none."""

    def copy(self) -> "Parts":
        return self

    def names(self) -> list[str]:
        """Return a name for each row."""
        return []

    def rows(self) -> list[list[int]]:
        """Return all numbers as lists. The caller may keep but not change them."""
        return []

    def restore(self, rows: list[list[int]]) -> None:
        """Set the parts to the numbers that ``rows`` returned earlier."""

    def put(self, place: int, row: list[int]) -> None:
        """Replace one of the rows."""

    def tokens(self, kind: int) -> int:
        """Return the number of fuel tokens of a kind among the parts."""
        return 0

    def problems(self, fuel: list[list[int]]) -> list[str]:
        """Return violated invariants as sentences; ``fuel[seat][kind]`` is the seats' fuel."""
        return []


NO_PARTS = Parts()
