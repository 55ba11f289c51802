"""Traps agree with brute force, and quick fixes fix, in random levels."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rule_levels import DOOR, PLAYER, SETTINGS, box

from navcore.formats.level_text import write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Level, Link, Obstacle, Profile
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.proof.reach import Place, Reach
from navcore.world import World

Pairs = list[tuple[int, int, bool]]

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), max_size=9)


def rooms_with(pairs: Pairs) -> Level:
    """Six rooms in a row that touch each other nowhere, and links between their middles."""
    rooms = [Area(id=n + 1, name=f"room_{n}", polygon=box(6 * n, 0, 6 * n + 4, 4))
             for n in range(6)]  # fmt: skip
    links = [
        Link(id=100 + n, name=f"link_{n}", start=((6 * a + 2, 2),), end=((6 * b + 2, 2),),
             one_way=one_way)
        for n, (a, b, one_way) in enumerate(pairs) if a != b
    ]  # fmt: skip
    return Level(settings=SETTINGS).with_items({one.id: one for one in (*rooms, *links)})


@given(PAIRS)
@settings(max_examples=50, deadline=None)
def test_traps_are_what_is_entered_and_never_left(pairs: Pairs) -> None:
    """Found by trying all pairs of rooms: Warshall's transitive closure."""
    leads = {(a, a) for a in range(6)} | {(a, b) for a, b, _ in pairs}
    leads |= {(b, a) for a, b, one_way in pairs if not one_way}
    for via, a, b in product(range(6), repeat=3):
        if (a, via) in leads and (via, b) in leads:
            leads.add((a, b))
    expected = set()
    for a in range(6):
        group = frozenset(b for b in range(6) if (a, b) in leads and (b, a) in leads)
        ahead = {b for b in range(6) if (a, b) in leads}
        behind = {b for b in range(6) if (b, a) in leads}
        if ahead == group and behind != group:
            expected.add(group)
    world = World.build(rooms_with(pairs))
    reach = Reach.of(world, Profile())

    def room(place: Place) -> int:
        return next(n for n in range(6) if reach.place_at((6 * n + 2, 2), "ground") == place)

    assert {frozenset(map(room, trap)) for trap in reach.traps} == expected


SIDE = 12.0


def hall(number: int) -> Area:
    """A room of its own, in a row of them."""
    x = number * (SIDE + 0.4)
    return Area(id=100 + number, name=f"hall_{number}", polygon=box(x, 0, x + SIDE, SIDE))


def fault(number: int, kind: int, size: float) -> list[Element]:
    """Return a fault in the room with this number, away from its doors."""
    x, key, name = number * (SIDE + 0.4), 1000 * (number + 1), f"thing_{number}"
    square = Obstacle(id=key, name=name, polygon=box(x + 4, 7, x + 5 + size, 8 + size))
    bow = ((x + 4, 7), (x + 6 + size, 7), (x + 4, 9), (x + 6 + size, 9))
    spike = ((x + 4, 7), (x + 4, 7.0002), (x + 6 + size, 7), (x + 5, 9))
    gap = 1.0 + size * 0.7
    guard = Agent(id=key + 1, name=f"{name}_guard", position=(x + 4.5, 7.5))
    vault = Area(id=key, name=f"{name}_vault", polygon=box(x, SIDE + 0.5 + size, x + 8, 20))
    kinds: list[list[Element]] = [
        [square, replace(square, id=key + 1, name=f"{name}_copy")],
        [replace(square, polygon=bow)],
        [square, guard],
        [replace(square, polygon=spike)],
        [
            replace(square, id=key + 1, polygon=box(x + 6, -1, x + 6.5, 4 - gap / 2)),
            replace(square, name=f"{name}_2", polygon=box(x + 6, 4 + gap / 2, x + 6.5, 13)),
        ],
        [vault],
        [replace(square, polygon=box(x + 4, 7, x + 4.01 + size / 20, 7.05))],
        [
            Area(id=key + 1, name=name, door=True, polygon=box(x + 3, SIDE, x + 5, SIDE + 0.4)),
            replace(vault, polygon=box(x, SIDE + 0.45 + size / 2, x + 9, 20)),
        ],
        [Area(id=key, name=name, door=True, polygon=box(x + 3, 5, x + 4 + size, 7 + size))],
        [square, replace(guard, position=(x + 3, 5), goals=((x + 4.5, 7.5), (x + 2, 30)))],
        [square, Obstacle(id=key + 1, name=name, polygon=box(x + 8, 8, x + 9, 9))],
    ]
    return kinds[kind]


FAULTS = st.lists(st.tuples(st.integers(0, 10), st.floats(0.0, 0.9)), min_size=1, max_size=5)


def broken(faults: list[tuple[int, float]]) -> Level:
    """Rooms in a row with doors between them, and one thing wrong in each."""
    elements: list[Element] = [PLAYER]
    for number, (kind, size) in enumerate(faults):
        elements += [hall(number), *fault(number, kind, round(size, 3))]
        if number:
            x = number * (SIDE + 0.4)
            elements.append(replace(DOOR, id=500 + number, name=f"door_{number}",
                                    polygon=box(x - 0.4, 1.5, x, 3.5)))  # fmt: skip
    return Level(settings=SETTINGS).with_items({one.id: one for one in elements})


def failing(world: World) -> dict[object, Problem]:
    """Return errors and warnings by their keys."""
    return {one.key: one for one in problems(world) if one.fails}


@pytest.mark.parametrize("count", [40])
def test_quick_fixes_fix_random_levels(count: int, *, exhaustive: bool) -> None:
    """Check that each fix removes its problem, adds none, and undoes to the same bytes."""
    settings(max_examples=500 if exhaustive else count, deadline=None)(given(FAULTS)(fixed))()


def fixed(faults: list[tuple[int, float]]) -> None:
    """Check that each fix removes its problem, adds none, and undoes to the same bytes."""
    level = broken(faults)
    text = write_level(level)
    world = World.build(level)
    found = failing(world)
    assert found
    for key, problem in found.items():
        assert isinstance(problem.fix, Edit), problem.text
        after = problem.fix.apply(level)
        left = failing(world.update(after, problem.fix))
        assert key not in left, problem.text
        assert left.keys() <= found.keys(), problem.text
        assert write_level(problem.fix.inverse().apply(after)) == text
