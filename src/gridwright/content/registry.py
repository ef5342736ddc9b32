"""The overlays that this process knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gridwright.content.document import Tree
from gridwright.content.spec import refuse


@dataclass(frozen=True)
class Overlay:
    """A folder of corrections to the shipped figures."""

    folder: Path
    digest: str
    """SHA-256 over the canonical content of its files."""
    trees: Mapping[str, Tree]
    """Contents by file below the folder, such as ``deluxe/edition.toml``."""
    written: Mapping[str, str]
    """Files that lie elsewhere in the folder, by the name under which the trees have them."""

    def path(self, file: str) -> Path:
        """Return the path of a file of the trees."""
        return self.folder / self.written.get(file, file)

    def editions(self) -> list[str]:
        return sorted({file.split("/")[0] for file in self.trees})


class Registry:
    """Overlays by digest. One that was added stays, and never changes."""

    def __init__(self) -> None:
        self._overlays: Final[dict[str, Overlay]] = {}

    def add(self, overlay: Overlay) -> None:
        known = self._overlays.get(overlay.digest)
        if known is None or not known.folder.is_dir():
            self._overlays[overlay.digest] = overlay

    def find(self, content: str) -> Overlay | None:
        """The overlay of a table's digest, none for a table with the shipped figures."""
        if not content:
            return None
        if content not in self._overlays:
            refuse(
                "content",
                "this table was made with other figures; expected their folder, given with "
                f"--content or --boards, with the digest {content}; came none",
            )
        return self._overlays[content]


OVERLAYS: Final = Registry()
"""The overlays that hosts gave to this process."""
