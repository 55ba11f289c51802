"""The outer edge of areas that touch, by shapely (S0-026)."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import shapely

from navcore.geometry.rings import Floats, lower_end_first

Geometry: TypeAlias = shapely.Geometry

ROUNDING: Final = 1e-5
"""Metres: gaps up to this come from rounding, and are closed at any seam."""

_CORE: Final = 0.02
"""How deep below the surface of the closed union, as a part of half the seam, an edge counts as
inside. Buffering moves outlines by up to a hundredth of its distance."""


def polygon_of(ring: Sequence[tuple[float, float]]) -> Geometry:
    """The ring as a valid polygon or several, even-odd where it crosses itself; may be empty."""
    polygon = shapely.Polygon(ring)
    if polygon.is_valid:
        return polygon
    corners = np.asarray(ring, np.float64)
    ends = np.roll(corners, -1, axis=0)
    proper = (corners != ends).any(axis=1)
    lines = shapely.linestrings(np.stack((corners[proper], ends[proper]), axis=1))
    faces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
    if len(faces) == 0:
        return shapely.Polygon()
    points = shapely.get_coordinates(shapely.point_on_surface(faces))
    inside = _even_odd(points, np.hstack((corners, ends)))
    return shapely.union_all(faces[inside])


def outer_pieces(
    edges: Floats, polygon: Geometry, others: Sequence[Geometry], seam: float
) -> Floats:
    """The parts of an area's edges that lie on the outer edge of it and its neighbours.

    `edges` are the area's, `polygon` is what `polygon_of` makes of its ring, and `others` are
    the polygons of the areas around it. Gaps narrower than `seam` metres are closed first.
    Returns (n, 4) segments, lower end first, with the original coordinates where nothing is
    cut off.
    """
    if polygon.is_empty:
        return np.empty((0, 4))
    seam = max(seam, ROUNDING)
    near = [other for other in others if shapely.dwithin(other, polygon, seam)]
    if not near and _is_convex(polygon):
        return edges
    lines = _boundary_lines(polygon)
    half = seam / 2
    closed = _offset(_offset(shapely.union_all([polygon, *near]), half), -half)
    core = _offset(closed, -half * _CORE)
    shapely.prepare(core)
    touched = shapely.intersects(core, lines)
    inner = touched & shapely.contains_properly(core, lines)
    cut = shapely.difference(lines[touched & ~inner], core)
    return np.concatenate((_segments(lines[~touched]), _segments(shapely.get_parts(cut))))


def _offset(geometry: Geometry, distance: float) -> Geometry:
    return shapely.buffer(geometry, distance, join_style="mitre")


def _boundary_lines(polygon: Geometry) -> np.ndarray:
    rings = shapely.get_rings(polygon)
    segments = [np.stack((c[:-1], c[1:]), axis=1) for c in map(shapely.get_coordinates, rings)]
    return shapely.linestrings(np.concatenate(segments))


def _segments(lines: np.ndarray) -> Floats:
    coordinates, owners = shapely.get_coordinates(lines, return_index=True)
    joined = owners[1:] == owners[:-1]
    return lower_end_first(np.hstack((coordinates[:-1][joined], coordinates[1:][joined])))


def _is_convex(polygon: Geometry) -> bool:
    if polygon.geom_type != "Polygon" or len(polygon.interiors) > 0:
        return False
    steps = np.diff(shapely.get_coordinates(polygon.exterior), axis=0)
    after = np.roll(steps, -1, axis=0)
    turns = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())


def _even_odd(points: Floats, edges: Floats) -> np.ndarray:
    px, pz = points[:, 0, None], points[:, 1, None]
    xa, za, xb, zb = edges.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = xa + (pz - za) / (zb - za) * (xb - xa)
    return (((za > pz) != (zb > pz)) & (px < crossing)).sum(axis=1) % 2 == 1
