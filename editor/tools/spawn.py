"""Spawn brush: many agents at once, at random places of a disc."""

import math
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from editor.tools import run
from editor.tools.agent_type import AgentType
from editor.tools.count import Count
from editor.tools.gesture import Gesture, GestureTool, circle, snapped
from editor.tools.groups import Group
from editor.tools.messages import metres
from editor.tools.messages import spawn as say
from editor.tools.options import Number, Switch
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import (
    Change,
    Effect,
    Pointer,
    Select,
    ToolView,
)
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point
from navcore.sim.scatter import random_places

Places: TypeAlias = npt.NDArray[np.float64]

MOST: Final = 10_000
"""Most agents that one click places."""
_SHOWN: Final = 500
"""Most agents whose rings are all drawn; of more, an even sample is drawn."""
_CORNERS: Final = ((3.0, 4), (8.0, 8), (math.inf, 16))
"""Number of corners of rings, by their radius in pixels."""
_SPARE: Final = 4
"""Extra places for each agent that may stand on some of them."""
_LEAST_RADIUS: Final = 0.1
_MOST_RADIUS: Final = 1000.0
_LAST_SEED: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class _Disc:
    """The disc in which agents are placed, metres."""

    centre: Point
    radius: float


class _Shown:
    """Cached strokes: most frames show the same ones."""

    def __init__(self) -> None:
        self._like: tuple[object, ...] = ()
        self._places: Places = np.empty((0, 2))
        self._strokes: tuple[Stroke, ...] = ()

    def strokes(
        self, disc: _Disc, places: Places, radius: float, corners: int
    ) -> tuple[Stroke, ...]:
        """Return the disc, and a ring of this radius at each place."""
        like = (disc, radius, corners)
        if like != self._like or not np.array_equal(places, self._places):
            self._like, self._places = like, places
            ring = np.array(circle((0.0, 0.0), radius, corners))
            rings = (places[:, None, :] + ring).tolist()
            self._strokes = (
                Stroke(circle(disc.centre, disc.radius, 64), "rubber_band", closed=True),
                *(Stroke(tuple(map(tuple, each)), "agent_draft", closed=True) for each in rings),
            )
        return self._strokes


class _Draw(Gesture):
    """A press sets the middle of the disc, a drag its radius."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "SpawnTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self.disc = _Disc(snapped(pointer, view), tool.radius.value)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        radius = math.dist(self.disc.centre, snapped(pointer, view))
        radius = min(max(round(radius, 6), _LEAST_RADIUS), _MOST_RADIUS)
        self.disc = _Disc(self.disc.centre, radius)
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        self._tool.radius.set(self.disc.radius)
        return self.click(pointer, view)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        return self._tool.laid(self.disc.centre, view)

    def preview(self, view: ToolView) -> Preview:
        return self._tool.drawn(self.disc, view, measured=self.moving)

    def hint(self, view: ToolView) -> str:
        return self._tool.said(self.disc, view) if self.moving else ""


class SpawnTool(GestureTool):
    """Lays agents: at the start into the level, in a run into that run alone."""

    name: ClassVar[str] = "spawn"
    title: ClassVar[str] = mark("Spawn brush")
    summary: ClassVar[str] = mark("Lay many characters at once, in a disc")
    shortcut: ClassVar[str] = "Shift+A"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 1)
    family: ClassVar[str] = mark("Agents")
    shows: ClassVar[frozenset[str]] = frozenset({"agents"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start with twenty agents within three metres; choices are kept."""
        super().__init__()
        self.count = Count(mark("Agents"), 20, MOST)
        self.entry = self.count.entry
        self.radius = Number(
            "radius", mark("Within"), 3.0, _LEAST_RADIUS, _MOST_RADIUS, 0.5, digits=6
        )
        """Radius of the disc that a click fills, metres."""
        self.seed = Number("seed", mark("Seed"), 1, 0, _LAST_SEED, 1, "", digits=None)
        """The same seed gives the same places; each click goes on to the next seed."""
        tip = mark("Only where the player can walk to; without one, where the disc's middle leads")
        self.reachable = Switch("reachable", mark("Reachable only"), True, tip)
        """True if only places count that the player, else the disc's middle, can walk to."""
        self.kind = AgentType()
        """Agent type of new agents; the last choice is kept."""
        self.options = (
            self.count.number, self.radius, self.seed, self.kind.choice, self.reachable,
        )  # fmt: skip
        self._asked: tuple[object, ...] = ()
        self._found: Places = np.empty((0, 2))
        """Places before those of other agents are excluded."""
        self._shown = _Shown()

    # Input.

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the middle."""
        self._pointer = pointer
        return self.begin(_Draw(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Ignore the second click."""
        return Edit()

    # Placing agents.

    def laid(self, centre: Point, view: ToolView) -> Effect:
        """Agents in a disc of the last radius: in the level, or in the run that is on."""
        places = self._places(_Disc(centre, self.radius.value), view)
        if not len(places):
            return None
        seed = int(self.seed.value)
        turns = np.radians(np.random.default_rng(seed).integers(0, 360, len(places)))
        edit = operations.add_agents(
            view.level,
            [(x, z) for x, z in places.tolist()],
            view.new_id,
            facing=turns.tolist(),
            profile=self.kind.name(view),
        )
        self.seed.set((seed + 1) % (_LAST_SEED + 1))
        if view.run is not None:
            return run.spawned(edit, view)
        return Change(edit, Select(frozenset(edit.after)))

    def idle_preview(self, view: ToolView) -> Preview:
        """Return where a click would place agents."""
        if self._pointer is None:
            return Preview()
        return self.drawn(_Disc(snapped(self._pointer, view), self.radius.value), view)

    def idle_hint(self, view: ToolView) -> str:
        """Return what a click does, or why it does nothing."""
        if self.entry.is_open:
            return self.entry.hint or say.typed(self.count.now)
        in_run = view.run is not None
        if self._pointer is not None:
            disc = _Disc(snapped(self._pointer, view), self.radius.value)
            if not len(self._places(disc, view)):
                return self._nobody(view)
        return say.lays(self.count.now, self.radius.value, in_run=in_run)

    def said(self, disc: _Disc, view: ToolView) -> str:
        """Return what releasing would do."""
        if not len(self._places(disc, view)):
            return self._nobody(view)
        return say.drawing(self.count.now, disc.radius, in_run=view.run is not None)

    def drawn(self, disc: _Disc, view: ToolView, *, measured: bool = False) -> Preview:
        """Return the disc, a ring for each agent, and the radius where it is `measured`."""
        radius = self.kind.radius(view)
        corners = next(count for most, count in _CORNERS if radius <= view.pixels(most))
        places = self._places(disc, view)[:_SHOWN]
        strokes = self._shown.strokes(disc, places, radius, corners)
        labels: tuple[Label, ...] = ()
        if measured:
            above = (disc.centre[0], disc.centre[1] + disc.radius + view.pixels(12))
            labels = (Label(above, metres(disc.radius), "dimension"),)
        return Preview(strokes, (Mark(disc.centre, "snap"),), labels)

    def refusal(self, centre: Point, view: ToolView) -> str:
        """Return why no agent can be placed there; empty if there is room."""
        if len(self._places(_Disc(centre, self.radius.value), view)):
            return ""
        return self._nobody(view).replace("**", "")

    def _nobody(self, view: ToolView) -> str:
        if not self.reachable.on:
            return say.no_floor()
        player = _player(view)
        return say.out_of_reach(player.name if player else "")

    def _places(self, disc: _Disc, view: ToolView) -> Places:
        """Return (n, 2) places, apart from other agents if there is room."""
        count, apart = self.count.now, 2 * self.kind.radius(view)
        others, radii = _others(view)
        away = np.hypot(*(others - disc.centre).T)
        near = away < disc.radius + radii + apart / 2
        # Some of the places may be taken; extra ones make sure that every agent gets one.
        spare = min(_SPARE * int(np.count_nonzero(near)), count)
        player = _player(view)
        origin = None
        if self.reachable.on:
            origin = player.position if player else disc.centre
        kind = self.kind.walks_as(view)
        asked = (disc, count, apart, spare, origin, self.seed.value, view.world, kind)
        if asked != self._asked:
            self._asked = asked
            self._found = random_places(
                view.world, disc.centre, disc.radius, count + spare,
                np.random.default_rng(int(self.seed.value)), reachable_from=origin, apart=apart,
                profile=kind,
            )  # fmt: skip
        if not (spare and len(self._found)):
            return self._found
        taken = _near(self._found, others[near], radii[near] + apart / 2)
        return self._found[np.argsort(taken, kind="stable")[:count]]


def _player(view: ToolView) -> Agent | None:
    """Return the player at its present place."""
    player = next((agent for agent in view.level.agents.values() if agent.player), None)
    if player is None or view.run is None:
        return player
    return next(iter(view.run.agents({player.id})), player)


def _others(view: ToolView) -> tuple[Places, Places]:
    """(m, 2) places and (m,) radii of the agents that are there already."""
    if view.run is not None:
        return view.run.positions, view.run.radii
    agents = view.level.agents.values()
    return (
        np.array([agent.position for agent in agents]).reshape(-1, 2),
        np.array([agent.radius for agent in agents], np.float64),
    )


def _near(places: Places, others: Places, reach: Places) -> npt.NDArray[np.bool_]:
    """Return (n,) which places are nearer to one of the others than its reach.

    Both are sorted into squares as wide as the farthest reach: only neighbours are compared.
    """
    side = float(reach.max())
    low = np.minimum(places.min(axis=0), others.min(axis=0))
    own, their = (
        np.floor((points - low) / side).astype(np.int64) + 1 for points in (places, others)
    )
    width = int(max(own[:, 0].max(), their[:, 0].max())) + 2
    keys = their[:, 1] * width + their[:, 0]
    order = np.argsort(keys, kind="stable")
    keys, others, reach = keys[order], others[order], reach[order]
    found = np.zeros(len(places), np.bool_)
    for aside in (-width, 0, width):
        # Three squares of a row lie in a row.
        middle = own[:, 1] * width + own[:, 0] + aside
        first, last = np.searchsorted(keys, middle - 1), np.searchsorted(keys, middle + 2)
        for step in range(int((last - first).max(initial=0))):
            rows = np.flatnonzero(first + step < last)
            at = first[rows] + step
            away = np.hypot(*(places[rows] - others[at]).T)
            found[rows] |= away < reach[at]
    return found


TOOLS = (SpawnTool,)
