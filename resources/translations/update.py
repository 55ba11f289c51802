"""Collects what there is to translate: `python update.py CODE` makes CODE.ts.

Qt Linguist edits CODE.ts, `pyside6-lrelease CODE.ts` makes the CODE.qm that the program loads.
A CODE.ts that is there keeps its translations and gets what is new.
"""

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
PACKAGES: Final = ("editor", "navcore")

TABLES: Final = "editor/actions"
"""The rows of actions and keys are texts throughout; `tr` gets them where they are shown."""

_KEY: Final = re.compile(r"((Ctrl|Shift|Alt)\+)+([A-Z]|F\d+|[A-Z]\w+|\W)|F\d+|[A-Z]")


def texts_of_tables() -> set[str]:
    """Texts in the tables of actions that no `tr` stands around."""
    found: set[str] = set()
    for path in sorted((ROOT / TABLES).glob("*.py")):
        found.update(filter(_is_text, _constants(ast.parse(path.read_text("utf-8")))))
    menus = {part for text in found if "/" in text for part in text.strip("|").split("/")}
    by_hand = {rest for text in found if (rest := text.rpartition("+")[2]).islower()}
    whole = {text for text in found if "/" not in text and not text.startswith("|")}
    return whole | menus | by_hand


def texts_with_counts() -> tuple[set[str], set[str]]:
    """What `several` says of one, and of another count: a sentence with forms by the count."""
    one: set[str] = set()
    many: set[str] = set()
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = [str(a.value) for a in node.args[1:3] if isinstance(a, ast.Constant)]
                if node.func.id == "several" and len(texts) == 2:
                    one.add(texts[0])
                    many.add(texts[1])
    return one, many


def _sources() -> list[Path]:
    return [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]


def _constants(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            outside = not isinstance(node, ast.Expr | ast.JoinedStr)
            if outside and isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield child.value


def _is_text(text: str) -> bool:
    """Words, and no name of a key, an action or a type."""
    words = " " in text or text[:1].isupper() or text.startswith("|")
    return words and not _KEY.fullmatch(text) and "\\" not in text


def update(code: str, lupdate: str = "pyside6-lupdate") -> Path:
    """Write CODE.ts, or bring it up to date.

    Raises:
        OSError: if Qt's tool is not there.
        subprocess.CalledProcessError: if it fails.
    """
    target = HERE / f"{code}.ts"
    one, many = texts_with_counts()
    with tempfile.TemporaryDirectory() as folder:
        tables = Path(folder) / "tables.py"
        lines = [f"mark({text!r})\n" for text in sorted(texts_of_tables() | one)]
        # With a number beside it Qt asks for all forms that the language has.
        lines += [f"tr({text!r}, '', 2)\n" for text in sorted(many)]
        tables.write_text("".join(lines), "utf-8")
        paths = [str(path) for path in (*_sources(), tables)]
        alias = ["-tr-function-alias", "tr+=mark", "-locations", "none"]
        subprocess.run([lupdate, *alias, *paths, "-ts", str(target)], check=True)
    return target


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python resources/translations/update.py CODE, like de")
    update(sys.argv[1])
