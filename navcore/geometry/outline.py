"""The outer edge of areas that touch, by shapely (S0-026)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.geos import Geometry, Polygon, shapely
from navcore.geometry.rings import Floats, grown, lower_end_first, overlay_grid
from navcore.geometry.uncovered import ROUNDING

_CORE: Final = 0.02
"""How deep inside the closed union, as a part of half the seam, an edge has to lie to be no
outer edge. Buffering moves outlines by up to a hundredth of its distance."""

_FAR: Final = 4096.0
"""Metres from 0 beyond which areas are brought near to it first."""

_AROUND: Final = 20.0
"""Seams around an area's box within which its neighbours matter, offset corners included."""

_Lines: TypeAlias = npt.NDArray[np.object_]


def polygon_of(ring: Sequence[tuple[float, float]] | Floats) -> Geometry:
    """The ring as a valid polygon or several, even-odd where it crosses itself; may be empty."""
    with _quiet():
        polygon = shapely.Polygon(ring)
        return polygon if polygon.is_valid else _even_odd_polygon(np.asarray(ring, np.float64))


def reach_of(seam: float) -> float:
    """Metres beyond an area's box within which other areas decide what its outer edge is."""
    return _AROUND * max(seam, ROUNDING)


def closed_pieces(edges: Floats, others: Sequence[Floats], seam: float) -> Floats:
    """The parts of an area's edges that lie on the outer edge of it and its neighbours.

    `edges` are the area's, packed; `others` are those of the areas around it, of which nothing
    beyond `reach_of(seam)` from the area's box matters. Gaps narrower than `seam` metres are
    closed first. Returns (n, 4) segments, lower end first, with the original coordinates where
    nothing is cut off.
    """
    with _quiet():
        polygon = polygon_of(_corners(edges))
        if polygon.is_empty:
            return np.empty((0, 4))
        around = [polygon_of(_corners(other)) for other in others]
        return _outside_of_core(edges, polygon, around, max(seam, ROUNDING))


def _quiet() -> np.errstate:
    """Geometry code divides by zero and goes on; numpy would report its flags as warnings."""
    return np.errstate(all="ignore")


def _corners(edges: Floats) -> Floats:
    """The corners (n, 2) that the edges lead from, one after the other."""
    xa, za, xb, zb = edges[0].tolist()
    corners = _walked(edges, (xa, za))
    return np.array(corners if corners[-1] == corners[0] else _walked(edges, (xb, zb)))[:-1]


def _walked(edges: Floats, start: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners passed from `start` on, and where that ends."""
    corners = [start]
    for xa, za, xb, zb in edges.tolist():
        corners.append((xb, zb) if corners[-1] == (xa, za) else (xa, za))
    return corners


def _even_odd_polygon(corners: Floats) -> Geometry:
    ends = np.roll(corners, -1, axis=0)
    proper = (corners != ends).any(axis=1)
    sides: _Lines = np.asarray(
        shapely.linestrings(np.stack((corners[proper], ends[proper]), axis=1))
    )
    faces = shapely.get_parts(
        shapely.polygonize(shapely.get_parts(shapely.node(shapely.multilinestrings(sides))))
    )
    if len(faces) == 0:
        return shapely.Polygon()
    points = shapely.get_coordinates(shapely.point_on_surface(faces))
    inside = _even_odd(points, np.hstack((corners, ends)))
    return _union(faces[inside])


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
    # Out by half the seam and in again closes the gaps; in a little more leaves the core.
    core = _offset(_offset(union, half), -half * (1 + _CORE))
    shapely.prepare(core)
    lines = _moved(sides, -origin)
    touched = shapely.intersects(core, lines)
    inner = touched & shapely.contains_properly(core, lines)
    cut = _moved(shapely.get_parts(shapely.difference(lines[touched & ~inner], core)), origin)
    return np.concatenate((_segments(sides[~touched]), _segments(cut)))


def _origin_for(polygon: Geometry) -> Floats:
    """Where offsets by tiny distances are computed around: GEOS keeps twelve digits of them.

    Whole metres, so that moving there and back hardly ever rounds; 0 where digits suffice.
    """
    x0, z0, x1, z1 = polygon.bounds
    if max(map(abs, polygon.bounds)) < _FAR:
        return np.zeros(2)
    return np.floor(np.array((x0 + x1, z0 + z1)) / 2)


def _moved(geometries: Sequence[Geometry] | _Lines, vector: Floats) -> _Lines:
    listed = np.asarray(geometries, np.object_)
    return shapely.transform(listed, lambda points: points + vector) if vector.any() else listed


def _union(polygons: Iterable[Geometry]) -> Geometry:
    """One by one: `union_all` of GEOS 3.14 at times leaves out a whole polygon."""
    united: Geometry = shapely.Polygon()
    for polygon in polygons:
        united = shapely.union(united, polygon)
    return united


def _faces(geometries: Geometry | npt.NDArray[np.object_]) -> list[Polygon]:
    """The polygons in them, without the lines and points where things merely touch."""
    parts = shapely.get_parts(shapely.get_parts(geometries))
    return [part for part in parts if isinstance(part, shapely.Polygon)]


def _offset(geometry: Geometry, distance: float) -> Geometry:
    moved = shapely.buffer(geometry, distance, join_style="mitre")
    if moved.is_valid:
        return moved
    # Outlines that all but cross themselves come out crossed at times.
    return shapely.make_valid(moved, method="structure", keep_collapsed=False)


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


def _even_odd(points: Floats, sides: Floats) -> npt.NDArray[np.bool_]:
    px, pz = points[:, 0, None], points[:, 1, None]
    xa, za, xb, zb = sides[sides[:, 1] != sides[:, 3]].T
    crossing: npt.NDArray[Any] = xa + (pz - za) / (zb - za) * (xb - xa)
    crossed = ((za > pz) != (zb > pz)) & (px < crossing)
    return np.asarray(crossed.sum(axis=1) % 2 == 1)
