"""The classic colours of the source documents: floor by its cost, paths green, yellow and red."""

import numpy as np
import pytest
from colour_sight import contrast
from PySide6.QtGui import QColor
from small_level import box

from editor.canvas.overlays.terrain import TerrainOverlay
from editor.canvas.painting.cost_picture import typical_costs
from editor.canvas.painting.terrain_looks import look_of
from editor.look import pens, style
from editor.look.style import CANVAS, DARK_CLASSIC, LIGHT_CLASSIC
from editor.look.theme import apply_colours, apply_theme
from navcore.level.edit import Edit
from navcore.level.model import Terrain, Zone

HERE = (16.5, 3.2)
"""Floor with nothing else over it."""


@pytest.fixture
def classic(window):
    """Use classic colours, without grid lines over the floor."""
    for overlay in window.canvas.overlays:
        if overlay.name in {"grid", "zones", "zone_names"}:
            overlay.visible = False
    window.canvas.frame_all()
    window.commands.table["colours_classic"].trigger()
    yield window
    apply_colours("clear")


def put(window, terrain):
    """A zone of a terrain around the place."""
    zone = Zone(id=901, terrain=terrain, polygon=box(14.0, 2.0, 18.0, 6.0))
    window.document.commit(Edit.put(window.document.level, [zone]))
    window.bake.wait()


def most(window, place):
    """Return the most frequent colour around a place."""
    image = window.canvas.grab().toImage()
    x, y = map(round, window.canvas.viewport.camera.to_pixel(place))
    pixels = [
        QColor(image.pixel(i, j)).getRgb()[:3]
        for i in range(x - 6, x + 6)
        for j in range(y - 6, y + 6)
    ]
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    return tuple(found[counts.argmax()].tolist())


def over(below, colour, alpha):
    """One colour over another."""
    return QColor(pens.mixed(below, colour, alpha)).getRgb()[:3]


def is_near(one, other):
    """Return whether two colours are equal within rounding."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


def test_floor_is_green_yellow_or_red_by_its_cost(classic):
    """S1-064: up to 1.0, up to 1.5, above, at 0.3; mud at 1.5 is yellow, ice green."""
    theme = style.current()
    assert is_near(most(classic, HERE), over(theme.walkable, "#00FF00", 0.3))
    for terrain, colour in (
        ("ice", "#00FF00"), ("rock", "#FFFF00"), ("mud", "#FFFF00"), ("slow", "#FF0000"),
    ):  # fmt: skip
        put(classic, terrain)
        assert is_near(most(classic, HERE), over(theme.walkable, colour, 0.3))


def test_blocked_floor_is_black(classic):
    """S1-064: with opacity 0.5, for agents that can't enter it."""
    put(classic, "water")
    assert is_near(most(classic, HERE), over(style.current().band, "#000000", 0.5))


def test_the_legend_explains_the_four_colours(classic):
    """The rows have the costs at which they change."""
    (overlay,) = (o for o in classic.canvas.overlays if isinstance(o, TerrainOverlay))
    rows = overlay.legend(classic.canvas.scene())
    assert [row.text for row in rows] == [
        "cost up to × 1", "cost up to × 1.5", "cost over × 1.5", "not walkable",
    ]  # fmt: skip
    assert [bool(row.hatch) for row in rows] == [False, False, True, True]


def test_part_by_part_it_looks_as_all_at_once(classic):
    """After edits that were painted anew piece by piece."""
    put(classic, "mud")
    classic.canvas.grab()
    put(classic, "slow")
    parts = classic.canvas.grab().toImage()
    classic.canvas.paint_anew()
    assert parts == classic.canvas.grab().toImage()


def test_patterns_say_what_colours_say():
    """Each class of costs has a look of its own, also in grey."""
    rows = [Terrain(name="x", cost=cost) for cost in typical_costs()]
    looks = [look_of(row, None, DARK_CLASSIC, by_cost=True) for row in rows]
    assert [look.colour for look in looks] == [
        "#00FF00", "#FFFF00", "#FFFF00", "#FFFF00", "#FF0000",
    ]  # fmt: skip
    assert [look.pattern for look in looks] == ["", "", "dots", "hatch", "hatch"]


@pytest.mark.parametrize("theme", [DARK_CLASSIC, LIGHT_CLASSIC], ids=lambda theme: theme.name)
def test_paths_are_green_yellow_and_red(theme):
    """S1-063: corners of radius 3, the end of 5; lines show on the floor or by their casing."""
    assert CANVAS.path_corner == 3.0
    assert CANVAS.path_end == 5.0
    red, green, _ = QColor(theme.path).getRgb()[:3]
    assert green > 2 * red
    assert QColor(theme.path_corner).name() == "#ffff00"
    assert QColor(theme.path_end).getRgb()[1:3] == (0, 0)
    for line in (theme.path, theme.path_end):
        assert max(contrast(line, theme.walkable), contrast(line, theme.outside)) >= 3


def test_the_choice_is_kept_and_follows_the_theme(classic):
    """It is in menu and preferences, dark and light, and can be reversed."""
    assert classic.settings.colours == "classic"
    assert classic.commands.table["colours_classic"].isChecked()
    assert style.current() is DARK_CLASSIC
    apply_theme("light")
    assert style.current() is LIGHT_CLASSIC
    apply_theme("dark")
    clear = classic.commands.table["colours_clear"]
    clear.trigger()
    assert style.current() is style.DARK
    assert clear.isChecked()


def test_changing_colours_repaints_the_canvas_at_once(classic):
    """No other event is needed."""
    before = most(classic, HERE)
    classic.commands.table["colours_clear"].trigger()
    assert is_near(most(classic, HERE), QColor(style.DARK.walkable).getRgb()[:3])
    classic.commands.table["colours_classic"].trigger()
    assert most(classic, HERE) == before
