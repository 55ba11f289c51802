"""Terrain on the canvas: colours, patterns, order, legend, texts and zoom."""

import numpy as np
import pytest
from hand import Hand, wait_for_hints
from PySide6.QtGui import QColor
from small_level import HALL, box

from editor.canvas.overlays.terrain import NAME, TerrainOverlay
from editor.canvas.painting.terrain_looks import look_of
from editor.look import pens, style
from navcore.geometry.cells_inside import CellBox
from navcore.level.edit import Edit
from navcore.level.model import Profile, Terrain, Zone
from navcore.level.operations import set_settings
from navcore.level.operations.brush import Brush, Painting, paint
from navcore.level.operations.storeys import add_storey
from navcore.level.tables import TERRAINS

ZONE = 901
HERE = (16.5, 3.2)
"""Floor with nothing else over it."""
ROWS = {terrain.name: terrain for terrain in TERRAINS}
SWIMMER = Profile(name="swimmer", radius=0.45, abilities=("swim",), costs={"water": 1.0})


@pytest.fixture
def overlay(window):
    """The overlay, on a level without zones."""
    (found,) = (o for o in window.canvas.overlays if isinstance(o, TerrainOverlay))
    assert found.visible
    window.document.commit(set_settings(window.document.level, tile_size=1.0))
    for other in window.canvas.overlays:
        if other.name in {"grid", "zones", "zone_names"}:
            other.visible = False
    window.canvas.frame_all()
    window.bake.wait()
    return found


def put_zone(window, terrain, low=(14.0, 2.0), high=(18.0, 6.0), zone_id=ZONE):
    """Draw a zone."""
    zone = Zone(id=zone_id, name="marsh", terrain=terrain, polygon=box(*low, *high))
    window.document.commit(Edit.put(window.document.level, [zone]))


def put_tiles(window, name, places, size=2):
    """Paint a stroke."""
    edit = paint(window.document.level, places, name, Brush(size, square=True))
    window.document.commit(edit)


def patch(window, place, half=6):
    """The pixels around a place of the world, (n, n, 3)."""
    image = window.canvas.grab().toImage().convertToFormat(window.canvas.grab().toImage().format())
    x, y = map(round, window.canvas.viewport.camera.to_pixel(place))
    found = [
        [QColor(image.pixel(i, j)).getRgb()[:3] for i in range(x - half, x + half)]
        for j in range(y - half, y + half)
    ]
    return np.array(found)


def colours(window, place):
    """The colours around a place, and how many pixels have each, the most frequent first."""
    found, counts = np.unique(patch(window, place).reshape(-1, 3), axis=0, return_counts=True)
    order = np.argsort(-counts)
    return [(tuple(found[i].tolist()), int(counts[i])) for i in order]


def tinted(name):
    """A terrain's own colour over the floor."""
    look = look_of(ROWS[name], None, style.current())
    return rgb(pens.mixed(style.current().walkable, look.colour, look.alpha))


def rgb(colour):
    """Red, green and blue of a colour."""
    return QColor(colour).getRgb()[:3]


def is_near(one, other):
    """Return whether two colours are equal within rounding."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


def test_patterns_say_what_the_cost_is():
    """They are dots from 1.2, a hatch from 1.5, and a cross for closed terrain (STYLE)."""
    theme = style.current()
    found = {name: look_of(terrain, None, theme).pattern for name, terrain in ROWS.items()}
    assert found == {
        "ground": "", "grass": "", "ice": "", "rock": "", "sand": "dots", "snow": "dots",
        "mud": "hatch", "slow": "hatch", "water": "cross", "lava": "cross",
    }  # fmt: skip
    assert look_of(ROWS["water"], SWIMMER, theme).pattern == ""
    assert look_of(ROWS["ground"], None, theme).colour == ""


def test_the_classic_colours_are_those_of_the_source():
    """S1-064: mud at 1.5 is yellow, ice green; blocked black at 0.5, all others at 0.3."""
    theme = style.current()
    looks = {name: look_of(row, None, theme, by_cost=True) for name, row in ROWS.items()}
    assert [looks[n].colour for n in ("ice", "ground", "rock", "mud", "slow", "water")] == [
        "#00FF00", "#00FF00", "#FFFF00", "#FFFF00", "#FF0000", "#000000",
    ]  # fmt: skip
    assert [looks[n].alpha for n in ("mud", "water")] == [0.3, 0.5]
    dear = Terrain(name="x", cost=1.51, colour="#123456")
    assert look_of(dear, None, theme, by_cost=True).colour == "#FF0000"


def test_zones_are_tinted_and_tiles_replace_them(window, overlay):
    """Colours don't mix: only the effective terrain is shown."""
    bare = colours(window, HERE)[0][0]
    put_zone(window, "grass")
    assert is_near(colours(window, HERE)[0][0], tinted("grass"))
    put_tiles(window, "ice", [(16.0, 3.0)])
    assert is_near(colours(window, HERE)[0][0], tinted("ice"))
    put_tiles(window, "ground", [(16.0, 3.0)])
    assert colours(window, HERE)[0][0] == bare
    put_tiles(window, "", [(16.0, 3.0)])
    assert is_near(colours(window, HERE)[0][0], tinted("grass"))
    window.document.stack.undo()
    assert colours(window, HERE)[0][0] == bare


def test_later_zones_lie_over_earlier_ones(window, overlay):
    """The colours are not mixed."""
    put_zone(window, "mud")
    zone = Zone(id=902, order=5.0, terrain="ice", polygon=box(14.0, 2.0, 18.0, 6.0))
    window.document.commit(Edit.put(window.document.level, [zone]))
    assert is_near(colours(window, HERE)[0][0], tinted("ice"))


def test_zones_and_tiles_of_one_terrain_look_alike(window, overlay):
    """They are equal pixel by pixel: the pattern continues from one to the other."""
    put_zone(window, "mud")
    zone = patch(window, HERE)
    window.document.stack.undo()
    put_tiles(window, "mud", [(16.0, 4.0)], size=4)
    tiles = patch(window, HERE)
    assert np.abs(zone - tiles).max() <= 2
    assert len(colours(window, HERE)) >= 2


def test_the_shown_type_decides_what_is_shut(window, overlay):
    """Water is dim and crossed for types that can't swim, and plain for those with cost 1."""
    level = window.document.level
    window.document.commit(set_settings(level, profiles=(SWIMMER,)))
    put_zone(window, "water")
    shut = colours(window, HERE)
    assert len(shut) >= 2
    barred = look_of(ROWS["water"], None, style.current())
    dim = rgb(pens.mixed(style.current().band, barred.colour, barred.alpha))
    assert is_near(shut[0][0], dim)
    window.bake.shown_floor.show_type("swimmer")
    window.bake.wait()
    look = look_of(ROWS["water"], SWIMMER, style.current())
    wet = rgb(pens.mixed(style.current().walkable, look.colour, look.alpha))
    assert is_near(colours(window, HERE)[0][0], wet)


def test_the_legend_names_what_is_there(window, overlay):
    """Each terrain is shown with its cost, or as missing."""
    scene = window.canvas.scene()
    assert overlay.legend(scene) == ()
    put_zone(window, "water")
    put_tiles(window, "mud", [(8.0, 3.0)])
    rows = overlay.legend(window.canvas.scene())
    assert [row.text for row in rows] == ["mud, cost × 1.5", "water, requires swim"]
    assert [bool(row.hatch) for row in rows] == [True, True]
    assert [row.cross for row in rows] == [False, True]


def test_pointing_says_the_terrain_and_its_cost(window, overlay):
    """The click's effect is shown, too; plain ground and a hidden overlay have no text."""
    put_zone(window, "mud", (10.0, 20.0), (20.0, 30.0))
    said = []
    window.canvas.hints.changed.connect(said.append)
    hand = Hand(window.canvas)

    def over(place):
        hand.move(place)
        wait_for_hints(window.canvas)
        return said[-1]

    window.canvas.frame_all()
    assert over((15.0, 25.0)).startswith(
        "**Click selects marsh, drag moves it.** mud, cost × 1.5 · "
    )
    assert "cost" not in over((30.0, 30.0))
    window.commands.table[f"overlay_{NAME}"].trigger()
    assert "cost" not in over((15.0, 24.0))


def test_far_away_tiles_are_averaged(window, overlay):
    """A chequered field has its average colour at every offset of the pixel grid."""
    painting = Painting(window.document.level)
    field = np.indices((256, 256)).sum(axis=0) % 2 == 0
    painting.put(CellBox(100, 100, 356, 356), field, "grass")
    window.document.commit(painting.edit())
    camera = window.canvas.viewport.camera
    window.canvas.viewport.look(camera.framing((100.0, 100.0, 356.0, 356.0)).zoomed(0.2))
    found = patch(window, (228.0, 228.0))
    look = look_of(ROWS["grass"], None, style.current())
    mixed = rgb(pens.mixed(style.current().outside, look.colour, look.alpha / 2))
    assert np.abs(found - np.array(mixed)).max() <= 12


def test_only_what_changed_is_painted_again(window, overlay):
    """A dab in a large field touches a few pixels."""
    put_tiles(window, "mud", [(3.0, 3.0), (9.0, 6.0)], size=4)
    window.canvas.grab()
    put_tiles(window, "ice", [(16.0, 3.0)], size=1)
    window.bake.wait()
    window.canvas.grab()
    side = window.canvas.viewport.camera.scale
    assert window.canvas.layers.still_pixels <= (3 * side) ** 2


def test_part_by_part_it_looks_as_all_at_once(window, overlay):
    """After strokes that were painted anew piece by piece."""
    put_zone(window, "water")
    for step in range(6):
        put_tiles(window, ["mud", "ice", "sand"][step % 3], [(step * 1.7, 2.0), (step * 1.7, 6.0)])
        window.canvas.grab()
    parts = window.canvas.grab().toImage()
    window.canvas.paint_anew()
    assert parts == window.canvas.grab().toImage()


def test_hiding_the_overlay_hides_it(window, overlay):
    """It is listed with the floor."""
    put_zone(window, "grass")
    window.commands.table[f"overlay_{NAME}"].trigger()
    assert not overlay.visible
    assert not is_near(colours(window, HERE)[0][0], tinted("grass"))
    assert HALL in window.document.level.areas


def test_terrain_of_the_storey_in_hand_is_shown(window, overlay):
    """Paint on the ground is not visible from above."""
    put_tiles(window, "mud", [(16.0, 4.0)], size=4)
    document = window.document
    document.commit(add_storey(document.level, "upper"))
    mud = patch(window, HERE)
    document.storey.show("upper")
    assert overlay.fact(window.canvas.scene(), HERE) == ""
    assert np.abs(patch(window, HERE) - mud).max() > 2
    document.storey.show("ground")
    assert "mud" in overlay.fact(window.canvas.scene(), HERE)
    assert np.abs(patch(window, HERE) - mud).max() <= 2
