"""Every kind of quick fix in random levels, turned and moved, with up to three faults in a room.

It removes its problem, adds none, and undoes to the same bytes. With one fault in a room notes
count as problems; with more they do not.
"""

import random
from collections import Counter
from collections.abc import Callable
from math import pi
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace
from rule_levels import CASES, DOOR, PLAYER, SETTINGS, agent, box, waypoint

from navcore.formats.level_text import write_level
from navcore.level.affine import Affine
from navcore.level.model import (
    Area,
    Edge,
    Element,
    ExportTarget,
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


class Room(NamedTuple):
    """Place of a fault: its lower left corner, its first id, and its size from 0 to 1."""

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
    """Return floor that crosses itself, with one half over the room."""
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
    """Return a strip that nearly touches the room."""
    apart = 0.012 + room.size * 0.08
    return [room.area(1, room.box(0, SIDE + apart, 6, SIDE + 4))]


def pit(room: Room) -> list[Element]:
    """Return a room that can be entered by a drop only."""
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


def ghost(room: Room) -> list[Element]:
    """An agent of a type that the table lacks."""
    one = replace(agent(*room.at(3, 5)), id=room.key + 1, name=f"ghost_{room.key}")
    return [replace(one, profile=f"ghost_{room.key}")]


def lost(room: Room) -> list[Element]:
    """An agent on a route that is missing."""
    one = replace(agent(*room.at(3, 5)), id=room.key + 1, name=f"lost_{room.key}")
    return [replace(one, route=room.key + 2)]


def closed(room: Room) -> list[Element]:
    """A vault behind a shut door."""
    shut = room.area(1, room.box(3, SIDE, 5.5, SIDE + WALL), door=True)
    behind = room.area(2, room.box(0, SIDE + WALL, 9, SIDE + 5 + room.size))
    return [replace(shut, available=False), behind]


def locked(room: Room) -> list[Element]:
    """Return a closet with a key that no agent has."""
    closet = room.area(2, room.box(0, SIDE + WALL, 9, SIDE + 5 + room.size))
    door = room.area(1, room.box(3, SIDE, 5.5, SIDE + WALL), door=True)
    return [replace(door, needs=(f"key_{room.key}",)), closet]


def locked_in(room: Room) -> list[Element]:
    """A closet with its own key in it."""
    key = waypoint(room.key + 3, *room.at(4 + room.size, SIDE + 3))
    return [*locked(room), replace(key, gives=(f"key_{room.key}",))]


FAULTS: Final[tuple[Callable[[Room], list[Element]], ...]] = (
    copies, bow, bow_floor, in_block, spike, straight, gap, gap_to_wall, vault, sliver, short, idle,
    nowhere, stops, namesakes, seam, pit, bog, attic, cut_edge, broad, closed, ghost,
    lost, locked, locked_in,
)  # fmt: skip


def broken(seed: int, faults: int = 1) -> Level:
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
        for place, fault in enumerate(rng.sample(FAULTS, faults)):
            key = 1000 * (number + 1) + 100 * place
            made = fault(Room(x, key, round(rng.random() * 0.9, 3)))
            # The first fault lies as drawn; others are mirrored or not, so that more of them meet.
            mirror = Affine(a=-1.0, e=2 * x + SIDE) if place and rng.random() < 0.5 else Affine()
            elements += [one.carried(mirror) for one in made]
    padding = rng.choice((0.45, 0.45, 0.45, 0.3))
    lost = ExportTarget(path="rooms.grid.json", format="json", state="Noon", layer="cellar")
    settings = replace(
        SETTINGS, boundary_padding=padding, layers=(Layer(name="ground"), Layer(name="roof")),
        profiles=(Profile(name="cart", radius=0.5),), exports=(lost,) if seed % 7 == 6 else (),
    )  # fmt: skip
    turn = rng.choice((0.0, 0.0, pi / 2, 0.3, rng.random() * 2 * pi))
    place = (round(rng.random() * 40 - 20, 3), round(rng.random() * 40 - 20, 3))
    turned = Affine.rotation(turn, (0.0, 0.0))
    moved = Affine.translation(place)
    held: dict[int, Element] = {one.id: one.carried(turned).carried(moved) for one in elements}
    return Level(settings=settings).with_items(held)


JOINING: Final = frozenset({"area-cut-off", "door-falls-short", "gap-too-narrow", "seam-open"})
"""Rules with fixes that let agents come to more floor, on which there may be other faults."""


def found_in(world: World) -> dict[object, Problem]:
    """Return all problems by their keys."""
    return {one.key: one for one in problems(world)}


def check(level: Level, told: Counter[str], *, notes: bool) -> None:
    """Apply each fix to the level and check again; `told` makes notes count as problems."""
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
        # Pieces of floor that a fix joins go on under the name of the largest.
        gone = Counter(found[one].code for one in found.keys() - left.keys() - {key})
        new = []
        for one in sorted(left.keys() - found.keys()):
            later = left[one]
            # Pieces of an outline overlap what the whole overlapped.
            if any((later.code, id_) in before for id_ in problem.elements):
                continue
            # What else blocks an edge is told once its waypoint stands on floor.
            if later.code == "blocked-edge" and gone["waypoint-off-floor"]:
                continue
            # A key behind its own door is told once agents come to that door.
            if later.code == "key-behind-door" and problem.code in JOINING:
                continue
            if gone[later.code]:
                gone[later.code] -= 1
            elif notes or later.severity != "note":
                new.append(later.text)
        assert not new, f"{where} adds {new}"
        assert write_level(problem.fix.inverse().apply(after)) == text, where


def fixable() -> set[str]:
    """Codes of rules that have a fix in the level that shows them."""
    shown = {code: problems(World.build(make())) for code, (make, _) in CASES.items()}
    return {code for code, (problem,) in shown.items() if problem.fix is not None}


@pytest.mark.parametrize(
    ("faults", "samples", "all_of_them"), [(1, 40, 500), (2, 12, 60), (3, 8, 30)]
)
def test_every_fix_fixes_random_levels(
    *, faults: int, samples: int, all_of_them: int, exhaustive: bool
) -> None:
    """Those of all rules that have one come up."""
    told = Counter[str]()
    for seed in range(all_of_them if exhaustive else samples):
        try:
            check(broken(seed, faults), told, notes=faults == 1)
        except AssertionError as fault:
            message = f"seed {seed}: {fault}"
            raise AssertionError(message) from fault
    assert not exhaustive or faults > 1 or fixable() - {"unlinked-edge"} <= told.keys()


def test_gap_between_copies_is_widened_in_all_of_them() -> None:
    """A copy would shut the gap again; another obstacle in the way leaves it without a fix."""
    one, other, *more = gap(Room(0.0, 1000, 0.3))
    hall = Area(id=100, name="hall", polygon=box(0, 0, SIDE, SIDE))
    copy = replace(one, id=7, name="copy")
    level = Level(settings=SETTINGS).with_items(
        {item.id: item for item in (PLAYER, hall, one, other, *more, copy)}
    )
    (found,) = [p for p in problems(World.build(level)) if p.code == "gap-too-narrow"]
    assert found.fix is not None
    assert {one.id, copy.id} <= found.fix.after.keys()
    shut = replace(one, id=8, name="bar", polygon=box(5.8, 5, 6, 11))
    blocked = level.with_items({8: shut})
    found_gaps = [p for p in problems(World.build(blocked)) if p.code.startswith("gap-")]
    assert all(p.fix is None for p in found_gaps)


def test_fix_of_wide_body_loses_no_floor() -> None:
    """If the wider type would lose floor that agents reach, the agent becomes narrower instead."""
    walls = gap(Room(0.0, 1000, 0.9))
    hall = Area(id=100, name="hall", polygon=box(0, 0, SIDE, SIDE))
    settings = replace(SETTINGS, profiles=(Profile(name="cart", radius=0.3),))
    cart = replace(agent(3, 5), id=20, name="cart", profile="cart", radius=0.7)
    for items, label in (((), "Change radius of cart"), (walls, "Make cart as wide as the floor")):
        level = Level(settings=settings).with_items(
            {item.id: item for item in (PLAYER, hall, cart, *items)}
        )
        (found,) = [p for p in problems(World.build(level)) if p.code == "wide-body"]
        assert found.fix is not None
        assert found.fix.label == label


def test_door_beside_two_halves_of_a_floor_falls_short() -> None:
    """Both halves are at one end of it."""
    halves = (Area(id=100, name="west", polygon=box(0, 0, 4, SIDE)),
              Area(id=101, name="east", polygon=box(4, 0, SIDE, SIDE)))  # fmt: skip
    made = short(Room(0.0, 1000, 0.2))
    level = Level(settings=SETTINGS).with_items(
        {item.id: item for item in (PLAYER, *halves, *made)}
    )
    assert [p.code for p in problems(World.build(level))] == ["door-falls-short"]


def test_missing_storey_is_added_unless_that_opens_a_narrow_gap() -> None:
    """Otherwise the elements that name it are put on the ground, which is their storey anyway."""
    hall = Area(id=100, name="hall", polygon=box(0, 0, SIDE, SIDE))
    plug = replace(square(Room(0.0, 1000, 0.0)), layer="attic", polygon=box(5.5, 5, 7, 11))
    settings = replace(SETTINGS, layers=(Layer(name="ground"), Layer(name="roof")))
    for walls, label in (((), "Add storey attic"), (gap(Room(0.0, 2000, 0.3)), "Put thing_1001")):
        level = Level(settings=settings).with_items(
            {item.id: item for item in (PLAYER, hall, plug, *walls)}
        )
        (found,) = [p for p in problems(World.build(level)) if p.code == "unknown-storey"]
        assert found.fix is not None
        assert found.fix.label.startswith(label)
