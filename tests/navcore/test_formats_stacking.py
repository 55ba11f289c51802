"""Obstacles that are switched off keep their order in files."""

import json
from itertools import product

import pytest

from navcore.errors import FormatError
from navcore.formats.elements import read_elements, write_elements
from navcore.formats.level import read_level, write_level
from navcore.level.model import Level, Obstacle, in_drawing_order

RING = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))


def level_of(*on: bool) -> Level:
    """Obstacles one over the other, on or off."""
    obstacles = (
        Obstacle(id=9 - n, name=f"{n}", polygon=RING, order=float(n), enabled=enabled)
        for n, enabled in enumerate(on)
    )
    return Level().with_items({obstacle.id: obstacle for obstacle in obstacles})


@pytest.mark.parametrize("on", [on for n in range(6) for on in product((True, False), repeat=n)])
def test_every_stack_comes_back(on: tuple[bool, ...]) -> None:
    """As a level, byte for byte when it is saved once more, and as copied elements."""
    level = level_of(*on)
    text = write_level(level)
    again = read_level(text, "level.json").level
    assert again == level
    assert write_level(again) == text
    copied = read_elements(write_elements(level.obstacles.values())) if on else ()
    assert copied == tuple(in_drawing_order(level.obstacles))


def test_places_are_told_where_others_are_drawn_over_them_alone() -> None:
    """Most files, and those from before, say nothing."""
    plain = json.loads(write_level(level_of(True, True, False, False)))
    assert [one.keys() & {"order"} for one in plain["disabledObstacles"]] == [set(), set()]
    mixed = json.loads(write_level(level_of(False, True, False, True, False)))
    assert [one.get("order") for one in mixed["disabledObstacles"]] == [1, 3, None]


def entries(*places: object) -> str:
    """A file with two obstacles that are on, and one that is off for each place."""
    ring = [list(point) for point in RING]
    on = [{"name": name, "polygon": ring} for name in ("a", "b")]
    off = [{"name": f"{n}", "polygon": ring, "order": p} for n, p in enumerate(places)]
    return json.dumps({"areas": [], "obstacles": on, "disabledObstacles": off})


@pytest.mark.parametrize(
    ("places", "drawn"),
    [((1,), "0ab"), ((2, 1), "1 0ab"), ((2, 2), "a0b1"), ((7,), "ab0"), ((3, 1), "1a0b")],
)
def test_places_that_hands_have_written(places: tuple[int, ...], drawn: str) -> None:
    """A second one of the same place, and one beyond the last, go where there is room."""
    level = read_level(entries(*places), "level.json").level
    names = "".join(one.name for one in in_drawing_order(level.obstacles))
    assert names == drawn.replace(" ", "")
    assert read_level(write_level(level), "level.json").level.obstacles.keys() == (
        level.obstacles.keys()
    )


@pytest.mark.parametrize("place", [0, -1, 1.5, "1", True, [], 10**400, 2**31 + 1])
def test_other_places_are_refused(place: object) -> None:
    """The message names the entry."""
    with pytest.raises(FormatError, match=r"disabledObstacles\[0\]\.order: .* 1 to 2147483648"):
        read_level(entries(place), "level.json")
