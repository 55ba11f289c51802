"""The shared window of tests: reused if a test left it unchanged, otherwise replaced."""

from pathlib import Path

from hand import Hand
from lending import Lender

from editor.shell.window import MainWindow


def draw(window: MainWindow) -> None:
    """Do what most tests do: choose a tool, drag, select."""
    canvas = window.canvas
    canvas.frame_all()
    tools = {tool.name: tool for tool in canvas.gestures.tools}
    canvas.gestures.choose(tools["rectangle_area"])
    Hand(canvas).drag((1, 5), (3, 7))
    assert window.document.selection.ids


def test_that_a_window_is_lent_again(lender: Lender, tmp_path: Path) -> None:
    """Making one takes ten times as long as most tests do."""
    lent = lender.lend(tmp_path)
    draw(lent)
    lender.take_back()
    assert lender.lend(tmp_path) is lent
    assert not lent.document.selection.ids
    assert lent.document.stack.isClean()


def test_that_another_window_is_made_where_a_test_left_traces(
    lender: Lender, tmp_path: Path
) -> None:
    """A part to which a test has added something."""
    lent = lender.lend(tmp_path)
    draw(lent)
    lent.bake.short_ms = 7.0
    lender.take_back()
    assert lender.lend(tmp_path) is not lent
