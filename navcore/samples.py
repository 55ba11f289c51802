"""Levels worth looking at, each showing something; some are broken on purpose."""

from pathlib import Path
from typing import Final

FIRST: Final = (
    "first_steps", "tavern", "inn", "marsh", "dungeon", "market_town", "arena", "cave", "station",
)  # fmt: skip
"""Samples for beginners, listed first; the broken ones come last."""

LAST: Final = ("broken_mill",)


def carried(package: Path, below: str, beside: str) -> Path:
    """Return the folder of data files of a package.

    In a wheel it is the folder `below` inside the package, because only `navcore` and `editor` may
    be names in `site-packages`. In a clone, installed editable or not, it is `beside` the package.
    """
    installed = package / below
    return installed if installed.is_dir() else package.parent / beside


_FOLDER: Final = carried(Path(__file__).parent, "_samples", "sample_levels")


def names() -> tuple[str, ...]:
    """Return the names of all samples, in the recommended order."""
    found = sorted(file.stem for file in _FOLDER.glob("*.json"))
    return tuple(sorted(found, key=_place))


def _place(name: str) -> int:
    """Return the position of a sample in the list; samples in neither table come between both."""
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
