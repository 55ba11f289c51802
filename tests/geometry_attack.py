"""Operations on a difficult outline: everything that the window runs on its own thread.

As a program with an outline's kind, its corners and seconds, it runs each operation once, within
limits of processor time and memory that the system enforces.
"""

import contextlib
import random
import sys
from collections.abc import Callable
from itertools import count

import msgspec
from nasty_outlines import KINDS, SIDE, star
from strategies import random_edit, random_settings

from navcore.errors import NavcoreError
from navcore.geometry import boolean
from navcore.geometry.edge_bounds import crossing_among
from navcore.geometry.labels import label_point
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Ring, Settings
from navcore.level.near import edges_near
from navcore.level.pick import PickIndex
from navcore.proof.problems import problems
from navcore.world import World

MEMORY = 4 * 2**30
"""Bytes that a process may take."""

MOST_CELLS = 2**20

ROOM: Ring = ((-1.0, -1.0), (SIDE / 2, -1.0), (SIDE / 2, SIDE + 1), (-1.0, SIDE + 1))
BOX: Ring = ((4.0, 4.0), (7.0, 4.0), (7.0, 8.0), (4.0, 8.0))


def level_with(ring: Ring, settings: Settings) -> Level:
    """A room, the outline as an area over it and as an obstacle in it."""
    areas = {1: Area(id=1, name="room", polygon=ROOM), 2: Area(id=2, name="it", polygon=ring)}
    return Level(
        settings=settings, areas=areas, obstacles={3: Obstacle(id=3, name="box", polygon=BOX)}
    )


def operations_on(ring: Ring) -> dict[str, Callable[[], object]]:
    """Return the window's operations on an outline, by name; each may raise a NavcoreError."""
    level = level_with(ring, Settings(boundary_padding=0.45))
    ids, new_id = (1, 2), iter(count(1000)).__next__
    index = PickIndex(level)
    middle = (SIDE / 2, SIDE / 2)

    def drag() -> None:
        world = World.build(level, max_cells=MOST_CELLS)
        edit = operations.move_handles(level, {2: {len(ring) // 2}}, (0.3, -0.2))
        world = world.update(edit.apply(level), edit, keep_lattice=True)
        problems(world)

    def obstruct() -> None:
        obstacle = Obstacle(id=4, name="it", polygon=ring)
        edit = Edit.put(level, [obstacle])
        World.build(edit.apply(Level(settings=level.settings)), max_cells=MOST_CELLS)

    def look() -> None:
        index.at(middle, 0.1)
        index.handles.side_at(middle, 0.1, {2})
        index.handles.at(middle, 0.1, {2})
        index.in_box((1.0, 1.0), middle)
        edges_near(index, middle, 0.1, most=24)
        crossing_among(ring, range(min(8, len(ring))))

    return {
        "drag": drag,
        "obstruct": obstruct,
        "look": look,
        "label": lambda: label_point(ring),
        "unite": lambda: operations.union(level, ids, new_id),
        "subtract": lambda: operations.subtract(level, (2, 3), new_id),
        "split": lambda: operations.split(level, (2,), (-5.0, 5.0), (20.0, 5.1), new_id),
        "cuts": lambda: operations.cuts(level, (2,), (-5.0, 5.0), (20.0, 5.1)),
        "overlap": lambda: boolean.overlap_of(ring, BOX),
        "shared": lambda: boolean.shared_length(ring, BOX),
        "turns": lambda: boolean.turns_at_contact(ring, BOX),
        "common": lambda: boolean.common_part(ring, [BOX, ROOM], middle),
        "simple": lambda: boolean.is_simple(ring),
        "turn": lambda: operations.turn(level, (2,), 0.3, middle),
        "mirror": lambda: operations.mirror(level, (2,), middle, (middle[0], middle[1] + 1)),
        "align": lambda: operations.align(level, ids, "left"),
        "move": lambda: operations.move(level, (2,), (0.3, 0.4)),
    }


def attack(ring: Ring) -> None:
    """Do everything to an outline; errors are sentences."""
    try:
        Edit.put(Level(), [Area(id=1, polygon=ring)])
    except NavcoreError:
        # No level contains it, so nothing else is called with it.
        return
    for name, act in operations_on(ring).items():
        try:
            act()
        except NavcoreError as error:
            told = str(error)
            assert told, name


def attack_edits(rng: random.Random, rings: list[Ring], steps: int) -> None:
    """Edit a level of these outlines: updates equal builds, and undo brings back the level."""
    settings = msgspec.structs.replace(
        random_settings(rng), cell_size=0.4, boundary_padding=rng.choice((0.0, 0.45, 1.0))
    )
    level = Level(settings=settings, areas={1: Area(id=1, name="room", polygon=ROOM)})
    for number, ring in enumerate(rings):
        if rng.random() < 0.7:
            element = Area(id=2 + number, name=str(number), polygon=ring)
            level = level.with_items({element.id: element})
        else:
            obstacle = Obstacle(id=2 + number, polygon=ring)
            level = level.with_items({obstacle.id: obstacle})
    try:
        world = World.build(level, max_cells=MOST_CELLS)
    except NavcoreError:
        return
    for _ in range(steps):
        edit = random_edit(level, rng)
        with contextlib.suppress(NavcoreError):
            after = edit.apply(level)
            changed = world.update(after, edit, keep_lattice=rng.random() < 0.5)
            _assert_same(changed, World.build(after, lattice=changed.grid.lattice))
            back = changed.update(level, edit.inverse(), keep_lattice=True)
            assert edit.inverse().apply(after) == level
            _assert_same(back, World.build(level, lattice=back.grid.lattice))
            level, world = after, changed


def _assert_same(one: World, other: World) -> None:
    assert (one.grid.walkable == other.grid.walkable).all()
    assert (one.floor == other.floor).all()
    assert problems(one) == problems(other)


def _limit(seconds: int) -> None:
    """Have the system end this process when it takes too much; not on Windows."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(outline: str, seconds: str) -> None:
    """Attack one outline: "star 1001 500", "scattered 10000"."""
    _limit(int(seconds))
    *kind, number = outline.split()
    if kind[0] == "star":
        attack(star(int(kind[1]), int(number)))
    else:
        attack(KINDS[" ".join(kind)](random.Random(1), int(number)))


if __name__ == "__main__":
    main(*sys.argv[1:])
