"""The brush without a window: strokes, lines, sizes, picking, filling, replacing, hints."""

import numpy as np
import pytest
from small_level import HALL, YARD, box
from tool_bench import ALT, SHIFT, Bench

from editor.tools.brush import BrushTool
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Settings, Tiles, Zone
from navcore.level.operations.terrains import delete_terrain, rename_terrain
from navcore.level.tiles import blocks_on, cells_of, terrain_at


@pytest.fixture
def bench():
    """A hall of 20 x 10 m in tiles of one metre, with a wall in it and a marsh."""
    level = Level(settings=Settings(cell_size=1.0)).with_items(
        {
            HALL: Area(id=HALL, name="hall", polygon=box(0, 0, 20, 10)),
            YARD: Obstacle(id=YARD, name="wall", polygon=box(10, 0, 11, 10)),
            50: Zone(id=50, name="marsh", terrain="mud", polygon=box(0, 0, 4, 4)),
        }
    )
    return Bench(BrushTool(), level)


def painted(level):
    """The painted tiles: (column, row) -> name."""
    return {
        (cx * 64 + int(column), cz * 64 + int(row)): tiles.terrains[int(cells[row, column]) - 1]
        for (cx, cz), tiles in blocks_on(level).items()
        for cells in [cells_of(tiles.runs)]
        for row, column in zip(*np.nonzero(cells), strict=True)
    }


def option(bench, name):
    """An option of the strip."""
    return next(one for one in bench.tool.options if one.name == name)


def test_a_stroke_is_one_step_of_blocks_alone(bench):
    """Live while it is painted; nothing is selected."""
    bench.press(12.5, 5.5)
    bench.move(13.5, 5.5)
    assert painted(bench.level)
    assert bench.hint == "**Painting sand.** Esc cancels the stroke"
    bench.move(15.5, 5.5)
    bench.release(15.5, 5.5)
    (step,) = bench.steps
    assert step.label == "Paint sand"
    assert all(isinstance(item, Tiles) for item in step.after.values())
    assert set(painted(bench.level).values()) == {"sand"}
    assert not bench.selection
    bench.undo()
    assert not bench.level.of(Tiles)


def test_escape_takes_a_stroke_back(bench):
    """No tile of it remains."""
    bench.press(12.5, 5.5)
    bench.move(15.5, 5.5)
    bench.escape()
    assert not bench.steps
    assert not bench.level.of(Tiles)


def test_a_click_paints_what_the_brush_shows(bench):
    """The outline at the mouse is around those very tiles."""
    for size in (1, 2, 5, 8):
        bench.number("size").set(size)
        bench.hover(14.3, 5.6)
        (ring,) = bench.strokes("brush")
        bench.click(14.3, 5.6)
        tiles = painted(bench.level)
        xs, zs = zip(*ring, strict=True)
        assert (min(xs), max(xs)) == (min(x for x, _ in tiles), max(x for x, _ in tiles) + 1)
        assert (min(zs), max(zs)) == (min(z for _, z in tiles), max(z for _, z in tiles) + 1)
        bench.undo()


def test_brackets_and_arrows_change_the_size(bench):
    """Small brushes tile by tile, large ones by a tenth."""
    size = bench.number("size")
    assert bench.key("]")
    assert size.value == 6
    assert bench.key("[")
    assert bench.key("[")
    assert size.value == 4
    size.set(100)
    bench.key("]")
    assert size.value == 110
    bench.key("Up")
    assert size.value == 111
    for _ in range(400):
        bench.key("[")
    assert size.value == 1
    assert "1 tile, 1.00 m" in bench.hint


def test_shift_paints_a_line_from_the_last_stroke(bench):
    """Its way is shown before."""
    bench.number("size").set(1)
    bench.click(12.5, 2.5, keys=SHIFT)
    assert len(painted(bench.level)) == 1
    bench.hover(17.5, 2.5, keys=SHIFT)
    assert bench.strokes("brush_line") == [((12.5, 2.5), (17.5, 2.5))]
    assert bench.hint == "**Click paints a line of sand from the last stroke.**"
    bench.click(17.5, 2.5, keys=SHIFT)
    assert set(painted(bench.level)) == {(x, 2) for x in range(12, 18)}
    bench.click(17.5, 5.5, keys=SHIFT)
    assert {(17, z) for z in range(2, 6)} <= set(painted(bench.level))


def test_none_erases(bench):
    """The hint has its own text."""
    bench.click(14.5, 5.5)
    option(bench, "terrain").set("")
    assert bench.hint.startswith("**Drag erases terrain.**")
    bench.number("size").set(20)
    bench.click(14.5, 5.5)
    assert bench.steps[-1].label == "Erase terrain"
    assert not bench.level.of(Tiles)


def test_alt_picks_what_lies_there(bench):
    """A zone, a tile, or plain ground."""
    bench.hover(2.0, 2.0, keys=ALT)
    assert bench.hint == "**Click picks mud.** mud, cost × 1.5"
    bench.click(2.0, 2.0, keys=ALT)
    assert bench.tool.terrain.name == "mud"
    bench.click(15.0, 5.0)
    option(bench, "terrain").set("ice")
    bench.click(15.0, 5.0, keys=ALT)
    assert bench.tool.terrain.name == "mud"
    bench.click(15.0, 9.5, keys=ALT)
    assert bench.tool.terrain.name == "ground"
    assert len(bench.steps) == 1


def test_filling_a_room(bench):
    """It fills up to the wall, in one step; places that can't be filled are refused."""
    option(bench, "mode").set("fill")
    bench.hover(15.0, 5.0)
    assert bench.hint.startswith("**Click fills the floor here with sand.**")
    bench.click(15.0, 5.0)
    assert set(painted(bench.level)) == {(x, z) for x in range(11, 20) for z in range(10)}
    bench.press(50.0, 50.0)
    with pytest.raises(NavcoreError, match="no floor"):
        bench.release(50.0, 50.0)


def test_replacing_everywhere_and_in_what_is_selected(bench):
    """The terrain under the mouse gives way."""
    option(bench, "mode").set("replace")
    bench.hover(2.0, 2.0)
    assert bench.hint.startswith("**Click turns all mud into sand.** In the whole level")
    bench.select(HALL)
    assert "In what is selected" in bench.hint
    bench.select()
    bench.click(2.0, 2.0)
    assert bench.level.of(Zone)[50].terrain == "sand"
    assert bench.hint.startswith("**This is sand already.**")


def test_the_chosen_terrain_follows_the_table(bench):
    """Under its new name; another takes the place of one that is gone."""
    bench.tool.terrain.take("mud", bench.level)
    for make in (
        lambda level: rename_terrain(level, "mud", "bog"),
        lambda level: rename_terrain(level, "bog", "swamp"),
    ):
        bench.level = make(bench.level).apply(bench.level)
        bench.hover(15.0, 5.0)
    assert bench.tool.terrain.name == "swamp"
    bench.level = delete_terrain(bench.level, "swamp").apply(bench.level)
    bench.hover(15.0, 5.0)
    assert "sand" in bench.hint


def test_tiles_have_their_own_size(bench):
    """The level has the setting."""
    settings = Settings(cell_size=1.0, tile_size=0.25)
    bench.level = bench.committed = Edit.put(bench.level, [settings]).apply(bench.level)
    bench.number("size").set(4)
    bench.click(15.0, 5.0)
    assert len(painted(bench.level)) == 12
    assert terrain_at(bench.level, (15.4, 5.1)) == "sand"
    assert terrain_at(bench.level, (15.6, 5.1)) == "ground"
    assert "4 tiles, 1.00 m" in bench.hint
