"""Overlays: a host's corrections to the shipped data."""

import hashlib
import json
from pathlib import Path

from gridwright.content.document import load_tree, one_of, shown
from gridwright.content.errors import ContentError
from gridwright.content.library import read_library
from gridwright.content.merge import canonical
from gridwright.content.own_board import OWN_EDITION, OwnBoard, is_own_board, load_own_board
from gridwright.content.registry import OVERLAYS, Overlay
from gridwright.content.shelf import (
    CONTENT_ROOT,
    FILES,
    FUEL_CARDS,
    board_file,
    editions_of,
    load_shelf,
)


def register_overlay(path: Path | str, root: Path = CONTENT_ROOT) -> str:
    """Register the data of a folder in this process; return the digest for a TableSpec.

    Raises ContentError, naming file and key, unless every edition of the folder can still be loaded
    and something differs from the shipped data.
    """
    overlay = load_overlay(Path(path))
    editions = editions_of(root, overlay)
    for edition in overlay.editions():
        if edition not in editions:
            problem = f"unknown edition {shown(edition)}; expected {one_of(editions)}"
            raise ContentError(str(overlay.folder / edition), "", problem)
        read_library(edition, root, overlay)
    if not any(_changes(edition, root, overlay) for edition in overlay.editions()):
        problem = "expected at least one change; came the shipped figures"
        raise ContentError(str(overlay.folder), "", problem)
    OVERLAYS.add(overlay)
    return overlay.digest


def register_board(folder: Path) -> OwnBoard:
    """Register one own board in this process. Raises ContentError if it cannot be loaded."""
    overlay = load_own_board(folder)
    read_library(OWN_EDITION, CONTENT_ROOT, overlay)
    OVERLAYS.add(overlay)
    (file,) = overlay.trees
    return OwnBoard(Path(file).parent.name, OWN_EDITION, overlay.digest, folder)


def load_overlay(folder: Path) -> Overlay:
    """Load the files of a folder, parsed but not yet compared with the shipped ones.

    The folder of a host's own board is one file that corrects nothing and adds a board.
    """
    if is_own_board(folder):
        return load_own_board(folder)
    if not folder.is_dir():
        raise ContentError(str(folder), "", "expected a folder; there is none")
    trees = {}
    written = {}
    for path in sorted(folder.rglob("*.toml")):
        file = path.relative_to(folder).as_posix()
        name = _content_name(file)
        if not name:
            problem = (
                f"unknown file; expected {one_of([*FILES, FUEL_CARDS])} or {board_file('*')} "
                "in an edition's folder"
            )
            raise ContentError(str(path), "", problem)
        if name in trees:
            raise ContentError(str(path), "", f"expected each board once; came {name} as well")
        trees[name] = load_tree(Path(), str(path))
        written[name] = file
    if not trees:
        problem = "expected files such as deluxe/edition.toml; came none"
        raise ContentError(str(folder), "", problem)
    plain = {written[name]: canonical(tree) for name, tree in trees.items()}
    text = json.dumps(plain, sort_keys=True)
    return Overlay(folder, hashlib.sha256(text.encode("ascii")).hexdigest(), trees, written)


def _content_name(file: str) -> str:
    """Return the name of a file in the content, or nothing if there is no such file.

    Boards were single files once. Hosts still have such overlays, and recorded games name their
    digests, so a file ``boards/usa.toml`` is treated like the one in the folder of that board.
    """
    parts = file.split("/")
    if len(parts) == 3 and parts[1] == "boards":
        return f"{parts[0]}/{board_file(Path(file).stem)}"
    if len(parts) == 4:
        return file if file == f"{parts[0]}/{board_file(parts[2])}" else ""
    return file if len(parts) == 2 and parts[1] in (*FILES, FUEL_CARDS) else ""


def _changes(edition: str, root: Path, overlay: Overlay) -> bool:
    """Return whether the overlay changes anything of an edition."""
    if edition not in editions_of(root, None):
        return True
    shipped = load_shelf(edition, root, None).trees
    corrected = load_shelf(edition, root, overlay).trees
    return {name: canonical(tree) for name, tree in shipped.items()} != {
        name: canonical(tree) for name, tree in corrected.items()
    }
