"""The files of an edition, with the corrections of an overlay laid over them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from gridwright.content.document import Node, Tree, load_head, load_tree, one_of
from gridwright.content.errors import ContentError, did_you_mean
from gridwright.content.merge import REPLACES, fault_of_replaces, merge
from gridwright.content.recorded_figures import RecordedFigures
from gridwright.content.registry import Overlay

Root: TypeAlias = Path | RecordedFigures
"""A source of figures: a folder of files, or a recorded state."""

CONTENT_ROOT: Final = Path(__file__).resolve().parent
"""The folder with one folder for each edition."""

FILES: Final = ("edition.toml", "plants.toml", "decks.toml", "presets.toml")
"""Files of every edition, next to a folder for each board in its folder ``boards``."""

BOARD: Final = "board.toml"
"""The file of a board in its folder."""

FUEL_CARDS: Final = "fuel_cards.toml"
"""The file of an edition with fuel cards, which has no boards."""


Value = TypeVar("Value")


class ReadLate(Mapping[str, Value]):
    """Values by name, each of which is read when it is first used."""

    def __init__(self, names: Sequence[str], read: Callable[[str], Value]) -> None:
        self._names: Final = dict.fromkeys(names)
        self._read: Final = read
        self._values: Final[dict[str, Value]] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._values:
            if name not in self._names:
                raise KeyError(name)
            self._values[name] = self._read(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@dataclass(frozen=True)
class Shelf:
    """The files of one edition, by their path below its folder."""

    edition: str
    boards: tuple[str, ...]
    trees: Mapping[str, Tree]
    origins: Mapping[str, Mapping[str, str]]
    """Places in the overlay of the values of a tree, by file of the overlay."""
    overlay: Overlay | None
    heads: Mapping[str, Tree]
    """At least the values above the first empty line of a board's file, by board."""
    is_late: bool = False
    """True if files are parsed when they are used: a start needs one board of many."""

    def document(self, file: str) -> Node:
        return Node(f"{self.edition}/{file}", "", self.trees[file])

    def located(self, error: ContentError) -> ContentError:
        """The complaint at the place in the overlay that caused it; shipped files are sound."""
        if self.overlay is None:
            return error
        origins = self.origins.get(error.file, {})
        causes = [path for path in origins if _contains(error.path, path)]
        if not causes:
            problem = f"expected figures that fit the shipped ones; came {error}"
            return ContentError(str(self.overlay.folder), "", problem)
        cause = max(causes, key=len)
        path = origins[cause] + error.path[len(cause) :]
        return ContentError(str(self.overlay.path(error.file)), path, error.problem)

    def board(self, board: str) -> Node:
        return self.document(board_file(board))

    def head(self, board: str) -> Node:
        return Node(f"{self.edition}/{board_file(board)}", "", self.heads[board])


def board_file(board: str) -> str:
    """The file of a board below the folder of its edition."""
    return f"boards/{board}/{BOARD}"


def figure_files(root: Root) -> frozenset[str]:
    """The files that decide rules, by their path below the root."""
    if isinstance(root, RecordedFigures):
        return root.names()
    patterns = [f"*/{name}" for name in (*FILES, FUEL_CARDS, board_file("*"))]
    found = [path for pattern in patterns for path in root.glob(pattern)]
    return frozenset([path.relative_to(root).as_posix() for path in found])


def editions_of(root: Root, overlay: Overlay | None) -> list[str]:
    files = set(figure_files(root))
    if overlay is not None:
        files.update(overlay.trees)
    return sorted({file.split("/")[0] for file in files if file.endswith(f"/{FILES[0]}")})


def load_shelf(edition: str, root: Root, overlay: Overlay | None) -> Shelf:
    editions = editions_of(root, overlay)
    if edition not in editions:
        near = did_you_mean(edition, editions)
        problem = f'unknown edition "{edition}"; expected {one_of(editions)}{near}'
        raise ContentError("table", "edition", problem)
    shipped = figure_files(root)
    known = shipped if overlay is None else shipped.union(overlay.trees)
    folder = f"{edition}/boards/"
    boards = sorted({Path(file).parent.name for file in known if file.startswith(folder)})
    # An edition that is not shipped is in the overlay with all its files.
    home = root
    if overlay is not None and edition not in editions_of(root, None):
        home = overlay.folder
    names = [*FILES, *(board_file(board) for board in boards)]
    if f"{edition}/{FUEL_CARDS}" in known:
        names.append(FUEL_CARDS)
    if isinstance(home, Path) and home == CONTENT_ROOT and overlay is None:
        late = ReadLate(names, lambda name: _load(root, f"{edition}/{name}"))
        heads = {board: load_head(home, f"{edition}/{board_file(board)}") for board in boards}
        return Shelf(edition, tuple(boards), late, {}, None, heads, is_late=True)
    trees: dict[str, Tree] = {}
    origins: dict[str, Mapping[str, str]] = {}
    for name in names:
        file = f"{edition}/{name}"
        if overlay is None or file not in overlay.trees:
            trees[name] = _load(home, file)
        elif file in shipped:
            tree, changes = _load(root, file), overlay.trees[file]
            fault = fault_of_replaces(tree, changes)
            if fault:
                raise ContentError(str(overlay.path(file)), REPLACES, fault)
            merged = merge(tree, changes)
            trees[name] = merged.tree
            origins[file] = merged.origins
        else:
            trees[name] = overlay.trees[file]
            origins[file] = {"": ""}
    heads = {board: trees[board_file(board)] for board in boards}
    return Shelf(edition, tuple(boards), trees, origins, overlay, heads)


def _load(root: Root, file: str) -> Tree:
    return root.load_tree(file) if isinstance(root, RecordedFigures) else load_tree(root, file)


def _contains(path: str, other: str) -> bool:
    return not other or path == other or path.startswith((f"{other}.", f"{other}["))
