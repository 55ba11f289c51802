"""What floats over the canvas: the legend, and the button that lists overlays."""

import pytest
from pytestqt.qtbot import QtBot
from small_level import GATE

from editor.canvas.chrome import EyeButton
from editor.canvas.overlays.overlay import LegendRow
from editor.shell.window import MainWindow
from navcore.level.operations import toggle_doors


def said_by(window: MainWindow, *hidden: str) -> str:
    """What the eye button reads once these overlays are hidden."""
    eye = window.canvas.findChild(EyeButton)
    assert eye is not None
    for name in hidden:
        eye.actions_by_name[name].trigger()
    return eye.text().strip()


@pytest.mark.parametrize(
    ("toggled", "text"),
    [
        ((), "Walkable, edge band, doors"),
        (("cell_lines",), "Walkable, edge band, cells, doors"),
        (("cells",), "Doors"),
        (("agents",), "Walkable, edge band, doors · agents hidden"),
        (("agents", "areas"), "Walkable, edge band, doors · 2 hidden"),
        (("cells", "doors"), "Floor hidden"),
    ],
)
def test_the_eye_names_what_tells_of_the_floor_and_what_is_hidden(
    window: MainWindow, toggled: tuple[str, ...], text: str
) -> None:
    """What was drawn is taken for granted, unless it is hidden."""
    assert said_by(window, *toggled) == text


def row_of(window: MainWindow, text: str) -> LegendRow | None:
    """The row of the legend with this text."""
    return next((row for row in window.canvas.chrome.legend.rows if row.text == text), None)


def test_the_legend_tells_open_from_shut_without_colour(qtbot: QtBot, window: MainWindow) -> None:
    """Open is dashed, shut is cross-hatched."""
    row = row_of(window, "door, open")
    assert row is not None
    assert (bool(row.dash), row.cross) == (True, False)
    assert row_of(window, "door, shut") is None
    level = window.document.level
    window.document.commit(toggle_doors(level, frozenset({GATE})))
    qtbot.waitUntil(lambda: row_of(window, "door, shut") is not None)
    row = row_of(window, "door, shut")
    assert row is not None
    assert (bool(row.dash), row.cross) == (False, True)


def test_the_legend_tells_both_distances(window: MainWindow) -> None:
    """Obstacles and the edge of the floor may keep agents at different distances."""
    assert row_of(window, "too close to a wall (0.45 or 0.70 m)") is not None
