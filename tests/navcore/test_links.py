"""Paths over links and storeys are exact and follow all rules for paths without links."""

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence

import link_answers
import maps
import numpy as np
import pytest
from interpreted import interpret_paths, load_interpreted

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.kernels.search import lane_map, link_bounds
from navcore.level.elements import Link
from navcore.level.model import Point
from navcore.path import across
from navcore.path.across import find_nearest_across, find_path_across
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.lane_groups import octile
from navcore.path.links import Storeys, can_take
from navcore.path.result import Status
from navcore.path.route_query import RouteQuery

OPEN = NavGrid.from_array(np.ones((10, 20)))
WALL = maps.drawn(*["....#...."] * 5)
"""Two halves that only a link joins."""


def link(start: Point, end: Point, **fields: object) -> Link:
    """A link between two points."""
    return Link(id=fields.pop("id", 7), start=(start,), end=(end,), **fields)


def storeys(grids: Mapping[str, NavGrid], links: Sequence[Link] = ()) -> Storeys:
    """Storeys over these grids."""
    return Storeys(grids, grids.__getitem__, links)


def test_equals_dijkstra_on_joined_grids(exhaustive: bool) -> None:
    """Levels are random, with one to three storeys and all kinds of elements; optionally 3,000."""
    told: dict[str, int] = {}
    for seed in range(3000 if exhaustive else 200):
        for status, count in link_answers.assert_round(seed).items():
            told[status] = told.get(status, 0) + count
    assert len(told) == 6, told


def test_wide_links_on_larger_levels(exhaustive: bool) -> None:
    """Bounds from one leg hold for others, with dozens of lanes, expensive and cheap ground."""
    for seed in range(10_000, 10_300 if exhaustive else 10_012):
        link_answers.assert_round(seed, most=42, widest=25)


@pytest.mark.parametrize("kind", ["even", "terrain", "four"])
def test_wide_links_take_few_searches(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some between halves that a link of a hundred lanes joins, one where cells are weighed."""
    searched: list[int] = []
    original = across.route_result

    def counted(asked: RouteQuery, *rest: object) -> object:
        searched.append(asked.searched)
        return original(asked, *rest)

    monkeypatch.setattr(across, "route_result", counted)
    side = 120 if kernels.COMPILED else 40
    cells = np.random.default_rng(8).random((side, side)) > 0.08
    cells[:, side // 2] = 0
    cost = np.random.default_rng(9).uniform(1, 4, cells.shape) if kind == "terrain" else None
    grid = NavGrid.from_array(cells, cost=cost, connectivity=4 if kind == "four" else 8)
    near, far = side // 2 - 1.5, side // 2 + 2.5
    wide = Link(id=1, start=((near, 0.0), (near, side)), end=((far, 0.0), (far, side)), cost=9.0)
    house = storeys({"ground": grid}, [wide])
    assert len(house.lanes) > side // 2
    rng = random.Random(2)
    for _ in range(10):
        ends = [(rng.uniform(0, side / 3) + x, rng.uniform(0, side)) for x in (0, side * 0.6)]
        assert find_path_across(house, *ends).status is Status.COMPLETE
    assert len(searched) == 10
    assert sorted(searched)[5] < 16 if kind == "even" else set(searched) == {1}, searched


def test_interpreted_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled and interpreted kernels give the same answers."""

    def answers() -> Iterator[bytes]:
        for seed in range(3000, 3012):
            _, question = link_answers.level_and_question(seed)
            yield maps.as_bytes(question.ask(smoothing="taut"))
            yield maps.as_bytes(question.ask(nearest=True))

    compiled = list(answers())
    interpret_paths(monkeypatch)
    assert compiled == list(answers())


def test_bounds_agree() -> None:
    """Bounds of groups of lanes, compiled and interpreted, with chains and dead ends."""
    rng = np.random.default_rng(3)
    for count in (1, 5, 40):
        low = rng.integers(0, 30, (count, 4))
        boxes = np.stack((low, low + rng.integers(0, 4, (count, 4))), axis=2).reshape(count, 8)
        given = (
            boxes.astype(np.int32),
            rng.integers(0, 3, (count, 2)),
            np.where(rng.random(count) < 0.1, 1e300, rng.random(count) * 9),
            rng.random(count) + 0.1,
            np.where(rng.random(count) < 0.3, rng.random(count) * 40, 1e300),
        )
        for four in (False, True):
            found = []
            for kernel, wrap in (
                (link_bounds, np.asarray),
                (load_interpreted("link_bounds"), memoryview),
            ):
                bounds, done = np.empty(count), np.zeros(count, np.uint8)
                arrays = [wrap(array) for array in given]
                kernel.bound_groups(*arrays[:4], four, arrays[4], wrap(bounds), wrap(done))
                found.append(bounds.tolist())
            assert found[0] == found[1]


@pytest.mark.parametrize("four", [False, True])
def test_estimate_is_the_least_over_all_groups(four: bool) -> None:
    """Compiled and interpreted, with lists of blocks and without room for them."""
    rng = np.random.default_rng(6)
    groups, storeys_count, side = 30, 2, 40
    boxes = np.empty((groups, 4), np.int32)
    for low, high in ((0, 1), (2, 3)):
        boxes[:, low] = rng.integers(0, side - 3, groups)
        boxes[:, high] = boxes[:, low] + rng.integers(0, 3, groups)
    storey = rng.integers(0, storeys_count, groups).astype(np.int32)
    boxes[:, 2:] += storey[:, None] * side
    bases, leasts = rng.random(groups) * 30, rng.random(groups) + 0.5
    blocks = side * side // 64 * storeys_count
    none = np.full(blocks, -1, np.int32)
    cells = np.arange(side * side * storeys_count, dtype=np.int32)
    expected = np.full(len(cells), 1e300)
    for i, (x0, x1, z0, z1) in enumerate(boxes.tolist()):
        x, z = cells % side, cells // side
        across = np.maximum(0, np.maximum(x0 - x, x - x1))
        along = np.maximum(0, np.maximum(z0 - z, z - z1))
        away = octile(across, along, is_four=four) * leasts[i] + bases[i]
        there = cells // side**2 == storey[i]
        expected[there] = np.minimum(expected, away)[there]
    tiles = np.array([[0, 1], [1, 2]], np.int32), np.array([7, 9], np.int32)
    regions = np.array([7, 9], np.int32)[storey]
    for room in (0, 4000):
        for kernel, wrap in ((lane_map, np.asarray), (load_interpreted("lane_map"), memoryview)):
            pool = np.empty(storeys_count * (groups + 1) + room, np.int32)
            index = kernel.LaneIndex(
                *map(wrap, (none, none[:0], np.empty((0, 2), np.int32), *tiles)), side, 5, 1
            )
            known = (boxes, regions, bases, leasts, np.empty(0), none.copy(), pool)
            found = np.empty(len(cells))
            kernel.LaneMap(index, *map(wrap, known), four).estimate(wrap(cells), side, wrap(found))
            np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_even_storeys_are_searched_by_jump_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terrain elsewhere in the house changes nothing, unless a path may lead over it."""
    joined: list[RouteQuery] = []
    original = across.JoinedSearch

    def counted(asked: RouteQuery) -> object:
        joined.append(asked)
        return original(asked)

    monkeypatch.setattr(across, "JoinedSearch", counted)
    cost = np.random.default_rng(5).uniform(1, 3, (10, 20))
    muddy = NavGrid.from_array(np.ones((10, 20)), cost=cost)
    stairs = [
        link((x, 5.5), (x, 5.5), layer="ground", to_layer="cellar", cost=each)
        for x, each in ((2.5, 9.0), (17.5, 9.0), (4.5, 0.5), (15.5, 0.5))
    ]
    ends = (1.5, 5.5), (18.5, 5.5)
    house = storeys({"ground": OPEN, "cellar": muddy}, stairs[:2])
    assert find_path_across(house, *ends).cost == 17.0
    assert not joined
    lower = link((4.5, 5.5), (15.5, 5.5), layer="cellar", to_layer="cellar", cost=0.5)
    house = storeys({"ground": OPEN, "cellar": muddy}, [*stairs[2:], lower])
    result = find_path_across(house, *ends)
    assert joined
    assert result.cost == pytest.approx(7.5)
    assert result.layers == ("ground", "cellar", "cellar", "ground", "ground")


# What a result says


def test_passes_both_ends_of_a_link() -> None:
    """Points, and the links that lead to them; legs are apart, and nothing is walked between."""
    house = storeys({"ground": WALL}, [link((3.2, 2.4), (5.7, 2.6), cost=4.0, type="climb")])
    result = find_path_across(house, (1.5, 2.5), (8.5, 2.5))
    assert result.status is Status.COMPLETE
    assert result.points.tolist() == [[3.2, 2.4], [5.7, 2.6], [8.5, 2.5]]
    assert result.links.tolist() == [0, 7, 0]
    assert result.link_cost == 4.0
    assert result.cost == 2 + 4 + 3
    assert result.layers == ()
    assert [leg.tolist() for leg in result.legs] == [[[1, 2], [3, 2]], [[5, 2], [8, 2]]]
    assert result.cells.tolist() == [[1, 2], [2, 2], [3, 2], [5, 2], [6, 2], [7, 2], [8, 2]]
    stops = [(1.5, 2.5), (3.2, 2.4), (5.7, 2.6), (8.5, 2.5)]
    assert result.length == pytest.approx(
        sum(math.dist(a, b) for a, b in itertools.pairwise(stops))
    )


def test_layers_are_named_on_several_storeys() -> None:
    """For each point; a length counts how high a link climbs, and ladders are slow."""
    high = NavGrid(OPEN.lattice, OPEN.padded.copy(), floor_y=3.0)
    ladder = link((9.5, 5.5), (9.5, 5.5), layer="ground", to_layer="upper", type="ladder")
    house = storeys({"ground": OPEN, "upper": high}, [ladder])
    result = find_path_across(house, (4.5, 5.5), (9.5, 5.5), goal_layer="upper")
    assert result.points.tolist() == [[9.5, 5.5], [9.5, 5.5]]
    assert (result.layers, result.links.tolist()) == (("ground", "upper"), [0, 7])
    assert (result.length, result.cost, result.link_cost) == (8.0, 12.5, 7.5)
    down = find_path_across(house, (9.5, 5.5), (9.5, 5.5), layer="upper", goal_layer="ground")
    assert down.status is Status.COMPLETE
    assert (down.points.tolist(), down.layers) == ([[9.5, 5.5]], ("ground",))
    back = find_path_across(house, (1.5, 1.5), (2.5, 2.5), layer="upper")
    assert (back.layers, back.links.tolist(), back.legs) == ((), [], ())


def test_ends_that_coincide_come_once() -> None:
    """A link that begins where another ends goes on from there."""
    house = storeys(
        {"ground": WALL},
        [
            link((3.5, 2.5), (3.5, 4.5), id=1, type="teleport", cost=0.5),
            link((3.5, 4.5), (5.5, 2.5), id=2, cost=0.5),
        ],
    )
    result = find_path_across(house, (3.5, 2.5), (5.5, 2.5))
    assert result.points.tolist() == [[3.5, 4.5], [5.5, 2.5]]
    assert result.links.tolist() == [1, 2]
    assert result.cost == 1.0
    assert [len(leg) for leg in result.legs] == [1, 1, 1]


# Which links are taken


def test_tie_goes_to_the_path_without_links() -> None:
    """So does one with the same cost within rounding."""
    start, goal = (1.5, 5.5), (18.5, 7.5)
    ways = [link((2.5, 5.5), (12.5, 7.5), cost=8 + 2 * math.sqrt(2)), link((4.5, 5.5), (9.5, 5.5))]
    house = storeys({"ground": OPEN}, ways)
    result, plain = find_path_across(house, start, goal), find_path(OPEN, start, goal)
    assert len(result.links) == 0
    assert result.points.tobytes() == plain.points.tobytes()
    cheaper = storeys({"ground": OPEN}, [link((4.5, 5.5), (9.5, 5.5), cost=4.99)])
    assert find_path_across(cheaper, start, goal).links.any()


def test_one_way() -> None:
    """A drop leads down and not up."""
    ends = (1.5, 2.5), (7.5, 2.5)
    house = storeys({"ground": WALL}, [link((3.5, 2.5), (5.5, 2.5), one_way=True, type="drop")])
    assert find_path_across(house, *ends).status is Status.COMPLETE
    assert find_path_across(house, *ends[::-1]).status is Status.NO_PATH
    both = storeys({"ground": WALL}, [link((3.5, 2.5), (5.5, 2.5))])
    assert find_path_across(both, *ends[::-1]).status is Status.COMPLETE


def test_an_end_that_is_not_walkable_is_not_moved() -> None:
    """The link can't be taken, even if a walkable cell is near."""
    for end in ((4.5, 2.5), (4.99, 2.5), (99.0, 2.5)):
        house = storeys({"ground": WALL}, [link((3.5, 2.5), end)])
        assert house.lanes == ()
    partly = Link(id=1, start=((3.5, 0.1), (3.5, 4.9)), end=((4.5, -2.0), (5.5, 9.0)))
    assert 0 < len(storeys({"ground": WALL}, [partly]).lanes) < 10


def test_abilities_and_widths() -> None:
    """A profile needs all that a link asks for, and a body that is not wider."""
    ladder = link((0, 0), (1, 1), needs=("climb", "key"), width=0.9)
    assert can_take(ladder, ("key", "swim", "climb"), 0.45)
    assert not can_take(ladder, ("key",), 0.45)
    assert not can_take(ladder, ("key", "climb"), 0.46)
    assert can_take(link((0, 0), (1, 1)), (), 99.0)
    assert can_take(link((0, 0), (1, 1), width=0.6), (), 0.1 + 0.2)


def test_lanes_of_wide_ends() -> None:
    """One for each cell of the longer end, from share to share; at most 64, each way."""

    def lanes(start: tuple[Point, ...], end: tuple[Point, ...]) -> list[tuple[Point, Point]]:
        both = Link(id=1, start=start, end=end, one_way=True)
        return [lane.points for lane in storeys({"ground": OPEN}, [both]).lanes]

    across = lanes(((1.0, 1.0), (1.0, 4.0)), ((5.0, 1.0), (5.0, 7.0)))
    assert [a[1] for a, _ in across] == [1.25, 1.75, 2.25, 2.75, 3.25, 3.75]
    assert [b[1] for _, b in across] == [1.5, 2.5, 3.5, 4.5, 5.5, 6.5]
    fan = lanes(((2.5, 2.5),), ((5.0, 1.0), (5.0, 4.0)))
    assert [b for _, b in fan] == [(5.0, 1.5), (5.0, 2.5), (5.0, 3.5)]
    turned = lanes(((1.0, 1.0), (1.0, 4.0)), ((5.0, 4.0), (5.0, 1.0)))
    assert [(a[1], b[1]) for a, b in turned] == [(1.5, 3.5), (2.5, 2.5), (3.5, 1.5)]
    long = NavGrid.from_array(np.ones((3, 300)))
    far = Link(id=1, start=((0.0, 0.5), (300.0, 0.5)), end=((0.0, 2.5), (300.0, 2.5)))
    assert len(storeys({"ground": long}, [far]).lanes) == 2 * 64


# Options


def test_without_links_it_is_find_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is asked then."""
    monkeypatch.setattr(across, "LinkSearch", None)
    house = storeys({"ground": WALL})
    ends = (1.5, 2.5), (3.5, 0.5)
    assert maps.as_bytes(find_path_across(house, *ends)) == maps.as_bytes(find_path(WALL, *ends))
    beyond = (1.5, 2.5), (7.5, 0.5)
    assert maps.as_bytes(find_nearest_across(house, *beyond)) == maps.as_bytes(
        find_path_to_nearest(WALL, *beyond)
    )


def test_circles_lie_on_the_storey_of_the_start() -> None:
    """They block lanes there, and nothing on other storeys."""
    stairs = link((9.5, 5.5), (9.5, 5.5), layer="ground", to_layer="upper", cost=1.0)
    house = storeys({"ground": OPEN, "upper": OPEN}, [stairs])
    up = {"layer": "ground", "goal_layer": "upper"}
    circle = [(9.5, 5.5, 1.5)]
    assert find_path_across(house, (1.5, 5.5), (1.5, 5.5), avoid=circle, **up).status is (
        Status.NO_PATH
    )
    beside = find_path_across(house, (1.5, 5.5), (18.5, 5.5), avoid=[(14.5, 5.5, 3.0)], **up)
    assert beside.points.tolist() == [[9.5, 5.5], [9.5, 5.5], [18.5, 5.5]]
    nearest = find_nearest_across(house, (1.5, 5.5), (1.5, 5.5), avoid=circle, **up)
    assert (nearest.status, nearest.step) == (Status.COMPLETE, 2)


def test_nearest_place_lies_on_the_storey_of_the_goal() -> None:
    """Where links lead to; no path if nothing of that storey can be reached."""
    house = storeys(
        {"ground": OPEN, "upper": WALL, "attic": WALL},
        [link((2.5, 2.5), (2.5, 2.5), layer="ground", to_layer="upper", cost=1.0)],
    )
    result = find_nearest_across(house, (1.5, 1.5), (8.5, 2.5), layer="ground",
                                 goal_layer="upper")  # fmt: skip
    assert (result.status, result.step, result.end) == (Status.PARTIAL, 3, (3.5, 2.5))
    assert result.layers[-1] == "upper"
    none = find_nearest_across(house, (1.5, 1.5), (8.5, 2.5), goal_layer="attic")
    assert (none.status, none.step) == (Status.NO_PATH, 3)
