"""Refuse docstrings, comments and documents that mention modules, names or files that are gone.

    python tools/check_mentions.py               # all mentions

A mention is a code span: in backquotes, and shaped like `package.module`, `module.name`,
`Class.member`, `folder/file.ext` or `file.py`. A dotted name may start at any package, so that
`tables.service` is `gridwright.server.tables.service`. Other code spans are not read.
"""

import ast
import builtins
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

READ = ("src", "lab", "docs", "CONTRIBUTING.md", "README.md")
"""Folders and files whose mentions are checked."""
DEFINED_IN = ("src", "lab", "tools", "tests", "examples")
"""Folders whose Python modules may be mentioned."""
SOURCE_ENDINGS = frozenset({".py", ".ts", ".svelte", ".mjs"})
"""A file with such an ending may be mentioned without its folder."""
PATH_ENDINGS = SOURCE_ENDINGS | {".toml", ".md", ".json", ".css", ".yml", ".yaml", ".xz"}
"""A path with a folder and such an ending is checked."""
DATA_ENDINGS = frozenset(
    [
        "conf",
        "csv",
        "db",
        "done",
        "example",
        "home",
        "html",
        "jsonl",
        "key",
        "png",
        "seed",
        "service",
        "svg",
        "txt",
    ]
)
"""Endings of files that users have, where a dotted name would be read otherwise."""

ALLOWED = frozenset(
    {
        # Files that users write.
        "boards/usa.toml",
        "boards/classic/boards/island/board.toml",
        "guide/coach/words.en.json",
        "learned.py",
        "learn.py",
        "random_agent.py",
        "vector.py",
        "look.py",
        "moorland/board.toml",
        "my-figures/deluxe/edition.toml",
        "my_bot.py",
        "one_game.py",
        # Names of other projects.
        "Intl.PluralRules",
        "System.currentTimeMillis",
        "op.batch_alter_table",
        "action_space.sample",
        "env.last",
        "env.step",
        # A key of word files.
        "end.title",
        # Keys of data files of an example's program.
        "batch.observations",
        "gridwright.data_set",
        "settings.original",
        "spaces.costs",
        # Decisions of the past, about modules of their time.
        "people/passkeys.py",
        "server.otlp",
        "server.traces.Traces",
    }
)
"""Mentions of what is not in the repository."""

_SPAN = re.compile(r"(?<!`)(`{1,2})(?P<text>[^`\s]+)\1(?!`)")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.[a-z]+")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Mention:
    """A code span that names a module, a name or a file."""

    file: str
    line: int
    text: str


def tracked_files(*paths: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [file for file in listed.stdout.splitlines() if (ROOT / file).is_file()]


class Project:
    """The modules, classes and files that a mention may name."""

    def __init__(self) -> None:
        self.files = tracked_files()
        self._endings: set[str] = set()
        for file in self.files:
            parts = file.split("/")
            self._endings.update("/".join(parts[start:]) for start in range(len(parts)))
        self._modules: dict[str, list[str]] = defaultdict(list)
        for file in self.files:
            if file.endswith(".py") and file.startswith(DEFINED_IN):
                parts = module_parts(file)
                for start in range(len(parts)):
                    self._modules[".".join(parts[start:])].append(file)
        self._packages = {part for file in self.files for part in module_parts(file)[:-1]}
        self._trees: dict[str, ast.Module] = {}

    def tree(self, file: str) -> ast.Module:
        if file not in self._trees:
            self._trees[file] = ast.parse((ROOT / file).read_text("utf-8"))
        return self._trees[file]

    def classes(self, name: str) -> list[ast.ClassDef]:
        """Return the classes of Python with this name."""
        return [
            node
            for file in self._class_files.get(name, ())
            for node in self.tree(file).body
            if isinstance(node, ast.ClassDef) and node.name == name
        ]

    @cached_property
    def _class_files(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for file in sorted({file for files in self._modules.values() for file in files}):
            text = (ROOT / file).read_text("utf-8")
            for match in re.finditer(r"^class (\w+)", text, re.MULTILINE):
                found[match[1]].append(file)
        return found

    @cached_property
    def browser_types(self) -> dict[str, list[str]]:
        """Files of the browser by the class or interface that they define."""
        found: dict[str, list[str]] = defaultdict(list)
        for file in self.files:
            if file.startswith("web/") and file.endswith((".ts", ".svelte", ".mjs")):
                text = (ROOT / file).read_text("utf-8")
                for match in re.finditer(r"\b(?:class|interface|type) ([A-Z]\w*)", text):
                    found[match[1]].append(text)
        return found

    def has_path(self, path: str) -> bool:
        return path.removeprefix("./") in self._endings

    def has_package(self, name: str) -> bool:
        return name in self._packages

    def has_dotted(self, name: str) -> bool:
        """Return whether a module, a name in one, or a member of a class is called so."""
        parts = name.split(".")
        variable = [parts[0].title().replace("_", ""), *parts[1:]]
        if name in self._modules or self._has_member(parts) or self._has_member(variable):
            return True
        for end in range(len(parts) - 1, 0, -1):
            for file in self._modules.get(".".join(parts[:end]), ()):
                if self._defines(file, parts[end:]):
                    return True
        return False

    def _defines(self, file: str, names: list[str]) -> bool:
        if names[0] not in set(names_of(self.tree(file).body)):
            return False
        return len(names) == 1 or self._has_member(names) or not self.classes(names[0])

    def _has_member(self, names: list[str]) -> bool:
        owner, member = names[0], names[1]
        if any(self._class_has(node, member) for node in self.classes(owner)):
            return True
        return any(re.search(rf"\b{member}\b", text) for text in self.browser_types.get(owner, ()))

    def _class_has(self, node: ast.ClassDef, member: str) -> bool:
        if member in members_of(node):
            return True
        for base in node.bases:
            name = ast.unparse(base).partition("[")[0].rpartition(".")[2]
            if name != node.name and any(
                self._class_has(each, member) for each in self.classes(name)
            ):
                return True
        return False


def module_parts(file: str) -> list[str]:
    """Return the dotted name of a file's module, in parts."""
    path = Path(file).with_suffix("")
    parts = list(path.parts)
    if parts[0] in ("src", "lab"):
        parts = parts[1:]
    return parts[:-1] if parts[-1] == "__init__" else parts


def names_of(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define or import."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (each.asname or each.name for each in node.names)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from names_of(node.body)


def members_of(node: ast.ClassDef) -> set[str]:
    """Return the names of methods, class attributes and attributes set on `self`."""
    stored = (
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and ast.unparse(each.value) == "self"
    )
    return {*names_of(node.body), *stored}


def python_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first line and the text of each docstring and comment."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING and token.string.endswith('"""')
        ):
            yield token.start[0], token.string


def document_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield a document without its blocks of code, lines kept."""
    yield 1, _FENCE.sub(lambda match: "\n" * match.group().count("\n"), text)


def find_mentions(file: str, text: str) -> Iterator[Mention]:
    texts = python_texts(text) if file.endswith(".py") else document_texts(text)
    for line, part in texts:
        for match in _SPAN.finditer(part):
            span = match["text"].removesuffix("()").rstrip(":")
            if _DOTTED.fullmatch(span) or _PATH.fullmatch(span):
                yield Mention(file, line + part.count("\n", 0, match.start()), span)


def is_known(mention: Mention, project: Project, source: ast.Module | None) -> bool:
    """Return whether what a mention names exists, or names nothing of this project."""
    text = mention.text
    first, _, rest = text.partition(".")
    ending = text.rpartition(".")[2]
    if text in ALLOWED or ending in DATA_ENDINGS or first.isupper():
        return True
    if "." + ending in PATH_ENDINGS:
        is_path = "/" in text or "." + ending in SOURCE_ENDINGS
        return not is_path or project.has_path(text)
    if not _DOTTED.fullmatch(text) or project.has_dotted(text):
        return True
    if source is None and text.islower() and not project.has_package(first):
        return True  # A variable or a field of the example that a document explains.
    if source is not None and has_attribute(source, first, rest.partition(".")[0]):
        return True
    return first not in PROJECT_ROOTS and (hasattr(builtins, first) or is_installed(first))


PROJECT_ROOTS = ("gridwright", "gridwright_lab", "gridwright_frozen", "tests", "tools")


def is_installed(name: str) -> bool:
    """Return whether the standard library or a dependency has a package of this name."""
    return name in sys.stdlib_module_names or find_spec(name) is not None


def has_attribute(source: ast.Module, name: str, attribute: str) -> bool:
    """Return whether a file uses a variable and, on any object, an attribute of these names."""
    names = {each.id for each in ast.walk(source) if isinstance(each, ast.Name)}
    names |= {each.arg for each in ast.walk(source) if isinstance(each, ast.arg)}
    attributes = {each.attr for each in ast.walk(source) if isinstance(each, ast.Attribute)}
    return name in names and attribute in attributes


def check(file: str, text: str, project: Project) -> list[Mention]:
    """Return the mentions of a file that name nothing."""
    source = ast.parse(text) if file.endswith(".py") else None
    return [
        mention for mention in find_mentions(file, text) if not is_known(mention, project, source)
    ]


def main() -> int:
    project = Project()
    dead: list[Mention] = []
    for file in tracked_files(*READ):
        if file.endswith((".py", ".md")):
            dead += check(file, (ROOT / file).read_text("utf-8"), project)
    for mention in dead:
        print(f"{mention.file}:{mention.line}: nothing is called `{mention.text}`")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
