"""Painting terrain: strokes, floods and replacing, as one edit of the blocks that change."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.formats.level import read_level, write_level
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Settings, Tiles, Zone
from navcore.level.operations.brush import Brush, Painting, fill, paint, replace_terrain
from navcore.level.tables import TERRAINS, Layer
from navcore.level.tiles import blocks_on, cells_of, packed, painted_at, runs_of, terrain_at

ONE_METRE = Settings(cell_size=1.0)


def level_of(*elements, settings=ONE_METRE):
    """A level with these elements."""
    return Edit.put(Level(), [settings, *elements]).apply(Level())


def box(low, high):
    """The corners of a rectangle."""
    return ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))


def after(level, edit):
    """Return the level after an edit, which must be invertible and survive saving."""
    changed = edit.apply(level)
    assert edit.inverse().apply(changed) == level
    assert read_level(write_level(changed), "x.json").level == changed
    return changed


def painted(level, layer="ground"):
    """Every painted tile: (column, row) -> name."""
    found = {}
    for (cx, cz), tiles in blocks_on(level, layer).items():
        cells = cells_of(tiles.runs)
        for row, column in zip(*np.nonzero(cells), strict=True):
            place = (cx * 64 + int(column), cz * 64 + int(row))
            found[place] = tiles.terrains[int(cells[row, column]) - 1]
    return found


def naive_disc(size, at):
    """Return the tiles of a round brush on a tile or between tiles, tested one by one."""
    middle = [math.floor(v) + 0.5 if size % 2 else float(round(v)) for v in at]
    reach = range(-size - 1, size + 2)
    tiles = [(math.floor(middle[0]) + i, math.floor(middle[1]) + j) for i in reach for j in reach]
    return {
        (x, z) for x, z in tiles
        if math.dist((x + 0.5, z + 0.5), middle) <= size / 2 + 1e-6
    }  # fmt: skip


cells = st.integers(0, 3).flatmap(
    lambda most: st.lists(st.integers(0, most), min_size=64, max_size=64)
)


@given(st.lists(cells, min_size=1, max_size=4))
def test_runs_say_the_cells_they_were_made_of(rows):
    """Repetitions and the order of the names before don't matter."""
    block = np.array([rows[number % len(rows)] for number in range(64)], np.uint16)
    assert np.array_equal(cells_of(runs_of(block)), block)
    names, runs = packed(block, ("sand", "mud", "ice"))
    assert list(names) == sorted(names)
    numbers = cells_of(runs)
    again = np.array(["", *names])[numbers]
    assert np.array_equal(again, np.array(["", "sand", "mud", "ice"])[block])


@given(
    st.integers(1, 9),
    st.tuples(st.floats(-70, 70), st.floats(-70, 70)),
)
def test_a_dab_covers_the_tiles_with_centres_under_the_brush(size, at):
    """Across the borders of blocks, and on both sides of the origin."""
    level = level_of()
    disc = painted(after(level, paint(level, [at], "mud", Brush(size))))
    assert set(disc) == naive_disc(size, at)
    assert set(disc.values()) == {"mud"}
    square = painted(after(level, paint(level, [at], "mud", Brush(size, square=True))))
    assert len(square) == size * size
    assert set(disc) <= set(square)


@given(
    st.booleans(),
    st.integers(1, 6),
    st.lists(st.tuples(st.floats(-40, 40), st.floats(-40, 40)), min_size=2, max_size=5),
)
def test_a_stroke_leaves_no_gap_and_covers_each_dab_on_it(square, size, places):
    """Also where the mouse has moved far between two of its places."""
    level = level_of()
    brush = Brush(size, square)
    line = set(painted(paint(level, places, "mud", brush).apply(level)))
    for place in places:
        assert set(painted(paint(level, [place], "mud", brush).apply(level))) <= line
    start = next(iter(line))
    reached, waiting = {start}, [start]
    while waiting:
        x, z = waiting.pop()
        near = {(x + i, z + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & line - reached
        reached |= near
        waiting += near
    assert reached == line


def test_a_stroke_is_the_same_in_pieces_as_at_once():
    """At each event a gesture paints only what was added since the last one."""
    level = level_of()
    places = [(0.5, 0.5), (30.2, 3.0), (90.7, 80.1), (-5.0, 40.0)]
    painting = Painting(level)
    for start, end in pairwise(places):
        painting.stroke(Brush(5), start, end, "sand")
        shown = painting.edit("Paint sand")
    assert shown.apply(level) == paint(level, places, "sand", Brush(5)).apply(level)
    assert painting.edit("Paint sand").after == shown.after


def test_an_edit_holds_only_blocks_that_change():
    """The others of the level stay the very same."""
    level = level_of()
    level = paint(level, [(10.0, 10.0), (200.0, 10.0)], "mud", Brush(3)).apply(level)
    edit = paint(level, [(70.0, 10.0), (80.0, 30.0)], "sand", Brush(2))
    assert len(edit.after) == 1
    assert edit.label == "Paint sand"
    (block,) = edit.after.values()
    assert (block.cx, block.cz, block.terrains) == (1, 0, ("mud", "sand"))
    assert not paint(level, [(10.0, 10.0)], "mud", Brush(3))


def test_an_emptied_block_goes():
    """Erasing the last tile of one removes the element."""
    level = level_of()
    level = paint(level, [(5.0, 5.0)], "mud", Brush(4)).apply(level)
    edit = paint(level, [(5.0, 5.0)], "", Brush(8))
    assert edit.label == "Erase terrain"
    assert list(edit.after.values()) == [None]
    assert not after(level, edit).of(Tiles)
    assert not paint(level, [(500.0, 5.0)], "", Brush(8))


def test_erasing_in_a_stroke_what_was_painted_by_it_changes_nothing():
    """The edit is empty again."""
    level = level_of()
    painting = Painting(level)
    painting.stroke(Brush(3), (5.0, 5.0), (9.0, 5.0), "mud")
    assert painting.edit()
    painting.stroke(Brush(9), (5.0, 5.0), (9.0, 5.0), "")
    assert not painting.edit()


def test_storeys_are_painted_apart():
    """Each has its own blocks; a block without a storey is on the ground."""
    level = level_of(
        settings=Settings(cell_size=1.0, layers=(Layer(name="ground"), Layer(name="up")))
    )
    level = paint(level, [(5.0, 5.0)], "mud", Brush(2), layer="up").apply(level)
    level = after(level, paint(level, [(5.0, 5.0)], "ice", Brush(2)))
    assert terrain_at(level, (5.1, 5.1), "up") == "mud"
    assert terrain_at(level, (5.1, 5.1)) == "ice"
    with pytest.raises(NavcoreError, match="No storey is called sky"):
        paint(level, [(5.0, 5.0)], "mud", Brush(2), layer="sky")


def test_an_id_that_is_taken_is_not_given_again():
    """Storeys that changed places keep their blocks."""
    layers = (Layer(name="ground"), Layer(name="up"))
    level = level_of(settings=Settings(cell_size=1.0, layers=layers))
    level = paint(level, [(5.0, 5.0)], "mud", Brush(1), layer="up").apply(level)
    more = (layers[0], Layer(name="cellar"), layers[1])
    level = Edit.put(level, [Settings(cell_size=1.0, layers=more)]).apply(level)
    level = after(level, paint(level, [(5.0, 5.0)], "ice", Brush(1), layer="cellar"))
    assert len(level.of(Tiles)) == 2
    assert painted(level, "up") == {(5, 5): "mud"}
    assert painted(level, "cellar") == {(5, 5): "ice"}


def test_of_two_blocks_in_one_place_the_higher_id_counts_and_is_painted():
    """Emptying it doesn't bring the other one to light."""
    runs = (1, 64 * 64)
    low = Tiles(id=Tiles.id_of(0, 0, 0, 0), cx=0, cz=0, terrains=("mud",), runs=runs)
    high = Tiles(id=Tiles.id_of(0, 1, 0, 0), cx=0, cz=0, terrains=("ice",), runs=runs)
    level = level_of(high, low)
    assert painted_at(level, (3.0, 3.0)) == "ice"
    level = after(level, paint(level, [(32.0, 32.0)], "", Brush(200, square=True)))
    assert not level.of(Tiles)


def test_zones_count_where_nothing_is_painted_the_last_one_first():
    """And a name that the table lacks is ground."""
    level = level_of(
        Zone(id=1, terrain="mud", polygon=box((0, 0), (10, 10))),
        Zone(id=2, order=1.0, terrain="ice", polygon=box((5, 0), (15, 10))),
        Zone(id=3, order=2.0, terrain="glue", polygon=box((20, 0), (30, 10))),
    )
    level = paint(level, [(7.5, 5.5)], "sand", Brush(1)).apply(level)
    found = [terrain_at(level, place) for place in ((2, 5), (7, 3), (7.5, 5.5), (25, 5), (50, 5))]
    assert found == ["mud", "ice", "sand", "ground", "ground"]


@pytest.fixture
def rooms():
    """Two rooms of 10 x 10 m with a wall between, and a patch of mud in the first."""
    return level_of(
        Area(id=1, name="hall", polygon=box((0, 0), (21, 10))),
        Obstacle(id=2, name="wall", polygon=box((10, 0), (11, 10))),
        Zone(id=3, terrain="mud", polygon=box((0, 0), (4, 4))),
    )


def test_filling_ends_at_walls_edges_and_other_terrain(rooms):
    """It fills all of the rest."""
    room = painted(after(rooms, fill(rooms, (8.0, 8.0), "sand")))
    assert len(room) == 100 - 16
    assert all(x < 10 for x, _ in room)
    patch = painted(after(rooms, fill(rooms, (1.0, 1.0), "ice")))
    assert set(patch) == {(x, z) for x in range(4) for z in range(4)}
    filled = fill(rooms, (8.0, 8.0), "sand").apply(rooms)
    assert not painted(after(filled, fill(filled, (8.0, 8.0), "")))


def test_filling_says_why_it_can_not(rooms):
    """No floor, a wall, a floor of too many tiles, or a terrain that there is not."""
    for place in ((10.5, 5.0), (50.0, 50.0)):
        with pytest.raises(NavcoreError, match="There is no floor here to fill"):
            fill(rooms, place, "sand")
    with pytest.raises(NavcoreError, match="No terrain is called glue"):
        fill(rooms, (8.0, 8.0), "glue")
    wide = level_of(Area(id=1, name="plain", polygon=box((0, 0), (5000, 5000))))
    with pytest.raises(NavcoreError, match="too large to fill: draw a zone"):
        fill(wide, (8.0, 8.0), "sand")


def test_replacing_takes_every_tile_and_zone(rooms):
    """This holds on all storeys; an empty name erases tiles and makes zones ground."""
    level = paint(rooms, [(15.5, 5.5)], "mud", Brush(3)).apply(rooms)
    level = paint(level, [(18.5, 5.5)], "ice", Brush(1)).apply(level)
    sand = after(level, replace_terrain(level, "mud", "sand"))
    assert sand.of(Zone)[3].terrain == "sand"
    assert sorted(set(painted(sand).values())) == ["ice", "sand"]
    bare = after(level, replace_terrain(level, "mud", ""))
    assert bare.of(Zone)[3].terrain == "ground"
    assert set(painted(bare).values()) == {"ice"}


def test_replacing_in_a_selection_stays_within_its_outlines(rooms):
    """Selected zones are changed, and tiles inside selected outlines."""
    level = paint(rooms, [(2.0, 8.0), (18.0, 8.0)], "mud", Brush(2)).apply(rooms)
    edit = replace_terrain(level, "mud", "ice", [2])
    assert set(painted(after(level, edit)).values()) == {"mud", "ice"}
    changed = {place for place, name in painted(edit.apply(level)).items() if name == "ice"}
    assert {x for x, _ in changed} == {10}
    assert edit.apply(level).of(Zone)[3].terrain == "mud"


def test_painting_refuses_what_is_too_far_or_unknown():
    """The messages are for designers."""
    level = level_of()
    with pytest.raises(NavcoreError, match="too far from the origin"):
        paint(level, [(1e9, 0.0)], "mud", Brush(1))
    with pytest.raises(NavcoreError, match="No terrain is called glue"):
        paint(level, [(0.0, 0.0)], "glue", Brush(1))
    for terrain in TERRAINS:
        assert paint(level, [(0.0, 0.0)], terrain.name, Brush(1))


def test_blocks_are_found_after_any_row_of_edits():
    """By their places, as if every level was looked through."""
    random = Random(3)
    layers = (Layer(name="ground"), Layer(name="up"))
    level = level_of(settings=Settings(cell_size=1.0, layers=layers))
    levels = [level]
    for _ in range(120):
        level = random.choice(levels[-3:])
        if random.random() < 0.1 and level.of(Tiles):
            tiles = random.choice(list(level.of(Tiles).values()))
            changed = replace(tiles, layer=random.choice(["up", "ground", "sky"]))
            edit = Edit.put(level, [changed])
        else:
            place = (random.uniform(-200, 200), random.uniform(-200, 200))
            name = random.choice(["mud", "ice", ""])
            layer = random.choice(["ground", "up"])
            edit = paint(level, [place], name, Brush(random.choice([2, 150])), layer=layer)
        level = edit.apply(level)
        levels.append(level)
        for layer in ("ground", "up"):
            expected = {}
            for tiles in sorted(level.of(Tiles).values(), key=lambda one: one.id):
                if level.settings.layer_of(tiles) == layer:
                    expected[tiles.cx, tiles.cz] = tiles
            assert blocks_on(level, layer) == expected
