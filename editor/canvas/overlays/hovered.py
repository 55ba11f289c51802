"""The name of what lies under the mouse, unless it is written on the canvas anyway."""

from typing import ClassVar, Final

import numpy as np

from editor.canvas.camera import Camera
from editor.canvas.overlays.agents import AgentsOverlay, named_rows
from editor.canvas.overlays.drawn import AreaNamesOverlay
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import text_size
from editor.canvas.painting.label_room import Label, LabelRoom, Rank
from editor.canvas.painting.labels import beneath
from editor.canvas.painting.sprites import SIZES, sizes_of
from editor.look.style import CANVAS, Z
from editor.tools.messages.link import leads
from editor.tools.messages.waypoint import edge_facts
from editor.tools.route_hits import route_hit, with_route
from navcore.i18n import tr
from navcore.level.model import Area, Edge, Element, Level, Link, Point
from navcore.level.pick import pick_index

_POINTING: Final = frozenset({"select", "vertices", "probe"})
"""Tools with which the mouse points at elements; others draw, and label their drawing."""


class HoveredOverlay(Overlay):
    """Names of agents, doors and other things, one at a time."""

    name: ClassVar[str] = "hovered"
    z: ClassVar[Z] = Z.HANDLES
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {Reads.TOOL, Reads.RUN, Reads.LEVEL, Reads.SWITCHES}
    )
    exported: ClassVar[bool] = False

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the name below an agent; else beside the mouse."""
        if scene.pointer is None or scene.tool.name not in _POINTING:
            return
        agent = _agent_at(scene, camera, scene.pointer)
        if agent is not None:
            room.add(agent)
            return
        element = element_at(scene, scene.pointer)
        if element is None or _is_written(scene, element):
            return
        words = _words(element, scene)
        if not words:
            return
        x, y = camera.to_pixel(scene.pointer)
        size = text_size(words)
        right, under = CANVAS.pointer[0] + size[0] / 2, CANVAS.pointer[1] + size[1] / 2
        # Below the arrow first; at the edges of the canvas on the other side.
        across = right if x + right + size[0] / 2 <= camera.width else -size[0] / 2
        down = under if y + under + size[1] / 2 <= camera.height else -size[1]
        places = ((x + across, y + down), (x + across, y - size[1]))
        room.add(Label(words, size, places, Rank.POINTED, needed=True))


def _agent_at(scene: Scene, camera: Camera, pointer: Point) -> Label | None:
    """Return the name of the agent that is drawn under the mouse, at the start or in a run."""
    if AgentsOverlay.name not in scene.shown:
        return None
    crowd = scene.run.agents.seen(scene.document.unseen)
    if not len(crowd.elements):
        return None
    away = np.hypot(*(crowd.positions - pointer).T) * camera.scale
    sizes = np.maximum(sizes_of(crowd.radii, camera.scale) / SIZES, CANVAS.handle / 2)
    row = int((away - sizes).argmin())
    name = crowd.elements[row].name
    if away[row] > sizes[row] or not name:
        return None
    selected = crowd.roster.rows_of(scene.document.selection.ids | scene.run.agents.chosen)
    if any(row == written for written, _ in named_rows(camera, crowd, selected)):
        return None
    x, z = crowd.positions[row].tolist()
    reach = float(sizes[row]) + CANVAS.agent_label_gap
    return beneath(name, camera.to_pixel((x, z)), reach, Rank.POINTED, steps_aside=False)


def element_at(scene: Scene, pointer: Point) -> Element | None:
    """Return the smallest element under the mouse that is not an agent.

    With the probe a door comes before a route above it: the hint is about the door, and a click
    selects neither.
    """
    document = scene.document
    reach = CANVAS.handle / 2 / scene.scale
    skipped = document.unseen | document.level.agents.keys()
    found = pick_index(document.level).at(pointer, reach, skipped)
    sight, known = scene.route_sight, scene.legs.known
    route = route_hit(document.level, pointer, reach, sight, known, document.unseen)
    if scene.tool.name == "probe" and any(_is_door(document.level, one) for one in found):
        return next(document.level.areas[one] for one in found if _is_door(document.level, one))
    found = with_route(document.level, found, route)
    return document.level.element(found[0]) if found else None


def _is_door(level: Level, element_id: int) -> bool:
    area = level.areas.get(element_id)
    return area is not None and area.door


def _words(element: Element, scene: Scene) -> str:
    """Return the name; with type and destination of a link, and the ends of an edge."""
    if isinstance(element, Edge):
        return edge_facts(scene.document.level, element)
    if not isinstance(element, Link):
        return element.name
    told = leads(element, scene.document.level.settings)
    return tr("{0}: {1}").format(element.name, told) if element.name else told


def _is_written(scene: Scene, element: Element) -> bool:
    """Return whether the name of an area is shown on the canvas."""
    shown = AreaNamesOverlay.name in scene.shown
    return isinstance(element, Area) and shown and element.id in scene.names.boxes


OVERLAYS = (HoveredOverlay,)
