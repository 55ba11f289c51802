"""Exact test of corridors against everything that blocks on a storey (S4-019, S4-031 to S4-033).

An edge of a network is a corridor: all places within a radius of the line between two waypoints, or
within radii that change linearly from one end to the other (S4-048). It is clear if no edge of an
obstacle and no piece of the floor's outer edge reaches into it, and if its ends lie on floor and in
no obstacle. Crossings, distances of corners and of ends, and obstacles that lie completely inside
the corridor are covered by one test (kernels `corridors`, `clear_corridors`). Nothing is rounded to
cells.

The floor of an agent type keeps two distances: its radius plus the object padding from obstacles,
and the boundary padding from the outer edge. A clearance with this padding adds it to every radius,
so that clear corridors lie on that floor.
"""

from collections.abc import Collection
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.profile import NO_PADDING, Padding
from navcore.bake.shapes import Shapes
from navcore.bake.sources import Changes, Sources, Touched
from navcore.geometry.edge_trees import tree_of
from navcore.geometry.rings import Floats, Ints, holding
from navcore.graph.cell_bands import followed
from navcore.graph.opens import Opens, drawn_among, floors_differ, with_outer_edge
from navcore.graph.shut_terrain import ShutTerrain
from navcore.kernels import buffers
from navcore.kernels.polygon import clear_corridors as kernel
from navcore.kernels.polygon import edge_tree
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point
from navcore.level.points import nearest_on_segments
from navcore.level.tables import GROUND

Marks = npt.NDArray[np.bool_]

MOST_CLEAR: float = 10.0
"""Metres up to which free space around a place is measured (S4-053)."""

_LEAST = 4e-9
"""Metres: a line without width still must not meet a wall."""

_OUTER = 0
"""Owner of pieces of the floor's outer edge."""

_TERRAIN = -1
"""Owner of borders of shut terrain."""


class Blocked(NamedTuple):
    """Why a corridor isn't clear."""

    element: int | None
    """Id of the obstacle that reaches into it deepest; None: the outer edge of the floor,
    or terrain."""
    distance: float
    """Distance from the line, metres; 0 if the line crosses it, or an end isn't on free floor."""
    radius: float
    """Radius of the widest even corridor along the line that is clear, metres; 0 if none is."""
    padding: float = 0.0
    """Extra distance beyond their radius that agents keep from obstacles, metres."""
    by_cells: bool = False
    """True if the line is clear, but no walkable cells lead along it."""


class Drawn(Protocol):
    """A world, or another object with a level."""

    @property
    def level(self) -> Level:
        """The drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class Clearance:
    """Everything that blocks on one storey of a level, with tests against it; immutable.

    Threads may share it.
    """

    level: Level
    layer: str
    """Name of the storey."""
    abilities: frozenset[str]
    """Areas that need other abilities are not floor."""
    through_doors: bool
    """True if shut doors count as floor."""
    sources: Sources
    """The packed outlines and the outer edge; doors and abilities are taken into account."""
    owners: Ints
    """(n,) the obstacle of each segment that blocks; 0 for the outer edge, -1 for terrain."""
    tree: edge_tree.Forest
    """All that blocks, as one tree of segments, for kernels."""
    segments: Floats
    """(n, 4) all that blocks: edges of obstacles, the outer edge, and borders of shut terrain."""
    objects: int
    """Number of edges of obstacles, which come first."""
    shut: ShutTerrain | None = None
    """Terrain that these agents can't enter; lines must not cross its borders."""
    padding: Padding = NO_PADDING
    """Distances from obstacles and from the outer edge, beyond the tested radii."""
    keeps_off_terrain: bool = False
    """True if corridors keep their radius from shut terrain as well, as from the outer edge."""
    cells: NavGrid | None = None
    """Cells of the floor as a further condition; None: only the drawing counts."""

    @classmethod
    def of(
        cls,
        source: Level | Drawn,
        layer: str = GROUND,
        *,
        abilities: Collection[str] = (),
        through_doors: bool = True,
        shut: ShutTerrain | None = None,
        padding: Padding = NO_PADDING,
    ) -> "Clearance":
        """Return the clearance of a storey of a level or a world.

        Args:
            source: The level, or the world's drawing.
            layer: Name of the storey; a storey that the level lacks has no floor.
            abilities: Abilities of the agents; areas that need others are not floor.
            through_doors: Whether shut doors count as floor, as for laying networks: at run time
                shut doors shut the edges through them.
            shut: Terrain that agents can't enter; None: they can enter everything.
            padding: Distances that agents keep beyond their radius.

        Raises:
            NavcoreError: if an outline has fewer than three corners or one that is not finite.
        """
        level = source if isinstance(source, Level) else source.level
        opens = Opens(layer, frozenset(abilities), through_doors)
        areas = {key: area for key in level.areas if (area := opens.area(level, key)) is not None}
        obstacles = {
            key: obstacle
            for key, obstacle in level.obstacles.items()
            if level.settings.layer_of(obstacle) == layer
        }
        settings = with_outer_edge(level.settings)
        drawn = Level(settings=settings, areas=areas, obstacles=obstacles)
        return cls._made(level, opens, Sources.of(drawn), shut).keeping(padding)

    @classmethod
    def _made(
        cls, level: Level, opens: "Opens", sources: Sources, shut: ShutTerrain | None
    ) -> "Clearance":
        obstacles, owners = _active_edges(sources.obstacles)
        outer = np.empty((0, 4)) if sources.outer is None else sources.outer.segments
        borders = np.empty((0, 4)) if shut is None else shut.borders
        segments, objects = np.concatenate((obstacles, outer, borders)), len(obstacles)
        others = np.repeat((_OUTER, _TERRAIN), (len(outer), len(borders)))
        owners = np.concatenate((owners, others))
        tree = tree_of(segments)
        return cls(level, *opens, sources, owners, tree, segments, objects, shut)

    def changed(self, level: Level, edit: Edit) -> tuple["Clearance", Touched]:
        """Return the clearance after an edit, and boxes in which obstacles or outer edge differ.

        It equals :meth:`of` for the level, with the same shut terrain and padding, but without
        cells. If nothing that blocks on the storey changes, it is this clearance, and there are no
        boxes.

        Args:
            level: The level after the edit.
            edit: The edit from this clearance's level to `level`.
        """
        opens = Opens(self.layer, self.abilities, self.through_doors)
        old = self.level
        if floors_differ(old.settings, level.settings):
            made = Clearance.of(
                level, self.layer, abilities=self.abilities, through_doors=self.through_doors,
                shut=self.shut, padding=self.padding,
            )  # fmt: skip
            shapes = (self.sources.areas, self.sources.obstacles, made.sources.areas)
            found = (one.bounds for one in (*shapes, made.sources.obstacles))
            every = [box for box in found if box is not None]
            return made, Touched(every, [], every, every)
        areas: dict[int, Area | None] = {}
        obstacles: dict[int, Obstacle | None] = {}
        for key in drawn_among(edit.after, old, level):
            was, now = opens.area(old, key), opens.area(level, key)
            if was is not now and was != now:
                areas[key] = now
            before, after = opens.obstacle(old, key), opens.obstacle(level, key)
            if before is not after and before != after:
                obstacles[key] = after
        sources, touched = self.sources.changed(Changes(areas, obstacles), self.sources.settings)
        if sources is self.sources:
            return self._of_level(level), touched
        made = Clearance._made(level, opens, sources, self.shut)
        return made.keeping(self.padding), touched

    def entering(self, shut: ShutTerrain | None) -> "Clearance":
        """Return the clearance with other shut terrain, without cells."""
        opens = Opens(self.layer, self.abilities, self.through_doors)
        return Clearance._made(self.level, opens, self.sources, shut).keeping(self.padding)

    def _of_level(self, level: Level) -> "Clearance":
        if level is self.level:
            return self
        return dataclass_replace(self, level=level)

    @property
    def kinds(self) -> Floats:
        """(4,) for kernels: number of `segments` of obstacles, which come first; number of segments
        from which agents keep a distance; both parts of `padding`."""
        borders = 0 if self.shut is None or self.keeps_off_terrain else len(self.shut.borders)
        return np.array((self.objects, len(self.segments) - borders, *self.padding), np.float64)

    def reach(self, radius: float) -> float:
        """Return the distance in metres below which a segment matters to a corridor of a radius."""
        return radius + max(0.0, *self.padding)

    def keeping(self, padding: Padding) -> "Clearance":
        """Return the same for agents that keep other distances."""
        return dataclass_replace(self, padding=padding)

    def over(self, cells: NavGrid | None) -> "Clearance":
        """Return the clearance with cells that must also lead to free places and along lines."""
        return dataclass_replace(self, cells=cells)

    def off_terrain(self) -> "Clearance":
        """Return the clearance for corridors that lie on terrain with their whole width."""
        return dataclass_replace(self, keeps_off_terrain=True)

    def free(self, places: npt.ArrayLike) -> Marks:
        """Return (n,) whether each place (n, 2) lies on floor and in no obstacle.

        A place nearer to the floor's outer edge than the level's seam may count as outside.
        """
        asked = _rows(places, 2)
        marks = self._on_floor(asked) & (self._holders(self.sources.obstacles, asked) < 0)
        if self.shut is not None:
            marks &= ~self.shut.holds(asked)
        return marks & self.in_cells(asked)

    def in_cells(self, places: Floats) -> Marks:
        """Return (n,) which places (n, 2) lie in walkable cells; all where none are known."""
        known = self.cells
        return np.ones(len(places), np.bool_) if known is None else known.are_walkable(places)

    def clear(self, lines: npt.ArrayLike, radii: npt.ArrayLike) -> Marks:
        """Return (n,) whether corridors are clear along their whole length.

        Args:
            lines: (n, 4) x and z of both ends, metres.
            radii: A radius for all, (n,) one for each, or (n, 2) those at both ends, metres.
        """
        asked = _rows(lines, 4)
        marks = self.passes(asked, radii)
        marks[marks] = self.free(asked[marks].reshape(-1, 2)).reshape(-1, 2).all(axis=1)
        return marks

    def passes(self, lines: npt.ArrayLike, radii: npt.ArrayLike) -> Marks:
        """Return (n,) whether corridors between free places are clear.

        If there are cells, they must lead along the corridor. Arguments as for :meth:`clear`.
        """
        asked = _rows(lines, 4)
        marks: Marks = self.blockers(asked, radii) < 0
        marks[marks] = self.are_followed(asked[marks])
        return marks

    def are_followed(self, lines: Floats) -> Marks:
        """Return (n,) which lines (n, 4) walkable cells lead along; all where none are known."""
        return np.ones(len(lines), np.bool_) if self.cells is None else followed(self.cells, lines)

    def blockers(self, lines: npt.ArrayLike, radii: npt.ArrayLike) -> Ints:
        """Return (n,) the index in `segments` of one that reaches into each corridor; -1 if none.

        The ends of the lines must lie on free floor: then -1 means clear. Arguments as for
        :meth:`clear`.
        """
        asked = _rows(lines, 4)
        found = np.empty(len(asked), np.int64)
        b = buffers(kernel, asked, _pairs(radii, len(asked)), self.kinds, found)
        kernel.blockers(self.tree, *b)
        return found

    def blocked(
        self, a: Point, b: Point, radius: float, end_radius: float | None = None
    ) -> Blocked | None:
        """Return what blocks the straight corridor from `a` to `b`; None if it is clear.

        Args:
            a: Start of the corridor, metres.
            b: End of the corridor, metres.
            radius: Radius at `a`, metres.
            end_radius: Radius at `b`, metres, with linear change (S4-048); None: constant radius.
        """
        line = np.array([[*a, *b]], np.float64)
        ends = line.reshape(-1, 2)
        inside = self._holders(self.sources.obstacles, ends)
        for slot in inside[inside >= 0].tolist():
            return Blocked(int(self.sources.obstacles.ids[slot]), 0.0, 0.0)
        # If the cell of a waypoint is blocked, agents arrive on the floor beside it.
        if not self.over(None).free(ends).all():
            return Blocked(None, 0.0, 0.0)
        found, margins, distances = np.empty(1, np.int64), np.empty(1), np.empty(1)
        radii = np.array([[radius, radius if end_radius is None else end_radius]])
        self._find_deepest(line, _pairs(radii, 1), found, margins)
        row = int(found[0])
        if by_cells := row < 0:
            if self.are_followed(line)[0]:
                return None
            # The nearest segment is the one that makes the cells blocked.
            self._find_deepest(line, _pairs(MOST_CLEAR, 1), found, margins)
            row = int(found[0])
            if row < 0:
                return Blocked(None, 0.0, 0.0, by_cells=True)
        kernel.distances(*buffers(kernel, self.segments, found, line, distances))
        owner, distance = int(self.owners[row]), float(distances[0])
        # Something else may be nearer to the line than what reaches in deepest.
        passes = float(self.widths(line, float(radii.max()))[0])
        padding = self.padding.obstacles if owner > 0 else self.padding.edge * (owner == _OUTER)
        return Blocked(owner if owner > 0 else None, distance, passes, padding, by_cells)

    def _find_deepest(self, lines: Floats, radii: Floats, found: Ints, margins: Floats) -> None:
        kernel.deepest(self.tree, *buffers(kernel, lines, radii, self.kinds, found, margins))

    def widths(self, lines: npt.ArrayLike, most: float = MOST_CLEAR) -> Floats:
        """Return (n,) radius of the widest even corridor along each line (n, 4) that is clear.

        Up to `most` metres; 0 where a line meets a wall.
        """
        asked = _rows(lines, 4)
        found, margins = np.empty(len(asked), np.int64), np.empty(len(asked))
        self._find_deepest(asked, _pairs(most, len(asked)), found, margins)
        return np.asarray(np.maximum(0.0, most + margins))

    def clear_radius(self, point: Point, most: float = MOST_CLEAR) -> float:
        """Return the distance of the nearest wall from a place, up to `most` metres (S4-053).

        It is 0 in an obstacle and outside the floor.
        """
        return float(self.clear_radii(np.array([point]), most)[0])

    def clear_radii(self, places: npt.ArrayLike, most: float = MOST_CLEAR) -> Floats:
        """Return (n,) the distance from each place (n, 2) to the nearest wall, at most `most`."""
        distances = self.rooms(places, most)
        distances[~self.free(places)] = 0.0
        return distances

    def rooms(self, places: npt.ArrayLike, most: float) -> Floats:
        """Return (n,) as :meth:`clear_radii`, of places (n, 2) that are known to be free."""
        asked = _rows(places, 2)
        distances = np.empty(len(asked))
        b = buffers(kernel, asked, self.kinds, distances)
        kernel.room(self.tree, b[0], most, b[1], b[2])
        return distances

    def _on_floor(self, places: Floats) -> Marks:
        """Return which places lie in an area, or in a gap between areas that the seam closes."""
        areas, seam = self.sources.areas, self.sources.settings.seam
        marks = self._holders(areas, places) >= 0
        for row in np.flatnonzero(~marks).tolist():
            x, z = places[row].tolist()
            near = areas.active_near((x, z, x, z), seam)
            if len(near) > 1 and self.sources.outer is not None:
                sides, edges = np.concatenate(near), self.sources.outer.segments
                marks[row] = _distance(sides, (x, z)) <= seam < _distance(edges, (x, z))
        return marks

    @staticmethod
    def _holders(shapes: Shapes, places: Floats) -> Ints:
        slots = np.flatnonzero(shapes.active)
        return holding(shapes.edges, shapes.boxes, slots, places)


def _active_edges(shapes: Shapes) -> tuple[Floats, Ints]:
    """Return the edges (n, 4) of the active outlines, and the ids of these."""
    slots = np.flatnonzero(shapes.active)
    spans = shapes.edges.spans[slots]
    counts = spans[:, 1] - spans[:, 0]
    ends = np.cumsum(counts)
    rows = np.repeat(spans[:, 0] - (ends - counts), counts) + np.arange(int(counts.sum()))
    return shapes.edges.edges[rows], np.repeat(shapes.ids[slots], counts)


def _distance(segments: Floats, place: Point) -> float:
    """Least distance of a place from segments (n, 4); infinite without any."""
    return float(nearest_on_segments(segments, place)[1].min(initial=np.inf))


def _rows(array: npt.ArrayLike, columns: int) -> Floats:
    return np.ascontiguousarray(np.asarray(array, np.float64).reshape(-1, columns))


def _pairs(radii: npt.ArrayLike, count: int) -> Floats:
    """(n, 2) radii at both ends, each a hair over 0."""
    given = np.asarray(radii, np.float64)
    wide = np.broadcast_to(given[:, None] if given.ndim == 1 else given, (count, 2))
    return np.ascontiguousarray(np.maximum(wide, _LEAST))
