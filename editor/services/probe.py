"""The probe: a path between two places that is kept in sight and up to date."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal, SignalInstance

from editor.document import Document
from editor.services.bake.shown_floor import ShownFloor
from editor.services.clearances import Widths
from editor.services.reasons import Question, Reasons
from editor.tools.probe_facts import NO_FACTS, ProbeFacts, Stretch
from navcore.level.links import WALK_SPEED
from navcore.level.model import Link, Point, Waypoint
from navcore.level.tables import GROUND
from navcore.path.options import Over
from navcore.path.result import PathResult, Status
from navcore.proof.clearances import Passage
from navcore.proof.explanation import Reason
from navcore.proof.narrowest import narrowest_on
from navcore.world import World

_LEAST = 0.01
"""Share by which a terrain has to cost otherwise than plain ground to be told of."""


class Worlds(Protocol):
    """A world that is replaced now and then: the bake's, or a run's."""

    @property
    def world(self) -> World:
        """The present one."""
        ...

    @property
    def baked(self) -> SignalInstance:
        """Emitted with each new one."""
        ...


class ProbeService(QObject):
    """Asks for the path again whenever the cells change."""

    changed = Signal(object)
    """The `PathResult`, or None."""

    def __init__(self, bake: Worlds) -> None:
        """Nothing is asked for yet; `bake` is asked, with or without the doors of a run."""
        super().__init__()
        self._bake = bake
        self._ends: tuple[Point, Point] | None = None
        self._storeys = (GROUND, GROUND)
        self._shown: ShownFloor | None = None
        self._measured: tuple[Document, Widths] | None = None
        self._found: tuple[PathResult, Sequence[Passage], Passage | None] | None = None
        self._over: tuple[PathResult, ProbeFacts] | None = None
        self.result: PathResult | None = None
        self.over_network: PathResult | None = None
        """The path over waypoints between the same places, for comparison."""
        self.reasons = Reasons(lambda: bake.world)
        """Why there is no path, of the probe or of an agent."""
        self.reasons.changed.connect(lambda _: self.changed.emit(self.result))
        bake.baked.connect(self._ask)
        bake.baked.connect(self.reasons.again)

    @property
    def ends(self) -> tuple[Point, Point] | None:
        """Start and goal that were asked for."""
        return self._ends

    @property
    def storeys(self) -> tuple[str, str]:
        """The storeys of start and goal."""
        return self._storeys

    def follow(self, shown: ShownFloor) -> None:
        """Ask for the agents that the floor is shown for."""
        self._shown = shown
        shown.changed.connect(self._ask)

    def measure(self, document: Document, widths: Widths) -> None:
        """Tell from now on how narrow paths are: by the widths of this document's level."""
        self._measured = (document, widths)

    @property
    def facts(self) -> ProbeFacts:
        """What is known of the path by now beside its points."""
        result = self.result
        if result is None or not result.ok:
            return NO_FACTS._replace(network=self.over_network, why=self._why())
        if self._over is None or self._over[0] is not result:
            self._over = (result, self._led_over(result))
        return self._over[1]._replace(narrowest=self._narrowest(), network=self.over_network)

    def _why(self) -> str:
        """The reason, if it is known by now and asked for by the probe."""
        found = self.reasons.found
        told = found is not None and self.reasons.agent is None and found.reason is not Reason.NONE
        told = told and (self.result is None or not self.result.ok)
        return found.text if found is not None and told else ""

    def _led_over(self, result: PathResult) -> ProbeFacts:
        """Terrains, links and the time that both take."""
        world, shown = self._bake.world, self._shown
        level = world.level
        profile = None if shown is None else shown.profile_in(level.settings)
        seen = None if shown is None or profile is None else shown.of(world)
        if profile is not None and (seen is None or seen.base is not world):
            # Their floor is still worked out on a thread.
            return NO_FACTS
        shares = world.terrain_on(result, profile=profile, layer=self._layers()[0])
        dear = [share for share in shares if abs(share.cost - share.metres) > _LEAST * share.metres]
        links = [level.of(Link)[int(one)] for one in result.links if int(one) in level.of(Link)]
        if not (dear or links):
            return NO_FACTS
        terrains = sorted(dear, key=lambda share: -share.cost)
        slow = (share.cost if share.terrain.slows else share.metres for share in shares)
        taken = result.link_cost * world.grid.cell_size if links else 0.0
        return ProbeFacts(
            terrains=tuple(Stretch(one.terrain.name, one.metres, one.cost) for one in terrains),
            links=tuple(link.type for link in links),
            seconds=(sum(slow) + taken) / WALK_SPEED,
        )

    def _layers(self) -> tuple[str, str]:
        """The storeys of start and goal; the ground where the world lacks one."""
        names = self._bake.world.level.settings.layer_names
        start, goal = (name if name in names else GROUND for name in self._storeys)
        return start, goal

    def _narrowest(self) -> tuple[float, str] | None:
        """The width of the narrowest place on the path, metres, and the name of its door or "".

        As far as widths are known by now; None if the path leads through no narrow place, or to
        another storey.
        """
        result = self.result
        if result is None or not result.ok or self._measured is None or result.layers:
            return None
        document, widths = self._measured
        shown, level = self._shown, document.level
        profile = None if shown is None else shown.profile_in(level.settings)
        passages, found = widths.of(level, profile), self._found
        if found is None or found[0] is not result or found[1] is not passages:
            points = np.vstack([result.start, result.points])
            found = self._found = (result, passages, narrowest_on(passages, points))
        passage = found[2]
        if passage is None:
            return None
        door = None if passage.door is None else document.level.areas.get(passage.door)
        return passage.width, "" if door is None else door.name

    def set(self, start: Point, goal: Point, storeys: tuple[str, str] = (GROUND, GROUND)) -> None:
        """Ask for the path from start to goal on these storeys, and keep it in sight."""
        self._ends, self._storeys = (start, goal), storeys
        self._ask()

    def clear(self, _: object = None) -> None:
        """Forget the path."""
        self._ends = None
        self.reasons.clear()
        self._ask()

    def shutdown(self) -> None:
        """Stop looking for reasons."""
        self.reasons.shutdown()

    def _ask(self, _: object = None) -> None:
        before = self.result
        self.result = None if self._ends is None else self._path(*self._ends)
        self.over_network = None if self._ends is None else self._path_over_network(*self._ends)
        self._ask_why()
        if before is not None or self.result is not None:
            self.changed.emit(self.result)

    def _ask_why(self) -> None:
        """Look for the reason, where the path does not lead to the goal itself."""
        result, ends = self.result, self._ends
        if result is None or ends is None:
            return
        is_exact = result.snapped_start is None and result.snapped_goal is None
        over: Over = "cells"
        if result.status is Status.ALREADY_THERE or (result.ok and is_exact):
            if self.over_network is None or self.over_network.ok:
                self.reasons.clear()
                return
            over = "graph"
        settings = self._bake.world.level.settings
        profile = None if self._shown is None else self._shown.profile_in(settings)
        self.reasons.ask(Question(ends, self._layers(), profile, over))

    def _path_over_network(self, start: Point, goal: Point) -> PathResult | None:
        """The path over waypoints for the same agents; None without any, or without their floor."""
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
        """The path for the agents that the floor is shown for.

        While their floor is worked out on a thread, what was known of it last stands in.
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
