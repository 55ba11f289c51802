"""Messages of the brush."""

from typing import Final

from editor.tools.messages import hint, metres, short
from editor.tools.messages.terrain import facts
from navcore.i18n import mark, several, tr
from navcore.level.model import Terrain

_ALT: Final = mark("Alt+click picks the terrain")
_SIZE: Final = mark("[ ] size")


def paints(name: str, tiles: int, width: float) -> str:
    """Nothing is pressed."""
    bold = tr("Drag paints {0}.").format(short(name)) if name else tr("Drag erases terrain.")
    wide = several(tiles, "1 tile", "{0} tiles")
    return hint(bold, f"{wide}, {metres(width)}", tr(_SIZE), tr("Shift a line"), tr(_ALT))


def painting(name: str) -> str:
    """A stroke is being painted."""
    bold = tr("Painting {0}.").format(short(name)) if name else tr("Erasing terrain.")
    return hint(bold, tr("Esc cancels the stroke"))


def line(name: str) -> str:
    """Shift is held after a stroke."""
    if name:
        return hint(tr("Click paints a line of {0} from the last stroke.").format(short(name)))
    return hint(tr("Click erases along a line from the last stroke."))


def picks(there: Terrain) -> str:
    """Alt is held."""
    return hint(tr("Click picks {0}.").format(short(there.name)), facts(there, None))


def fills(name: str) -> str:
    """A click floods."""
    bold = tr("Click fills the floor here with {0}.").format(short(name))
    if not name:
        bold = tr("Click erases terrain from the floor here.")
    return hint(bold, tr("Up to walls and other terrain"), tr(_ALT))


def replaces(there: str, name: str, *, within: bool) -> str:
    """A click replaces one terrain by another."""
    if there == name:
        return hint(tr("This is {0} already.").format(short(name)), tr("Point at another terrain"))
    bold = tr("Click turns all {0} into {1}.").format(short(there), short(name))
    if not name:
        bold = tr("Click erases all {0}.").format(short(there))
    place = tr("In what is selected") if within else tr("In the whole level")
    return hint(bold, place, tr(_ALT))


def replaces_what_is_there(name: str) -> str:
    """A click replaces a terrain, and the mouse isn't over terrain."""
    if not name:
        return hint(tr("Click erases the terrain under the mouse everywhere."))
    return hint(tr("Click turns the terrain under the mouse into {0}.").format(short(name)))
