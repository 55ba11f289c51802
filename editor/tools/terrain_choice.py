"""The terrain that a tool draws or paints with: chosen in its strip, kept for the next time."""

from collections.abc import Sequence
from typing import Final

from editor.tools.options import Choice
from navcore.i18n import mark
from navcore.level.model import Level, Terrain
from navcore.level.tables import TERRAINS

NONE: Final = ("", mark("None"))
"""The choice that erases painted terrain."""


class TerrainChoice:
    """A terrain of whichever level is open."""

    def __init__(self, *, erases: bool = False) -> None:
        """The first terrain that costs more than ground; `erases`: none may be chosen as well."""
        first = _telling(TERRAINS)
        tip = mark("What the floor is made of. Terrains are made in the library")
        self._none = (NONE,) if erases else ()
        usual = (*((terrain.name, terrain.name) for terrain in TERRAINS), *self._none)
        self.choice = Choice("terrain", mark("Terrain"), usual, first, tip, listed=self._listed)
        self._known: tuple[Terrain, ...] = ()
        """Terrains at the last listing, to follow the chosen one when it is renamed."""

    @property
    def name(self) -> str:
        """The name of the chosen terrain; empty for none."""
        return self.choice.value

    def follow(self, level: Level) -> str:
        """Return the name in this level, which may have another table than before."""
        self.choice.follow(level)
        return self.name

    def take(self, name: str, level: Level) -> None:
        """Choose a terrain of a level by its name."""
        self.choice.follow(level)
        self.choice.set(name)

    def _listed(self, level: Level) -> tuple[tuple[str, str], ...]:
        terrains = level.settings.all_terrains
        names = [terrain.name for terrain in terrains]
        if self.name not in names and (self.name or not self._none):
            self.choice.value = _renamed(self.name, self._known, terrains) or _telling(terrains)
        self._known = terrains
        return (*((name, name) for name in names), *self._none)


def _telling(terrains: Sequence[Terrain]) -> str:
    """The first that is seen where it is painted: it costs another amount than plain ground."""
    return next((one.name for one in terrains if one.cost != 1.0), terrains[0].name)


def _renamed(name: str, before: Sequence[Terrain], after: Sequence[Terrain]) -> str:
    """Return the name that a terrain has now, in the same row of a table of the same length."""
    known = {terrain.name for terrain in before}
    for old, new in zip(before, after, strict=False):
        if old.name == name and len(before) == len(after) and new.name not in known:
            return new.name
    return ""
