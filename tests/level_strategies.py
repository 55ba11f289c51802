"""Random levels and grids for property tests."""

from types import MappingProxyType

import msgspec
import numpy as np
from hypothesis import strategies as st

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.level.elements import TILES
from navcore.level.model import (
    Agent,
    Area,
    Background,
    ExportTarget,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Settings,
    State,
    Terrain,
    Tiles,
    Zone,
)

coordinates = st.one_of(
    st.integers(-50, 50).map(float),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(-1e9, 1e9, allow_nan=False),
)
points = st.tuples(coordinates, coordinates)
rings = st.lists(points, min_size=3, max_size=7).map(tuple)
names = st.text(max_size=6)
sizes = st.floats(0.001, 1000.0)
data = st.recursive(
    st.none() | st.booleans() | st.integers() | coordinates | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
_unknown_keys = st.text(max_size=5).map(lambda text: f"unknown {text}")
unknown = st.dictionaries(_unknown_keys, data, max_size=2)
_reserved = st.fixed_dictionaries(
    {}, optional={"pathTests": data, "moods": st.lists(data, max_size=3)}
)

_common = {
    "group": st.sampled_from(["", "Inn", "Inn/Kitchen"]),
    "locked": st.booleans(),
    "layer": st.sampled_from(["ground", "roof"]),
    "note": names,
    "tags": st.lists(names, max_size=2).map(tuple),
    "extra": unknown,
}
_ends = st.lists(points, min_size=1, max_size=2).map(tuple)
_shapes = st.none() | st.fixed_dictionaries({"circle": st.lists(coordinates, max_size=3)})

_targets = st.builds(
    ExportTarget,
    path=names,
    format=st.sampled_from(["txt", "json"]),
    doors=st.sampled_from(["drawn", "open"]),
    state=names,
    extra=unknown,
)
_backgrounds = st.builds(
    Background,
    path=names,
    kind=st.sampled_from(["picture", "grid"]),
    position=points,
    scale=sizes,
    opacity=st.floats(0.0, 1.0),
    visible=st.booleans(),
    extra=unknown,
)

_profiles = st.builds(
    Profile,
    name=st.text(min_size=1, max_size=6),
    radius=st.none() | sizes,
    abilities=st.lists(names, max_size=2).map(tuple),
    costs=st.dictionaries(names, sizes, max_size=2),
    neighbours=st.sampled_from([4, 8]),
    layer=names,
    extra=unknown,
)
_terrains = st.builds(
    Terrain,
    name=st.text(min_size=1, max_size=6),
    cost=sizes,
    needs=st.lists(names, max_size=2).map(tuple),
    slows=st.booleans(),
    colour=st.sampled_from(["", "#804020"]),
    extra=unknown,
)


def _by_name(rows):
    return st.lists(rows, max_size=2, unique_by=lambda row: row.name).map(tuple)


_storeys = st.lists(
    st.builds(Layer, name=st.text(min_size=1, max_size=6), floor_y=coordinates, extra=unknown),
    max_size=2,
    unique_by=lambda row: row.name,
).map(lambda rows: (Layer(name="ground"), *(row for row in rows if row.name != "ground")))

settings = st.builds(
    Settings,
    cell_size=sizes,
    agent_radius=st.just(0.0) | sizes,
    object_padding=st.just(0.0) | sizes,
    boundary_padding=st.just(0.0) | sizes,
    floor_y=coordinates,
    seam=st.just(0.01) | sizes,
    grid_origin=st.sampled_from(["bounds", "cells"]),
    boundary_follows_radius=st.booleans(),
    title=names,
    description=names,
    notes=names,
    export_on_save=st.booleans(),
    exports=st.lists(_targets, max_size=2).map(tuple),
    background=st.lists(_backgrounds, max_size=2).map(tuple),
    profile_follows_body=st.booleans(),
    tile_size=st.just(0.0) | sizes,
    rules=st.sampled_from(["crowd", "source"]),
    knows_crowd=st.booleans(),
    separation_iterations=st.integers(0, 20),
    nudge_distance=st.floats(0.0, 10.0),
    replan_cooldown=st.just(0.5) | st.floats(0.0, 60.0),
    profiles=_by_name(_profiles),
    layers=st.just(()) | _storeys,
    terrains=_by_name(_terrains),
    extra=st.builds(lambda first, second: first | second, unknown, _reserved),
)


def _states(ids: list[int]) -> st.SearchStrategy:
    """States of a level that name some of these elements, and some that are not there."""
    named = st.sampled_from(ids) | st.integers(1, 2**63 - 1)
    several = st.sets(named, max_size=3).map(lambda found: tuple(sorted(found)))
    return _by_name(
        st.builds(
            State,
            name=st.text(min_size=1, max_size=6).filter(lambda name: name != "all"),
            doors=st.dictionaries(named, st.booleans(), max_size=3),
            disabled=several,
            enabled=several,
            extra=unknown,
        )
    )


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Levels that a file can hold: every field varies, names of areas are unique."""
    counts = [draw(st.integers(0, 3)) for _ in range(5)]
    all_ids = draw(st.lists(st.integers(1, 2**32 - 1), min_size=15, max_size=15, unique=True))
    ids = iter(all_ids)
    area_names = iter(draw(st.lists(names, min_size=3, max_size=3, unique=True)))
    orders = st.integers(0, 5).map(float)

    def element(kind: type, **fields: st.SearchStrategy) -> object:
        chosen = {name: draw(values) for name, values in (_common | fields).items()}
        return kind(id=next(ids), order=draw(orders), **chosen)

    areas = [
        element(
            Area,
            name=st.just(next(area_names)),
            polygon=rings,
            shape=_shapes,
            available=st.booleans(),
            door=st.booleans(),
            needs=st.lists(names, max_size=2).map(tuple),
        )
        for _ in range(counts[0])
    ]
    obstacles = [
        element(Obstacle, name=names, polygon=rings, shape=_shapes, enabled=st.booleans())
        for _ in range(counts[1])
    ]
    agents = [
        element(
            Agent,
            name=names,
            position=points,
            facing=coordinates,
            radius=sizes,
            walk_speed=sizes,
            rotation_speed=sizes,
            player=st.booleans(),
            enabled=st.booleans(),
            profile=names,
            goals=st.lists(points, max_size=2).map(tuple),
            loop=st.booleans(),
            wait=st.just(0.0) | sizes,
        )
        for _ in range(counts[2])
    ]
    zones = [
        element(Zone, name=names, polygon=rings, shape=_shapes, terrain=names)
        for _ in range(counts[3])
    ]
    links = [
        element(
            Link,
            name=names,
            start=_ends,
            end=_ends,
            to_layer=names,
            type=st.sampled_from(["jump", "ladder"]),
            width=st.just(0.0) | sizes,
            one_way=st.booleans(),
            cost=st.none() | sizes,
            seconds=st.none() | sizes,
            needs=st.lists(names, max_size=2).map(tuple),
        )
        for _ in range(counts[4])
    ]
    return Level(
        settings=msgspec.structs.replace(draw(settings), states=draw(_states(all_ids))),
        areas=_by_id(areas),
        obstacles=_by_id(obstacles),
        agents=_by_id(agents),
        elements={
            Zone: _by_id(zones),
            Link: _by_id(links),
            Tiles: _by_id(draw(_blocks)),
        },
    )


@st.composite
def _tiles(draw: st.DrawFn) -> Tiles:
    """Draw one block of painted cells."""
    cx, cz = draw(st.integers(-2, 2)), draw(st.integers(-2, 2))
    terrains = tuple(draw(st.lists(names, max_size=2, unique=True)))
    first = draw(st.integers(1, TILES**2 - 1))
    numbers = st.integers(0, len(terrains))
    runs = (draw(numbers), first, draw(numbers), TILES**2 - first)
    block_id = Tiles.id_of(0, 0, cx, cz)
    return Tiles(id=block_id, cx=cx, cz=cz, terrains=terrains, runs=runs)


_blocks = st.lists(_tiles(), max_size=2, unique_by=lambda block: block.id)


@st.composite
def grids(draw: st.DrawFn) -> NavGrid:
    """Grids of up to 9 x 9 cells with any header."""
    width, depth = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    seed = draw(st.integers(0, 2**32 - 1))
    padded = np.zeros((depth + 2, width + 2), np.uint8)
    padded[1:-1, 1:-1] = np.random.default_rng(seed).integers(0, 2, (depth, width))
    return NavGrid(
        Lattice(draw(sizes), draw(coordinates), draw(coordinates), width, depth),
        padded,
        agent_radius=draw(st.just(0.0) | sizes),
        object_padding=draw(st.just(0.0) | sizes),
        boundary_padding=draw(st.just(0.0) | sizes),
        floor_y=draw(coordinates),
    )


def _by_id(elements: list) -> MappingProxyType:
    return MappingProxyType({element.id: element for element in elements})
