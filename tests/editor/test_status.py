"""The status bar: a hint at the left, buttons at the right."""

from types import SimpleNamespace

import pytest
from hand import Hand
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.bars.status import RoomyButton, StatusBar
from editor.look.style import SIZE
from editor.shell.window import MainWindow
from editor.tools.messages import LONGEST
from editor.tools.messages import play as play_words


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    """A bar of its own, shown."""
    made = StatusBar()
    made.resize(900, made.height())
    qtbot.addWidget(made)
    made.show()
    return made


def test_hidden_things_are_counted(bar: StatusBar) -> None:
    """Without hidden elements there is no text."""
    assert not bar.hidden.isVisible()
    bar.show_hidden({1, 2, 3})
    assert bar.hidden.isVisible()
    assert bar.hidden.text() == "3 hidden"
    bar.show_hidden(())
    assert not bar.hidden.isVisible()


def test_each_at_the_right_is_a_button_that_takes_no_focus(qtbot: QtBot, bar: StatusBar) -> None:
    """They have names for screen readers, and the standard order."""
    pressed: list[str] = []
    for name in ("hidden", "place", "zoom"):
        getattr(bar, f"{name}_pressed").connect(lambda _, name=name: pressed.append(name))
    bar.show_hidden({1})
    bar.show_place((1.0, 2.0))
    bar.show_zoom(1.0)
    bar.show_snap(0.5, on=True)
    counters = {bar.fit, bar.doors, bar.tests, bar.problems}
    buttons = sorted(bar.findChildren(QToolButton), key=lambda button: button.x())
    assert [button.text() for button in buttons if button not in counters] == [
        "1 hidden", "snap 0.5 m", "x 1.00  z 2.00", "100 %"
    ]  # fmt: skip
    for button in buttons:
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus
        assert button.accessibleName() or button in counters
        if button not in {bar.snap, *counters}:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed == ["hidden", "place", "zoom"]


def test_a_sentence_gives_way_to_the_hint(bar: StatusBar) -> None:
    """Marks become bold; names that a designer typed stay plain text."""
    bar.show_hint("**Click <b> selects.** Esc back")
    assert bar.shown == "Click <b> selects. Esc back"
    bar.say("Saved a < b.")
    assert bar.shown == "Saved a < b."
    bar.forget()
    assert bar.shown.startswith("Click")


def test_a_longer_hint_takes_the_room_of_the_leftmost_buttons(qtbot: QtBot, bar: StatusBar) -> None:
    """It is never cut for them, and those that stay don't move."""
    bar.show_hidden({1})
    bar.show_hint("**Click selects.**")
    buttons = sum(one.sizeHint().width() + 12 for one in bar.findChildren(QToolButton))
    bar.resize(bar.text.needed + buttons + 60, bar.height())
    qtbot.waitUntil(lambda: bar.hidden.isVisible() and bar.zoom.x() > 500)
    before = [bar.place.geometry(), bar.zoom.geometry()]
    bar.show_hint("**Click selects what lies here and some more.** A key does another thing")
    qtbot.waitUntil(lambda: not bar.hidden.isVisible())
    qtbot.waitUntil(lambda: bar.text.toolTip() == "")
    assert [bar.place.geometry(), bar.zoom.geometry()] == before
    bar.show_hint("**Click selects.**")
    assert bar.hidden.isVisible()


def test_numbers_keep_their_room(qtbot: QtBot, bar: StatusBar) -> None:
    """The neighbours stay in place."""
    bar.resize(900, bar.height())
    bar.show_place((1.0, 2.0))
    bar.show_zoom(1.0)
    bar.show_snap(0.5, on=True)
    qtbot.waitUntil(lambda: bar.zoom.geometry().right() > 850)
    bar.layout().activate()
    before = [button.geometry() for button in (bar.snap, bar.place, bar.zoom)]
    bar.show_place((-12.5, -34.75))
    bar.show_zoom(0.055)
    bar.show_snap(0.25, on=True)
    bar.layout().activate()
    assert [button.geometry() for button in (bar.snap, bar.place, bar.zoom)] == before


def test_the_place_goes_with_its_level(bar: StatusBar) -> None:
    """Nothing is copied before the mouse was over the next one."""
    bar.show_place((1.0, 2.0))
    assert bar.place.text() == "x 1.00  z 2.00"
    bar.forget_place()
    assert bar.place.text() == ""
    assert not bar.place.isEnabled()
    bar.copy_place()
    assert bar.shown == "Move the mouse over the canvas first."


def test_a_sign_that_is_a_key_looks_like_a_key(bar: StatusBar) -> None:
    """A full stop after a sentence would read as its end."""
    bar.resize(1024, bar.height())
    bar.show_hint(play_words.paused_at("1:20.1"))
    assert bar.shown.startswith("Paused at 1:20.1. Space goes on · [.] next tick ·")
    assert "\xa0.\xa0</span> next tick" in bar.text.text()
    assert ". ." not in bar.text.text()


def test_the_counter_of_what_fits_opens_its_panel(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It also counts gaps that are open by luck while widths are measured."""
    counter, panel = window.status.fit, window.panels["fit"]
    assert counter.text() == "Fit"
    assert counter.toolTip().startswith("Fit")
    qtbot.mouseClick(counter, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.isVisible)
    narrow = SimpleNamespace(verdict="by luck")
    wide = SimpleNamespace(verdict="always")
    monkeypatch.setattr(window.bake.widths, "of", lambda *_: (narrow, wide, narrow))
    monkeypatch.setattr(panel, "refresh", lambda: None)
    window.bake.widths.changed.emit(None)
    assert counter.text() == "Fit: 2 grid-dependent"
    assert counter.accessibleName() == "Fit: 2 grid-dependent"
    monkeypatch.undo()
    qtbot.mouseClick(counter, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()


def test_every_hint_has_room_in_the_smallest_window(window: MainWindow) -> None:
    """The longest one is not cut."""
    size = window.size()
    window.resize(SIZE.least_width, SIZE.least_height)
    window.status.show_hidden({1})
    window.status.show_place((-12.5, -34.75))
    said = f"**{'Click adds a corner, 4.20 m at 90°.'}** {'n' * (LONGEST - 36)}"
    window.status.show_hint(said)
    QCoreApplication.processEvents()
    assert window.status.text.toolTip() == ""
    assert window.status.zoom.isVisible()
    window.status.show_hidden(())
    window.status.forget_place()
    window.canvas.hints.repeat()
    window.resize(size)


def test_the_place_of_the_last_level_goes_when_another_opens(window: MainWindow) -> None:
    """Nothing in the new one is there."""
    Hand(window.canvas).move((1.0, 2.0))
    assert window.status.place.text()
    window.document.load(small_level(), None)
    assert window.status.place.text() == ""


def test_the_size_of_a_button_is_that_of_a_new_one_whatever_was_asked_before(
    qtbot: QtBot,
) -> None:
    """Text, font or style of its icon were others before."""
    texts = ("100 %", "100 %", "a much longer text", "a much longer text")
    button = RoomyButton("")
    qtbot.addWidget(button)
    last = 0
    for pixels, text in enumerate(texts, 11):
        new = RoomyButton("")
        qtbot.addWidget(new)
        font = button.font()
        font.setPixelSize(2 * pixels)
        for one in (button, new):
            one.setText(text)
            one.setFont(font)
        assert button.sizeHint() == button.sizeHint() == new.sizeHint()
        assert button.sizeHint().width() > last
        last = button.sizeHint().width()
    button.setText("1 %")
    assert button.sizeHint().width() == last
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    assert button.sizeHint().width() > last


def test_hint_stands_off_the_edge_of_the_window(window: MainWindow) -> None:
    """As far as the texts above it, also after the style sheet was set again."""
    hint = window.status.text
    hint.say("**Click** selects")
    picture = hint.grab().toImage()
    ground = picture.pixelColor(0, 0)
    left = next(
        x for x in range(picture.width())
        if any(picture.pixelColor(x, y) != ground for y in range(picture.height()))
    )  # fmt: skip
    at = hint.mapTo(window.status, QPoint()).x() + left / picture.devicePixelRatio()
    assert SIZE.margin - 2 <= at <= SIZE.margin + 2
    assert hint.needed <= hint.width()
