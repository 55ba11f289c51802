"""Reasons in buildings: one-way stairs straight up, and gaps on one of several storeys."""

from msgspec.structs import replace
from sim_levels import box

from navcore import World
from navcore.level.model import Area, Layer, Level, Link, Obstacle, Point, Settings
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason

SETTINGS = Settings(
    cell_size=0.4, agent_radius=0.45, object_padding=0.1, boundary_padding=0.45,
    grid_origin="cells", layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)),
)  # fmt: skip


def building(*items: Area | Obstacle | Link) -> Level:
    """Return two halls, one above the other, with these elements."""
    halls = (
        Area(id=1, name="hall", polygon=box(0, 0, 20, 6)),
        Area(id=2, name="loft", polygon=box(0, 0, 20, 6), layer="upper"),
    )
    return Level(settings=SETTINGS).with_items({one.id: one for one in (*halls, *items)})


def stairs(*, one_way: bool, x: float = 2.0) -> Link:
    """Return stairs that end straight above their start."""
    ends = ((x, 2.0),)
    return Link(
        id=10, name="stairs", type="stairs", start=ends, end=ends, to_layer="upper",
        one_way=one_way,
    )  # fmt: skip


def why(level: Level, start: tuple[Point, str], goal: tuple[Point, str]) -> Explanation:
    """Return the reason, after checking that its fix makes a path."""
    (a, layer), (b, goal_layer) = start, goal
    told = explain(World.build(level), a, b, layer=layer, goal_layer=goal_layer)
    if told.fix is not None:
        fixed = World.build(told.fix.apply(level))
        assert fixed.find_path(a, b, layer=layer, goal_layer=goal_layer, snap_radius=0.0).ok
    return told


def wall(key: int, x: float, gap: float, layer: str) -> tuple[Obstacle, Obstacle]:
    """Return a wall across a hall with a gap in its middle."""
    low, high = box(x, -1, x + 0.6, 3 - gap / 2), box(x, 3 + gap / 2, x + 0.6, 7)
    return (
        Obstacle(id=key, name=f"{layer}_south", polygon=low, layer=layer),
        Obstacle(id=key + 1, name=f"{layer}_north", polygon=high, layer=layer),
    )


def test_stairs_that_end_above_their_start_are_one_way() -> None:
    """Up there is a path, down they lead the other way."""
    below, above = ((5.0, 3.0), "ground"), ((5.0, 3.0), "upper")
    level = building(stairs(one_way=True))
    assert why(level, below, above).reason is Reason.NONE
    told = why(level, above, below)
    assert told.reason is Reason.ONE_WAY
    assert told.relaxation.two_way == (10,)
    assert told.text == "stairs leads the other way only."
    assert why(building(stairs(one_way=False)), above, below).reason is Reason.NONE


def test_gap_is_that_of_the_storey_on_which_the_path_leads() -> None:
    """What is too narrow right above or below the path has nothing to do with it."""
    level = building(
        stairs(one_way=False), *wall(20, 6, 0.9, "upper"), *wall(30, 14, 0.9, "ground")
    )
    start, goal = ((4.0, 3.0), "ground"), ((18.0, 3.0), "ground")
    told = why(level, start, goal)
    assert told.reason is Reason.WIDTH
    assert told.text.startswith("The gap between ground_south and ground_north is 0.90 m wide;")
    assert {mark.layer for mark in told.marks} == {"ground"}


def test_gap_behind_stairs_is_told_with_its_storey() -> None:
    """The path goes up first."""
    level = building(stairs(one_way=True), *wall(20, 6, 0.8, "upper"), *wall(30, 14, 2.5, "ground"))
    told = why(level, ((18.0, 3.0), "ground"), ((12.0, 3.0), "upper"))
    assert told.text.startswith("The gap between upper_south and upper_north is 0.80 m wide;")
    assert {mark.layer for mark in told.marks} == {"upper"}


def test_gap_is_told_where_the_floor_is_parted() -> None:
    """Not a shorter way past pillars, where the floor is as narrow but agents come around."""
    pillars = (
        Obstacle(id=40, name="low_pillar", polygon=box(5, -1, 6, 2.55)),
        Obstacle(id=41, name="high_pillar", polygon=box(5, 3.45, 6, 4)),
    )
    level = building(*pillars, *wall(30, 14, 0.9, "ground"))
    told = why(level, ((2.0, 3.0), "ground"), ((18.0, 3.0), "ground"))
    assert told.text.startswith("The gap between ground_south and ground_north is 0.90 m wide;")


def test_wider_link_is_only_offered_if_it_is_enough() -> None:
    """A gap behind it may be too narrow as well."""
    narrow = replace(stairs(one_way=False), width=0.5)
    start, goal = ((18.0, 3.0), "ground"), ((12.0, 3.0), "upper")
    told = why(building(narrow), start, goal)
    assert told.text == "stairs lets agents of up to 0.50 m pass; this one is 0.90 m wide."
    assert told.fix is not None
    assert told.fix.label == "Widen stairs"
    told = why(building(narrow, *wall(20, 6, 1.0, "upper")), start, goal)
    assert told.text == "stairs lets agents of up to 0.50 m pass; this one is 0.90 m wide."
    assert told.fix is None


def test_stairs_that_end_in_a_crate_are_named() -> None:
    """Others than these don't lead there; the sentence says what is wrong with them."""
    crate = Obstacle(id=11, name="crate", polygon=box(1, 1, 3, 3), layer="upper")
    told = why(building(stairs(one_way=False), crate), ((10.0, 3.0), "ground"),
               ((10.0, 3.0), "upper"))  # fmt: skip
    assert told.reason is Reason.NO_LINK
    assert told.text == (
        "No stairs or other link that this agent can take lead from Ground to upper. "
        "stairs has an end where this agent can't stand: move it onto floor."
    )
    assert told.marks[0].element == 10
    down = why(building(stairs(one_way=True), crate), ((10.0, 3.0), "upper"),
               ((10.0, 3.0), "ground"))  # fmt: skip
    assert "stairs has" not in down.text
