"""Islands on the canvas: colours by size, numbers, a legend and words, live and by tiles."""

import numpy as np
import pytest
from hand import Hand
from PySide6.QtGui import QColor
from small_level import GATE, HALL, TABLE, YARD, box

from editor.canvas.overlays.islands import NAME, IslandsOverlay
from editor.canvas.painting.island_classes import IslandClasses
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.look import pens, style
from editor.look.style import CANVAS, ISLANDS
from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle
from navcore.level.operations import move, toggle_doors


@pytest.fixture
def overlay(window):
    """The islands, shown, everything in view and the gate shut."""
    canvas = window.canvas
    canvas.frame_all()
    window.commands.table[f"overlay_{NAME}"].trigger()
    (found,) = (o for o in canvas.overlays if isinstance(o, IslandsOverlay))
    assert found.visible
    shut(window)
    return found


def shut(window):
    """Toggle the gate."""
    window.document.commit(toggle_doors(window.document.level, frozenset({GATE})))
    window.bake.wait()


def colour(window, place):
    """The colour of the canvas at a place of the world."""
    image = window.canvas.grab().toImage()
    x, y = window.canvas.viewport.camera.to_pixel(place)
    return image.pixelColor(round(x), round(y)).name()


def numbers(window, overlay):
    """Return the numbers in the middles of islands."""
    room = LabelRoom()
    overlay.label(room, window.canvas.scene(), window.canvas.viewport.camera)
    return [label.words for label, _ in room.placed() if label.rank is Rank.NUMBER]


def is_near(one, other):
    """Return whether two colours are equal within rounding."""
    pairs = zip(QColor(one).getRgb(), QColor(other).getRgb(), strict=True)
    return all(abs(a - b) <= 2 for a, b in pairs)


def tinted(number):
    """The colour of floor in the island of this number, from 2 on."""
    walkable = style.current().walkable
    return pens.mixed(walkable, ISLANDS[number - 2], CANVAS.island_alpha)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_largest_keeps_its_colour_the_others_have_theirs(window, overlay, theme):
    """A shut door makes one of them; an open one joins them again."""
    window.choose_theme(theme)
    assert colour(window, (12.2, 5.0)) == style.current().walkable.lower()
    assert is_near(colour(window, (8.2, 1.6)), tinted(2))
    assert numbers(window, overlay) == ["2"]
    shut(window)
    assert colour(window, (8.2, 1.6)) == style.current().walkable.lower()
    assert numbers(window, overlay) == []


def test_far_from_an_edit_islands_change_as_well(window, overlay):
    """Partial painting looks like painting the whole."""
    canvas = window.canvas
    for _ in range(3):
        shut(window)
        kept = canvas.grab().toImage()
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == kept
    level = window.document.level
    more = [
        Area(id=90 + n, name=f"cell_{n}", polygon=box(25 + 4 * n, 0, 28 + 4 * n, 2 + n))
        for n in range(4)
    ]
    window.document.commit(Edit.put(level, more))
    window.bake.wait()
    level = window.document.level
    window.document.commit(move(level, {TABLE}, (0.0, 2.0)))
    window.bake.wait()
    kept = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == kept


def test_they_follow_a_drag(window, overlay):
    """A wall that is dragged across a room cuts it in two."""
    level = window.document.level
    wall = Obstacle(id=90, name="wall", polygon=box(21, -1, 21.5, 9))
    window.document.commit(Edit.put(level, [wall]))
    hand = Hand(window.canvas)
    window.document.select(frozenset({90}))
    hand.hold((21.25, 8.7), (17.25, 8.7))
    window.bake.wait()
    kept = window.canvas.grab().toImage()
    assert numbers(window, overlay) == ["2", "3"]
    window.canvas.layers.paint_anew()
    assert window.canvas.grab().toImage() == kept


def test_legend_and_status_bar_tell_how_large_they_are(window, overlay):
    """The first ones by number, of the others their count."""
    canvas = window.canvas
    texts = [row.text for row in overlay.legend(canvas.scene())]
    assert texts[0].startswith("largest island, ")
    assert texts[1].startswith("island 2, ")
    said = overlay.tip(canvas.scene(), (8.2, 1.6))
    assert said.startswith("**Island 2 of 2, ")
    assert overlay.tip(canvas.scene(), (4.5, 4.0)) == ""
    assert overlay.tip(canvas.scene(), (-40.0, 4.0)) == ""
    cells = [
        Area(id=90 + n, name=f"c{n}", polygon=box(25 + 4 * n, 0, 28 + 4 * n, 3)) for n in range(9)
    ]
    window.document.commit(Edit.put(window.document.level, cells))
    window.bake.wait()
    texts = [row.text for row in overlay.legend(canvas.scene())]
    assert texts[-1] == "6 smaller islands"
    shut(window)
    assert {HALL, YARD} <= window.document.level.areas.keys()


def test_a_door_of_the_run_counts(window, overlay):
    """The world of the run is the one that is walked on."""
    shut(window)
    window.run.clock.step_once()
    assert numbers(window, overlay) == []
    window.run.commands.switch([GATE])
    window.run.clock.step_once()
    window.canvas.grab()
    assert numbers(window, overlay) == ["2"]


def test_classes_of_many_islands_take_colours_again():
    """Nine and more; blocked cells and the largest are clear."""
    cells = np.zeros((3, 60), np.uint8)
    cells[1, 0:9] = 1
    cells[1, 10::2] = 1
    islands, grid = IslandClasses(), NavGrid.from_array(cells)
    assert islands.follow(grid) is None
    assert islands.follow(grid) == []
    assert islands.classes[1, :9].tolist() == [0] * 9
    assert islands.classes[1, 10::2][:10].tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2]
    assert [islands.number_of(grid, column, 1) for column in (0, 9, 10, 12)] == [1, 0, 2, 3]
    assert islands.middle_of(3) == (12, 1)


def test_the_count_of_islands_shows_them(window):
    """A click on the count in the level's properties shows them, another one hides them."""
    window.canvas.frame_all()
    label = window.panels["properties"].level.state.result
    (overlay,) = (o for o in window.canvas.overlays if isinstance(o, IslandsOverlay))
    assert '<a href="islands">1 island</a>' in label.text()
    label.linkActivated.emit("islands")
    assert overlay.visible
    label.linkActivated.emit("islands")
    assert not overlay.visible


def test_islands_keep_their_numbers_while_something_is_dragged():
    """Another one may be larger for a while; after the release the size counts again."""
    cells = np.zeros((5, 40), np.uint8)
    cells[1:4, 1:12], cells[1:4, 14:24], cells[1:4, 26:35] = 1, 1, 1
    islands = IslandClasses()
    islands.follow(NavGrid.from_array(cells))
    smaller = cells.copy()
    smaller[1:4, 14:18] = 0
    grid = NavGrid.from_array(smaller)
    islands.follow(grid, keep=True)
    assert [islands.number_of(grid, column, 2) for column in (3, 20, 30)] == [1, 2, 3]
    islands.follow(NavGrid.from_array(smaller.copy()))
    again = NavGrid.from_array(smaller)
    islands.follow(again)
    assert [islands.number_of(again, column, 2) for column in (3, 20, 30)] == [1, 3, 2]
