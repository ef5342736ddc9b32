"""The Python of the README, which has to run where nothing but Gridwright is installed."""

import re
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SESSION = """\
import doctest, os, tempfile
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    test = doctest.DocTestParser().get_doctest({text!r}, {{}}, "README.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    os.chdir(os.sep)
print(runner.tries - runner.failures, "of", runner.tries, "lines")
if runner.failures:
    raise SystemExit(1)
"""


def blocks() -> list[str]:
    """Each block of code as a program, in the order of the page; a session runs as a doctest."""
    found = _BLOCK.findall(README.read_text("utf-8"))
    return [text if kind == "python" else _SESSION.format(text=text) for kind, text in found]


def sessions() -> list[str]:
    """Input and output, as the page shows them."""
    return [text for kind, text in _BLOCK.findall(README.read_text("utf-8")) if kind == "pycon"]
