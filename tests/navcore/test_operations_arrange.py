"""Aligning and distributing elements."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, small_level
from strategies import generators, random_ring

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Obstacle

EDGES = ("left", "centre", "right", "top", "middle", "bottom")


def box_of(level, *ids):
    """The box around elements."""
    return op.bounds_of(level.element(i) for i in ids)


def at(box, edge):
    """Return the coordinate of an edge of a box."""
    x0, z0, x1, z1 = box
    return {
        "left": x0, "centre": (x0 + x1) / 2, "right": x1,
        "bottom": z0, "middle": (z0 + z1) / 2, "top": z1,
    }[edge]  # fmt: skip


def scattered(rng: random.Random) -> Level:
    """Return randomly placed obstacles and agents."""
    rings = [random_ring(rng) for _ in range(rng.randint(1, 6))]
    items = {n: Obstacle(id=n, polygon=ring) for n, ring in enumerate(rings, 1)}
    agents = {
        n: Agent(id=n, position=(rng.uniform(0, 9), rng.uniform(0, 9)), radius=rng.uniform(0.1, 1))
        for n in range(20, 20 + rng.randint(0, 2))
    }
    return Level().with_items(items | agents)


@pytest.mark.parametrize("edge", EDGES)
@given(generators)
def test_that_all_come_to_lie_on_one_line_and_then_stay(edge, rng):
    """Each is aligned to the bounding box of all; a second time changes nothing."""
    level = scattered(rng)
    ids = [element.id for element in level.elements()]
    target = at(box_of(level, *ids), edge)
    aligned = op.align(level, ids, edge).apply(level)
    for element_id in ids:
        assert at(box_of(aligned, element_id), edge) == pytest.approx(target, abs=1e-8)
    assert not op.align(aligned, ids, edge)


def test_what_lies_on_the_line_already_stays_itself():
    """Only moved elements are in the edit; its label describes the alignment."""
    level = small_level()
    edit = op.align(level, [TABLE, CHEST], "top")
    assert set(edit.after) == {CHEST}
    assert edit.label == "Align 2 obstacles at the top"
    assert edit.after[CHEST].polygon == ((14, 4), (15, 4), (15, 5), (14, 5))


def test_an_agent_counts_with_its_radius():
    """Discs touch the line, their middles do not."""
    level = small_level()
    aligned = op.align(level, [TABLE, GUARD], "bottom").apply(level)
    assert aligned.agents[GUARD] == level.agents[GUARD]
    assert aligned.obstacles[TABLE].polygon[0] == (3, pytest.approx(1.55))


def test_nothing_is_aligned_by_nothing():
    """No elements, no edit."""
    assert op.align(small_level(), [], "left") == Edit()


@pytest.mark.parametrize("axis", ["x", "z"])
@given(generators)
def test_that_gaps_come_out_equal(axis, rng):
    """In the order of their middles; the box around them all stays."""
    level = scattered(rng)
    ids = [element.id for element in level.elements()]
    if len(ids) < 3:
        return
    spread = op.distribute(level, ids, axis).apply(level)
    low = 0 if axis == "x" else 1

    def span(of, element_id):
        found = box_of(of, element_id)
        return (found[low], found[low + 2])

    order = sorted(ids, key=lambda i: (sum(span(level, i)), span(level, i), i))
    spans = [span(spread, element_id) for element_id in order]
    gaps = [after[0] - before[1] for before, after in itertools.pairwise(spans)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=1e-7)
    assert min(s[0] for s in spans) == pytest.approx(box_of(level, *ids)[low], abs=1e-7) or (
        gaps[0] < 0
    )
    other = 1 - low
    assert all(box_of(spread, i)[other] == pytest.approx(box_of(level, i)[other]) for i in ids)


@given(st.permutations([TABLE, CHEST, COOK]))
def test_the_order_of_selecting_does_not_count(ids):
    """The same edit for the same elements."""
    level = small_level()
    assert op.distribute(level, ids, "x") == op.distribute(level, [TABLE, CHEST, COOK], "x")


def test_fewer_than_three_can_not_be_spread():
    """Two have one gap only."""
    with pytest.raises(NavcoreError, match="three or more"):
        op.distribute(small_level(), [TABLE, CHEST], "x")


def test_areas_and_doors_are_spread_too():
    """Everything with a bounding box is spread."""
    level = small_level()
    edit = op.distribute(level, [HALL, GATE, YARD], "x")
    assert not edit
    wider = Level().with_items({
        HALL: level.areas[HALL], YARD: level.areas[YARD],
        TABLE: Obstacle(id=TABLE, polygon=((10, 0), (10.2, 0), (10.2, 1))),
    })  # fmt: skip
    edit = op.distribute(wider, [HALL, TABLE, YARD], "x")
    assert edit.after[TABLE].polygon[0] == (pytest.approx(10.4), 0)
    assert edit.label == "Spread 3 elements across"
