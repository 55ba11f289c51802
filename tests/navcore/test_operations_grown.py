"""Waypoints of a grown network that are corrected by hand lose the tag of grown ones."""

import pytest
from msgspec.structs import replace

from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Item, Layer, Level, Settings, Waypoint
from navcore.level.operations import delete, lock, move
from navcore.level.operations.grown import GROWN, corrected
from navcore.level.operations.storey_elements import move_to_storey
from navcore.level.operations.storeys import rename_storey

ROOM = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 20), (0, 20)))
LEVEL = Level().with_items(
    {
        1: ROOM,
        **{
            i: Waypoint(id=i, name=f"w{i}", position=(i - 9.0, 3.0), tags=("quest", GROWN))
            for i in (10, 11, 12)
        },
        20: Edge(id=20, start=10, end=11),
    }
)


def grown(level: Level) -> set[int]:
    """Ids of the waypoints with the tag."""
    return {i for i, one in level.of(Waypoint).items() if GROWN in one.tags}


def put(*items: Item) -> Edit:
    """These items in the level."""
    return Edit.put(LEVEL, items)


WAYPOINT, EDGE = LEVEL.of(Waypoint)[10], LEVEL.of(Edge)[20]


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        (move(LEVEL, [10], (0.5, 0.0)), {11, 12}),
        (put(replace(WAYPOINT, type="cover")), {11, 12}),
        (put(replace(WAYPOINT, clear_radius=2.0)), {11, 12}),
        (put(replace(WAYPOINT, enabled=False)), {11, 12}),
        (put(replace(EDGE, factor=3.0)), {12}),
        (put(replace(EDGE, one_way=True)), {12}),
        (put(Edge(id=21, start=11, end=12)), {10}),
        (put(replace(WAYPOINT, id=30)), {10, 11, 12}),
        (put(replace(WAYPOINT, id=30), Edge(id=21, start=30, end=12)), {10, 11}),
        (put(Waypoint(id=30, position=(5, 5))), {10, 11, 12}),
        (delete(LEVEL, [20]), {10, 11, 12}),
        (delete(LEVEL, [10]), {11, 12}),
        (lock(LEVEL, [10]), {10, 11, 12}),
        (put(replace(WAYPOINT, order=7.0), replace(EDGE, order=3.0)), {10, 11, 12}),
        (move(LEVEL, [1, 10, 11, 12], (1.0, 0.0)), {10, 11, 12}),
    ],
)
def test_what_counts_as_a_correction(edit: Edit, left: set[int]) -> None:
    """Moving, changing, copying or joining; not locking, sorting or moving with a room."""
    after = corrected(LEVEL, edit).apply(LEVEL)
    assert grown(after) == left
    assert all("quest" in after.of(Waypoint)[i].tags for i in {10, 11, 12} & {*after.of(Waypoint)})
    assert corrected(LEVEL, edit).inverse().apply(after) == LEVEL


def test_a_tag_that_is_given_by_hand_stays() -> None:
    """So that one can be given up again."""
    plain = Waypoint(id=30, position=(5, 5))
    level = LEVEL.with_items({30: plain})
    edit = Edit.put(level, [replace(plain, tags=(GROWN,), type="rest")])
    assert corrected(level, edit) is edit


def test_a_waypoint_on_another_storey_is_corrected() -> None:
    """Unless its storey is renamed or its room goes along."""
    level = Level(settings=Settings(layers=(Layer(name="ground"), Layer(name="upper", floor_y=3))))
    level = level.with_items({item.id: item for item in LEVEL.elements()})
    alone = move_to_storey(level, [10], "upper")
    after = corrected(level, alone).apply(level)
    assert after.of(Waypoint)[10].layer == "upper"
    assert grown(after) == {11, 12}
    assert grown(corrected(level, move_to_storey(level, [1, 10], "upper")).apply(level)) == {
        10,
        11,
        12,
    }
    upper = alone.apply(level)
    renamed = corrected(upper, rename_storey(upper, "upper", "attic")).apply(upper)
    assert renamed.of(Waypoint)[10].layer == "attic"
    assert grown(renamed) == {10, 11, 12}
