"""Outlines that cross or overlap themselves: their sides, number of crossings, and polygons.

The inside follows the even-odd rule. A side that is drawn twice bounds nothing, so doubled
stretches are removed first. Each remaining side has the inside on one hand and the outside on the
other. An outline of n corners can cross itself n² times, which would be too slow for all later
steps; so the crossings are counted, up to a limit, before polygons are built.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_trees import meetings, tree_of
from navcore.geometry.geos import Geometry, shapely
from navcore.geometry.rings import Floats, Ints, box_of, lower_end_first, overlay_grid
from navcore.geometry.segment_coverage import held

MOST_CROSSINGS: Final = 500
"""Maximum number of crossings of an outline for which polygons are built.

At this number, GEOS takes 5 ms to build the polygon and 50 ms to close the gaps around it; beyond,
the times grow faster than the number.
"""

MOST_CORNERS: Final = 20_000
"""Maximum number of corners of an outline for which GEOS closes gaps: takes up to 0.7 s."""

FEW_CORNERS: Final = 30
"""Number of corners up to which an outline can't cross itself that often."""

_SAME_LINE: Final = 1e-12
"""Largest rounding error of a corner's distance from its line, relative to coordinates."""

_ALIKE: Final = 1e8
"""Resolution at which directions and offsets of sides are compared to find common lines."""


def cancelled(sides: Floats) -> Floats:
    """Return the sides (n, 4), lower end first, without stretches drawn an even number of times.

    Overlapping sides on one line are cut where others of them start and end. Sides that overlap no
    other stay as they are; sides of length 0 are removed.
    """
    sides = lower_end_first(sides[(sides[:, :2] != sides[:, 2:]).any(axis=1)])
    if len(sides) < 2:
        return sides
    lines, flat = _lines(sides)
    shared = np.flatnonzero(np.bincount(lines)[lines] > 1)
    if len(shared) == 0:
        return sides
    alone = np.ones(len(sides), np.bool_)
    alone[shared] = False
    overlapping, left = _taking_turns(sides[shared], lines[shared], flat[shared])
    return np.concatenate((sides[alone], sides[shared[~overlapping]], left))


def _lines(sides: Floats) -> tuple[Ints, Ints]:
    """Return the number of each side's line, and the axis with which it makes the lesser angle."""
    start, along = sides[:, :2], sides[:, 2:] - sides[:, :2]
    along /= np.abs(along).max(axis=1)[:, None]
    along /= np.hypot(along[:, 0], along[:, 1])[:, None]
    size = np.abs(sides).max()
    offsets = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0]) / (size or 1.0)
    keys = np.column_stack((np.rint(along[:, 0] * _ALIKE), np.rint(offsets * _ALIKE)))
    order = np.lexsort(keys.T)
    fresh = np.ones(len(sides), np.bool_)
    fresh[1:] = (keys[order][1:] != keys[order][:-1]).any(axis=1)
    lines = np.empty(len(sides), np.int64)
    lines[order] = np.cumsum(fresh) - 1
    first = order[np.flatnonzero(fresh)][lines]
    # Sides that are equal in eight digits needn't be on one line: check against the first one.
    off = np.abs(
        (sides[:, [0, 2]] - start[first, :1]) * along[first, 1:]
        - (sides[:, [1, 3]] - start[first, 1:]) * along[first, :1]
    ).max(axis=1)
    stray = off > _SAME_LINE * size
    lines[stray] = lines.max() + 1 + np.arange(np.count_nonzero(stray))
    flat = np.abs(along[first, 0]) >= np.abs(along[first, 1])
    return lines, np.where(flat, 0, 1)


def _taking_turns(sides: Floats, lines: Ints, axes: Ints) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Return which sides overlap others on their lines, and the stretches that remain of these.

    Along a line, the parity of the number of sides changes at each end of a side; stretches with
    an odd number remain.
    """
    count, rows = len(sides), np.arange(len(sides))
    ends = np.concatenate((sides[:, :2], sides[:, 2:]))
    at = ends[np.arange(2 * count), np.tile(axes, 2)]
    step = np.ones(2 * count, np.int64)
    step[np.where(at[:count] <= at[count:], rows + count, rows)] = -1
    line = np.tile(lines, 2)
    # Sort ends before starts: sides that only touch don't overlap.
    order = np.lexsort((step, at, line))
    depth = np.cumsum(step[order])
    crowded = np.flatnonzero(depth > 1)
    overlapping = np.isin(lines, line[order[crowded]])
    from_, to = order[:-1], order[1:]
    odd = (depth[:-1] % 2 == 1) & (at[from_] < at[to])
    odd &= np.isin(line[from_], line[order[crowded]])
    stretches = np.hstack((ends[from_[odd]], ends[to[odd]]))
    return overlapping, lower_end_first(stretches)


def is_tangled(sides: Floats) -> bool:
    """Return whether an outline is too complex for polygons, given its sides without doubles."""
    return len(sides) > MOST_CORNERS or crosses_often(sides)


def crosses_often(sides: Floats) -> bool:
    """Return whether sides, without doubles, meet more than `MOST_CROSSINGS` times."""
    # Each side meets its two neighbours.
    most = len(sides) + MOST_CROSSINGS
    return meetings(tree_of(sides), 0, (0, len(sides)), most) >= most


def polygon_of(ring: Sequence[tuple[float, float]] | Floats) -> Geometry:
    """Return a ring as one or several valid polygons by the even-odd rule; may be empty.

    The time grows with the number of crossings: call :func:`is_tangled` first.
    """
    with np.errstate(all="ignore"):
        polygon = shapely.Polygon(ring)
        return polygon if polygon.is_valid else even_odd_polygon(sides_of(ring))


def sides_of(ring: Sequence[tuple[float, float]] | Floats) -> Floats:
    """Return the sides (n, 4) of a ring without doubled stretches."""
    corners = np.asarray(ring, np.float64).reshape(-1, 2)
    return cancelled(np.hstack((corners, np.roll(corners, -1, axis=0))))


def even_odd_polygon(sides: Floats) -> Geometry:
    """Return the polygons that sides (n, 4), without doubled stretches, enclose; even-odd rule.

    The sides are cut where they cross. Inside and outside alternate between the faces of these
    pieces, so two inside faces share only points and needn't be united.
    """
    if len(sides) < 3:
        return shapely.Polygon()
    lines: npt.NDArray[np.object_] = np.asarray(shapely.linestrings(sides.reshape(-1, 2, 2)))
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(_cut(lines, sides))))
    if len(faces) == 0:
        return shapely.Polygon()
    places = shapely.get_coordinates(shapely.point_on_surface(faces))
    inside = faces[held(tree_of(sides), np.zeros(len(places), np.int64), places)]
    polygon = shapely.MultiPolygon(inside.tolist())
    if polygon.is_valid:
        return polygon
    # Sides that nearly coincide can leave faces with a tiny gap between them.
    united: Geometry = shapely.union_all(inside, grid_size=_grid(sides))
    return united


def _cut(lines: npt.NDArray[np.object_], sides: Floats) -> Geometry:
    """Return the lines, cut where they cross or touch each other."""
    cut: Geometry
    try:
        cut = shapely.node(shapely.MultiLineString(lines.tolist()))
    except shapely.errors.GEOSException:
        # GEOS may cut sides that nearly coincide into ever more pieces; on a grid it can't.
        cut = shapely.union_all(lines, grid_size=_grid(sides))
    return cut


def _grid(sides: Floats) -> float:
    return overlay_grid(box_of(lower_end_first(sides)))
