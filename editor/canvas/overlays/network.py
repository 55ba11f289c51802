"""The network: waypoints by type, and the edges between them."""

from collections.abc import Collection, Iterable
from operator import is_
from typing import ClassVar

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.changes import Stale, around_joined
from editor.canvas.painting.network import MARGIN, REACH, NetworkPainter, Shown, colour_of
from editor.canvas.painting.network_arrays import TYPES, Flags, NetworkArrays, Rows
from editor.look import style
from editor.look.style import CANVAS, Z
from editor.tools.corridor import shown_radius
from editor.tools.messages.waypoint import type_words
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Profile, Waypoint


class NetworkOverlay(Overlay):
    """Discs with letters, lines with arrow heads where they lead one way.

    Edges that agents of the shown type can't take are grey: for what they require, for a clear
    radius at an end that is no wider than the agent, or for an end that is switched off.
    """

    name: ClassVar[str] = "network"
    title: ClassVar[str] = mark("Waypoints and edges")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SWITCHES})

    def __init__(self) -> None:
        """No network is known."""
        super().__init__()
        self._network = NetworkArrays()
        self._painter = NetworkPainter()
        self._known: tuple[int, tuple[object, ...], Shown] | None = None

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """A row for each type that there is, and what the lines are."""
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
            if not shown.usable.all():
                words = tr("edge that can't be taken")
                dash = CANVAS.edge_off_dash
                rows.append(LegendRow(words, theme.outside, theme.control, dash=dash, across=True))
            if self._network.locked.any():
                rows.append(
                    LegendRow(tr("requires an ability"), theme.outside, theme.text2, key=True)
                )
        return tuple(rows)

    def stale_edit(self, edit: Edit, level: Level) -> Iterable[Stale]:
        """Around waypoints and edges, also those that lead to waypoints which have changed."""
        return around_joined(edit, level, (Waypoint, Edge), MARGIN, REACH)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Over what stands on the floor, beneath paths and agents."""
        level = scene.document.level
        if not level.of(Waypoint):
            return
        network, shown = self.state(scene)
        self._painter.paint(painter, network, shown, camera, scene.box, scene.device_ratio)

    def state(self, scene: Scene) -> tuple[NetworkArrays, Shown]:
        """The network as the run has it, and what of it is shown."""
        level = scene.run.switches.applied(scene.document.level)
        self._network.follow(level)
        return self._network, self._shown(scene, level)

    def _shown(self, scene: Scene, level: Level) -> Shown:
        network, document = self._network, scene.document
        profile = scene.bake.shown_floor.profile_in(level.settings)
        key = (level.settings, profile, document.hidden, document.storey.apart)
        if self._known is not None and self._known[0] == network.revision:
            _, known_key, known = self._known
            if all(map(is_, key, known_key)):
                return known
        hidden = _are(network.ids, document.hidden)
        there = ~(hidden | _are(network.ids, document.storey.apart))
        ends = network.ends
        edges = there[ends].any(axis=1) & ~hidden[ends].any(axis=1)
        edges &= ~_are(network.edge_ids, document.hidden)
        shown = Shown(there, edges, self._usable(level, profile))
        self._known = (network.revision, key, shown)
        return shown

    def _usable(self, level: Level, profile: Profile | None) -> Flags:
        """(m,) which edges agents of the shown type can take."""
        network = self._network
        radius = shown_radius(level, profile)
        clear = network.clear[network.ends]
        shut = ((clear > 0) & (clear <= radius)) | network.off[network.ends]
        usable: Flags = np.logical_not(shut.any(axis=1))
        if level.settings.profiles and network.locked.any():
            edges = level.of(Edge)
            had = frozenset() if profile is None else frozenset(profile.abilities)
            for row in np.flatnonzero(network.locked).tolist():
                usable[row] &= had.issuperset(edges[int(network.edge_ids[row])].needs)
        return usable


def _are(ids: Rows, some: Collection[int]) -> Flags:
    """(n,) which of these ids are among some."""
    if not some:
        return np.zeros(len(ids), bool)
    return np.isin(ids, np.fromiter(some, np.int64, len(some)), assume_unique=True)


OVERLAYS = (NetworkOverlay,)
