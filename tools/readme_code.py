"""The Python of the README, which has to run where nothing but Gridwright is installed."""

import re
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks() -> list[str]:
    """Each block of code, in the order of the page."""
    return _BLOCK.findall(README.read_text("utf-8"))
