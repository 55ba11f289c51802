"""What the program carries with it: icons. Found beside this file, in a clone and in a wheel."""

from pathlib import Path

_HERE = Path(__file__).parent


def path(name: str) -> Path:
    """The resource of this name, `icons/undo.svg`; it may be missing."""
    return _HERE / name
