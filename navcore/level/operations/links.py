"""Links between places, on one storey or two: drawn, and turned round."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Link, Ring
from navcore.level.naming import NewId, called
from navcore.level.operations.elements import new_element
from navcore.level.storeys import layers_of, storey_named


def add_link(
    level: Level,
    start: tuple[str, Ring],
    end: tuple[str, Ring],
    new_id: NewId,
    *,
    name: str | None = None,
    **fields: Any,
) -> Edit:
    """Add a link from one end to another, each a storey and one or two points.

    It is named `link_1`. The points of a wide end are put in the order in which the lines from
    start to end don't cross.

    Raises:
        NavcoreError: if a storey does not exist, or a value is not allowed in its field.
    """
    (layer, from_points), (to_layer, to_points) = start, end
    for one in (layer, to_layer):
        storey_named(level.settings, one)
    link = new_element(
        level, Link, new_id(), name=name, layer=layer,
        to_layer="" if to_layer == layer else to_layer,
        start=from_points, end=_parallel(from_points, to_points), **fields,
    )  # fmt: skip
    return Edit.put(level, [link], tr("Draw {0}").format(called([link])))


def reverse_links(level: Level, ids: Collection[int]) -> Edit:
    """Reverse the links among these elements: start and end change places.

    Raises:
        KeyError: if an id is not the level's.
    """
    links = [link for i in ids if isinstance(link := level.element(i), Link)]
    turned: list[Link] = []
    for link in links:
        start, *end = layers_of(level.settings, link)
        turned.append(
            replace(
                link, start=link.end, end=link.start,
                layer=end[0] if end else link.layer, to_layer=start if end else "",
            )
        )  # fmt: skip
    label = tr("Reverse {0}").format(called(links)) if links else ""
    return Edit.put(level, turned, label)


def _parallel(start: Ring, end: Ring) -> Ring:
    """Return the points of the end, reordered so that the lines from the start don't cross."""
    if len(start) < 2 or len(end) < 2:
        return end
    (ax, az), (bx, bz) = start
    (cx, cz), (dx, dz) = end
    along = (bx - ax) * (dx - cx) + (bz - az) * (dz - cz)
    return end if along >= 0 else (end[1], end[0])
