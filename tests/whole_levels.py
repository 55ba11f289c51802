"""Random levels with all features that affect worlds, and edits of them.

The features are storeys, doors, terrain, links and agent types. Edits change any of these,
sometimes several at once.
"""

import random

from msgspec.structs import replace
from strategies import (
    ABILITIES,
    SIDE,
    random_layers,
    random_point,
    random_storeys,
    random_storeys_edit,
)
from terrain_levels import ABILITIES as SKILLS
from terrain_levels import NAMES, random_table, random_terrain_edit, random_tiles, random_zone

from navcore.level.edit import Edit
from navcore.level.elements import Area, Link
from navcore.level.model import SETTINGS_ID, Element, Item, Level, Point, Profile, Tiles, Zone
from navcore.level.tables import GROUND

LAYERS = (GROUND, GROUND, "sky", "underground", "attic", "")
"""Storeys of elements; levels lack some of them."""

FIRST_LINK = 2001
FIRST_HALL = 501
HALLS = (GROUND, "sky", "underground")
"""Storeys that get a hall; the hall is on the ground if the level lacks the storey."""


def random_whole_level(rng: random.Random) -> Level:
    """Return a level of a few storeys with doors, zones, tiles, links and agent types."""
    level = random_storeys(rng)
    zones = [_anywhere(random_zone(rng, 1001 + i), rng) for i in range(rng.randint(0, 4))]
    links = [random_link(rng, FIRST_LINK + i) for i in range(rng.randint(0, 4))]
    doors = [random_door(area, rng) for area in level.areas.values()]
    settings = replace(
        level.settings,
        terrains=random_table(rng),
        tile_size=rng.choice((0.0, 0.0, 0.25, 1.0)),
        profiles=random_types(rng),
        boundary_follows_radius=rng.random() < 0.5,
    )
    items = [*zones, *links, *doors, *(_random_block(rng) for _ in range(rng.randint(0, 2)))]
    items += [random_hall(rng, number) for number in range(len(HALLS))]
    return level.with_settings(settings).with_items({item.id: item for item in items})


def random_types(rng: random.Random) -> tuple[Profile, ...]:
    """Return a random table of agent types."""
    rows = [random_type(rng, name) for name in ("cart", "guard", "frog")]
    return tuple(rng.sample(rows, rng.randint(0, 3)))


def random_type(rng: random.Random, name: str = "") -> Profile:
    """Return an agent type with one of a few radii, and random abilities and prices."""
    skills = (*ABILITIES, *SKILLS)
    return Profile(
        name=name,
        radius=rng.choice((None, 0.3, 0.8)),
        abilities=tuple(rng.sample(skills, rng.choice((0, 0, 1, 2, 4)))),
        costs={one: rng.choice((0.7, 1.0, 2.5)) for one in rng.sample(NAMES, rng.choice((0, 2)))},
        neighbours=rng.choice((4, 8, 8)),
    )


def random_door(area: Area, rng: random.Random) -> Area:
    """Return the area as a door, open or closed, perhaps locked; or as plain floor."""
    return replace(area, door=rng.random() < 0.4, available=rng.random() < 0.8)


def random_hall(rng: random.Random, number: int) -> Area:
    """Return floor nearly as large as the level, on one storey."""
    x, z, width, depth = (round(rng.uniform(0, 2), 1) for _ in range(4))
    ring = ((x, z), (SIDE - width, z), (SIDE - width, SIDE - depth), (x, SIDE - depth))
    return Area(id=FIRST_HALL + number, polygon=ring, layer=HALLS[number])


def random_link(rng: random.Random, link_id: int) -> Link:
    """Return a link of any kind between random places."""
    kinds = ("jump", "climb", "drop", "stairs", "ladder", "lift", "teleport")
    return Link(
        id=link_id,
        layer=rng.choice(LAYERS),
        to_layer=rng.choice((*LAYERS, "")),
        start=_end(rng),
        end=_end(rng),
        type=rng.choice(kinds),
        width=rng.choice((0.0, 0.0, 0.9, 1.6)),
        one_way=rng.random() < 0.4,
        cost=rng.choice((None, None, 0.1, 3.0)),
        seconds=rng.choice((None, 2.0)),
        needs=() if rng.random() < 0.7 else (rng.choice(SKILLS),),
    )


def random_whole_edit(level: Level, rng: random.Random) -> Edit:
    """Return a random edit of floor, doors, storeys, terrain, links or types; sometimes two."""
    edit = _edit(level, rng)
    if rng.random() < 0.8:
        return edit
    middle = edit.apply(level)
    return Edit.between(level, _edit(middle, rng).apply(middle))


def _edit(level: Level, rng: random.Random) -> Edit:
    action = rng.randrange(11)
    if action < 4:
        return _with_tables(level, random_storeys_edit(level, rng), rng)
    if action < 7:
        return _with_tables(level, random_terrain_edit(level, rng), rng)
    put: dict[int, Item | None] = {}
    if action == 7:
        put = _link_change(level, rng)
    elif action == 8:
        number = rng.randrange(len(HALLS))
        put[FIRST_HALL + number] = random_hall(rng, number)
    elif action == 9:
        elements = [*level.areas.values(), *level.of(Zone).values(), *level.of(Tiles).values()]
        for one in rng.sample(elements, min(len(elements), rng.randint(1, 2))):
            put[one.id] = random_door(one, rng) if isinstance(one, Area) else _anywhere(one, rng)
    else:
        put[SETTINGS_ID] = _other_settings(level, rng)
    return Edit.change(level, put)


def _with_tables(level: Level, edit: Edit, rng: random.Random) -> Edit:
    """Return the edit; its settings mostly keep the tables of the level."""
    new = edit.after.get(SETTINGS_ID)
    if new is None or rng.random() < 0.2:
        return edit
    own = level.settings
    kept = replace(
        new, layers=new.layers or own.layers, terrains=new.terrains or own.terrains,
        profiles=own.profiles,
    )  # fmt: skip
    return Edit.change(level, {**edit.after, SETTINGS_ID: kept})


def _link_change(level: Level, rng: random.Random) -> dict[int, Item | None]:
    links = list(level.of(Link).values())
    if not links or rng.random() < 0.3:
        fresh = max([FIRST_LINK, *level.of(Link)]) + 1
        return {fresh: random_link(rng, fresh)}
    link = rng.choice(links)
    action = rng.randrange(4)
    if action == 0:
        return {link.id: None}
    if action == 1:
        return {link.id: replace(link, start=_end(rng))}
    if action == 2:
        return {link.id: random_link(rng, link.id)}
    return {link.id: replace(link, to_layer=rng.choice(LAYERS), width=rng.choice((0.0, 0.9)))}


def _other_settings(level: Level, rng: random.Random) -> Item:
    settings = level.settings
    action = rng.randrange(5)
    if action == 0:
        return replace(settings, profiles=random_types(rng))
    if action == 1:
        return replace(settings, layers=random_layers(rng))
    if action == 2:
        return replace(settings, boundary_follows_radius=not settings.boundary_follows_radius)
    if action == 3:
        return replace(settings, floor_y=rng.choice((0.0, 1.0)), title=str(rng.random()))
    return replace(settings, agent_radius=rng.choice((0.0, 0.3, 0.45)))


def _anywhere(element: Element, rng: random.Random) -> Element:
    """Return an edit that moves a zone or tiles to another storey, or adds or deletes a zone."""
    if isinstance(element, Zone):
        return replace(element, layer=rng.choice(LAYERS), enabled=rng.random() < 0.8)
    return replace(element, layer=rng.choice(LAYERS))


def _random_block(rng: random.Random) -> Tiles:
    """Return a block of tiles on any storey, at a place where several may lie."""
    cx, cz, number = rng.randint(-1, 1), rng.randint(-1, 1), rng.randrange(3)
    block = replace(random_tiles(rng, cx, cz), id=Tiles.id_of(0, number, cx, cz))
    return replace(block, layer=LAYERS[1 + number])


def _end(rng: random.Random) -> tuple[Point, ...]:
    """Return a point, or a segment of a few cells."""
    x, z = random_point(rng)
    if rng.random() < 0.6:
        return ((x, z),)
    return ((x, z), (min(x + rng.uniform(0, 2), SIDE), min(z + rng.uniform(0, 2), SIDE)))
