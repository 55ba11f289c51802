"""Pasting, and repeated copies with the same offset."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_level import CHEST, COOK, GUARD, HALL, TABLE, small_level
from strategies import generators, random_level, random_point

from navcore.errors import NavcoreError
from navcore.formats.elements import read_elements, write_elements
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.model import Agent, Area, Level, Obstacle


def ids_from(number):
    """Ids that count on."""
    return itertools.count(number).__next__


def without_identity(element):
    """Return an element without the values that a paste replaces."""
    return replace(element, id=1, name="", order=0.0, locked=False)


@given(generators)
def test_that_paste_of_a_copy_in_place_is_the_same_but_for_ids_and_names(rng):
    """Through the text, as between two editors; names are free, areas' unique."""
    level = random_level(rng)
    elements = list(level.elements())
    if not elements:
        return
    pasted = op.paste(level, read_elements(write_elements(elements)), (0.0, 0.0), ids_from(5000))
    new = list(pasted.after.values())
    assert not pasted.after.keys() & {element.id for element in elements}
    assert [without_identity(e) for e in new] == [
        without_identity(e) for e in sorted(elements, key=lambda e: isinstance(e, Obstacle))
    ]
    names = [e.name for e in pasted.apply(level).areas.values() if e.name]
    assert len(names) == len(set(names))


def test_the_step_says_what_was_pasted_and_counts_names_on():
    """table and chest exist; hall is free elsewhere."""
    level = small_level()
    edit = op.paste(level, [level.obstacles[TABLE], level.obstacles[CHEST]], (1, 2), ids_from(50))
    assert edit.label == "Paste 2 obstacles"
    made = edit.apply(level)
    assert made.obstacles[50].name == "table_2"
    assert made.obstacles[50].polygon[0] == (4, 5)
    assert made.obstacles[51].group == "Things"
    alone = op.paste(Level(), [level.areas[HALL]], (0, 0), ids_from(50))
    assert alone.after[50].name == "hall"
    assert alone.label == "Paste hall"


def test_what_is_pasted_twice_counts_on():
    """This holds within one paste, too."""
    table = small_level().obstacles[TABLE]
    edit = op.paste(
        Level(), [table, replace(table, id=9), replace(table, id=10)], (0, 0), ids_from(1)
    )
    assert [item.name for item in edit.after.values()] == ["table", "table_2", "table_3"]


def test_one_player_is_enough():
    """The level's own, else the first that is pasted."""
    player = Agent(id=1, name="hero", position=(0, 0), player=True)
    twins = [player, replace(player, id=2)]
    edit = op.paste(Level(), twins, (0, 0), ids_from(10))
    assert [item.player for item in edit.after.values()] == [True, False]
    again = op.paste(edit.apply(Level()), twins, (0, 0), ids_from(20))
    assert [item.player for item in again.after.values()] == [False, False]


def test_what_is_pasted_is_not_locked():
    """It can be moved at once."""
    locked = replace(small_level().areas[HALL], locked=True)
    edit = op.paste(Level(), [locked], (0, 0), ids_from(1))
    assert not edit.after[1].locked


def test_a_paste_of_nothing_or_to_nowhere():
    """There is no edit, but a message."""
    assert not op.paste(Level(), [], (0, 0), ids_from(1))
    with pytest.raises(NavcoreError, match="finite"):
        op.paste(Level(), [small_level().areas[HALL]], (math.nan, 0), ids_from(1))


@given(generators, st.sampled_from([0.1, 0.25, 0.5, 1.0]))
def test_that_a_paste_lands_at_the_mouse_and_keeps_to_the_grid(rng: random.Random, step):
    """The middle of the bounds is within half a step of it.

    Elements that were on the grid are on it again.
    """
    count = rng.randint(1, 4)
    elements = []
    for number in range(count):
        x, z = (round(rng.randint(-40, 40) * step, 9) for _ in range(2))
        ring = ((x, z), (x + 3 * step, z), (x + 3 * step, z + step))
        elements.append(Obstacle(id=number + 1, polygon=ring))
    at = random_point(rng)
    x0, z0, x1, z1 = op.bounds_of(elements)
    free = op.landing(elements, at, None)
    assert free == pytest.approx((at[0] - (x0 + x1) / 2, at[1] - (z0 + z1) / 2))
    vector = op.landing(elements, at, step)
    assert all(abs(a - b) <= step / 2 + 1e-6 for a, b in zip(vector, free, strict=True))
    for element in op.paste(Level(), elements, vector, ids_from(10)).after.values():
        for corner in element.polygon:
            for value in corner:
                assert abs(value / step - round(value / step)) < 1e-6


class TestRepeating:
    """Copies with known originals."""

    def copies(self, level, ids, affine):
        """Return the level with copies, and their originals."""
        edit, sources = op.duplicate_along(level, ids, affine, ids_from(1000))
        return edit.apply(level), edit, sources

    @given(generators)
    def test_that_the_way_that_all_went_is_found(self, rng):
        """A move and a turn, of polygons and agents at once."""
        level = small_level()
        pivot = random_point(rng)
        angle = rng.choice([0.0, math.pi / 2, -math.pi / 2, math.pi, rng.uniform(-3, 3)])
        turn = Affine.rotation(angle, pivot)
        dx, dz = random_point(rng)
        way = Affine(turn.a, turn.b, turn.c, turn.d, turn.e + dx, turn.f + dz)
        ids = rng.sample([TABLE, CHEST, GUARD, HALL], rng.randint(1, 4))
        made, _, sources = self.copies(level, ids, way)
        found = op.motion_of((sources[i], made.element(i)) for i in sources)
        assert found is not None
        for point in ((0.0, 0.0), (30.0, -20.0)):
            assert found(point) == pytest.approx(way(point), abs=1e-5)

    def test_a_move_stays_a_move_to_the_last_bit(self):
        """No part of it becomes a turn."""
        level = small_level()
        made, _, sources = self.copies(level, [TABLE, COOK], Affine.translation((0.3, 0.1)))
        found = op.motion_of((sources[i], made.element(i)) for i in sources)
        assert found == Affine.translation((0.3, 0.1))

    def test_what_went_different_ways_has_none(self):
        """One of two was moved on; or was reshaped; or has turned on the spot."""
        level = small_level()
        made, _, sources = self.copies(level, [TABLE, CHEST], Affine.translation((5, 0)))
        table, chest = (i for i in sources)
        moved = op.move(made, [chest], (0, 1)).apply(made)
        assert op.motion_of((sources[i], moved.element(i)) for i in sources) is None
        reshaped = op.move_handles(made, {table: [0]}, (0.5, 0)).apply(made)
        assert op.motion_of((sources[i], reshaped.element(i)) for i in sources) is None
        mirrored = op.mirror(made, [table], (0, 0), (0, 1)).apply(made)
        shape = ((0, 0), (3, 0), (1, 2))
        assert (
            op.motion_of(
                [
                    (
                        Obstacle(id=1, polygon=shape),
                        Obstacle(id=2, polygon=((0, 0), (-3, 0), (-1, 2))),
                    )
                ]
            )
            is None
        )
        assert mirrored != made
        assert op.motion_of([]) is None
        agent = Agent(id=1, position=(0, 0))
        both = [(Obstacle(id=1, polygon=shape), Obstacle(id=2, polygon=shape)),
                (agent, replace(agent, facing=1.0))]  # fmt: skip
        assert op.motion_of(both) is None
        assert op.motion_of([(agent, Obstacle(id=1, polygon=shape))]) is None

    def test_copies_come_last_and_know_their_originals(self):
        """They are in the order of the originals, with the next numbers in their names."""
        level = small_level()
        made, edit, sources = self.copies(level, [CHEST, TABLE], Affine())
        assert edit.label == "Duplicate 2 obstacles"
        assert {made.element(i).name: e.name for i, e in sources.items()} == {
            "table_2": "table", "chest_2": "chest",
        }  # fmt: skip
        assert [e.name for e in made.elements() if not isinstance(e, Area | Agent)] == [
            "table", "chest", "table_2", "chest_2",
        ]  # fmt: skip
        with pytest.raises(KeyError):
            op.duplicate_along(level, [999], Affine(), ids_from(1))
