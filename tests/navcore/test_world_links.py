"""Worlds of levels with links: users, storeys at both ends, and costs of edits."""

import pickle

import maps
import numpy as np
import pytest

from navcore import world as world_module
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Link, Obstacle, Profile, Settings, Zone
from navcore.level.tables import Layer
from navcore.path.result import Status
from navcore.world import World

WEST, EAST = (2.0, 2.0), (18.0, 2.0)


def square(x: float, z: float, side: float) -> tuple[tuple[float, float], ...]:
    """The corners of a square."""
    return ((x, z), (x + side, z), (x + side, z + side), (x, z + side))


def level(*links: Link, layers: tuple[str, ...] = ()) -> Level:
    """Two rooms that nothing joins, and one on each further storey above all of them."""
    settings = Settings(
        agent_radius=0.3, object_padding=0.0, layers=tuple(Layer(name=name) for name in layers)
    )
    areas = [Area(id=1, polygon=square(0, 0, 8)), Area(id=2, polygon=square(12, 0, 8))]
    areas += [
        Area(id=10 + i, layer=name, polygon=((0, 0), (20, 0), (20, 8), (0, 8)))
        for i, name in enumerate(layers[1:])
    ]
    elements = {element.id: element for element in (*areas, *links)}
    return Level(settings=settings).with_items(elements)


def bridge(**fields: object) -> Link:
    """A link between both rooms."""
    return Link(**{"id": 99, "start": ((7.0, 2.0),), "end": ((13.0, 2.0),)} | fields)


def test_links_join_rooms() -> None:
    """A path leads over a link; without it there is none."""
    assert World.build(level()).find_path(WEST, EAST).status is Status.NO_PATH
    result = World.build(level(bridge())).find_path(WEST, EAST)
    assert result.status is Status.COMPLETE
    assert result.points.tolist() == [[7.0, 2.0], [13.0, 2.0], [18.0, 2.0]]
    assert result.links.tolist() == [0, 99, 0]
    assert result.length == pytest.approx(16.0)


def test_profiles_take_what_they_can() -> None:
    """Abilities and width count; None is an agent of the level's radius without any."""
    world = World.build(level(bridge(needs=("jump",), width=1.0)))
    assert not world.find_path(WEST, EAST).ok
    jumper = Profile(abilities=("jump", "swim"))
    assert world.find_path(WEST, EAST, profile=jumper).ok
    assert not world.find_path(WEST, EAST, profile=Profile(radius=0.6, abilities=("jump",))).ok
    assert world.find_path(WEST, EAST, profile=Profile(radius=0.5, abilities=("jump",))).ok
    four = Profile(abilities=("jump",), neighbours=4)
    assert world.find_path((2.0, 2.0), (18.0, 5.0), profile=four).ok


def test_storeys_joined_by_stairs() -> None:
    """Up, across and down again; the profile's storey is where it starts."""
    stairs = [
        Link(id=50, start=((4.0, 4.0),), end=((4.0, 4.0),), to_layer="upper", cost=3.0),
        Link(id=51, start=((15.0, 4.0),), end=((15.0, 4.0),), layer="upper", to_layer="ground",
             cost=3.0, one_way=True),
    ]  # fmt: skip
    world = World.build(level(*stairs, layers=("ground", "upper")))
    over = world.find_path(WEST, EAST)
    assert over.ok
    assert [name for name in over.layers if name == "upper"]
    assert over.links[over.links > 0].tolist() == [50, 51]
    assert not world.find_path(EAST, WEST).ok
    assert world.find_path(WEST, EAST, goal_layer="upper").layers[-1] == "upper"
    up = Profile(layer="upper")
    assert world.find_path(WEST, EAST, profile=up).links.tolist() == []
    assert world.find_path(WEST, EAST, profile=up, goal_layer="ground").ok
    nearest = world.find_path_to_nearest(EAST, WEST)
    assert (nearest.status, nearest.step) == (Status.PARTIAL, 3)
    pairs = [WEST, EAST, WEST], [EAST, WEST, (3.0, 3.0)]
    alone = [world.find_path(a, b, goal_layer="upper") for a, b in zip(*pairs, strict=True)]
    for threads in (1, 3):
        found = world.find_paths(*pairs, goal_layer="upper", threads=threads)
        assert [maps.as_bytes(one) for one in found] == [maps.as_bytes(one) for one in alone]


def test_lanes_are_made_when_first_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made once for a version and a profile, not by bakes or edits."""
    made: list[Profile] = []
    original = world_module.storeys_of

    def counted(level: Level, profile: Profile, *rest: object) -> object:
        made.append(profile)
        return original(level, profile, *rest)

    monkeypatch.setattr(world_module, "storeys_of", counted)
    world = World.build(level(bridge()))
    moved = Edit.put(world.level, [bridge(end=((13.0, 5.0),))])
    later = world.update(moved.apply(world.level), moved)
    assert made == []
    assert later.dirty == ()
    for _ in range(3):
        assert world.find_path(WEST, EAST).points[1].tolist() == [13.0, 2.0]
        assert later.find_path(WEST, EAST, layer="ground").points[1].tolist() == [13.0, 5.0]
    assert len(made) == 2
    swimmer = Profile(abilities=("swim",))
    assert world.find_path(WEST, EAST, profile=swimmer).ok
    assert world.find_path_to_nearest(WEST, EAST, profile=swimmer).ok
    assert len(made) == 3


def test_without_links_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths on one storey are those over its grid."""
    monkeypatch.setattr(world_module, "storeys_of", None)
    world = World.build(level(layers=("ground", "upper")))
    assert not world.find_path(WEST, EAST).ok
    assert world.find_path(WEST, EAST, layer="upper").ok
    assert world.find_path(WEST, EAST, layer="upper", goal_layer="upper").ok
    assert world.find_path_to_nearest(WEST, EAST).status is Status.PARTIAL


def test_update_equals_build() -> None:
    """This holds for any edits of links and of the floor at their ends."""
    rng = np.random.default_rng(4)
    world = World.build(level(bridge()))
    for number in range(30):
        x, z = rng.uniform(0, 8, 2).tolist()
        changed = [
            bridge(id=99 + number % 3, start=((x, z),), end=((x + 12.0, z),), cost=number % 4 or 1),
            Obstacle(id=7, polygon=square(*rng.uniform(0, 7, 2).tolist(), 1.0)),
        ]
        edit = Edit.put(world.level, changed)
        world = world.update(edit.apply(world.level), edit)
        built = World.build(world.level)
        again = pickle.loads(pickle.dumps(world))
        results = [one.find_path(WEST, EAST) for one in (world, built, again)]
        assert len({maps.as_bytes(result) for result in results}) == 1


def test_terrain_on_a_path_over_links() -> None:
    """Lengths are by storey; links have no terrain."""
    stairs = Link(id=50, start=((4.0, 4.0),), end=((4.0, 4.0),), to_layer="upper", cost=3.0)
    muddy = Zone(id=60, layer="upper", terrain="mud", polygon=((0, 0), (20, 0), (20, 8), (0, 8)))
    world = World.build(level(stairs, layers=("ground", "upper")).with_items({60: muddy}))
    result = world.find_path((1.0, 4.0), (9.0, 4.0), goal_layer="upper")
    shares = world.terrain_on(result)
    assert [(share.terrain.name, round(share.metres, 9)) for share in shares] == [
        ("ground", 3.0), ("mud", 5.0),
    ]  # fmt: skip
    assert shares[1].cost == pytest.approx(7.5)
    assert [walk.layer for walk in result.walks] == ["ground", "upper"]
    assert [walk.stops.tolist() for walk in result.walks] == [
        [[1.0, 4.0], [4.0, 4.0]], [[4.0, 4.0], [9.0, 4.0]],
    ]  # fmt: skip
