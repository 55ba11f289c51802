"""Each reason has a level that shows it, and a similar one that doesn't."""

import dataclasses

from msgspec.structs import replace
from sim_levels import box
from two_rooms import two_rooms

from navcore import World
from navcore.bake.grid import DoorCells
from navcore.level.model import (
    Area,
    Item,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Settings,
    Terrain,
    Zone,
)
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.proof.verdicts import verdict_of

LEFT, RIGHT = (2.0, 2.0), (14.0, 2.0)


def level_of(*items: Item, settings: Settings | None = None) -> Level:
    """A level of these elements."""
    level = Level(settings=settings or Settings(agent_radius=0.3, object_padding=0.1))
    return level.with_items({getattr(item, "id", 0): item for item in items})


def why(level: Level, start: Point, goal: Point, profile: Profile | None = None) -> Explanation:
    """Return the reason, after checking that its fix makes a path."""
    told = explain(World.build(level), start, goal, profile=profile)
    if told.fix is not None:
        fixed = World.build(told.fix.apply(level))
        after = profile
        if profile is not None and profile.name:
            after = next(p for p in fixed.level.settings.profiles if p.name == profile.name)
        assert explain(fixed, start, goal, profile=after).reason is Reason.NONE
        assert told.fix.label
    return told


def shut(level: Level, *ids: int) -> Level:
    """The level with these doors shut."""
    return level.with_items({i: replace(level.areas[i], available=False) for i in ids})


def test_shut_door_is_told_and_opened():
    """It is the only way; open, nothing is in the way."""
    level = two_rooms(second_door=False)
    told = why(shut(level, 102), LEFT, RIGHT)
    assert told.reason is Reason.DOORS
    assert told.text == "door is shut, and it is the only way into right."
    assert (told.relaxation.doors, told.elements) == ((102,), (102,))
    assert told.fix is not None
    assert told.fix.label == "Open door"
    assert why(level, LEFT, RIGHT).reason is Reason.NONE


def test_of_two_shut_doors_the_nearer_is_enough():
    """One of them is no relaxation smaller than the other, so the way around decides."""
    level = shut(two_rooms(second_door=True), 102, 103)
    assert why(level, LEFT, RIGHT).relaxation.doors == (102,)
    told = why(level, (2.0, 10.0), (14.0, 10.0))
    assert told.relaxation.doors == (103,)
    assert told.text == "back_door is shut."


def test_doors_in_a_row_are_told_together():
    """All of them are needed."""
    level = level_of(
        Area(id=1, name="a", polygon=box(0, 0, 4, 4)),
        Area(id=2, name="first", door=True, available=False, polygon=box(4, 1, 5, 3)),
        Area(id=3, name="b", polygon=box(5, 0, 9, 4)),
        Area(id=4, name="second", door=True, available=False, polygon=box(9, 1, 10, 3)),
        Area(id=5, name="c", polygon=box(10, 0, 14, 4)),
    )
    told = why(level, (2, 2), (12, 2))
    assert told.relaxation.doors == (2, 4)
    assert told.text == "first and second are shut; opening fewer doors makes no path."


def test_double_door_with_padding_takes_both_leaves():
    """Each leaf is too narrow by itself: only both together move the outer edge away."""
    level = level_of(
        Area(id=1, name="a", polygon=box(0, 0, 4, 4)),
        Area(id=2, name="left_leaf", door=True, available=False, polygon=box(4, 1, 5, 1.8)),
        Area(id=3, name="right_leaf", door=True, available=False, polygon=box(4, 1.8, 5, 2.6)),
        Area(id=4, name="b", polygon=box(5, 0, 9, 4)),
        settings=Settings(
            agent_radius=0.45, object_padding=0.0, boundary_padding=0.45, cell_size=0.25
        ),
    )
    assert why(level, (2, 2), (7, 2)).relaxation.doors == (2, 3)


def test_missing_key_is_told_and_given_to_a_type():
    """With the ability nothing is in the way."""
    thief = Profile(name="thief")
    level = two_rooms(second_door=False)
    level = level.with_items({102: replace(level.areas[102], needs=("key",))})
    level = level.with_settings(replace(level.settings, profiles=(thief,)))
    told = why(level, LEFT, RIGHT, thief)
    assert told.reason is Reason.ABILITIES
    assert told.text == "door requires key, which thief does not have."
    assert told.relaxation.abilities == ("key",)
    assert told.fix is not None
    assert told.fix.label == "Give key to thief"
    assert why(level, LEFT, RIGHT, Profile(abilities=("key",))).reason is Reason.NONE
    assert why(level, LEFT, RIGHT).fix is None


def test_shut_door_with_a_lock_is_told_with_its_key():
    """Both must be relaxed, and moving the ends is not proposed before that."""
    level = shut(two_rooms(second_door=False), 102)
    level = level.with_items({102: replace(level.areas[102], needs=("key",))})
    told = why(level, LEFT, RIGHT)
    assert (told.relaxation.doors, told.relaxation.abilities) == ((102,), ("key",))
    assert told.text == "door requires key, which this agent does not have. door is shut as well."


def test_water_needs_swimmers():
    """Where the zone ends before the wall, a path leads around it."""
    settings = Settings(terrains=(Terrain(name="ground"), Terrain(name="water", needs=("swim",))))
    yard = Area(id=1, name="yard", polygon=box(0, 0, 12, 6))
    river = Zone(id=2, name="river", terrain="water", polygon=box(5, -1, 7, 7))
    told = why(level_of(yard, river, settings=settings), (2, 3), (10, 3))
    assert told.text == "water requires swim, which this agent does not have."
    short = replace(river, polygon=box(5, -1, 7, 5))
    assert why(level_of(yard, short, settings=settings), (2, 3), (10, 3)).reason is Reason.NONE


def lofts(**link: object) -> Level:
    """A hall and a loft above it, with a link from one to the other."""
    settings = Settings(
        agent_radius=0.3, layers=(Layer(name="ground"), Layer(name="loft", floor_y=3.0))
    )
    items: list[Item] = [
        Area(id=1, name="hall", polygon=box(0, 0, 8, 8)),
        Area(id=2, name="loft_floor", polygon=box(0, 0, 8, 8), layer="loft"),
    ]
    if link:
        items.append(
            Link(id=3, name="way_up", start=((2, 2),), end=((4, 4),), to_layer="loft", **link)  # type: ignore[arg-type]
        )
    return level_of(*items, settings=settings)


def test_one_way_link_is_told():
    """It leads down alone; taken both ways it is a path."""
    world = World.build(lofts(type="drop", one_way=True))
    told = explain(world, (4, 4), (2, 2), layer="loft", goal_layer="ground")
    assert told.reason is Reason.ONE_WAY
    assert told.text == "way_up leads the other way only."
    assert told.fix is not None
    fixed = World.build(told.fix.apply(world.level))
    assert explain(fixed, (4, 4), (2, 2), layer="loft", goal_layer="ground").reason is Reason.NONE
    assert explain(world, (2, 2), (4, 4), goal_layer="loft").reason is Reason.NONE


def test_narrow_link_is_told():
    """A ladder for children."""
    narrow, fits = World.build(lofts(width=0.5)), World.build(lofts(width=0.6))
    told = explain(narrow, (2, 2), (4, 4), goal_layer="loft")
    assert told.reason is Reason.WIDTH
    assert told.text == "way_up lets agents of up to 0.50 m pass; this one is 0.60 m wide."
    assert round(told.relaxation.width, 3) == 0.1
    assert explain(fits, (2, 2), (4, 4), goal_layer="loft").reason is Reason.NONE


def test_missing_link_is_told():
    """Nothing leads upstairs."""
    told = explain(World.build(lofts()), (2, 2), (4, 4), goal_layer="loft")
    assert told.reason is Reason.NO_LINK
    assert told.text == "Nothing leads from Ground to loft. Draw a link between them."


def gap(width: float, shift: float) -> Level:
    """Return a hall divided by walls with a gap, at an offset from the grid."""
    x, z = shift, shift * 0.5
    return level_of(
        Area(id=1, name="hall", polygon=box(-1, -1, 13, 9)),
        Obstacle(id=2, name="south_wall", polygon=box(6 + x, -2, 7 + x, 3 + z)),
        Obstacle(id=3, name="north_wall", polygon=box(6 + x, 3 + z + width, 7 + x, 10)),
        settings=Settings(
            cell_size=0.4, agent_radius=0.45, object_padding=0.1, grid_origin="cells"
        ),
    )


def test_gap_is_told_at_every_offset_of_the_grid():
    """Up to twice the clearance it is always shut, from a cell more it is always open."""
    settings = gap(1.0, 0.0).settings
    needed = verdict_of(1.0, settings)
    for sixteenth in range(16):
        shift = sixteenth * 0.4 / 16
        level = gap(needed.needed, shift)
        told = why(level, (2, 4), (10, 4))
        assert told.reason is Reason.WIDTH
        assert told.text.startswith("The gap between south_wall and north_wall is 1.10 m wide")
        assert 0 < told.relaxation.width <= 0.401
        assert told.elements == (2, 3)
        assert told.fix is not None
        assert told.fix.label == "Widen to 1.50 m"
        assert why(gap(needed.always_from, shift), (2, 4), (10, 4)).reason is Reason.NONE
        # As much wider as it is told, and not a millimetre less.
        enough = needed.needed + told.relaxation.width
        assert why(gap_around(enough, shift), (2, 4), (10, 4)).reason is Reason.NONE
        less = why(gap_around(enough - 0.002, shift), (2, 4), (10, 4))
        assert less.reason is Reason.WIDTH


def gap_around(width: float, shift: float) -> Level:
    """Return the same gap, widened equally on both sides."""
    level = gap(1.1, shift)
    more = (width - 1.1) / 2
    south, north = level.obstacles[2], level.obstacles[3]
    z0, z1 = max(z for _, z in south.polygon) - more, min(z for _, z in north.polygon) + more
    x0, x1 = min(x for x, _ in south.polygon), max(x for x, _ in south.polygon)
    return level.with_items(
        {
            2: replace(south, polygon=box(x0, -2, x1, z0)),
            3: replace(north, polygon=box(x0, z1, x1, 10)),
        }
    )


def test_goal_in_an_obstacle():
    """There is a path to the floor beside it."""
    level = level_of(
        Area(id=1, name="yard", polygon=box(0, 0, 12, 12)),
        Obstacle(id=2, name="millstone", polygon=box(5, 5, 7, 7)),
    )
    told = why(level, (2, 2), (6, 6))
    assert told.reason is Reason.GOAL
    assert told.text.startswith("The goal lies inside millstone. The nearest place that can be")
    assert told.relaxation.goal is not None
    assert told.elements == (2,)
    assert why(level, (6, 6), (2, 2)).reason is Reason.START
    assert why(level, (2, 2), (8, 6)).reason is Reason.NONE


def test_first_mark_is_at_the_end_that_is_told_of():
    """The start is in a wall as well."""
    level = level_of(
        Area(id=1, name="yard", polygon=box(0, 0, 12, 12)),
        Obstacle(id=2, name="millstone", polygon=box(5, 5, 7, 7)),
    )
    told = why(level, (6, 6), (6, -4))
    assert told.text == "The goal is outside every area, 4.0 m south of yard."
    assert [mark.place for mark in told.marks[:2]] == [(6, -4), (6, 6)]
    assert told.marks[0].line is not None


def test_goal_too_close_to_a_wall_is_no_reason():
    """Agents reach the floor beside it, but the reason is given."""
    level = level_of(
        Area(id=1, name="yard", polygon=box(0, 0, 12, 12)),
        Obstacle(id=2, name="millstone", polygon=box(5, 5, 7, 7)),
    )
    told = why(level, (2, 2), (4.9, 6))
    assert told.reason is Reason.NONE
    assert told.text.startswith("There is a path. The goal is too close to a wall;")


def test_goal_outside_every_area():
    """Inside, all is well."""
    level = level_of(Area(id=1, name="yard", polygon=box(0, 0, 12, 12)))
    told = why(level, (2, 2), (6, -4))
    assert told.reason is Reason.GOAL
    assert told.text == "The goal is outside every area, 4.0 m south of yard."
    assert told.marks[0].place == (6, -4)
    assert why(level, (2, 2), (6, 0.5)).reason is Reason.NONE


def test_island_is_told_with_its_nearest_approach_and_joined_by_a_door():
    """Rooms that touch are no islands."""
    level = level_of(
        Area(id=1, name="store", polygon=box(0, 0, 6, 6)),
        Area(id=2, name="vault", polygon=box(6.8, 0, 12, 6)),
    )
    told = why(level, (2, 3), (10, 3))
    assert told.reason is Reason.ISLAND
    assert told.text == (
        "vault is cut off: nothing leads there. The nearest floor is 0.80 m away, in store."
    )
    assert told.fix is not None
    assert told.fix.label == "Put a door there"
    assert told.marks[0].line is not None
    beside = level.with_items({2: replace(level.areas[2], polygon=box(6, 0, 12, 6))})
    assert why(beside, (2, 3), (10, 3)).reason is Reason.NONE


def test_island_behind_a_wall_names_the_wall():
    """The floor is one, an obstacle across it parts it."""
    level = level_of(
        Area(id=1, name="yard", polygon=box(0, 0, 12, 6)),
        Obstacle(id=2, name="fence", polygon=box(5, -1, 6, 7)),
    )
    told = why(level, (2, 3), (10, 3))
    assert told.reason is Reason.ISLAND
    assert told.text == "yard is cut off by fence: no path leads around it."


def test_limit_is_told():
    """Without a limit there is a path."""
    world = World.build(two_rooms(second_door=False))
    told = explain(world, (2.0, 10.0), (14.0, 10.0), limit=2)
    assert told.reason is Reason.LIMIT
    assert told.text == "The search gave up after 2 cells; there may still be a path."
    assert explain(world, LEFT, RIGHT, limit=100_000).reason is Reason.NONE


def test_world_of_a_grid_knows_its_doors():
    """Doors open by their cells; how wide gaps are, a grid does not know."""
    level = shut(two_rooms(second_door=False), 102)
    baked = World.build(level)
    opened = World.build(two_rooms(second_door=False))
    cells = opened.grid.walkable & (1 - baked.grid.walkable)
    runs = tuple((int(z), int(x), int(x) + 1) for z, x in zip(*cells.nonzero(), strict=True))
    grid = dataclasses.replace(baked.grid, doors=(DoorCells("door", open=False, cells=runs),))
    world = World.from_grid(grid)
    told = explain(world, LEFT, RIGHT)
    assert told.reason is Reason.DOORS
    assert told.text == "door is shut."
    bare = World.from_grid(baked.grid)
    told = explain(bare, LEFT, RIGHT)
    assert told.reason is Reason.ISLAND
    assert told.text.startswith("The goal is cut off. The nearest place that can be reached is ")
    told = explain(bare, LEFT, (8.2, 6.0))
    assert told.text.startswith("The goal is too close to a wall. The nearest place that can be")


def test_goal_at_the_very_edge_of_the_floor_is_no_reason():
    """The centre of its cell may be outside."""
    level = level_of(
        Area(id=1, name="yard", polygon=box(0, 0, 12.1, 12.1)),
        settings=Settings(cell_size=0.4, boundary_padding=0.45),
    )
    assert why(level, (2, 2), (6, 12.1)).reason is Reason.NONE
    assert why(level, (2, 2), (6, 12.2)).reason is Reason.GOAL


def test_goal_without_room_on_an_island():
    """It is the goal that has no room; on floor with room it is the island."""
    level = level_of(
        Area(id=1, name="store", polygon=box(0, 0, 6, 6)),
        Area(id=2, name="vault", polygon=box(16, 0, 22, 6)),
        Obstacle(id=3, name="west_shelf", polygon=box(17, 1, 18, 5)),
        Obstacle(id=4, name="east_shelf", polygon=box(18.5, 1, 19.5, 5)),
    )
    told = why(level, (2, 3), (18.25, 3))
    assert told.reason is Reason.GOAL
    assert told.text.startswith("The goal is too close to a wall. The nearest place that can be")
    assert why(level, (2, 3), (21, 3)).reason is Reason.ISLAND


def test_gaps_in_a_row_are_widened_together():
    """The gap that needs the most is named."""
    level = gap(1.0, 0.0)
    level = level.with_items(
        {
            4: Obstacle(id=4, name="south_fence", polygon=box(9, -2, 10, 3.0)),
            5: Obstacle(id=5, name="north_fence", polygon=box(9, 3.8, 10, 10)),
        }
    )
    told = why(level, (2, 4), (11.5, 4))
    assert told.text == (
        "The gap between south_fence and north_fence is 0.80 m wide; this agent needs 1.50 m."
    )
    assert told.fix is not None
    assert told.fix.label == "Widen 2 gaps"


def test_narrow_door_is_widened():
    """It stays in its place."""
    level = level_of(
        Area(id=1, name="a", polygon=box(0, 0, 4, 4)),
        Area(id=2, name="hatch", door=True, polygon=box(4, 1.5, 5, 2.1)),
        Area(id=3, name="b", polygon=box(5, 0, 9, 4)),
        settings=Settings(
            agent_radius=0.45, object_padding=0.0, boundary_padding=0.45, cell_size=0.25
        ),
    )
    told = why(level, (2, 2), (7, 2))
    assert told.reason is Reason.WIDTH
    assert told.fix is not None
    assert told.fix.label in {"Widen to 1.15 m", "Widen to 1.16 m"}
    width = told.fix.label.removeprefix("Widen to ")
    assert told.text == f"hatch is 0.60 m wide here; this agent needs {width}."
