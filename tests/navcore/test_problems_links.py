"""Links that agents can't take are problems, with the place of the end that is off the floor."""

import msgspec
import pytest
from lofts import LADDER, house, rect

from navcore.level.model import Area, Level, Link, Obstacle, Profile
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.world import World

CAT = Profile(name="cat", radius=0.1)


def loose(level: Level) -> list[Problem]:
    """Return the problems about links."""
    return [one for one in problems(World.build(level)) if one.code == "loose-link"]


def link(start: tuple[float, float], end: tuple[float, float], **fields: object) -> Link:
    """A link between two points."""
    return Link(id=50, name="gap", start=(start,), end=(end,), **fields)  # type: ignore[arg-type]


def test_link_from_floor_to_floor_is_none() -> None:
    """Also one that needs abilities that no type has, and one for narrow agents only."""
    assert loose(house(LADDER)) == []
    assert loose(house(link((11, 3), (14, 3), needs=("jump",), width=0.1))) == []


@pytest.mark.parametrize(
    ("start", "end", "to_layer", "place", "said"),
    [
        ((12.5, 3), (14, 3), "", (12.5, 3), "gap begins at 12.50, 3.00 on Ground, where nobody"),
        ((11, 3), (14, 3), "loft", (14, 3), "gap ends at 14.00, 3.00 on loft, where nobody can"),
        ((11, 9), (30, 3), "loft", (11, 9), "gap begins at 11.00, 9.00 on Ground, where nobody"),
    ],
)  # fmt: skip
def test_end_off_the_floor_is_told(
    start: tuple[float, float], end: tuple[float, float], to_layer: str,
    place: tuple[float, float], said: str,
) -> None:  # fmt: skip
    """On the storey of that end; an island on the ground is no floor of the loft."""
    (found,) = loose(house(link(start, end, to_layer=to_layer)))
    assert (found.elements, found.place, found.fix) == ((50,), place, None)
    assert found.text.startswith(said)


def test_storey_is_named_only_where_there_are_several() -> None:
    """A level with the ground alone needs no names of storeys."""
    level = house(link((12.5, 3), (14, 3)))
    flat = level.with_settings(msgspec.structs.replace(level.settings, layers=()))
    (found,) = loose(flat)
    assert (
        found.text == "gap begins at 12.50, 3.00, where nobody can walk. Move that end onto floor."
    )


def test_segment_is_loose_when_no_part_of_it_leads_across() -> None:
    """Half of an end on floor is enough."""
    half = Link(id=50, start=((11.5, 4.0), (11.5, 9.0)), end=((13.5, 4.0), (13.5, 9.0)))
    assert loose(house(half)) == []
    crossed = Link(id=50, start=((11.5, 4.0), (11.5, 9.0)), end=((13.5, 10.0), (13.5, 5.0)))
    (found,) = loose(house(crossed))
    assert "nowhere across from each other" in found.text


def test_link_that_one_type_can_take_is_none() -> None:
    """A cat gets in where others are too wide, and a guard where a key is needed."""
    rings = (rect(13.2, 3.5, 16, 4), rect(13.2, 2, 16, 2.5))
    crates = [Obstacle(id=60 + row, polygon=ring) for row, ring in enumerate(rings)]
    inside = link((11, 3), (14, 3))
    (found,) = loose(house(inside, *crates))
    assert found.place == (14, 3)
    assert loose(house(inside, *crates, profiles=(CAT,))) == []
    assert len(loose(house(link((11, 3), (14, 3), needs=("jump",)), *crates, profiles=(CAT,)))) == 1
    vault = Area(id=62, name="vault", polygon=rect(20, 0, 24, 6), needs=("key",))
    rope = link((11, 3), (22, 3))
    assert len(loose(house(rope, vault))) == 1
    guard = Profile(name="guard", abilities=("key",))
    assert loose(house(rope, vault, profiles=(guard,))) == []
