"""For each rule, a level in which it finds a problem, and a similar one in which it doesn't.

The base level is two rooms, 10 x 8 and 8 x 8 m, with a wall of 0.4 m between them, a door in it,
and a player in the first room. It has no problems, at any offset from the grid.
"""

from collections.abc import Callable, Mapping
from math import cos, sin, tau
from typing import Final

from msgspec.structs import replace

from navcore.level.affine import Affine
from navcore.level.elements import TILES
from navcore.level.model import (
    NEW_SETTINGS,
    Agent,
    Area,
    Edge,
    Element,
    ExportTarget,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Ring,
    Route,
    RouteStop,
    Settings,
    State,
    Terrain,
    Tiles,
    Waypoint,
    Zone,
)

SETTINGS: Final = replace(NEW_SETTINGS, grid_origin="cells")
"""Settings with cells at multiples of their size, so that moving a level moves it over them."""


def box(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


HALL: Final = Area(id=1, name="hall", polygon=box(0, 0, 10, 8))
STORE: Final = Area(id=2, name="store", polygon=box(10.4, 0, 18.4, 8))
DOOR: Final = Area(id=3, name="door", door=True, polygon=box(10, 3, 10.4, 5))
PLAYER: Final = Agent(id=4, name="player", player=True, position=(2, 2))
VAULT: Final = Area(id=5, name="vault", polygon=box(0, 8.8, 6, 13))


def level_of(*elements: Element, settings: Settings = SETTINGS, without: int = 0) -> Level:
    """Return the two rooms with elements added, or replaced by others with their ids."""
    held: dict[int, Element] = {one.id: one for one in (HALL, STORE, DOOR, PLAYER)}
    held.pop(without, None)
    held |= {one.id: one for one in elements}
    return Level(settings=settings).with_items(held)


def moved(level: Level, x: float, z: float) -> Level:
    """Return the level, moved as a whole."""
    affine = Affine.translation((x, z))
    return level.with_items(
        {key: one.carried(affine) for held in level.held.values() for key, one in held.items()}
    )


def exported(profile: str, state: str) -> Level:
    """Return the two rooms with an export for this type in this state; it has a state Night."""
    target = ExportTarget(path="rooms.grid.json", format="json", profile=profile, state=state)
    states = (State("Night", doors={3: True}),)
    return level_of(settings=replace(SETTINGS, states=states, exports=(target,)))


def walls(gap: float) -> tuple[Obstacle, Obstacle]:
    """Return two walls across the store with a gap of this width between them."""
    low, high = 4 - gap / 2, 4 + gap / 2
    return (
        Obstacle(id=10, name="wall_south", polygon=box(14, -1, 14.6, low)),
        Obstacle(id=11, name="wall_north", polygon=box(14, high, 14.6, 9)),
    )


def slanted_walls(gap: float) -> tuple[Obstacle, Obstacle]:
    """Return two walls with a gap, at 45 degrees through the middle of a room 16 m wide."""
    half = gap / 2 / 2**0.5
    one = ((-3.0, -3.0), (8 - half, 8 - half), (8.4 - half, 7.6 - half), (-2.6, -3.4))
    other = ((8 + half, 8 + half), (19.0, 19.0), (19.4, 18.6), (8.4 + half, 7.6 + half))
    return (
        Obstacle(id=10, name="wall_one", polygon=one),
        Obstacle(id=11, name="wall_other", polygon=other),
    )


def waypoint(number: int, x: float, z: float) -> Waypoint:
    """Return a waypoint."""
    return Waypoint(id=number, name=f"post_{number}", position=(x, z))


def keyed(x: float) -> Waypoint:
    """Return a waypoint with a key."""
    return replace(waypoint(50, x, 4), gives=("key",))


def agent(x: float, z: float, *goals: tuple[float, float], **more: object) -> Agent:
    """Return an agent other than the player."""
    return replace(Agent(id=20, name="guard", position=(x, z), goals=goals), **more)


def pit(*, one_way: bool, more: tuple[Element, ...] = ()) -> Level:
    """Return the vault and a link that leads down to it."""
    link = Link(id=30, name="ledge", start=((3, 6.5),), end=((3, 10.5),), type="drop",
                one_way=one_way)  # fmt: skip
    return level_of(VAULT, link, *more)


def star(step: int) -> Ring:
    """Return an outline that crosses itself about a thousand times, or less with few steps."""
    turns = [tau * (i * step % 201) / 201 for i in range(201)]
    return tuple((5 + 2.5 * cos(turn), 4 + 2.5 * sin(turn)) for turn in turns)


def post(x: float, z: float, side: float = 1.0) -> Obstacle:
    """Return a square obstacle."""
    return Obstacle(id=40, name="post", polygon=box(x, z, x + side, z + side))


def corner(side: float) -> Obstacle:
    """Return a wall that cuts off a square in a corner of the hall."""
    low, end = 8 - side, side + 0.5
    ring = ((-1, low - 0.5), (end, low - 0.5), (end, 9), (side, 9), (side, low), (-1, low))
    return Obstacle(id=40, name="wall", polygon=ring)


def painted(name: str) -> Tiles:
    """Return a block of one terrain."""
    return Tiles(id=2**52, cx=0, cz=0, terrains=(name,), runs=(1, TILES * TILES))


def network(*, one_way: bool) -> Level:
    """Return a route over the network from one room to the other, along edges through the door."""
    posts = waypoint(50, 9, 7), waypoint(51, 8, 4), waypoint(54, 12, 4.3), waypoint(55, 17, 1)
    edges = Edge(id=52, start=50, end=51), Edge(id=56, start=51, end=54, one_way=one_way)
    edge = Edge(id=57, start=54, end=55)
    stops = (RouteStop(waypoint=55, at=(17, 1)), RouteStop(waypoint=50, at=(9, 7)))
    route = Route(id=53, name="round", stops=stops, network=True, mode="once")
    # The screen blocks the view through the door from the last waypoint.
    screen = Obstacle(id=58, name="screen", polygon=box(13.5, 1, 14, 2.1))
    return level_of(*posts, *edges, edge, route, screen)


def typed(radius: float) -> Level:
    """Return an agent of a type with its goal behind a gap of 2.0 m."""
    settings = replace(SETTINGS, profiles=(Profile(name="cart", radius=radius),))
    carter = agent(12, 4, (17, 4), profile="cart", radius=min(radius, 0.45))
    return level_of(*walls(2.0), carter, settings=settings)


def bow(z: float) -> Obstacle:
    """Return an outline that crosses itself if `z` is less than 3."""
    return Obstacle(id=40, name="sacks", polygon=((4, 3), (6, 3), (6, z), (4, 5)))


def unpadded(padding: float) -> Level:
    """Return the rooms with another boundary padding."""
    return level_of(settings=replace(SETTINGS, boundary_padding=padding))


def lofty(*, stairs: bool) -> Level:
    """Return an edge of the network to another storey, and stairs to it, here or elsewhere."""
    loft = Area(id=6, name="upper", polygon=box(0, 0, 10, 8), layer="loft")
    x = 4.0 if stairs else 40.0
    hut = Area(id=7, name="hut", polygon=box(38, 0, 48, 8))
    upper = Area(id=8, name="hut_loft", polygon=box(38, 0, 48, 8), layer="loft")
    up = Link(id=30, name="stairs", start=((x, 4),), end=((x + 1, 4),), type="stairs",
              to_layer="loft")  # fmt: skip
    posts = waypoint(50, 3, 4), replace(waypoint(51, 6, 4), layer="loft")
    edge = Edge(id=52, start=50, end=51)
    paths = Link(id=31, name="lift", start=((1, 7),), end=((1, 7),), type="lift", to_layer="loft",
                 needs=("fly",))  # fmt: skip
    wings = replace(waypoint(53, 8, 7), gives=("fly",))
    more = () if stairs else (hut, upper, paths, wings, agent(40, 6, player=True, name="other"))
    return level_of(loft, up, *posts, edge, *more, settings=replace(SETTINGS, layers=_LAYERS))


_LAYERS: Final = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))
_MUD: Final = Terrain(name="mud", cost=2.0)

Case = tuple[Callable[[], Level], Callable[[], Level]]

CASES: Final[Mapping[str, Case]] = {
    "agent-in-wall": (
        lambda: level_of(post(4, 4), agent(4.9, 4.5)),
        lambda: level_of(post(4, 4), agent(5.1, 4.5)),
    ),
    "area-cut-off": (
        lambda: level_of(VAULT),
        lambda: level_of(
            VAULT, Area(id=6, name="hatch", door=True, polygon=box(2, 8, 4, 8.8))
        ),
    ),
    "area-without-floor": (
        lambda: level_of(Area(id=6, name="shelf", polygon=box(1, 9, 4, 9.6))),
        lambda: level_of(
            Area(id=6, name="shelf", polygon=box(1, 9, 4, 10.8)),
            Area(id=7, name="hatch", door=True, polygon=box(1, 8, 4, 9)),
        ),
    ),
    "areas-overlap": (
        lambda: level_of(Area(id=6, name="rug", polygon=box(2, 2, 3, 2.6))),
        lambda: level_of(Area(id=6, name="rug", polygon=box(2, 2, 3, 2.4))),
    ),
    "blocked-edge": (
        lambda: level_of(
            post(4, 3), waypoint(50, 2.5, 3.5), waypoint(51, 7, 3.5), Edge(id=52, start=50, end=51)
        ),
        lambda: level_of(
            post(4, 3), waypoint(50, 2.5, 5), waypoint(51, 7, 5), Edge(id=52, start=50, end=51)
        ),
    ),
    "complex-outline": (
        lambda: level_of(Obstacle(id=40, name="web", polygon=star(100))),
        lambda: level_of(Obstacle(id=40, name="web", polygon=star(1))),
    ),
    "corners-on-side": (
        lambda: level_of(
            Obstacle(id=40, name="bar", polygon=((4, 3), (5, 3), (6, 3), (6, 5), (4, 5)))
        ),
        lambda: level_of(
            Obstacle(id=40, name="bar", polygon=((4, 3), (5, 2.99), (6, 3), (6, 5), (4, 5)))
        ),
    ),
    "corners-twice": (
        lambda: level_of(
            Obstacle(id=40, name="bar", polygon=((4, 3), (6, 3), (6, 3.0005), (6.2, 5), (4, 5)))
        ),
        lambda: level_of(
            Obstacle(id=40, name="bar", polygon=((4, 3), (6, 3), (6, 3.01), (6.2, 5), (4, 5)))
        ),
    ),
    "door-changes-nothing": (
        lambda: level_of(Area(id=6, name="flap", door=True, polygon=box(4, 3, 5, 5))),
        lambda: level_of(
            Area(id=6, name="flap", door=True, polygon=box(4, 0, 5, 8)),
            Area(id=1, name="hall", polygon=box(0, 0, 4, 8)),
            Area(id=7, name="lobby", polygon=box(5, 0, 10, 8)),
        ),
    ),
    "door-cuts-off": (
        lambda: level_of(replace(DOOR, available=False)),
        lambda: level_of(
            replace(DOOR, available=False),
            Area(id=6, name="side_door", door=True, polygon=box(10, 6, 10.4, 8)),
        ),
    ),
    "door-falls-short": (
        lambda: level_of(replace(DOOR, polygon=box(10, 3, 10.38, 5))),
        lambda: level_of(replace(DOOR, polygon=box(10, 3, 10.395, 5))),
    ),
    "door-leads-nowhere": (
        lambda: level_of(Area(id=6, name="gate", door=True, polygon=box(2, 8, 4, 8.4))),
        lambda: level_of(
            Area(id=6, name="gate", door=True, polygon=box(2, 8, 4, 8.8)), VAULT
        ),
    ),
    "export-broken": (lambda: exported("cart", "Night"), lambda: exported("", "Night")),
    "floor-pocket": (lambda: level_of(corner(2.5)), lambda: level_of(corner(3.4))),
    "gap-by-luck": (lambda: level_of(*walls(1.79)), lambda: level_of(*walls(1.80))),
    "gap-too-narrow": (lambda: level_of(*walls(1.39)), lambda: level_of(*walls(1.80))),
    "goal-unreachable": (lambda: typed(0.9), lambda: typed(0.5)),
    "key-behind-door": (
        lambda: level_of(replace(DOOR, needs=("key",)), keyed(11.3)),
        lambda: level_of(replace(DOOR, needs=("key",)), keyed(9.4)),
    ),
    "key-missing": (
        lambda: level_of(replace(DOOR, needs=("key",))),
        lambda: level_of(
            replace(DOOR, needs=("key",)),
            settings=replace(SETTINGS, profiles=(Profile(name="thief", abilities=("key",)),)),
        ),
    ),
    "loose-link": (
        lambda: level_of(Link(id=30, name="ledge", start=((3, 6.5),), end=((3, 9.5),))),
        lambda: level_of(Link(id=30, name="ledge", start=((3, 6.5),), end=((3, 2.5),))),
    ),
    "name-twice": (
        lambda: level_of(post(4, 4), replace(post(7, 4), id=41)),
        lambda: level_of(post(4, 4), replace(post(7, 4), id=41, name="post_2")),
    ),
    "outline-crosses-itself": (lambda: level_of(bow(2.9)), lambda: level_of(bow(3.1))),
    "outline-tiny": (lambda: level_of(post(4, 4, 0.09)), lambda: level_of(post(4, 4, 0.11))),
    "outline-twice": (
        lambda: level_of(post(4, 4), replace(post(4, 4), id=41, name="copy")),
        lambda: level_of(post(4, 4), replace(post(4.01, 4), id=41, name="copy")),
    ),
    "padding-below-radius": (lambda: unpadded(0.44), lambda: unpadded(0.45)),
    "route-broken": (lambda: network(one_way=True), lambda: network(one_way=False)),
    "seam-open": (
        lambda: level_of(Area(id=6, name="wing", polygon=box(18.42, 0, 24, 8)), agent(20, 4),
                         Area(id=7, name="hatch", door=True, polygon=box(10, 6, 10.4, 8)),
                         Link(id=30, name="ledge", start=((16, 4),), end=((20, 4),))),
        lambda: level_of(Area(id=6, name="wing", polygon=box(18.409, 0, 24, 8))),
    ),
    "stop-in-wall": (
        lambda: level_of(post(4, 4), agent(2, 4, (4.9, 4.5))),
        lambda: level_of(post(4, 4), agent(2, 4, (5.1, 4.5))),
    ),
    "trap": (lambda: pit(one_way=True), lambda: pit(one_way=False)),
    "unknown-route": (
        lambda: level_of(agent(2, 4, (6, 4), route=70)),
        lambda: level_of(agent(2, 4, (6, 4))),
    ),
    "unknown-storey": (
        lambda: level_of(
            replace(post(4, 4), layer="attic"), settings=replace(SETTINGS, layers=_LAYERS)
        ),
        lambda: level_of(
            replace(post(4, 4), layer="loft"), settings=replace(SETTINGS, layers=_LAYERS)
        ),
    ),
    "unknown-terrain": (
        lambda: level_of(Zone(id=60, name="bog", terrain="bog", polygon=box(2, 3, 4, 5))),
        lambda: level_of(
            Zone(id=60, name="bog", terrain="mud", polygon=box(2, 3, 4, 5)),
            settings=replace(SETTINGS, terrains=(_MUD,)),
        ),
    ),
    "unknown-type": (
        lambda: level_of(agent(2, 4, profile="cart")),
        lambda: level_of(agent(2, 4, profile="cart"),
                         settings=replace(SETTINGS, profiles=(Profile(name="cart"),))),
    ),
    "unlinked-edge": (lambda: lofty(stairs=False), lambda: lofty(stairs=True)),
    "waypoint-off-floor": (
        lambda: level_of(waypoint(50, 0.1, 4)), lambda: level_of(waypoint(50, 0.9, 4)),
    ),
    "wide-body": (
        lambda: level_of(agent(2, 4, radius=0.46),
                         settings=replace(SETTINGS, profile_follows_body=False)),
        lambda: level_of(agent(2, 4, radius=0.45),
                         settings=replace(SETTINGS, profile_follows_body=False)),
    ),
    "wide-path": (
        lambda: level_of(post(4, 3), replace(waypoint(50, 2.5, 3.5), clear_radius=1.6)),
        lambda: level_of(post(4, 3), replace(waypoint(50, 2.5, 3.5), clear_radius=1.5)),
    ),
}  # fmt: skip
"""By code, a level with the problem and a similar one without it."""
