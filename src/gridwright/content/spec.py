"""The spec of a table: the host's choices before the first card is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NoReturn

from gridwright.content.document import one_of, shown
from gridwright.content.errors import ContentError, did_you_mean

RANDOM: Final = "random"
DRAFT: Final = "draft"
FIRST_VERSION: Final = 1
"""Rules version of a table without one: it was recorded before tables had versions."""
NO_BOARD: Final = "none"
"""Board of a table whose game has none."""


@dataclass(frozen=True)
class TableSpec:
    """A table by names only. Equal choices are equal specs: house rules and regions are sorted."""

    edition: str
    preset: str
    board: str
    seats: int
    contractor: bool = False
    hidden_money: bool = False
    regions: str | tuple[str, ...] = RANDOM
    """``"random"``, ``"draft"`` or the ids of the regions in play (c11.4 to c11.6)."""
    order: str | tuple[int, ...] = RANDOM
    """``"random"`` or the seats in the order of round 1 (c11.7)."""
    house_rules: tuple[str, ...] = ()
    content: str = ""
    """Digest of the overlay with the table's data; empty for the shipped data."""
    version: int = FIRST_VERSION
    """Rules version of its edition; ``content.table.newest`` has today's."""
    begins: tuple[str, ...] = ()
    """Actions and outcomes of chance, in the notation, after which the game begins; mostly empty.

    They are part of the rules identity, and so of the commitment made before the deal.
    """

    def __post_init__(self) -> None:
        for field in ("edition", "preset", "board", "content"):
            _verify_text(field, getattr(self, field))
        for field in ("seats", "version"):
            _verify_whole(field, getattr(self, field))
        for field in ("contractor", "hidden_money"):
            if not isinstance(getattr(self, field), bool):
                refuse(field, f"expected true or false; came {shown(getattr(self, field))}")
        if isinstance(self.regions, str):
            if self.regions not in (RANDOM, DRAFT):
                refuse("regions", f'expected "random", "draft" or ids; came {shown(self.regions)}')
        else:
            object.__setattr__(self, "regions", _sorted_names("regions", self.regions))
        if isinstance(self.order, str):
            if self.order != RANDOM:
                refuse("order", f'expected "random" or seats; came {shown(self.order)}')
        else:
            _verify_tuple("order", self.order)
            for place, seat in enumerate(self.order):
                _verify_whole(f"order[{place}]", seat)
        object.__setattr__(self, "house_rules", _sorted_names("house_rules", self.house_rules))
        _verify_tuple("begins", self.begins)
        for place, line in enumerate(self.begins):
            _verify_text(f"begins[{place}]", line)

    def to_json(self) -> dict[str, Any]:
        """Return all fields as plain values, without empty ones that recorded tables lack."""
        plain: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name] = list(value) if isinstance(value, tuple) else value
        if not self.content:
            # Tables were recorded before there were overlays, and keep their bytes.
            del plain["content"]
        if self.version == FIRST_VERSION:
            del plain["version"]
        if not self.begins:
            del plain["begins"]
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> "TableSpec":
        """Parse the result of ``to_json``; fields that a host may leave open may be missing."""
        if not isinstance(plain, Mapping):
            refuse("", f"expected an object; came {shown(plain)}")
        known = [field.name for field in fields(cls)]
        for key in plain:
            if key not in known:
                refuse(str(key), f"unknown field; expected {one_of(known)}")
        for key in ("edition", "preset", "board", "seats"):
            if key not in plain:
                refuse(key, "missing field")
        values: dict[str, Any] = {}
        for key, value in plain.items():
            values[key] = tuple(value) if isinstance(value, list) else value
        return cls(**values)


def refuse(field: str, problem: str) -> NoReturn:
    """Raise ContentError for a field of a table spec."""
    raise ContentError("table", field, problem)


def refuse_unknown(field: str, what: str, name: str, names: Sequence[str]) -> NoReturn:
    """Raise ContentError for a field with an unknown name."""
    near = did_you_mean(name, names)
    refuse(field, f"unknown {what} {shown(name)}; expected {one_of(names)}{near}")


def _verify_text(field: str, value: object) -> None:
    if not isinstance(value, str):
        refuse(field, f"expected a name; came {shown(value)}")


def _verify_whole(field: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        refuse(field, f"expected a whole number; came {shown(value)}")


def _verify_tuple(field: str, value: object) -> None:
    if not isinstance(value, tuple):
        refuse(field, f"expected a list; came {shown(value)}")


def _sorted_names(field: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, tuple):
        refuse(field, f"expected a list of names; came {shown(names)}")
    for place, name in enumerate(names):
        _verify_text(f"{field}[{place}]", name)
        if name in names[:place]:
            refuse(f"{field}[{place}]", f"expected each name once; came {shown(name)} again")
    return tuple(sorted(names))
