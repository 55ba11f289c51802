"""Levels worth looking at, each showing something; some are broken on purpose."""

from pathlib import Path
from typing import Final

FIRST: Final = (
    "first_steps", "tavern", "inn", "marsh", "dungeon", "market_town", "arena", "cave", "station",
)  # fmt: skip
"""What beginners see first; the broken ones come last."""

LAST: Final = ("broken_mill",)


def carried(package: Path, below: str, beside: str) -> Path:
    """Return the folder of files that a package carries with it.

    A wheel has it as `below` in the package, for `site-packages` gets no names but `navcore` and
    `editor`; in a clone, installed editable or not, it is `beside` the package.
    """
    installed = package / below
    return installed if installed.is_dir() else package.parent / beside


_FOLDER: Final = carried(Path(__file__).parent, "_samples", "sample_levels")


def names() -> tuple[str, ...]:
    """Return names of all samples, in the order in which they are best looked at."""
    found = sorted(file.stem for file in _FOLDER.glob("*.json"))
    return tuple(sorted(found, key=_place))


def _place(name: str) -> int:
    """Where a sample stands; one that nobody has put anywhere, behind those to begin with."""
    if name in LAST:
        return len(FIRST) + 1 + LAST.index(name)
    return FIRST.index(name) if name in FIRST else len(FIRST)


def path(name: str) -> Path:
    """Return the file of the sample with this name.

    Raises:
        KeyError: if there is no such sample.
    """
    if name not in names():
        raise KeyError(name)
    return _FOLDER / f"{name}.json"
