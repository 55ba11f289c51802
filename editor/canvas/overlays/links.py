"""Links: both ends with a sign of their type, and the line from one to the other."""

from collections.abc import Iterable
from typing import ClassVar, Final

from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Scene
from editor.canvas.painting.changes import Stale, around
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import beneath
from editor.canvas.painting.links import SeenLink, paint_links, reach
from editor.look import style
from editor.look.style import CANVAS, Z
from editor.tools.messages import short
from editor.tools.messages.link import from_storey
from navcore.i18n import mark, tr
from navcore.level.elements import middle
from navcore.level.model import Element, Link
from navcore.level.pick import pick_index
from navcore.level.storeys import layers_of, names_by_height, storey_title

MOST_TOLD: Final = 100
"""Most links in view to other storeys with written destinations."""


class LinksOverlay(Overlay):
    """Links with an end on the active storey; an end on another storey is faint."""

    name: ClassVar[str] = "links"
    title: ClassVar[str] = mark("Links")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH
    draws: ClassVar[tuple[type[Element], ...]] = (Link,)

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the meaning of the lines."""
        if not scene.document.level.of(Link):
            return ()
        theme = style.current()
        return (LegendRow(tr("link"), theme.outside, theme.link, across=True),)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around links."""
        before, after = (one if isinstance(one, Link) else None for one in (old, new))
        return around(before, after, reach())

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint over elements on the floor, below paths and agents."""
        paint_links(painter, _seen(scene), camera, scene.device_ratio)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the storey to or from which a link leads, below its end here."""
        if camera.scale < CANVAS.link_disc_from or not scene.document.level.of(Link):
            return
        settings = scene.document.level.settings
        apart = [one for one in _seen(scene) if one.starts_here is not one.ends_here]
        for one in apart if len(apart) <= MOST_TOLD else ():
            start, end = layers_of(settings, one.link)
            here, there = (one.link.start, end) if one.starts_here else (one.link.end, start)
            at = camera.to_pixel(middle(here))
            arrives = one.link.one_way and not one.starts_here
            words = from_storey(there) if arrives else short(storey_title(there))
            away = CANVAS.link_disc + CANVAS.link_line
            room.add(beneath(words, at, away, Rank.NUMBER, steps_aside=True))


def _seen(scene: Scene) -> list[SeenLink]:
    """Links in view with an end on the active storey, in drawing order."""
    document = scene.document
    level, unseen = document.level, document.unseen
    shown = document.storey.name
    if not level.of(Link):
        return []
    heights = {name: place for place, name in enumerate(names_by_height(level.settings))}
    found: list[SeenLink] = []
    for link in pick_index(level).elements_in(grown(scene.box, reach() / scene.scale), Link):
        if link.id in unseen:
            continue
        start, *other = layers_of(level.settings, link)
        end = other[0] if other else start
        rises = (heights[end] > heights[start]) - (heights[end] < heights[start])
        found.append(SeenLink(link, shown in {None, start}, shown in {None, end}, rises))
    return found


OVERLAYS = (LinksOverlay,)
