"""Files that the program includes: icons, loaders for games, translations."""

from pathlib import Path
from typing import Final

from navcore.samples import carried

_FOLDER: Final = carried(Path(__file__).parent, "_resources", "resources")


def path(name: str) -> Path:
    """Return the resource of this name, `icons/undo.svg`; it may be missing."""
    return _FOLDER / name
