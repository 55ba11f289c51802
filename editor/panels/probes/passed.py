"""Everything that paths pass: doors, narrow places, links and terrain, cached for each path."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from editor.actions.workbench import Workbench
from editor.services.clearances import Widths
from editor.services.path_facts import led_over
from editor.tools.legs import Leg, world_in
from editor.tools.messages import metres
from editor.tools.messages.link import TYPES
from navcore.i18n import tr
from navcore.level.links import WALK_SPEED
from navcore.level.model import Level, Point, Profile
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.proof.clearances import Passage
from navcore.proof.doors_passed import DoorsOfLevel
from navcore.proof.narrowest import Narrowest
from navcore.world import World

WidthsOf: TypeAlias = Callable[[Profile | None, str | None], Widths]
"""Function that returns the widths for an agent type in a state; None: in the shown one."""


AT_ONCE: Final = 1_500
"""Most doors, narrow places and stops that a round processes if it processes several paths. In a
town of 5,000 outlines that is one path, some 10 ms; else about three paths, 3 ms."""
PER_PATH: Final = 400
"""As many of these take as long as what is done once for each path."""

Row: TypeAlias = tuple[str, int | None]
"""Kind of a row, and number of its pin."""


class FoundPath(NamedTuple):
    """A path that was found."""

    leg: Leg
    layer: str
    """Storey of the start."""
    result: PathResult
    over_cells: bool = True


class Passed(NamedTuple):
    """Everything that a path passes, as text."""

    seconds: str
    place: Point | None
    """Place of the narrowest passage."""
    narrowest: str
    doors: str
    links: str


_NOTHING: Final = Passed("", None, "", "", "")


class _Known(NamedTuple):
    path: FoundPath
    world: World
    passages: Sequence[Passage]
    told: Passed


class PassedBy:
    """Caches what the paths of the last round pass.

    A path is only processed again if it, the level or its narrow places have changed, and a round
    leaves the rest to the next round if there is too much: ten paths through a town of 5,000
    outlines would block the window for a tenth of a second.
    """

    def __init__(self, bench: Workbench, widths_of: WidthsOf) -> None:
        """Start with an empty cache."""
        self._bench, self._widths_of = bench, widths_of
        self._known: dict[int, _Known] = {}
        self._before: dict[int, _Known] = {}
        self._doors: tuple[Level, DoorsOfLevel] | None = None
        self._narrowest: Narrowest | None = None
        self._told: dict[Row, tuple[Leg, Passed]] = {}
        """Last text of each row, with its leg."""
        self._looked = 0
        self.is_behind = False
        """True if another round is needed."""

    def begin(self) -> None:
        """Begin a round: entries that were not used since the last one are dropped."""
        self._before, self._known = self._known, {}
        self._looked, self.is_behind = 0, False

    def by(self, path: FoundPath, row: Row) -> Passed:
        """Return what a path passes, or the row's last text if that must wait for a later round."""
        leg, result = path.leg, path.result
        shown = self._bench.run.world
        world = shown if leg.state is None else world_in(shown, leg.state)
        passages: Sequence[Passage] = ()
        if not result.layers and len(result.points):
            passages = self._widths_of(leg.profile, leg.state).of(world.level, leg.profile)
        known = self._before.get(id(result))
        if (
            known is None
            or known.path != path
            or known.world is not world
            or known.passages is not passages
        ):
            doors = self._doors_of(world.level)
            units = PER_PATH + len(doors) + len(passages) + len(result.points)
            if self._looked and self._looked + units > AT_ONCE:
                self.is_behind = True
                told_of, passed = self._told.get(row, (leg, _NOTHING))
                return passed if told_of == leg else _NOTHING
            self._looked += units
            passed = self._looked_up(path, world, passages, doors)
            known = _Known(path, world, passages, passed)
        self._known[id(result)] = known
        self._told[row] = (leg, known.told)
        return known.told

    def _doors_of(self, level: Level) -> DoorsOfLevel:
        if self._doors is None or self._doors[0] is not level:
            self._doors = (level, DoorsOfLevel(level))
        return self._doors[1]

    def _looked_up(
        self, path: FoundPath, world: World, passages: Sequence[Passage], doors: DoorsOfLevel
    ) -> Passed:
        leg, result, level = path.leg, path.result, world.level
        layer = path.layer if path.layer in level.settings.layer_names else GROUND
        facts = led_over(world, result, leg.profile, layer)
        passed = doors.passed(world.grid.lattice, result, layer)
        told, place = self._narrowest_on(path, world, passages)
        seconds = result.length / WALK_SPEED if facts.seconds is None else facts.seconds
        return Passed(
            tr("{0} s").format(round(seconds)) if len(result.points) else "",
            place, told, ", ".join(door.name for door in passed),
            ", ".join(tr(TYPES.get(one, one)) for one in dict.fromkeys(facts.links)),
        )  # fmt: skip

    def _narrowest_on(
        self, path: FoundPath, world: World, passages: Sequence[Passage]
    ) -> tuple[str, Point | None]:
        """Width and door of the narrowest gap, and its place; nothing over several storeys."""
        if not passages:
            return "", None
        cell = world.grid.cell_size
        lines = self._narrowest
        if lines is None or lines.passages is not passages or lines.aside != cell:
            lines = self._narrowest = Narrowest(passages, aside=cell)
        passage = lines.on(np.vstack([path.result.start, path.result.points]))
        if passage is None:
            return "", None
        door = None if passage.door is None else world.level.areas.get(passage.door)
        wide = metres(passage.width)
        told = wide if door is None else tr("{0} at {1}").format(wide, door.name)
        return told, passage.place
