"""Nothing grows too large to read: files, classes, and modules that need each other."""

import ast
import io
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRODUCT = ("navcore", "editor", "resources")
SUFFIXES = {".py", ".pyi", ".pxd"}

MOST_LINES = 400
MOST_PUBLIC = 30
LINES_BEFORE = 57_616
"""Lines of code of the product, counted as here, before elements became rows of one table."""

LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip


@dataclass
class Module:
    """Contents and imports of a module."""

    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Meanings of imported names, dotted."""
    needs: set[str] = field(default_factory=set)
    """Modules that it imports when it is imported."""
    later: set[str] = field(default_factory=set)
    """Modules that it imports in functions, or for types alone."""


def files(*folders: str) -> Iterator[Path]:
    """Sources in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Module]:
    """All modules of the product and its tests, by their dotted names."""
    paths = {name_of(p): p for p in files(*PRODUCT, "tests") if p.suffix == ".py"}
    return {name: read(name, path, frozenset(paths)) for name, path in paths.items()}


def read(name: str, path: Path, known: frozenset[str]) -> Module:
    """One module."""
    module = Module()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node, at_once in walk(tree, at_once=True):
        if isinstance(node, ast.ClassDef):
            module.classes[node.name] = node
        for bound, wanted in imported(node, name, known):
            module.names[bound] = wanted
            target = wanted if wanted in known else wanted.rpartition(".")[0]
            if target in known and target != name:
                (module.needs if at_once else module.later).add(target)
    return module


def walk(node: ast.AST, *, at_once: bool) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes below, and whether they are carried out when the module is imported."""
    for child in ast.iter_child_nodes(node):
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        )
        yield child, at_once
        yield from walk(child, at_once=at_once and not later)


def imported(node: ast.AST, here: str, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Return the names that an import binds, with their meanings."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name, alias.name
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            base = ".".join(here.split(".")[: -node.level] + ([base] if base else []))
        for alias in node.names:
            whole = f"{base}.{alias.name}"
            # Tests import each other without the name of their folder.
            yield (
                alias.asname or alias.name,
                f"tests.{whole}" if f"tests.{base}" in known else whole,
            )


def is_public(node: ast.stmt) -> bool:
    """Return whether this is a public method or property."""
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def public(module: str, class_name: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """Public methods and properties of a class, those of our own base classes included."""
    whole = f"{module}.{class_name}"
    held = modules().get(module)
    if held is None or class_name not in held.classes or whole in seen:
        return frozenset()
    node = held.classes[class_name]
    found = {one.name for one in node.body if is_public(one)}  # type: ignore[attr-defined]
    for base in node.bases:
        written = ast.unparse(base).split("[")[0]
        first, _, rest = written.partition(".")
        meant = held.names.get(first, f"{module}.{first}") + (f".{rest}" if rest else "")
        found |= public(*meant.rpartition(".")[::2], seen | {whole})
    return frozenset(found)


def cycles(needs: dict[str, set[str]]) -> list[list[str]]:
    """Sets of modules that need each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(needs[name]):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            found.append(sorted(stack[stack.index(name) :]))
            del stack[stack.index(name) :]

    for name in sorted(needs):
        if name not in index:
            visit(name)
    return [part for part in found if len(part) > 1]


def lines_of_code(text: str) -> int:
    """Lines without blank ones, comments and docstrings, those of attributes included."""
    lines: set[int] = set()
    statement: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE:
            if any(part.type != tokenize.STRING for part in statement):
                lines.update(*(range(part.start[0], part.end[0] + 1) for part in statement))
            statement = []
        elif token.type not in LAYOUT:
            statement.append(token)
    return len(lines)


def test_no_file_is_too_long() -> None:
    """Of the product and of its tests."""
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in files(*PRODUCT, "tests")
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == set()


def test_no_class_is_too_large() -> None:
    """Overrides count once; setters belong to their property."""
    large = {
        f"{name}.{class_name}"
        for name, module in modules().items()
        for class_name in module.classes
        if len(public(name, class_name)) > MOST_PUBLIC
    }
    assert large == set()


@pytest.mark.parametrize("package", ["navcore", "editor"])
def test_no_modules_import_each_other(
    package: str, record_property: Callable[[str, object], None]
) -> None:
    """Only imports at import time count; cycles through functions and types alone are listed."""
    ours = {name: one for name, one in modules().items() if name.split(".")[0] == package}
    assert cycles({name: one.needs & ours.keys() for name, one in ours.items()}) == []
    for part in cycles({name: (one.needs | one.later) & ours.keys() for name, one in ours.items()}):
        record_property("told", f"import each other in functions or for types: {', '.join(part)}")


def test_lines_of_code_are_told(record_property: Callable[[str, object], None]) -> None:
    """How much there is to read."""
    total = sum(lines_of_code(path.read_text(encoding="utf-8")) for path in files(*PRODUCT))
    record_property("told", f"lines of code: {total:,}, before the rebuild: {LINES_BEFORE:,}")


def test_docstrings_and_comments_are_no_code() -> None:
    """Nor blank lines; brackets over several lines count as they stand."""
    assert lines_of_code('"""A."""\n\nx = (\n    1,  # One.\n)\n"""Of x."""\n# y\n') == 3
