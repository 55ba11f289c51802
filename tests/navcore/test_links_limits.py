"""Paths over links and storeys: limits, and the storeys that are searched."""

from collections.abc import Iterator, Mapping, Sequence

import maps
import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.level.elements import Link
from navcore.level.model import Point
from navcore.path.across import find_nearest_across, find_path_across
from navcore.path.find import find_path
from navcore.path.links import Storeys
from navcore.path.result import Status

OPEN = NavGrid.from_array(np.ones((10, 20)))
WALL = maps.drawn(*["....#...."] * 5)
"""Two halves that only a link joins."""


def link(start: Point, end: Point, **fields: object) -> Link:
    """A link between two points."""
    return Link(id=fields.pop("id", 7), start=(start,), end=(end,), **fields)


def storeys(grids: Mapping[str, NavGrid], links: Sequence[Link] = ()) -> Storeys:
    """Storeys over these grids."""
    return Storeys(grids, grids.__getitem__, links)


def test_limit_counts_all_legs() -> None:
    """A partial path ends in the leg that reached the limit."""
    cells = np.ones((30, 60))
    cells[:, 30] = 0
    cells[3:, 10] = cells[:-3, 20] = cells[3:, 40] = cells[:-3, 50] = 0
    grid = NavGrid.from_array(cells)
    house = storeys({"ground": grid}, [link((29.5, 15.5), (31.5, 15.5), cost=2.0)])
    ends = (0.5, 15.5), (59.5, 15.5)
    full = find_path_across(house, *ends, engine="astar", smoothing="none")
    first = find_path(grid, ends[0], (29.5, 15.5), engine="astar")
    assert full.status is Status.COMPLETE
    assert full.visited > first.visited
    for limit in (0, first.visited // 2, first.visited + 100, full.visited - 1):
        cut = find_path_across(house, *ends, engine="astar", limit=limit)
        assert (cut.status, len(cut.points)) == (Status.LIMIT_REACHED, 0)
        assert cut.visited <= limit
        part = find_path_across(house, *ends, engine="astar", limit=limit, partial=True)
        assert (part.status, part.visited) == (Status.LIMIT_REACHED, cut.visited)
        assert part.links.any() == (limit > first.visited)
        assert bool(len(part.points)) == bool(limit)
        if limit > first.visited:
            assert part.end[0] > 31.5
            assert sorted(set(part.links.tolist())) == [0, 7]
    again = find_path_across(house, *ends, engine="astar", limit=full.visited, partial=True)
    assert again.status is Status.COMPLETE


def test_storeys_are_asked_for_when_needed() -> None:
    """Only those with ends of links, and those between which a path is sought."""

    class Asked(Mapping[str, NavGrid]):
        def __init__(self) -> None:
            self.names: list[str] = []

        def __getitem__(self, name: str) -> NavGrid:
            self.names.append(name)
            return OPEN

        def __iter__(self) -> Iterator[str]:
            return iter(("ground", "upper", "attic", "cellar"))

        def __len__(self) -> int:
            return 4

    grids = Asked()
    house = storeys(grids, [link((1.5, 1.5), (1.5, 1.5), layer="ground", to_layer="upper")])
    find_path_across(house, (5.5, 5.5), (7.5, 7.5))
    assert set(grids.names) == {"ground", "upper"}
    find_path_across(house, (5.5, 5.5), (7.5, 7.5), layer="cellar")
    assert set(grids.names) == {"ground", "upper", "cellar"}


def test_limit_over_terrain() -> None:
    """A partial path ends where the least distance may remain, on any storey."""
    cost = np.random.default_rng(3).uniform(1, 2, (10, 20))
    grid = NavGrid.from_array(np.ones((10, 20)), cost=cost)
    stairs = link((9.5, 5.5), (9.5, 5.5), layer="ground", to_layer="upper", cost=2.0)
    house = storeys({"ground": grid, "upper": grid}, [stairs])
    ends = (0.5, 5.5), (19.5, 5.5)
    full = find_path_across(house, *ends, goal_layer="upper")
    assert full.status is Status.COMPLETE
    reached = []
    for limit in range(full.visited):
        cut = find_path_across(house, *ends, goal_layer="upper", limit=limit)
        assert (cut.status, len(cut.points), cut.visited) == (Status.LIMIT_REACHED, 0, limit)
        part = find_path_across(house, *ends, goal_layer="upper", limit=limit, partial=True)
        assert (part.status, part.visited) == (Status.LIMIT_REACHED, limit)
        if len(part.points):
            reached.append((part.end[0], part.layers[-1:] == ("upper",)))
            assert part.links.any() == reached[-1][1]
    assert reached == sorted(reached, key=lambda end: (end[1], end[0]))
    assert reached[-1][1]


def test_layers_that_do_not_exist() -> None:
    """They are refused by name; a link that names one leads to the first storey."""
    house = storeys({"ground": OPEN, "upper": OPEN})
    with pytest.raises(NavcoreError, match="no layer is named 'roof'; layers here: ground, upper"):
        find_path_across(house, (1.5, 1.5), (2.5, 2.5), layer="roof")
    with pytest.raises(NavcoreError, match="no layer is named 'roof'"):
        find_nearest_across(house, (1.5, 1.5), (2.5, 2.5), goal_layer="roof")
    with pytest.raises(NavcoreError, match="engine 'jump' needs"):
        find_path_across(
            storeys({"ground": OPEN.four_connected}, [link((1.5, 1.5), (7.5, 1.5))]),
            (1.5, 1.5), (2.5, 2.5), engine="jump",
        )  # fmt: skip
    lost = storeys({"ground": OPEN, "upper": OPEN},
                   [link((1.5, 1.5), (7.5, 1.5), layer="roof", to_layer="sky")])  # fmt: skip
    assert [lane.storeys for lane in lost.lanes] == [(0, 0), (0, 0)]
