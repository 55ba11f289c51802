"""The network: waypoints by type, and the edges between them."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from operator import is_
from typing import ClassVar, Final

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.changes import Stale, around_joined
from editor.canvas.painting.network import MARGIN, REACH, NetworkPainter, Shown, colour_of
from editor.canvas.painting.network_arrays import (
    TYPES,
    Flags,
    NetworkArrays,
    Rows,
    arrays_of,
)
from editor.look import style
from editor.look.style import CANVAS, Z
from editor.tools.corridor import shown_radius
from editor.tools.messages.waypoint import type_words
from navcore.graph.corridors import leaves_room
from navcore.graph.graph import Graph
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Level, Profile, Waypoint
from navcore.world import World

_MANY: Final = 64
"""Number of changed edges above which all are painted as one part."""


class NetworkOverlay(Overlay):
    """Discs with letters, and lines with arrow heads if they are one-way.

    Edges that agents of the shown type can't take are grey: because they or an end are switched
    off, of missing abilities, or of a clear radius at an end that is no wider than the agent.
    Edges that are not on its floor, because of a wall, a shut door or terrain, have the colour of
    shut doors.
    """

    name: ClassVar[str] = "network"
    title: ClassVar[str] = mark("Waypoints and edges")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH
    draws: ClassVar[tuple[type[Element], ...]] = (Waypoint, Edge)
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SWITCHES})
    reach: ClassVar[float] = REACH

    def __init__(self) -> None:
        """Start without a network."""
        super().__init__()
        self._network = self._switched = NetworkArrays()
        """The last used network, and that of a run with switches."""
        self._painter = NetworkPainter()
        self._known: tuple[int, tuple[object, ...], Shown] | None = None
        self._drawn: tuple[int, tuple[object, ...], Shown] | None = None
        """The same without the floor, which changes with every move of a wall."""
        self._profile = Profile()
        """Profile of the last shown floor."""
        self._graph: Graph | None = None
        """The network of the world that was looked at last,"""
        self._on_floor: Flags = np.empty(0, bool)
        """and (m,) which edges lie on floor there."""
        self._revision = -1
        self._rows: tuple[Rows, Rows] = (np.empty(0, np.int64), np.empty(0, np.int64))
        """The ids of edges in a graph, and the row there of each edge that is drawn; -1 for none.
        """

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return a row for each type in the level, and for the lines."""
        level = scene.document.level
        if not level.of(Waypoint):
            return ()
        network, shown = self.state(scene)
        theme, rows = style.current(), list[LegendRow]()
        for number in np.flatnonzero(np.bincount(network.types)).tolist():
            type_ = TYPES[number]
            colour = colour_of(type_)
            rows.append(LegendRow(type_words(type_), colour, theme.agent_rim, waypoint=type_))
        if level.of(Edge):
            rows.append(LegendRow(tr("edge"), theme.outside, theme.edge, across=True))
            if not shown.on_floor.all():
                words = tr("edge, blocked")
                dash = CANVAS.edge_off_dash
                rows.append(
                    LegendRow(words, theme.outside, theme.door_shut, dash=dash, across=True)
                )
            if not (shown.usable | ~shown.on_floor).all():
                words = tr("edge that can't be taken")
                dash = CANVAS.edge_off_dash
                rows.append(LegendRow(words, theme.outside, theme.control, dash=dash, across=True))
            if self._network.locked.any():
                rows.append(
                    LegendRow(tr("requires an ability"), theme.outside, theme.text2, key=True)
                )
        return tuple(rows)

    def stale_edit(self, edit: Edit, level: Level) -> Iterable[Stale]:
        """Return boxes around changed waypoints and edges, with edges to changed waypoints."""
        return around_joined(edit, level, (Waypoint, Edge), MARGIN, self.reach)

    def stale_within(self, box: Box, edit: Edit, level: Level) -> Stale:
        """Return the box enlarged by the reach of a network."""
        return grown(box, MARGIN), self.reach, self.reach

    def stale_cells(self, world: World, *, moving: bool) -> Iterable[Box] | None:
        """Return boxes around edges whose state on the floor has changed."""
        before = self._on_floor
        if not len(before):
            return ()
        if self._revision != self._network.revision:
            # Others have taken over more of the level than was painted.
            return None
        changed = np.flatnonzero(before != self._lie_on_floor(world.graph_for(self._profile)))
        if len(changed) > _MANY:
            return (self._network.box_around(changed),)
        return self._network.boxes_of(changed)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint over elements on the floor, below paths and agents."""
        level = scene.document.level
        if not level.of(Waypoint):
            return
        network, shown = self.state(scene)
        self._painter.paint(painter, network, shown, camera, scene.box, scene.device_ratio)

    def state(self, scene: Scene) -> tuple[NetworkArrays, Shown]:
        """Return the network as the run has it, and what of it is shown."""
        level = scene.run.switches.applied(scene.document.level)
        if level is scene.document.level:
            self._network = arrays_of(level)
        else:
            self._network = self._switched
            self._network.follow(level)
        return self._network, self._shown(scene, level)

    def _shown(self, scene: Scene, level: Level) -> Shown:
        network, document = self._network, scene.document
        profile = scene.bake.shown_floor.profile_in(level.settings)
        self._profile = profile or Profile()
        graph = scene.run.world.graph_for(self._profile)
        key = (level.settings, profile, document.hidden, document.storey.apart, graph)
        if self._known is not None and self._known[0] == network.revision:
            _, known_key, known = self._known
            if all(map(is_, key, known_key)):
                return known
        # Edges that are too narrow for the type are shut in its network, too.
        on_floor = self._lie_on_floor(graph) | self._too_narrow(level, profile)
        if not (self._drawn and self._drawn[0] == network.revision
                and all(map(is_, key[:-1], self._drawn[1]))):  # fmt: skip
            hidden = _are(network.ids, document.hidden)
            there = ~(hidden | _are(network.ids, document.storey.apart))
            edges = network.at_an_end(there) & ~network.at_an_end(hidden)
            edges &= ~_are(network.edge_ids, document.hidden)
            usable = self._usable(level, profile)
            self._drawn = (network.revision, key[:-1], Shown(there, edges, usable, usable))
        drawn = self._drawn[2]
        shown = replace(drawn, usable=drawn.usable & on_floor, on_floor=on_floor)
        self._known = (network.revision, key, shown)
        return shown

    def _lie_on_floor(self, graph: Graph) -> Flags:
        """Return (m,) which edges are on floor in a world's network.

        Edges that it lacks are, and so are those that are off there: nobody has asked.
        """
        network = self._network
        if graph is not self._graph or self._revision != network.revision:
            if self._revision != network.revision or graph.edge_ids is not self._rows[0]:
                self._rows = (graph.edge_ids, network.edge_rows_in(graph.edge_ids))
            self._graph, self._revision = graph, network.revision
            rows = self._rows[1]
            self._on_floor = np.ones(len(rows), bool)
            self._on_floor[rows >= 0] = (graph.open | ~graph.are_on)[rows[rows >= 0]]
        return self._on_floor

    def _usable(self, level: Level, profile: Profile | None) -> Flags:
        """(m,) which edges agents of the shown type can take."""
        network = self._network
        off = network.edges_off | network.at_an_end(network.off)
        usable: Flags = ~(off | self._too_narrow(level, profile))
        if level.settings.profiles and network.locked.any():
            edges = level.of(Edge)
            had = frozenset() if profile is None else frozenset(profile.abilities)
            for row in np.flatnonzero(network.locked).tolist():
                usable[row] &= had.issuperset(edges[int(network.edge_ids[row])].needs)
        return usable

    def _too_narrow(self, level: Level, profile: Profile | None) -> Flags:
        """(m,) which edges have a path width that is too narrow for the shown type."""
        room = leaves_room(self._network.clear, shown_radius(level, profile))
        narrow: Flags = self._network.at_an_end(~room)
        return narrow


def _are(ids: Rows, some: Collection[int]) -> Flags:
    """(n,) which of these ids are among some."""
    if not some:
        return np.zeros(len(ids), bool)
    return np.isin(ids, np.fromiter(some, np.int64, len(some)), assume_unique=True)


OVERLAYS = (NetworkOverlay,)
