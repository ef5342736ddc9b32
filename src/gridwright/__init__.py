"""Play, host and study games of the Power Grid family.

The names in ``__all__`` are the public Python interface: they change only with a new major version.
Each is imported on first use, so ``import gridwright`` is cheap.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwright.bots.contract import Bot, Brain
    from gridwright.content.errors import ContentError
    from gridwright.engine.errors import IllegalAction
    from gridwright.engine.notation import NotationError
    from gridwright.study.opening import bot, env, load, new, save
    from gridwright.study.table import Table

__version__ = "0.1.0"
__all__ = [
    "Bot",
    "Brain",
    "ContentError",
    "IllegalAction",
    "NotationError",
    "Table",
    "__version__",
    "bot",
    "env",
    "load",
    "new",
    "save",
]

_HOMES = {
    "Bot": "gridwright.bots.contract",
    "Brain": "gridwright.bots.contract",
    "ContentError": "gridwright.content.errors",
    "IllegalAction": "gridwright.engine.errors",
    "NotationError": "gridwright.engine.notation",
    "Table": "gridwright.study.table",
    "bot": "gridwright.study.opening",
    "env": "gridwright.study.opening",
    "load": "gridwright.study.opening",
    "new": "gridwright.study.opening",
    "save": "gridwright.study.opening",
}
"""The module of each public name."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'gridwright' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
