"""Outlines that cross or repeat themselves: their sides, how often they cross, their polygons.

Inside is even-odd. A side that is drawn twice bounds nothing, wherever it lies, so doubled
stretches are taken out first; of the rest every side has inside on one hand and outside on the
other. An outline of n corners may cross itself n² times, which no later step could bear: how
often it does is counted up to a budget before anything is built of it.
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
"""Crossings of one outline up to which polygons are made of it.

GEOS takes 5 ms for so many to make the polygon and 50 ms to close the gaps around it, and
more than in proportion for more.
"""

MOST_CORNERS: Final = 20_000
"""Corners of one outline up to which GEOS closes gaps around it: up to 0.7 s for so many."""

FEW_CORNERS: Final = 30
"""Corners that are too few for an outline to cross itself that often."""

_SAME_LINE: Final = 1e-12
"""Share of the coordinates that rounding may put a corner off the line that it lies on."""

_ALIKE: Final = 1e8
"""Lines are looked for among sides with directions and offsets that are equal in so many parts."""


def cancelled(sides: Floats) -> Floats:
    """Return the sides (n, 4), lower end first, without stretches drawn an even number of times.

    Sides along one line that overlap are cut where others of them begin and end. Sides that
    overlap no other stay as they are; those without length go.
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
    """A number for the line that each side lies on, and along which axis it rather runs."""
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
    # What is equal in eight digits need not lie on the line of the first one.
    off = np.abs(
        (sides[:, [0, 2]] - start[first, :1]) * along[first, 1:]
        - (sides[:, [1, 3]] - start[first, 1:]) * along[first, :1]
    ).max(axis=1)
    stray = off > _SAME_LINE * size
    lines[stray] = lines.max() + 1 + np.arange(np.count_nonzero(stray))
    flat = np.abs(along[first, 0]) >= np.abs(along[first, 1])
    return lines, np.where(flat, 0, 1)


def _taking_turns(sides: Floats, lines: Ints, axes: Ints) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Which sides overlap others on their lines, and the stretches left of all those.

    Along a line each end of a side turns covered an odd number of times into even, and back.
    """
    count, rows = len(sides), np.arange(len(sides))
    ends = np.concatenate((sides[:, :2], sides[:, 2:]))
    at = ends[np.arange(2 * count), np.tile(axes, 2)]
    step = np.ones(2 * count, np.int64)
    step[np.where(at[:count] <= at[count:], rows + count, rows)] = -1
    line = np.tile(lines, 2)
    # Where one ends and the next begins they only touch: ends come first.
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
    """Whether an outline of these sides, doubled ones cancelled, is too much for polygons."""
    return len(sides) > MOST_CORNERS or crosses_often(sides)


def crosses_often(sides: Floats) -> bool:
    """Whether sides, doubled ones cancelled, meet more than `MOST_CROSSINGS` times."""
    # Each side meets its two neighbours.
    most = len(sides) + MOST_CROSSINGS
    return meetings(tree_of(sides), 0, (0, len(sides)), most) >= most


def polygon_of(ring: Sequence[tuple[float, float]] | Floats) -> Geometry:
    """Return the ring as a valid polygon or several, even-odd; may be empty.

    The time it takes grows with the crossings: ask :func:`is_tangled` first.
    """
    with np.errstate(all="ignore"):
        polygon = shapely.Polygon(ring)
        return polygon if polygon.is_valid else even_odd_polygon(sides_of(ring))


def sides_of(ring: Sequence[tuple[float, float]] | Floats) -> Floats:
    """Return the sides (n, 4) of a ring, doubled stretches cancelled."""
    corners = np.asarray(ring, np.float64).reshape(-1, 2)
    return cancelled(np.hstack((corners, np.roll(corners, -1, axis=0))))


def even_odd_polygon(sides: Floats) -> Geometry:
    """Return what sides (n, 4), doubled stretches cancelled, enclose; even-odd.

    The faces between the sides, cut where they cross, take turns: no two that are inside have
    more than points in common, so that nothing is left to unite.
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
    # Sides that all but coincide may leave faces beside each other, a hair apart.
    united: Geometry = shapely.union_all(inside, grid_size=_grid(sides))
    return united


def _cut(lines: npt.NDArray[np.object_], sides: Floats) -> Geometry:
    """The lines cut where they cross or touch each other."""
    cut: Geometry
    try:
        cut = shapely.node(shapely.MultiLineString(lines.tolist()))
    except shapely.errors.GEOSException:
        # Sides that all but coincide may be cut into ever more pieces; on a grid they can't.
        cut = shapely.union_all(lines, grid_size=_grid(sides))
    return cut


def _grid(sides: Floats) -> float:
    return overlay_grid(box_of(lower_end_first(sides)))
