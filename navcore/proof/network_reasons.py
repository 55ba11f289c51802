"""Explain why there is no path over waypoints: shut, disabled, out of sight, disconnected.

As on cells, the smallest relaxation counts: abilities and edges taken both ways by number, then
waypoints and edges switched on and doors opened by number. If all of that does not help, the
network itself is in two parts, or out of sight.
"""

from collections.abc import Collection, Iterable
from math import dist
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.graph.graph import Graph
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Profile, Waypoint
from navcore.level.naming import called, last_order
from navcore.path.result import PathResult, Status
from navcore.proof.ends import End
from navcore.proof.explanation import Explanation, Mark, Reason, Relaxation
from navcore.proof.fixes import RepeatableIds, fix_of
from navcore.proof.pieces import Switch, relaxation_of
from navcore.proof.reasons import listed, told_givers
from navcore.proof.relaxed import put, relaxed, units_of
from navcore.proof.smallest_set import smallest_set
from navcore.world import World

__all__ = ["explain_over_network"]

_MANY: Final = 1_000_000.0
"""Price of an ability: more than all doors and waypoints together."""

_MOST_TOLD: Final = 3
"""Most switched-off edges that a text names; all of them are marked."""

_MOST_TRIED: Final = 64
"""Waypoints near an end that are tried for being in sight."""


def explain_over_network(
    world: World, profile: Profile, ends: tuple[End, End], *, limit: int | None = None
) -> Explanation:
    """Say why agents can't get from an end to another over waypoints; both ends are on floor."""
    search = _Search(world, profile, ends)
    found = search.path(frozenset())
    if found.ok:
        if limit is not None and search.path(frozenset(), limit).status is Status.LIMIT_REACHED:
            said = tr("The search gave up after {0} waypoints; there may still be a path.")
            return search.told(Reason.LIMIT, said.format(limit))
        return search.told(Reason.NONE, tr("There is a path over waypoints."))
    switches = search.smallest()
    if switches is None:
        return search.not_joined()
    relaxation = search.relaxation(switches)
    text, marks = _words(world.level, profile, relaxation)
    is_off = relaxation.waypoints or relaxation.edges
    reason = Reason.WAYPOINTS if is_off else Reason.DOORS
    if relaxation.abilities:
        reason = Reason.ABILITIES
    elif relaxation.two_way:
        reason = Reason.ONE_WAY
    return search.told(reason, text, relaxation, marks, fix_of(world.level, profile, relaxation))


class _Search:
    """Paths over the waypoints of a world, with something switched."""

    def __init__(self, world: World, profile: Profile, ends: tuple[End, End]) -> None:
        self._world: Final = world
        self._profile: Final = profile
        self._ends: Final = ends
        self._prices: Final = _prices(world.level, profile)

    def path(self, switches: Collection[Switch], limit: int | None = None) -> PathResult:
        """Return the path with these switched."""
        world, profile = relaxed(self._world, self._profile, self.relaxation(switches))
        start, goal = (end.beside or end.point for end in self._ends)
        return world.find_path(
            start, goal, profile=profile, layer=self._ends[0].layer,
            goal_layer=self._ends[1].layer, over="graph", limit=limit,
        )  # fmt: skip

    def smallest(self) -> frozenset[Switch] | None:
        """Return the fewest switches that make a path: doors and waypoints alone if they do."""
        return smallest_set(self._prices, lambda some: self.path(some).ok)

    def relaxation(self, switches: Iterable[Switch]) -> Relaxation:
        """Return what these switch."""
        return relaxation_of(switches)

    def told(
        self,
        reason: Reason,
        text: str,
        relaxation: Relaxation = Relaxation(),  # noqa: B008 - frozen
        marks: Iterable[Mark] = (),
        fix: Edit | None = None,
    ) -> Explanation:
        """Return the explanation in these words."""
        start, goal = self._ends
        return Explanation(
            reason, text, start.point, goal.point, (start.layer, goal.layer), relaxation,
            tuple(marks), fix or None,
        )  # fmt: skip

    def not_joined(self) -> Explanation:
        """Return the explanation that no waypoint is in sight, or no edges lead to the goal."""
        found = self.path(self._prices)
        if found.status in {Status.UNSEEN_START, Status.UNSEEN_END}:
            end = self._ends[found.status is Status.UNSEEN_END]
            said = tr("{0} sees no waypoint. Place one near it.")
            near = self._nearest(end)
            if near is not None:
                away = f"{dist(near.position, end.point):.1f}"
                said = tr("{0} sees no waypoint; {1} is the nearest, {2} m away.")
                said = said.format("{0}", called([near]), away)
            marks = [Mark(end.point, layer=end.layer)]
            marks += [] if near is None else [Mark(near.position, near.id, layer=end.layer)]
            return self.told(Reason.UNSEEN, said.format(end.title), marks=marks)
        return self._parts()

    def _nearest(self, end: End) -> Waypoint | None:
        level = self._world.level
        here = [
            one
            for one in level.of(Waypoint).values()
            if one.enabled and level.settings.layer_of(one) == end.layer
        ]
        return min(here, key=lambda one: (dist(one.position, end.point), one.id), default=None)

    def _parts(self) -> Explanation:
        """The network is in parts: between which two waypoints they are nearest."""
        world, profile = relaxed(self._world, self._profile, self.relaxation(self._prices))
        waypoints, level = world.level.of(Waypoint), self._world.level
        sides = [self._part(world, profile, end) for end in self._ends]
        if not sides[0] or not sides[1]:
            return self.told(Reason.NETWORK, tr("The network has no edges that lead there."))
        places = [np.array([waypoints[key].position for key in side]) for side in sides]
        away = ((places[0][:, None] - places[1][None]) ** 2).sum(axis=2)
        row, column = divmod(int(away.argmin()), len(sides[1]))
        one, other = waypoints[sides[0][row]], waypoints[sides[1][column]]
        said = tr("No edge joins the parts of the network that {0} and {1} belong to; they are {2} "
                  "m apart there.")  # fmt: skip
        metres = f"{dist(one.position, other.position):.1f}"
        layer = level.settings.layer_of(one)
        marks = [
            Mark(one.position, one.id, (one.position, other.position), layer),
            Mark(other.position, other.id, layer=level.settings.layer_of(other)),
        ]
        edge_id = RepeatableIds(level, (one.id, other.id)).new()
        order = last_order(level, Edge) + 1
        edge = Edge(id=edge_id, order=order, start=one.id, end=other.id, layer=one.layer)
        fix: Edit | None = None
        joined = _Search(put(self._world, [edge]), self._profile, self._ends)
        if joined.path(frozenset()).ok:
            label = tr("Join {0} and {1}").format(called([one]), called([other]))
            fix = Edit.put(level, [edge], label)
        text = said.format(called([one]), called([other]), metres)
        return self.told(Reason.NETWORK, text, marks=marks, fix=fix)

    def _part(self, world: World, profile: Profile, end: End) -> list[int]:
        """Return ids of the waypoints that are connected to those that an end sees."""
        graph, level = world.graph_for(profile), world.level
        parts = _parts_of(graph)
        seen = set[int]()
        near = sorted(
            (dist(one.position, end.point), key)
            for key, one in level.of(Waypoint).items()
            if level.settings.layer_of(one) == end.layer
        )
        for _, key in near[:_MOST_TRIED]:
            if int(parts[graph.row_of(key)]) in seen:
                continue
            found = world.find_path(
                end.beside or end.point, level.of(Waypoint)[key].position, profile=profile,
                layer=end.layer, over="graph",
            )  # fmt: skip
            if found.ok:
                # If the path passes no waypoint, the end sees this one.
                on_the_way = found.nodes.tolist()[:1] or [key]
                seen.update(int(parts[graph.row_of(one)]) for one in on_the_way)
        ids: list[int] = graph.ids[np.isin(parts, list(seen))].tolist()
        return ids


def _parts_of(graph: Graph) -> npt.NDArray[np.int64]:
    """(n,) the part of the network that each waypoint belongs to: the least row in it."""
    parts = np.arange(len(graph.ids))
    ends = graph.edge_rows[graph.open]
    while len(ends):
        least = parts[ends].min(axis=1)
        after = parts.copy()
        np.minimum.at(after, ends[:, 0], least)
        np.minimum.at(after, ends[:, 1], least)
        after = after[after]
        if (after == parts).all():
            break
        parts = after
    return parts


def _prices(level: Level, profile: Profile) -> dict[Switch, float]:
    """Return all that can be switched: doors, waypoints and edges for 1, the others for many."""
    units = units_of(level, profile).values()
    shut = [area.id for area in units if not area.available]
    off = [key for key, one in level.of(Waypoint).items() if not one.enabled]
    edges_off = [key for key, edge in level.of(Edge).items() if not edge.enabled]
    one_way = [key for key, edge in level.of(Edge).items() if edge.one_way]
    needs = [area.needs for area in units]
    needs += [edge.needs for edge in level.of(Edge).values()]
    needs += [terrain.needs for terrain in level.settings.all_terrains]
    lacks = {one for some in needs for one in some} - set(profile.abilities)
    return {
        **dict.fromkeys((Switch("door", key) for key in shut), 1.0),
        **dict.fromkeys((Switch("waypoint", key) for key in off), 1.0),
        **dict.fromkeys((Switch("edge", key) for key in edges_off), 1.0),
        **dict.fromkeys((Switch("ability", key) for key in sorted(lacks)), _MANY),
        **dict.fromkeys((Switch("two-way", key) for key in one_way), _MANY),
    }


def _words(level: Level, profile: Profile, relaxation: Relaxation) -> tuple[str, tuple[Mark, ...]]:
    """Return words for what is shut, disabled, missing or one-way, with marks."""
    doors = [level.areas[key] for key in relaxation.doors]
    waypoints = [level.of(Waypoint)[key] for key in relaxation.waypoints]
    edges = [level.of(Edge)[key] for key in relaxation.two_way]
    edges_off = [level.of(Edge)[key] for key in relaxation.edges]
    agent_name = profile.name or tr("this agent")
    said = []
    for ability in relaxation.abilities:
        text = tr("The way there requires {0}, which {1} does not have.")
        said += [text.format(ability, agent_name), *told_givers(level, ability)]
    if edges:
        said.append(tr("{0} leads the other way only.").format(_edge_title(level, edges[0])))
    for edge in edges_off[:_MOST_TOLD]:
        title = _edge_title(level, edge)
        said.append(tr("{0} is switched off, and the path leads along it.").format(title))
    if len(waypoints) == 1:
        said.append(
            tr("{0} is switched off, and the path leads over it.").format(called(waypoints))
        )
    elif waypoints:
        said.append(
            tr("{0} are switched off, and the path leads over them.").format(listed(waypoints))
        )
    if len(doors) == 1:
        said.append(tr("{0} is shut, and edges lead through it.").format(called(doors)))
    elif doors:
        said.append(tr("{0} are shut, and edges lead through them.").format(listed(doors)))
    marks = [
        Mark(one.anchor or (0.0, 0.0), one.id, layer=level.settings.layer_of(one))
        for one in (*waypoints, *doors)
    ]
    for edge in (*edges, *edges_off):
        a, b = (level.of(Waypoint)[key] for key in edge.references)
        layer = level.settings.layer_of(a)
        marks.append(Mark(a.position, edge.id, (a.position, b.position), layer))
    return " ".join(said), tuple(marks)


def _edge_title(level: Level, edge: Edge) -> str:
    ends = [called([level.of(Waypoint)[key]]) for key in edge.references]
    return tr("The edge from {0} to {1}").format(*ends)
