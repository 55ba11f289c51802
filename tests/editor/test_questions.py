"""Questions with several answers are fully readable; Enter is safe and Esc does nothing."""

from collections.abc import Callable, Iterator
from enum import Enum

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from seen import cut_off, visible

from editor.dialogs.rename import RenameDialog
from editor.files.prompts import Choice, KeptRoute, Overwrite, QtDialogs, Question
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system import language
from editor.system.application import make_app

LONG = "the_inn_at_the_end_of_the_northern_road_" * 5
KEYS = Qt.Key


@pytest.fixture(params=["en", language.PSEUDO])
def dialogs(qtbot: QtBot, tmp_path, request) -> Iterator[QtDialogs]:
    """Return questions over a window, in English and in the longer pseudo-language."""
    make_app(Settings(tmp_path / "waywright.ini"), spoken=request.param)
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    yield QtDialogs(parent)
    language.install("en")


def answered(ask: Callable[[], Enum], do: Callable[[Question], None]) -> Enum:
    """Return the answer after an action on the question."""

    def act() -> None:
        question = QApplication.activeModalWidget()
        assert isinstance(question, Question)
        try:
            do(question)
        finally:
            question.reject()

    QTimer.singleShot(50, act)
    return ask()


def press(key: Qt.Key) -> Callable[[Question], None]:
    """Press a key in the question."""
    return lambda question: QTest.keyClick(question, key)


def test_enter_and_esc(dialogs: QtDialogs) -> None:
    """Enter saves, or chooses the option that keeps both; Esc goes on as before."""
    assert answered(lambda: dialogs.unsaved("inn"), press(KEYS.Key_Return)) is Choice.SAVE
    assert answered(lambda: dialogs.unsaved("inn"), press(KEYS.Key_Escape)) is Choice.KEEP

    def changed() -> Overwrite:
        return dialogs.changed_on_disk("inn.json")

    assert answered(changed, press(KEYS.Key_Return)) is Overwrite.KEEP
    assert answered(changed, press(KEYS.Key_Escape)) is Overwrite.KEEP


@pytest.mark.parametrize("name", ["inn", LONG])
def test_all_is_read_and_one_button_is_proposed(dialogs: QtDialogs, name: str) -> None:
    """No word is cut for long names; the destructive button stands apart and is not the default."""

    def look(question: Question) -> None:
        assert not [text for w in visible(question) if (text := cut_off(w))]
        assert question.width() < 640
        margin = question.layout().contentsMargins()
        assert margin.left() == question.sentence.x() == question.buttons[0].x()
        destroys, *others = question.buttons
        assert [b for b in question.buttons if b.isDefault()] == [others[-1]]
        assert others[0].x() - destroys.geometry().right() > margin.left()

    answered(lambda: dialogs.unsaved(name), look)
    answered(lambda: dialogs.changed_on_disk(f"{name}.json"), look)
    answered(lambda: dialogs.keep_over_route(name, many=True), look)


def test_each_button_answers(dialogs: QtDialogs) -> None:
    """They are tested from left to right."""
    for number, choice in enumerate((Choice.DISCARD, Choice.KEEP, Choice.SAVE)):
        assert (
            answered(lambda: dialogs.unsaved("inn"), lambda q, n=number: q.buttons[n].click())
            is choice
        )


def test_a_route_is_appended_to_unless_something_else_is_said(dialogs: QtDialogs) -> None:
    """Enter appends, Esc changes nothing, and the button to replace is set apart."""

    def kept() -> KeptRoute:
        return dialogs.keep_over_route("guard", many=False)

    assert answered(kept, press(KEYS.Key_Return)) is KeptRoute.APPEND
    assert answered(kept, press(KEYS.Key_Escape)) is KeptRoute.CANCEL
    assert answered(kept, lambda q: q.buttons[0].click()) is KeptRoute.REPLACE


def test_enter_presses_the_button_with_the_focus(dialogs: QtDialogs) -> None:
    """Not the one that is proposed; the home page and all dialogs do so."""

    def discard(question: Question) -> None:
        question.buttons[0].setFocus()
        QTest.keyClick(question.buttons[0], KEYS.Key_Return)

    assert answered(lambda: dialogs.unsaved("inn"), discard) is Choice.DISCARD


def test_enter_in_any_dialog(qtbot: QtBot, window: MainWindow) -> None:
    """Tab to Cancel and Enter cancels."""
    window.document.select(frozenset(window.document.level.obstacles))
    before = window.document.level
    window.ask("rename")
    (dialog,) = [d for d in QApplication.topLevelWidgets() if isinstance(d, RenameDialog)]
    dialog.cancel.setFocus()
    qtbot.keyClick(dialog.cancel, KEYS.Key_Return)
    assert not dialog.isVisible()
    assert window.document.level == before
