"""Levels worth looking at, each showing something; some are broken on purpose."""

from pathlib import Path

_HERE = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Names of all samples, in alphabetical order."""
    return tuple(sorted(file.stem for file in _HERE.glob("*.json")))


def path(name: str) -> Path:
    """The file of the sample with this name.

    Raises:
        KeyError: if there is no such sample.
    """
    if name not in names():
        raise KeyError(name)
    return _HERE / f"{name}.json"
