"""Lazy commands: imported when one of them is called, so that the others start quickly."""

from typing import Any

from typer.core import TyperGroup
from typer.main import get_group


class LazyBench(TyperGroup):
    """The commands of ``bench``. The types are those of Typer's own Click, which has no name."""

    def list_commands(self, ctx: Any) -> list[str]:
        return _benches().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _benches().get_command(ctx, cmd_name)


def _benches() -> TyperGroup:
    from gridwright_lab.cli.bench.app import app

    return get_group(app)
