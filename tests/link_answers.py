"""Random questions about paths over links, and all that their answers must hold.

Costs are held against Dijkstra on the grids of all storeys joined cell by cell.
"""

import math
import random
from typing import NamedTuple

import maps
import naive_paths
import numpy as np
import queries
from link_levels import LinkLevel, NaiveLane, naive_lanes, random_level
from naive_paths import Place

from navcore.level.model import Point
from navcore.path.across import find_nearest_across, find_path_across
from navcore.path.find import find_path
from navcore.path.links import Storeys
from navcore.path.result import PathResult, Status
from navcore.path.sight import path_is_clear

# Questions


class Question(NamedTuple):
    """A query to a level."""

    level: LinkLevel
    start: Point
    goal: Point
    layer: str
    goal_layer: str
    circles: list[queries.Circle] | None
    options: dict[str, object]

    def ask(self, *, nearest: bool = False, **more: object) -> PathResult:
        """The answer."""
        find = find_nearest_across if nearest else find_path_across
        grids = self.level.grids
        return find(
            Storeys(grids, grids.__getitem__, self.level.links), self.start, self.goal,
            layer=self.layer, goal_layer=self.goal_layer, avoid=self.circles,
            **{**self.options, **more},
        )  # fmt: skip

    @property
    def mean(self) -> bool:
        """True if a step over terrain costs the mean of both cells."""
        return self.options["step_rule"] == "mean"

    def free(self, layer: str) -> np.ndarray:
        """(depth, width) bool: the cells that can be walked on, not under a circle."""
        circles = self.circles if layer == self.layer else None
        return queries.free_cells(queries.Case(self.level.grids[layer], circles, self.start))

    def without_circles(self) -> "Question":
        """Return the question without circles to avoid."""
        return self._replace(circles=None)


def random_question(rng: random.Random, level: LinkLevel) -> Question:
    """Any question."""
    layer, goal_layer = (rng.choice(tuple(level.grids)) for _ in range(2))
    start = queries.random_end(rng, level.grids[layer])
    goal = start if rng.random() < 0.1 else queries.random_end(rng, level.grids[goal_layer])
    return Question(
        level, start, goal, layer, goal_layer,
        queries.random_circles(rng, level.grids[layer]) if rng.random() < 0.5 else None,
        {
            "snap_radius": rng.choice((0.0, 8.0, 8.0)),
            "smoothing": rng.choice(("taut", "taut", "greedy", "none")),
            "engine": rng.choice(("auto", "auto", "auto", "astar")),
            "step_rule": rng.choice(("entered", "mean")),
        },
    )  # fmt: skip


def costs_to_all(question: Question, start: Place) -> dict[Place, float]:
    """Return the cost of reaching each place, by brute force."""
    level = question.level
    storeys = {
        name: (question.free(name), queries.cost_of(grid)) for name, grid in level.grids.items()
    }

    def is_free(place: Place) -> bool:
        return naive_paths.is_free(storeys[place[0]][0], place[1:])

    lanes = [
        (lane.near, lane.far, lane.cost)
        for lane in naive_lanes(level)
        if is_free(lane.near) and is_free(lane.far)
    ]
    four = next(iter(level.grids.values())).connectivity == 4
    return naive_paths.joined_costs_from(storeys, lanes, start, mean=question.mean, four=four)


def start_of(question: Question, result: PathResult) -> Place:
    """Return the start cell of the search."""
    grid = question.level.grids[question.layer]
    return question.layer, *grid.cell_of(*(result.snapped_start or question.start))


def goal_of(question: Question, result: PathResult) -> Place:
    """Return the goal cell of the search."""
    grid = question.level.grids[question.goal_layer]
    return question.goal_layer, *grid.cell_of(*(result.snapped_goal or question.goal))


# Properties of answers


def assert_answer(question: Question) -> PathResult:
    """The answer to a question, which is right in every respect."""
    result = question.ask()
    radius = question.options["snap_radius"]
    ends = [
        queries.stand_in(question.level.grids[layer], question.free(layer), point, radius)
        for layer, point in (
            (question.layer, question.start), (question.goal_layer, question.goal),
        )
    ]  # fmt: skip
    if not all(ends):
        assert result.status is (Status.BAD_END if ends[0] else Status.BAD_START)
        return result
    if question.start == question.goal and question.layer == question.goal_layer:
        assert result.status is Status.ALREADY_THERE
        return result
    start, goal = start_of(question, result), goal_of(question, result)
    assert start[1:] in ends[0]
    assert goal[1:] in ends[1]
    expected = costs_to_all(question, start).get(goal)
    if expected is None:
        assert result.status is Status.NO_PATH
        assert len(result.points) == 0
        return result
    assert result.status is Status.COMPLETE
    assert math.isclose(result.cost, expected, rel_tol=1e-9, abs_tol=1e-9), (result.cost, expected)
    assert_path(question, result, start, goal)
    assert maps.as_bytes(question.ask()) == maps.as_bytes(result)
    return result


def assert_path(question: Question, result: PathResult, start: Place, goal: Place) -> None:
    """Check that a path leads from start to goal, and that its cost and length are right."""
    if len(result.links) == 0:
        assert (result.layers, result.legs, result.link_cost) == ((), (), 0.0)
        grid = question.level.grids[question.layer]
        if result.status is Status.COMPLETE:
            plain = find_path(
                grid, question.start, question.goal, avoid=question.circles, **question.options
            )
            if any(one.has_costs or one.connectivity == 4 for one in question.level.grids.values()):
                # Another path of the same cost may be found.
                assert_walked(question, result, start, goal)
                assert math.isclose(result.cost, plain.cost, rel_tol=1e-12)
            else:
                assert plain.points.tobytes() == result.points.tobytes()
                assert plain.turns.tobytes() == result.turns.tobytes()
                assert (plain.length, plain.cost) == (result.length, result.cost)
        return
    lanes = assert_legs(question, result, start, goal)
    assert_points(question, result, lanes)


def assert_walked(question: Question, result: PathResult, start: Place, goal: Place) -> None:
    """Check that a path without links is a chain of free neighbours with the right cost."""
    case = queries.Case(question.level.grids[question.layer], question.circles, question.start)
    free = question.free(question.layer)
    queries.assert_cells(case, free, result, (start[1:], goal[1:]))
    queries.assert_points(case, free, result)
    cost = queries.cost_along(case, result, mean=question.mean)
    assert math.isclose(result.cost, cost, rel_tol=1e-9)


def assert_legs(
    question: Question, result: PathResult, start: Place, goal: Place
) -> list[NaiveLane]:
    """Check that legs are chains of free neighbours joined by lanes; return the lanes."""
    level = question.level
    taken = [link for link in result.links.tolist() if link]
    assert len(result.legs) == len(taken) + 1
    assert np.concatenate(result.legs).tolist() == result.turns.tolist()
    steps_cost, lanes, here = 0.0, [], start
    for i, turns in enumerate(result.legs):
        layer = here[0]
        part = PathResult(result.status, result.start, result.goal, turns=turns)
        case = queries.Case(level.grids[layer], None, question.start)
        last = tuple(turns[-1].tolist())
        queries.assert_cells(case, question.free(layer), part, (here[1:], last))
        steps_cost += queries.cost_along(case, part, mean=question.mean)
        here = (layer, *last)
        if i < len(taken):
            # A lane from a cell to itself is of no use.
            fits = [
                lane for lane in naive_lanes(level)
                if lane.link == taken[i] and lane.near == here != lane.far
                and lane.far[1:] == tuple(result.legs[i + 1][0].tolist())
                and (not result.layers or lane.far[0] in result.layers)
            ]  # fmt: skip
            lanes.append(min(fits, key=lambda lane: lane.cost))
            here = lanes[-1].far
    assert here == goal
    link_cost = sum(lane.cost for lane in lanes)
    assert math.isclose(result.link_cost, link_cost, rel_tol=1e-9, abs_tol=1e-12)
    assert math.isclose(result.cost, steps_cost + link_cost, rel_tol=1e-9, abs_tol=1e-12)
    return lanes


def assert_points(question: Question, result: PathResult, lanes: list[NaiveLane]) -> None:
    """Points are clear of blocked cells on their storey, and pass both ends of each link."""
    stops = [tuple(point) for point in result.points.tolist()]
    layers = result.layers or (question.layer,) * len(stops)
    assert len(result.links) == len(layers) == len(stops)
    assert bool(result.layers) == any(lane.near[0] != lane.far[0] for lane in lanes)
    before, layer, length = question.start, question.layer, 0.0
    left = list(lanes)
    for number, (stop, at, link) in enumerate(zip(stops, layers, result.links, strict=True)):
        if link:
            lane = left.pop(0)
            assert (link, layer, at) == (lane.link, lane.near[0], lane.far[0])
            assert (before, stop) == lane.points
            length += lane.length
        else:
            assert at == layer
            if number == 0:
                assert before != stop or result.snapped_start is not None
            elif result.links[number - 1]:
                assert before != stop
            if number > 0 or result.snapped_start is None:
                free = queries.as_blocked(question.level.grids[layer], question.free(layer))
                assert path_is_clear(free, before, [stop])
            length += math.dist(before, stop)
        before, layer = stop, at
    assert not left
    assert math.isclose(result.length, length, rel_tol=1e-9, abs_tol=1e-9)
    if result.snapped_start is not None:
        assert stops[0] == result.snapped_start
    if result.status is Status.COMPLETE:
        assert stops[-1] == (result.snapped_goal or result.goal)


def assert_nearest(question: Question) -> PathResult:
    """The answer for the reachable place nearest to the goal, which is right."""
    result = question.ask(nearest=True)
    around, through = question.ask(), question.without_circles().ask()
    failures = {Status.NO_PATH, Status.BAD_END}
    if around.status not in failures and (
        question.circles is None or around.status is not Status.BAD_START
    ):
        assert result.step == 1
        assert maps.as_bytes(result) == maps.as_bytes(around)
        return result
    if through.status not in failures:
        assert result.status is through.status
        assert result.points.tobytes() == through.points.tobytes()
        return result
    question = question.without_circles()
    start = start_of(question, result)
    grid = question.level.grids[question.goal_layer]
    column, row = grid.cell_of(*question.goal)
    costs = costs_to_all(question, start)
    squares = {
        place: (place[1] - column) ** 2 + (place[2] - row) ** 2
        for place in costs
        if place[0] == question.goal_layer
    }
    assert result.step == 3
    nearest = {place for place, square in squares.items() if square == min(squares.values())}
    if not nearest or start in nearest:
        assert result.status is Status.NO_PATH
        return result
    assert result.status is Status.PARTIAL
    end = (question.goal_layer, *grid.cell_of(*result.end))
    assert end in nearest
    assert math.isclose(result.cost, min(costs[place] for place in nearest), rel_tol=1e-9)
    assert result.end == grid.centre_of(*end[1:])
    assert_path(question, result, start, end)
    return result


def level_and_question(seed: int) -> tuple[LinkLevel, Question]:
    """A random level and one question to it."""
    rng = random.Random(seed)
    level = random_level(rng)
    return level, random_question(rng, level)


def assert_round(seed: int, most: int = 14, widest: int = 4) -> dict[Status, int]:
    """Ask a random level several questions; return the number of answers by status."""
    rng = random.Random(seed)
    level = random_level(rng, most, widest)
    told: dict[Status, int] = {}
    for _ in range(2):
        question = random_question(rng, level)
        try:
            result = assert_answer(question)
            nearest = assert_nearest(question)
        except AssertionError as error:
            error.add_note(f"seed {seed}: {question._replace(level=None)}")
            raise
        for status in (result.status, nearest.status):
            told[status] = told.get(status, 0) + 1
    return told
