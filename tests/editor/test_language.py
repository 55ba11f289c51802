"""Every visible text can be translated, and fits when 40 % longer."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from answers import Answers
from hand import Hand
from leaving import leave
from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from seen import cut_off, texts_of, texts_of_action, untranslated, visible
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, small_level

from editor.canvas.canvas import Canvas
from editor.dialogs import all_dialogs
from editor.dialogs.backups import BackupsDialog
from editor.home.page import HomePage
from editor.look.fields import Check, Elided, ElidedButton, Field
from editor.look.style import SIZE
from editor.safety.backups import keep
from editor.safety.recovery import Recovery
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system import language
from editor.system.application import make_app
from navcore import samples
from navcore.formats import load_level

SELECTIONS = {
    "nothing": (), "polygon": (TABLE,), "door": (GATE,), "floor": (HALL,), "agent": (GUARD,),
    "several": (TABLE, HALL), "agents": (GUARD, COOK),
}  # fmt: skip


OF_PROGRAMS = {"Waywright", "Python", "Qt", "PySide", "NumPy", "Shapely", "pyqtgraph", "Cython"}
"""Names that are the same in every language."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """The window in the pseudo-language, with the small level."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.folder = tmp_path
    settings.theme = "dark"
    make_app(settings, spoken=language.PSEUDO)
    made = MainWindow(settings, Answers())
    made.show()
    made.document.load(small_level(), None)
    made.bake.wait()
    qtbot.waitExposed(made)
    yield made
    for dialog in [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]:
        dialog.close()
    leave(made)
    language.install("en")
    QCoreApplication.processEvents()


@pytest.fixture
def canvas(window: MainWindow) -> Canvas:
    """The canvas, with the focus, showing the whole level."""
    window.activateWindow()
    window.canvas.setFocus()
    window.canvas.frame_all()
    return window.canvas


@pytest.fixture
def hand(canvas: Canvas) -> Hand:
    """Return simulated user input on the canvas."""
    return Hand(canvas)


def data() -> set[str]:
    """Return names that aren't translated."""
    level = small_level()
    return (
        {element.name for element in level.elements()}
        | {part for element in level.elements() for part in element.group.split("/") if part}
        | {tag for element in level.elements() for tag in element.tags}
        | OF_PROGRAMS
        | {*samples.names()}
    )


def check_texts(top: QWidget, names: set[str] | None = None) -> None:
    """Check that every visible text, tooltip and accessible text is translated, or data."""
    QCoreApplication.processEvents()
    known = data() | (names or set())
    left = {
        (type(widget).__name__, where, text)
        for widget in visible(top)
        if not widget.objectName().startswith("qt_") and "Scroll" not in widget.objectName()
        for where, text in texts_of(widget)
        if untranslated(text, known)
    }
    assert not left


def check_room(top: QWidget) -> None:
    """Check that every text fits, or has a tooltip with the full text."""

    def cut() -> set[tuple[str, str]]:
        QCoreApplication.processEvents()
        return {(type(w).__name__, text) for w in visible(top) if (text := cut_off(w))}

    # What a worker sends may arrive in between, and is laid out by then.
    found = cut()
    assert not (found and cut())


PLACES = ((-3.0, -3.0), (10.5, 4.5), (4.5, 4.0), (3.0, 3.0), (2.0, 2.0))
"""Nothing, a door, an obstacle, a corner, an agent."""


SIZES = ((1440, 900), (1024, 640))


def test_the_window(window: MainWindow) -> None:
    """Bars, panels, canvas and context menu, with every selection, in wide and narrow windows."""
    for size, selected in product(SIZES, SELECTIONS.values()):
        window.resize(*size)
        spread(window, SIZE.dock)
        window.document.select(frozenset(selected))
        check_texts(window)
        check_room(window)
        check_menu(window.context_menu.make(window))
        spread(window, SIZE.dock_least)
        check_room(window)


def test_the_other_panels(window: MainWindow, hand: Hand) -> None:
    """History with a step, the level's properties, and the panels below the canvas."""
    window.document.select(frozenset({TABLE, CHEST}))
    hand.key(Qt.Key.Key_Right)
    window.document.select(frozenset())
    window.show_panel("history")
    for name in ("problems", "tests", "doors", "fit", "coverage", "probes", "run", "changes"):
        window.show_panel(name)
        check_texts(window)
        for size, width in product(SIZES, (SIZE.dock, SIZE.dock_least)):
            window.resize(*size)
            spread(window, width)
            check_room(window)


def test_every_problem_has_room(window: MainWindow) -> None:
    """Its sentence, why it matters, its fix and how much it counts, in the least window."""
    window.document.load(load_level(samples.path("broken_mill")), None)
    window.show_panel("problems")
    window.workspace.problems.wait()
    window.resize(*SIZES[1])
    spread(window, SIZE.dock_least)
    panel = window.panels["problems"]
    assert len(window.workspace.problems.counting) == 9
    for problem in window.workspace.problems.counting:
        window.workspace.problems.pick(problem)
        check_room(panel)


def spread(window: MainWindow, width: int) -> None:
    """Make the docks so wide."""
    docks = [window.arrangement.docks[place] for place in ("upper", "lower")]
    window.resizeDocks(docks, [width] * len(docks), Qt.Orientation.Horizontal)


def test_the_menus(window: MainWindow) -> None:
    """Every line of every menu, with its tip."""
    for action in window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        check_menu(menu)


def check_menu(menu: QMenu) -> None:
    """Its lines and those of the menus in it."""
    menu.aboutToShow.emit()
    left = [
        text
        for action in menu.actions()
        for _, text in texts_of_action(action)
        if untranslated(text, data())
    ]
    assert not left
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            check_menu(inner)


def test_every_tool_everywhere(window: MainWindow, hand: Hand) -> None:
    """Hints while hovering, pressed, dragging, drawing and typing; strip and prompt."""
    gestures, canvas, known = window.canvas.gestures, window.canvas, data()
    left: set[str] = set()

    def listen() -> None:
        said = gestures.hint().replace("**", "")
        if untranslated(said, known):
            left.add(said)

    for tool in [*canvas.gestures.tools]:
        window.document.select(frozenset())
        canvas.gestures.choose(tool)
        check_texts(window)
        check_room(window)
        for place in PLACES:
            x, z = place
            hand.move(place)
            listen()
            hand.press(place)
            listen()
            hand.move((x + 4, z - 3), Qt.MouseButton.LeftButton)
            listen()
            hand.key(Qt.Key.Key_Escape)
            hand.click(place)
            hand.move((x + 2, z))
            listen()
            hand.type("3")
            listen()
            if place == PLACES[0]:
                check_texts(window)
            hand.key(Qt.Key.Key_Escape, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    assert not left


def test_fields_of_tools_are_whole_in_a_narrow_window(window: MainWindow) -> None:
    """Labels are cut first, and tell the whole text."""
    window.resize(1024, 640)
    for tool in window.canvas.gestures.tools:
        window.options.show_tool(tool)
        QCoreApplication.processEvents()
        for field in window.options.numbers.values():
            if field.isVisible():
                room = field.parentWidget().rect()
                assert room.contains(field.geometry()), (tool.name, field.accessibleName())


def test_a_run(window: MainWindow, hand: Hand) -> None:
    """The play bar and the hints while agents walk, narrow."""
    window.resize(1024, 640)
    window.document.select(frozenset({GUARD}))
    window.run.clock.step_once()
    hand.move((8.0, 7.0))
    check_texts(window)
    check_room(window)
    window.run.clock.toggle()
    check_texts(window)
    window.run.clock.toggle()


def test_every_dialog(window: MainWindow) -> None:
    """About two things that are selected."""
    for name in all_dialogs():
        window.document.select(frozenset({TABLE, CHEST}))
        window.ask(name)
        QCoreApplication.processEvents()
        (dialog,) = open_dialogs()
        check_dialog(dialog)
        dialog.close()


def open_dialogs() -> list[QDialog]:
    """Those in windows of their own and those that float in the window."""
    return [w for w in QApplication.allWidgets() if isinstance(w, QDialog) and w.isVisible()]


def test_every_page_of_the_preferences(window: MainWindow) -> None:
    """Nothing has to be scrolled sideways to be read."""
    window.ask("preferences")
    (dialog,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]
    for row, page in enumerate(dialog.pages):
        dialog.list.setCurrentRow(row)
        check_room(dialog)
        assert page.minimumSizeHint().width() <= dialog.stack.width()
    dialog.close()


@pytest.mark.parametrize("there", [True, False])
def test_the_backups(window: MainWindow, tmp_path: Path, there: bool) -> None:
    """Some, or none yet."""
    if there:
        (tmp_path / "backups" / "inn").mkdir(parents=True)
        keep(tmp_path / "backups", tmp_path / "backups" / "inn", small_level())
    dialog = BackupsDialog(Recovery(tmp_path / "backups"), "", *[lambda *_: None] * 3, window)
    dialog.show()
    assert bool(dialog.list.count()) == there
    check_room(dialog)
    dialog.close()


def check_dialog(dialog: QDialog) -> None:
    """Its texts; file names, versions and code in fixed type are data."""
    check_room(dialog)
    if dialog.name not in {"about", "export"}:
        check_texts(dialog, {f"obstacle_{n:02}" for n in range(1, 4)})


def test_undo_labels_and_refusals(window: MainWindow, hand: Hand) -> None:
    """Undo labels and refusals are translated."""
    window.document.select(frozenset({TABLE, CHEST}))
    hand.key(Qt.Key.Key_Right)
    window.commands.table["group"].trigger()
    stack = window.document.stack
    for number in range(stack.count()):
        assert not untranslated(stack.text(number), data())
    window.document.select(frozenset({TABLE}))
    window.commands.table["unite"].trigger()
    assert not untranslated(window.status.shown, data())


def test_the_home_page(qtbot: QtBot, tmp_path: Path) -> None:
    """Cards and recent files are translated.

    Names and descriptions of samples are in their files.
    """
    settings = Settings(tmp_path / "waywright.ini")
    settings.recent.note(tmp_path / "gone.json")
    make_app(settings, spoken=language.PSEUDO)
    page = HomePage(settings, tmp_path / "pictures")
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: not page.easel.busy, timeout=60_000)
    levels = [load_level(samples.path(name)) for name in samples.names()]
    said = {text for level in levels for text in (level.settings.title, level.settings.description)}
    check_texts(page, {*filter(None, said), str(tmp_path), "gone.json", "gone"})
    for size in SIZES:
        page.resize(*size)
        check_room(page)
    language.install("en")


def test_the_keys(window: MainWindow) -> None:
    """All that mouse and keys do."""
    window.show_shortcuts()
    (dialog,) = open_dialogs()
    check_texts(dialog)
    check_room(dialog)


class TestShortened:
    """Shortened texts have a tool tip with the full text."""

    @pytest.mark.parametrize("kind", [Elided, ElidedButton, Check, Field])
    def test_pointing_at_it(self, qtbot, kind):
        """Its own tool tip comes after."""
        widget = kind()
        text = "far too long for so little room as there is"
        widget.set_hint(text) if isinstance(widget, Field) else widget.setText(text)
        widget.setToolTip("tip")
        qtbot.addWidget(widget)
        widget.setMinimumWidth(0)
        widget.setFixedSize(QSize(60, 28))
        widget.show()
        assert widget.is_short
        widget.grab()
        event = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(5, 5), widget.mapToGlobal(QPoint(5, 5)))
        QCoreApplication.sendEvent(widget, event)
        assert QToolTip.text() == f"{text}\n\ntip"
        QToolTip.hideText()

    def test_a_hint(self, window):
        """The status bar cuts it with an ellipsis; the tool tip has all of it."""
        bar = window.status
        bar.show_hint("**Bold.** " + "and more " * 80)
        QCoreApplication.processEvents()
        assert bar.text.text().endswith("…")
        assert bar.text.toolTip() == bar.shown
        bar.show_hint("**Bold.** and more")
        assert not bar.text.toolTip()
