"""Power plants."""

from typing import ClassVar, Final


class Plant:
    """One plant card. No kinds: it burns nothing. Two kinds: a hybrid."""

    ROW: ClassVar = ("number", "kinds", "need", "storage", "output", "back")

    def __init__(
        self, number: int, kinds: list[int], need: int, storage: int, output: int, back: int
    ) -> None:
        self.number: Final = number
        self.kinds: Final = kinds
        self.need: Final = need
        self.storage: Final = storage
        self.output: Final = output
        self.back: Final = back
