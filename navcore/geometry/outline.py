"""Outer edge of touching areas, computed with shapely (S0-026)."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.even_odd import even_odd_polygon, polygon_of
from navcore.geometry.exposed_edges import ROUNDING
from navcore.geometry.geos import Geometry, Polygon, shapely
from navcore.geometry.rings import Floats, grown, lower_end_first, overlay_grid

_CORE: Final = 0.02
"""Depth inside the closed union from which an edge isn't an outer edge, as a share of half the
seam. Buffering moves outlines by up to a hundredth of its distance."""

_FAR: Final = 4096.0
"""Distance in metres from 0 beyond which areas are moved near to 0 first."""

_CLOSED: Final = 4
"""Number of corners of the smallest ring, with the first one repeated at the end."""

_AROUND: Final = 20.0
"""Distance from an area's box within which neighbours matter, in seams; mitres included."""

_FACTORS: Final = (1.0, 1 - 1e-6, 1 + 1e-6, 1 - 1e-5, 1 + 1e-5)
"""Factors of an offset distance that are tried until no polygon is lost."""

_Lines: TypeAlias = npt.NDArray[np.object_]


def reach_of(seam: float) -> float:
    """Return the distance in metres from an area within which others affect its outer edge."""
    return _AROUND * max(seam, ROUNDING)


def closed_pieces(edges: Floats, others: Sequence[Floats], seam: float) -> Floats:
    """Return the parts of an area's edges on the outer edge of it and its neighbours.

    `edges` are the packed edges of the area or, if it crosses itself, its sides without doubled
    stretches; `others` are those of the areas around it. Areas farther than `reach_of(seam)` from
    the area's box don't matter. Gaps narrower than `seam` metres are closed first. Returns (n, 4)
    segments, lower end first, with the original coordinates where nothing is cut off.
    """
    # GEOS divides by zero and continues; numpy would report its flags as warnings.
    with np.errstate(all="ignore"):
        try:
            polygon = _polygon(edges)
            if polygon.is_empty:
                return np.empty((0, 4))
            around = [_polygon(other) for other in others]
            return _outside_of_core(edges, polygon, around, max(seam, ROUNDING))
        except shapely.errors.GEOSException:
            # Corners are closer to each other than any grid: keep all edges.
            return lower_end_first(edges)


def _polygon(edges: Floats) -> Geometry:
    """Return the polygon of a ring's edges, or of the sides of an outline that crosses itself."""
    xa, za, xb, zb = edges[0].tolist() if len(edges) else (0.0, 0.0, 0.0, 0.0)
    corners = _walked(edges, (xa, za)) or _walked(edges, (xb, zb))
    if corners is None or len(corners) < _CLOSED:
        return even_odd_polygon(edges)
    return polygon_of(corners[:-1])


def _walked(edges: Floats, start: tuple[float, float]) -> list[tuple[float, float]] | None:
    """Return the corners along the edges from `start` and back to it; None if edges don't join."""
    corners = [start]
    for xa, za, xb, zb in edges.tolist():
        if corners[-1] == (xa, za):
            corners.append((xb, zb))
        elif corners[-1] == (xb, zb):
            corners.append((xa, za))
        else:
            return None
    return corners if len(corners) > 1 and corners[-1] == start else None


def _outside_of_core(
    edges: Floats, polygon: Geometry, others: Sequence[Geometry], seam: float
) -> Floats:
    near = [other for other in others if shapely.dwithin(other, polygon, seam)]
    if not near and _is_convex(polygon):
        return edges
    sides = _sides(polygon)
    half = seam / 2
    origin = _origin_for(polygon)
    local, *beside = _moved([polygon, *near], -origin)
    box = grown(local.bounds, reach_of(seam))
    clipped = shapely.normalize(shapely.intersection(beside, shapely.box(*box)))
    union = shapely.union_all([local, *_faces(clipped)], grid_size=overlay_grid(box))
    # Growing and shrinking by half the seam closes the gaps; shrinking more leaves the core.
    core = _shrunk(_offset(union, half), half * (1 + _CORE))
    shapely.prepare(core)
    lines = _moved(sides, -origin)
    touched = shapely.intersects(core, lines)
    inner = touched & shapely.contains_properly(core, lines)
    cut = _moved(shapely.get_parts(shapely.difference(lines[touched & ~inner], core)), origin)
    return np.concatenate((_segments(sides[~touched]), _segments(cut)))


def _origin_for(polygon: Geometry) -> Floats:
    """Return an origin for offsets by tiny distances, of which GEOS keeps twelve digits.

    It is in whole metres, so that moving there and back hardly ever rounds, and 0 if the digits
    suffice.
    """
    x0, z0, x1, z1 = polygon.bounds
    if max(map(abs, polygon.bounds)) < _FAR:
        return np.zeros(2)
    return np.floor(np.array((x0 + x1, z0 + z1)) / 2)


def _moved(geometries: Sequence[Geometry] | _Lines, vector: Floats) -> _Lines:
    listed = np.asarray(geometries, np.object_)
    return shapely.transform(listed, lambda points: points + vector) if vector.any() else listed


def _faces(geometries: Geometry | npt.NDArray[np.object_]) -> list[Polygon]:
    """Return the polygons in geometries, without lines and points where these only touch."""
    parts = shapely.get_parts(shapely.get_parts(geometries))
    return [part for part in parts if isinstance(part, shapely.Polygon)]


def _offset(geometry: Geometry, distance: float) -> Geometry:
    moved = shapely.buffer(geometry, distance, join_style="mitre")
    if moved.is_valid:
        return moved
    # Offsets of outlines that nearly cross themselves sometimes cross themselves.
    return shapely.make_valid(moved, method="structure", keep_collapsed=False)


def _shrunk(geometry: Geometry, distance: float) -> Geometry:
    """Offset each polygon inwards, by slightly more or less if GEOS 3.14 returns an empty one.

    That happens in about one of 20,000 random levels, at one exact distance. Shrinking removes at
    most the length of the outline times the distance, and more only at corners; if it removes more
    than twice that, the polygon was lost.
    """
    parts = []
    for part in shapely.get_parts(geometry):
        allowed = 2 * part.length * distance
        for factor in _FACTORS:
            inner = _offset(part, -distance * factor)
            if part.area - inner.area <= allowed:
                break
        parts.append(inner)
    return shapely.multipolygons(_faces(np.asarray(parts, np.object_)))


def _sides(polygon: Geometry) -> _Lines:
    rings = [
        shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(polygon))
    ]
    ends = [np.stack((ring[:-1], ring[1:]), axis=1) for ring in rings]
    return np.asarray(shapely.linestrings(np.concatenate(ends)))


def _segments(lines: _Lines) -> Floats:
    coordinates, owners = shapely.get_coordinates(lines, return_index=True)
    joined = owners[1:] == owners[:-1]
    return lower_end_first(np.hstack((coordinates[:-1][joined], coordinates[1:][joined])))


def _is_convex(polygon: Geometry) -> bool:
    if shapely.get_num_geometries(polygon) > 1 or shapely.get_num_interior_rings(polygon) > 0:
        return False
    steps = np.diff(shapely.get_coordinates(polygon), axis=0)
    after = np.roll(steps, -1, axis=0)
    turns = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())
