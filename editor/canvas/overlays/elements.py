"""Elements of kinds without an overlay: their bodies, with their names."""

from collections.abc import Iterator
from typing import ClassVar

from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.bodies import draw_body
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import at
from editor.kinds import is_plain
from editor.look import style
from editor.look.style import CANVAS, Z
from navcore.level.bodies import Body
from navcore.level.model import Element, Point
from navcore.level.pick import pick_index
from navcore.level.pick_columns import drawing_ranks


class PlainElementsOverlay(Overlay):
    """Outlines, discs and lines, so that a kind is visible before it has an overlay."""

    name: ClassVar[str] = "plain_elements"
    z: ClassVar[Z] = Z.GRAPH

    @property
    def cached(self) -> bool:
        """False: joins change when the joined elements move."""
        return False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint in the colour of the kind; dashed if not active."""
        for element, body in _seen(scene, camera):
            draw_body(painter, element, body, camera, scene.device_ratio, style.current())

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add names in their middles."""
        for element, body in _seen(scene, camera):
            if element.name:
                room.add(at(element.name, camera.to_pixel(_middle(body)), Rank.NUMBER))


def _seen(scene: Scene, camera: Camera) -> Iterator[tuple[Element, Body]]:
    """Yield visible elements in drawing order, without hidden ones."""
    level, hidden = scene.document.level, scene.document.unseen
    kinds = [kind for kind in drawing_ranks() if kind in level.held and is_plain(kind)]
    if not kinds:
        return
    box, index = grown(scene.box, CANVAS.name_reach / camera.scale), pick_index(level)
    for element in (one for kind in kinds for one in index.elements_in(box, kind)):
        if element.id not in hidden:
            body = element.body(level.get)
            if body is not None:
                yield element, body


def _middle(body: Body) -> Point:
    """Return the middle of the bounds."""
    xs, zs = zip(*body.trace, strict=True)
    return ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)


OVERLAYS = (PlainElementsOverlay,)
