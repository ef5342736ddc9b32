"""Values that a shell can complete."""

from collections.abc import Iterable

import typer


def complete_edition(incomplete: str) -> list[str]:
    from gridwright.content.table import list_editions

    return _beginning(incomplete, list_editions())


def complete_preset(ctx: typer.Context, incomplete: str) -> list[str]:
    from gridwright.content.table import list_presets

    return _beginning(incomplete, list_presets(_edition(ctx)))


def complete_board(ctx: typer.Context, incomplete: str) -> list[str]:
    from gridwright.content.table import list_boards

    return _beginning(incomplete, list_boards(_edition(ctx), ctx.params.get("preset")))


def complete_bot(incomplete: str) -> list[str]:
    """The last name of a list separated by commas."""
    from gridwright.bots.registry import bot_names

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning(last, bot_names())]


def _edition(ctx: typer.Context) -> str:
    from gridwright.content.table import DEFAULT_EDITION

    return ctx.params.get("edition") or DEFAULT_EDITION


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
