"""Every kind of quick fix in random levels, turned and moved, with several faults at once.

It removes its problem, adds none, notes included, and undoes to the same bytes.
"""

import random
from collections import Counter
from collections.abc import Callable
from math import pi
from typing import Final, NamedTuple

from msgspec.structs import replace
from rule_levels import CASES, DOOR, PLAYER, SETTINGS, agent, box, waypoint

from navcore.formats.level_text import write_level
from navcore.level.affine import Affine
from navcore.level.model import (
    Area,
    Edge,
    Element,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Ring,
    Zone,
)
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.world import World

SIDE: Final = 12.0
WALL: Final = 0.4
LEVELS, SAMPLES = 500, 40


class Room(NamedTuple):
    """Where a fault goes: its lower left corner, ids from here on, and how large it is, 0 to 1."""

    x: float
    key: int
    size: float

    def box(self, x0: float, z0: float, x1: float, z1: float) -> Ring:
        """A rectangle, from the corner of the room."""
        return box(self.x + x0, z0, self.x + x1, z1)

    def at(self, x: float, z: float) -> Point:
        """A place, from the corner of the room."""
        return (self.x + x, z)

    def block(self, number: int, ring: Ring) -> Obstacle:
        """An obstacle."""
        return Obstacle(id=self.key + number, name=f"thing_{self.key + number}", polygon=ring)

    def area(self, number: int, ring: Ring, *, door: bool = False) -> Area:
        """An area or a door."""
        key = self.key + number
        return Area(id=key, name=f"place_{key}", polygon=ring, door=door)


def square(room: Room) -> Obstacle:
    """A block in the middle."""
    return room.block(1, room.box(4, 6, 5 + room.size, 7 + room.size))


def copies(room: Room) -> list[Element]:
    """Two or three blocks in one place."""
    one = square(room)
    more = 1 + int(2 * room.size)
    return [one, *(replace(one, id=one.id + n, name=f"{one.name}_{n}") for n in range(1, 1 + more))]


def bow(room: Room) -> list[Element]:
    """A block that crosses itself."""
    x = 6 + room.size
    ring = (room.at(4, 6), room.at(x, 6), room.at(4, 8), room.at(x, 8))
    return [room.block(1, ring)]


def bow_floor(room: Room) -> list[Element]:
    """Floor that crosses itself, one half of it upon the room."""
    y = SIDE + 1 + room.size
    ring = (room.at(2, SIDE - 2), room.at(6, y + 2), room.at(6, SIDE - 2), room.at(2, y + 2))
    return [room.area(1, ring)]


def in_block(room: Room) -> list[Element]:
    """An agent in a block."""
    guard = agent(*room.at(4.5, 6.5))
    return [square(room), replace(guard, id=room.key + 2, name=f"guard_{room.key}")]


def spike(room: Room) -> list[Element]:
    """Corners in one place, and on a straight side."""
    ring = (room.at(4, 6), room.at(4, 6.0002), room.at(5, 6), room.at(6 + room.size, 6),
            room.at(5, 8))  # fmt: skip
    return [room.block(1, ring)]


def straight(room: Room) -> list[Element]:
    """A corner on a straight side."""
    ring = (room.at(4, 6), room.at(4.5 + room.size / 4, 6), room.at(6, 6), room.at(5, 8))
    return [room.block(1, ring)]


def gap(room: Room) -> list[Element]:
    """Two walls with too narrow a gap, in front of half of the room."""
    wide = 0.6 + room.size * 1.1
    low, high = 8 - wide / 2, 8 + wide / 2
    end = room.block(3, room.box(6, -1, 6.5, 4))
    return [
        room.block(1, room.box(6, 4, 6.5, low)), room.block(2, room.box(6, high, 6.5, SIDE + 1)),
        end,
    ]  # fmt: skip


def gap_to_wall(room: Room) -> list[Element]:
    """A wall that leaves too narrow a gap to the side of the room."""
    wide = 0.5 + room.size
    return [room.block(1, room.box(6, -1, 6.5, SIDE - wide))]


def vault(room: Room) -> list[Element]:
    """A room without a door."""
    return [room.area(1, room.box(0, SIDE + 0.2 + room.size, 8, SIDE + 8))]


def sliver(room: Room) -> list[Element]:
    """A tiny block."""
    return [room.block(1, room.box(4, 6, 4.01 + room.size / 20, 6.05))]


def short(room: Room) -> list[Element]:
    """A door that falls short of a vault."""
    return [
        room.area(1, room.box(3, SIDE, 5, SIDE + WALL), door=True),
        room.area(2, room.box(0, SIDE + 0.45 + room.size / 2, 9, SIDE + 8)),
    ]


def idle(room: Room) -> list[Element]:
    """A door in the middle of the floor."""
    return [room.area(1, room.box(3, 5, 4 + room.size, 6 + room.size), door=True)]


def nowhere(room: Room) -> list[Element]:
    """A door to nothing."""
    return [room.area(1, room.box(3, SIDE, 4.2 + room.size, SIDE + WALL), door=True)]


def stops(room: Room) -> list[Element]:
    """Stops in a block and outside."""
    walker = agent(*room.at(3, 5), room.at(4.5, 6.5), room.at(2, 30 + room.size))
    return [square(room), replace(walker, id=room.key + 2, name=f"walker_{room.key}")]


def namesakes(room: Room) -> list[Element]:
    """Three blocks of one name."""
    return [replace(room.block(n, room.box(4 + 2 * n, 8, 5 + 2 * n, 9)), name=f"twin_{room.key}")
            for n in range(1 + int(2 * room.size) + 1)]  # fmt: skip


def seam(room: Room) -> list[Element]:
    """A strip that all but touches the room."""
    apart = 0.012 + room.size * 0.08
    return [room.area(1, room.box(0, SIDE + apart, 6, SIDE + 4))]


def pit(room: Room) -> list[Element]:
    """A room that one falls into."""
    drop = Link(id=room.key + 2, name=f"ledge_{room.key}", start=(room.at(3, SIDE - 2),),
                end=(room.at(3, SIDE + 3),), type="drop", one_way=True)  # fmt: skip
    return [room.area(1, room.box(0, SIDE + 1, 6 + room.size, SIDE + 6)), drop]


def bog(room: Room) -> list[Element]:
    """A terrain that the table lacks."""
    return [Zone(id=room.key + 1, name=f"zone_{room.key}", terrain=f"bog_{room.key}",
                 polygon=room.box(3, 5, 5 + room.size, 7))]  # fmt: skip


def attic(room: Room) -> list[Element]:
    """A storey that the table lacks."""
    return [replace(square(room), layer=f"attic_{room.key}")]


def cut_edge(room: Room) -> list[Element]:
    """An edge of the network through a block."""
    ends = waypoint(room.key + 2, *room.at(2.5, 6.5)), waypoint(room.key + 3, *room.at(8, 6.5))
    edge = Edge(id=room.key + 4, start=room.key + 2, end=room.key + 3)
    return [square(room), *ends, edge]


def broad(room: Room) -> list[Element]:
    """An agent that is wider than its type."""
    cart = replace(agent(*room.at(3, 5)), id=room.key + 1, name=f"cart_{room.key}")
    return [replace(cart, profile="cart", radius=0.55 + room.size / 5)]


def closed(room: Room) -> list[Element]:
    """A vault behind a shut door."""
    shut = room.area(1, room.box(3, SIDE, 5.5, SIDE + WALL), door=True)
    behind = room.area(2, room.box(0, SIDE + WALL, 9, SIDE + 5 + room.size))
    return [replace(shut, available=False), behind]


FAULTS: Final[tuple[Callable[[Room], list[Element]], ...]] = (
    copies, bow, bow_floor, in_block, spike, straight, gap, gap_to_wall, vault, sliver, short, idle,
    nowhere, stops, namesakes, seam, pit, bog, attic, cut_edge, broad, closed,
)  # fmt: skip


def broken(seed: int) -> Level:
    """Rooms in a row with doors between them, faults in each, as a whole turned and moved."""
    rng = random.Random(seed)
    elements: list[Element] = [PLAYER]
    count = rng.randint(1, 4)
    for number in range(count):
        x = number * (SIDE + WALL)
        elements.append(Area(id=100 + number, name=f"hall_{number}",
                             polygon=box(x, 0, x + SIDE, SIDE)))  # fmt: skip
        if number:
            ring = box(x - WALL, 1.5, x, 3.5)
            elements.append(replace(DOOR, id=500 + number, name=f"door_{number}", polygon=ring))
        fault = rng.choice(FAULTS)
        elements += fault(Room(x, 1000 * (number + 1), round(rng.random() * 0.9, 3)))
    padding = rng.choice((0.45, 0.45, 0.45, 0.3))
    settings = replace(
        SETTINGS, boundary_padding=padding, layers=(Layer(name="ground"), Layer(name="roof")),
        profiles=(Profile(name="cart", radius=0.5),),
    )  # fmt: skip
    turn = rng.choice((0.0, 0.0, pi / 2, 0.3, rng.random() * 2 * pi))
    place = (round(rng.random() * 40 - 20, 3), round(rng.random() * 40 - 20, 3))
    turned = Affine.rotation(turn, (0.0, 0.0))
    moved = Affine.translation(place)
    held: dict[int, Element] = {one.id: one.carried(turned).carried(moved) for one in elements}
    return Level(settings=settings).with_items(held)


def found_in(world: World) -> dict[object, Problem]:
    """All problems by what they are known by."""
    return {one.key: one for one in problems(world)}


def check(level: Level, told: Counter[str]) -> None:
    """Apply each fix to the level, and look again."""
    text = write_level(level)
    world = World.build(level)
    found = found_in(world)
    assert found
    for key, problem in found.items():
        if problem.fix is None:
            continue
        told[problem.code] += 1
        after = problem.fix.apply(level)
        left = found_in(world.update(after, problem.fix))
        where = f"{problem.code}: {problem.text} -> {problem.fix.label}"
        assert key not in left, f"{where} is still there: {left[key].text}"
        before = {(one.code, id_) for one in found.values() for id_ in one.elements}
        new = [
            left[one].text for one in left.keys() - found.keys()
            # Pieces of an outline overlap what the whole overlapped.
            if not any((left[one].code, id_) in before for id_ in problem.elements)
        ]  # fmt: skip
        assert not new, f"{where} adds {new}"
        assert write_level(problem.fix.inverse().apply(after)) == text, where


def fixable() -> set[str]:
    """Codes of rules that have a fix in the level that shows them."""
    shown = {code: problems(World.build(make())) for code, (make, _) in CASES.items()}
    return {code for code, (problem,) in shown.items() if problem.fix is not None}


def test_every_fix_fixes_random_levels(*, exhaustive: bool) -> None:
    """Those of all rules that have one come up."""
    told = Counter[str]()
    for seed in range(LEVELS if exhaustive else SAMPLES):
        try:
            check(broken(seed), told)
        except AssertionError as fault:
            message = f"seed {seed}: {fault}"
            raise AssertionError(message) from fault
    assert not exhaustive or fixable() - {"unlinked-edge"} <= told.keys()
