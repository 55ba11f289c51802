"""Notes about shut doors mention the other ways."""

from msgspec.structs import replace
from rule_levels import DOOR, box, level_of

from navcore.level.model import Area
from navcore.proof.problems import RULES, problems
from navcore.world import World

SHUT = replace(DOOR, available=False)
SECOND = Area(id=30, name="hatch", door=True, polygon=box(10, 6, 10.4, 8))


def notes(*doors: Area) -> list[str]:
    """Return the notes about the shut doors."""
    world = World.build(level_of(*doors))
    return [one.text for one in problems(world, [RULES["door-cuts-off"]])]


def test_shut_door_is_the_only_way_or_one_of_several() -> None:
    """Of two doors to a room that are both shut neither is the only way."""
    (alone,) = notes(SHUT)
    assert "door is shut, and it is the only way to " in alone
    assert notes(SHUT, SECOND) == []
    both = sorted(notes(SHUT, replace(SECOND, available=False)))
    assert ["and so are the other doors to " in one for one in both] == [True, True]
    assert both[0].startswith("door is shut, and ")
    assert both[1].startswith("hatch is shut, and ")


def test_doors_one_behind_the_other_are_each_the_only_way() -> None:
    """Opening one does not help where the other is in the way."""
    vault = Area(id=31, name="vault", polygon=box(18.8, 0, 24, 8))
    inner = Area(
        id=32, name="inner", door=True, available=False, polygon=box(18.4, 3, 18.8, 5)
    )  # fmt: skip
    told = notes(SHUT, vault, inner)
    assert len(told) == 2
    assert all("and it is the only way to " in one for one in told)
