"""``gridwright content EDITION --check FILE``: a deck of plants typed in from a box."""

import shlex
import tempfile
from pathlib import Path
from typing import Final

import typer

from gridwright.cli.drawing.names import counted, joined
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.content.table import register_overlay
from gridwright.content.typed_deck import WRITTEN, plants_file, read_deck

MAX_BYTES: Final = 100_000
"""Largest file that is read; a deck has about 1,000 bytes."""


def check_deck(edition: str | None, file: Path, folder: Path | None) -> None:
    """Print what is wrong or missing in a deck, or write it as a folder; exit with 1 if it fails.

    Raises ContentError if the deck does not fit the rest of the edition.
    """
    if edition is None:
        raise CommandFailed("expected an edition, such as: gridwright content card --check FILE")
    deck = read_deck(_text(file), edition)
    typer.echo(f"{file}: {len(deck.plants)} of {counted(deck.n_cards, 'plant')}")
    for fault in deck.faults:
        typer.echo(f"  {fault}")
    for doubt in deck.doubts:
        typer.echo(f"  {doubt}; right if the box has two of it")
    if deck.missing:
        told = [f"{count} with the {back} back" for back, count in deck.missing.items()]
        typer.echo(f"  missing: {joined(told)}")
    if not deck.is_complete:
        raise typer.Exit(BAD)
    name = f"{edition}/plants.toml"
    text = plants_file(deck, f"typed in from the cards of a box: {file.name}")
    _verify(text, name)
    if folder is None:
        typer.echo("The deck is complete. Write it as a folder to play with:")
        words = [str(file), "--write", "my-box"]
        typer.echo(f"  gridwright content {edition} --check {shlex.join(words)}")
        return
    _write(folder / name, text)
    typer.echo(f"Written: {folder / name}. Play with it:")
    _tell_how_to_play(edition, folder)


def _tell_how_to_play(edition: str, folder: Path) -> None:
    place = shlex.quote(str(folder))
    typer.echo(f"  gridwright play --edition {edition} --content {place}")


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise CommandFailed(f"{file}: expected at most {MAX_BYTES} bytes", BAD)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise CommandFailed(f"{file}: expected text in UTF-8", BAD) from None


def _verify(text: str, name: str) -> None:
    """Load the deck with the rest of its edition, as a game would."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        register_overlay(folder)


def _write(path: Path, text: str) -> None:
    if path.exists() and not path.read_text(encoding="utf-8").startswith(WRITTEN):
        raise CommandFailed(f"{path}: expected no file, or one written by --check; left as it is")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
