"""Levels worth looking at, each showing something; some are broken on purpose."""

from pathlib import Path

_HERE = Path(__file__).parent

_FIRST = (
    "first_steps", "tavern", "inn", "marsh", "dungeon", "market_town", "arena", "cave", "station",
)  # fmt: skip
"""What beginners see first; the broken ones come last."""

_LAST = ("broken_mill",)


def names() -> tuple[str, ...]:
    """Names of all samples, in the order in which they are best looked at."""
    found = sorted(file.stem for file in _HERE.glob("*.json"))
    return tuple(sorted(found, key=_place))


def _place(name: str) -> int:
    """Where a sample stands; one that nobody has put anywhere, behind those to begin with."""
    if name in _LAST:
        return len(_FIRST) + 1 + _LAST.index(name)
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def path(name: str) -> Path:
    """The file of the sample with this name.

    Raises:
        KeyError: if there is no such sample.
    """
    if name not in names():
        raise KeyError(name)
    return _HERE / f"{name}.json"
