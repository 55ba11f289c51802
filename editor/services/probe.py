"""The probe: a path between two places that is kept in sight and up to date."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from editor.document import Document
from editor.services.bake.shown_floor import ShownFloor
from editor.services.clearances import Widths
from editor.services.path_facts import led_over
from editor.services.pins import Pin, Pins, leg_of
from editor.services.reasons import Question, Reasons
from editor.services.route_legs import is_found_alike
from editor.services.visited import VisitedCells
from editor.services.worlds import Worlds
from editor.tools import compared
from editor.tools.legs import Leg
from editor.tools.probe_facts import NO_FACTS, ProbeFacts
from editor.tools.tool import Probe
from navcore.geometry.rings import Floats
from navcore.level.model import Point, Waypoint
from navcore.level.profiles import profile_named
from navcore.level.tables import DRAWN, GROUND
from navcore.path.options import Over
from navcore.path.result import PathResult, Status
from navcore.proof.clearances import Passage
from navcore.proof.explanation import Reason
from navcore.proof.narrowest import narrowest_on
from navcore.world import World

LATER_MS: Final = 20
"""So long after a move of a drag the path over waypoints follows, and the reason of none."""


class _Narrowest(NamedTuple):
    """The narrowest place on a path, with the data that it was computed from."""

    result: PathResult
    points: Floats
    passages: Sequence[Passage]
    aside: float
    narrowest: Passage | None


class ProbeService(QObject):
    """Searches the path again whenever the cells change."""

    changed = Signal(object)
    """The `PathResult`, or None."""

    def __init__(self, bake: Worlds) -> None:
        """Start without a query; `bake` has the world, with or without the doors of a run."""
        super().__init__()
        self._bake = bake
        self._ends: tuple[Point, Point] | None = None
        self._storeys = (GROUND, GROUND)
        self._shown: ShownFloor | None = None
        self._measured: tuple[Document, Widths] | None = None
        self._found: _Narrowest | None = None
        self._over: tuple[PathResult, World, ProbeFacts] | None = None
        self.result: PathResult | None = None
        self.over_network: PathResult | None = None
        """The path over waypoints between the same places, for comparison."""
        self.reasons = Reasons(lambda: bake.world, bake.scheduler)
        """Why there is no path, of the probe or of an agent."""
        self.reasons.changed.connect(lambda _: self.changed.emit(self.result))
        self.pins = Pins(bake)
        """Probes that stay."""
        self.pins.changed.connect(lambda _: self.changed.emit(self.result))
        self.visited = VisitedCells(bake.scheduler)
        """The cells that the search looked at, for views."""
        self.visited.changed.connect(lambda _: self.changed.emit(self.result))
        self.against = ""
        """What it is compared with, see `editor.tools.compared`; empty: only with waypoints."""
        self.later = QTimer(self, singleShot=True, interval=LATER_MS)
        """Runs until what the path is compared with follows a drag."""
        self.later.timeout.connect(self._compare_later)
        bake.baked.connect(self._ask)
        bake.baked.connect(self.reasons.again)

    @property
    def ends(self) -> tuple[Point, Point] | None:
        """The requested start and goal."""
        return self._ends

    @property
    def storeys(self) -> tuple[str, str]:
        """The storeys of start and goal."""
        return self._storeys

    def follow(self, shown: ShownFloor) -> None:
        """Search for the agents whose floor is shown."""
        self._shown = shown
        shown.changed.connect(self._ask)

    def measure(self, document: Document, widths: Widths) -> None:
        """Add the narrowest place to the facts, from the widths of this document's level."""
        self._measured = (document, widths)

    @property
    def facts(self) -> ProbeFacts:
        """The known facts about the path besides its points."""
        result = self.result
        if result is None or not result.ok:
            return NO_FACTS._replace(network=self.over_network, why=self._why())
        world = self._bake.world
        if self._over is None or self._over[0] is not result or self._over[1] is not world:
            self._over = (result, world, self._led_over(result))
        passage = self._narrowest()
        if passage is None:
            return self._over[2]._replace(network=self.over_network)
        door = self._door_in(passage)
        return self._over[2]._replace(
            narrowest=(passage.width, door), gap=passage.ends, network=self.over_network
        )

    def _why(self) -> str:
        """Return the reason why there is no path, if it is known and concerns the probe."""
        found = self.reasons.found
        told = found is not None and self.reasons.agent is None and found.reason is not Reason.NONE
        told = told and (self.result is None or not self.result.ok)
        return found.text if found is not None and told else ""

    def _led_over(self, result: PathResult) -> ProbeFacts:
        """Terrains, links and the time that both take."""
        world, shown = self._bake.world, self._shown
        profile = None if shown is None else shown.profile_in(world.level.settings)
        seen = None if shown is None or profile is None else shown.of(world)
        if profile is not None and (seen is None or seen.base is not world):
            # Their floor is still being computed on a thread.
            return NO_FACTS
        return led_over(world, result, profile, self._layers()[0])

    def _layers(self) -> tuple[str, str]:
        """Return the storeys of start and goal; the ground where the world lacks one."""
        names = self._bake.world.level.settings.layer_names
        start, goal = (name if name in names else GROUND for name in self._storeys)
        return start, goal

    def _narrowest(self) -> Passage | None:
        """Return the narrowest place on the path.

        As far as widths are known; None if the path leads through no narrow place, or to another
        storey.
        """
        result = self.result
        if result is None or not result.ok or self._measured is None or result.layers:
            return None
        document, widths = self._measured
        shown, level = self._shown, document.level
        profile = None if shown is None else shown.profile_in(level.settings)
        passages, found = widths.of(level, profile), self._found
        aside = self._bake.world.grid.cell_size
        same = found is not None and found.passages is passages and found.aside == aside
        if found is not None and same and found.result is result:
            return found.narrowest
        points = np.vstack([result.start, result.points])
        if found is not None and same and np.array_equal(found.points, points):
            # The same path, found with different effort.
            self._found = found._replace(result=result)
            return found.narrowest
        narrowest = narrowest_on(passages, points, aside=aside)
        self._found = _Narrowest(result, points, passages, aside, narrowest)
        return narrowest

    def _door_in(self, passage: Passage) -> str:
        """Return the name of the door in a narrow place; "" without one."""
        if self._measured is None or passage.door is None:
            return ""
        door = self._measured[0].level.areas.get(passage.door)
        return "" if door is None else door.name

    def set(self, start: Point, goal: Point, storeys: tuple[str, str] = (GROUND, GROUND)) -> None:
        """Search the path from start to goal on these storeys, and keep it visible."""
        self._ends, self._storeys = (start, goal), storeys
        self._ask()

    def take(self, asked: Probe) -> None:
        """Carry out the tool's effect: search another path, none, or pin this one."""
        if asked.pins:
            self.pin()
        elif asked.start is None or asked.goal is None:
            self.clear()
        else:
            self.set(asked.start, asked.goal, asked.storeys)

    def pin(self) -> Pin | None:
        """Keep the path visible while others are searched; return the pin."""
        if self._ends is None:
            return None
        name = "" if self._shown is None else self._shown.type_name
        state = DRAWN if self._measured is None else self._measured[0].state.name
        return self.pins.add(*self._ends, self._storeys, name, state)

    def compare(self, against: str) -> None:
        """Compare the path with that of another type or engine from now on; empty: with none."""
        if against != self.against:
            self.against = against
            self.changed.emit(self.result)

    @property
    def compared(self) -> PathResult | None:
        """The path of the alternative, if it is known."""
        leg = self.compared_leg
        return None if leg is None else self.pins.paths([leg], urgent=True)[0]

    @property
    def compared_leg(self) -> Leg | None:
        """The leg of the alternative; None if there is none."""
        settings = self._bake.world.level.settings
        if self._ends is None or not self.against:
            return None
        if self.against.startswith(compared.TYPE):
            name = self.against.removeprefix(compared.TYPE)
            profile = profile_named(settings.profiles, name)
            if name and profile is None:
                return None
            return leg_of(*self._ends, self._storeys, profile, settings)
        profile = None if self._shown is None else self._shown.profile_in(settings)
        leg = leg_of(*self._ends, self._storeys, profile, settings)
        if self.against.startswith(compared.STATE):
            state = self.against.removeprefix(compared.STATE)
            known = {DRAWN, *(one.name for one in settings.states)}
            return leg._replace(state=state) if state in known else None
        if self.against in compared.SMOOTHED:
            has_network = bool(self._bake.world.level.of(Waypoint))
            return leg._replace(smoothed=compared.SMOOTHED[self.against]) if has_network else None
        return leg._replace(engine="astar") if self.against == compared.ASTAR else None

    def begin_anew(self, _: object = None) -> None:
        """Another level is open: forget the path, and all pins."""
        self.clear()
        self.pins.begin_anew()
        self.visited.latest.forget()

    def clear(self, _: object = None) -> None:
        """Forget the path."""
        self._ends = None
        self.reasons.clear()
        self._ask()

    def shutdown(self) -> None:
        """Stop the threads."""
        self.later.stop()
        self.reasons.shutdown()
        self.pins.shutdown()
        self.visited.shutdown()

    def _ask(self, _: object = None) -> None:
        before = self.result
        self.result = None if self._ends is None else _kept(before, self._path(*self._ends))
        if self._ends is not None and self._measured is not None and self._measured[0].dragging:
            if not self.later.isActive():
                self.later.start()
        else:
            self._compare()
        if before is not None or self.result is not None:
            self.changed.emit(self.result)

    def _compare(self) -> None:
        """Find the path over waypoints for comparison, and ask why if there is no path."""
        self.later.stop()
        over = self.over_network
        found = None if self._ends is None else self._path_over_network(*self._ends)
        self.over_network = found and _kept(over, found)
        self._ask_why()

    def _compare_later(self) -> None:
        over = self.over_network
        self._compare()
        if self.over_network is not over:
            self.changed.emit(self.result)

    @property
    def falls_short(self) -> bool:
        """True if there is no path between exactly the requested places."""
        result = self.result
        if result is None or result.status is Status.ALREADY_THERE:
            return False
        is_exact = result.snapped_start is None and result.snapped_goal is None
        return not (result.ok and is_exact)

    def tell_why(self) -> None:
        """Say once more why, though it was read and closed."""
        self.reasons.clear()
        self._ask_why()

    def _ask_why(self) -> None:
        """Look for the reason, where the path does not lead to the goal itself."""
        result, ends = self.result, self._ends
        if result is None or ends is None:
            return
        over: Over = "cells"
        if not self.falls_short:
            if self.over_network is None or self.over_network.ok:
                self.reasons.clear()
                return
            over = "graph"
        settings = self._bake.world.level.settings
        profile = None if self._shown is None else self._shown.profile_in(settings)
        self.reasons.ask(Question(ends, self._layers(), profile, over))

    def _path_over_network(self, start: Point, goal: Point) -> PathResult | None:
        """Return the path over waypoints for the same agents; None without any or their floor."""
        world, shown = self._bake.world, self._shown
        if not world.level.of(Waypoint):
            return None
        layer, goal_layer = self._layers()
        profile = None if shown is None else shown.profile_in(world.level.settings)
        seen = None if shown is None or profile is None else shown.of(world)
        if profile is not None and (seen is None or seen.base is not world):
            return None
        return world.find_path(
            start, goal, profile=profile, layer=layer, goal_layer=goal_layer, over="graph"
        )

    def _path(self, start: Point, goal: Point) -> PathResult:
        """Return the path for the agents whose floor is shown.

        While their floor is computed on a thread, the last known floor is used.
        """
        world, shown = self._bake.world, self._shown
        settings = world.level.settings
        layer, goal_layer = self._layers()
        profile = None if shown is None else shown.profile_in(settings)
        seen = None if shown is None or profile is None else shown.of(world)
        if profile is not None and (seen is None or seen.base is not world):
            return (world if seen is None else seen.world).find_path_to_nearest(start, goal)
        if profile is None and layer == goal_layer == GROUND:
            return world.find_path_to_nearest(start, goal)
        return world.find_path_to_nearest(
            start, goal, profile=profile, layer=layer, goal_layer=goal_layer
        )


def _kept(before: PathResult | None, found: PathResult) -> PathResult:
    """Return the new path, or the old object if they are the same except for timing.

    Its label is then not repainted for a difference of a fraction of a millisecond.
    """
    same = before is not None and (before.start, before.goal) == (found.start, found.goal)
    return before if before is not None and same and is_found_alike(before, found) else found
