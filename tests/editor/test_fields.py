"""Fields: accepted and refused texts, and keys."""

import pytest
from fields_stage import Stage, undo_override
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.look.fields import (
    MINUS,
    Field,
    Formula,
    Refused,
    exact_text,
    number_field,
    number_text,
    pair_field,
    read_number,
    read_pair,
    rounded_text,
)
from navcore.errors import NavcoreError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6", 6.0), ("6.00 m", 6.0), ("3,5", 3.5), ("3.5m", 3.5), (" -2 ", -2.0),
        (f"{MINUS}2.5 m", -2.5), ("1e1", 10.0),
    ],
)  # fmt: skip
def test_reads_numbers_as_people_write_them(text: str, value: float) -> None:
    """Reads numbers as people write them."""
    assert read_number(text, unit="m") == value


@pytest.mark.parametrize("text", ["", "m", "six", "nan", "inf", "1..2", "1 2", "x", "+= 1"])
def test_refuses_what_is_no_number(text: str) -> None:
    """A field refuses text that is not a number."""
    with pytest.raises(NavcoreError, match=r"\.$"):
        read_number(text, unit="m")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*1.2+0.3", 2.7), ("1 m + 20 cm", 1.2), ("+= 0.5", 2.5), ("-= 1", 1.0), ("*=2", 4.0),
        ("/= 4", 0.5), ("x + n*0.5", 3.5), ("6 ft", 1.8288),
    ],
)  # fmt: skip
def test_reads_sums_units_and_changes(text: str, value: float) -> None:
    """Reads sums units and changes."""
    assert read_number(text, unit="m", this=2.0, number=3) == pytest.approx(value)


def test_says_what_is_allowed() -> None:
    """A refusal names the allowed values."""
    with pytest.raises(Refused, match=r"Type 0\.00 m or more"):
        read_number("-1", unit="m", least=0.0)
    with pytest.raises(Refused, match=r"Type a number from 0\.50 m to 2\.00 m"):
        read_number("3", unit="m", least=0.5, most=2.0)
    with pytest.raises(Refused, match=r"Type 2\.00 m or less"):
        read_number("3", unit="m", most=2.0)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("6.00, 8.30 m", (6.0, 8.3)), ("6 8.3", (6.0, 8.3)), ("6;8,3", (6.0, 8.3)),
        ("6,5, 8,3", (6.5, 8.3)), ("4.80 × 0.80 m", (4.8, 0.8)), ("4.8 x 0.8", (4.8, 0.8)),
        ("6,8", (6.0, 8.0)), ("6 m, 8 m", (6.0, 8.0)), (f"{MINUS}1, 2", (-1.0, 2.0)),
        ("6 m 8 m", (6.0, 8.0)), ("2*3; 10 cm", (6.0, 0.1)), ("1 ft X 2 m", (0.3048, 2.0)),
    ],
)  # fmt: skip
def test_reads_two_numbers(text: str, pair: tuple[float, float]) -> None:
    """Reads two numbers."""
    assert read_pair(text) == pair


@pytest.mark.parametrize("text", ["", "6", "1 2 3", "a b", "*= 2", ",", "1,", "x"])
def test_refuses_what_are_not_two_numbers(text: str) -> None:
    """A field refuses text that is not two numbers."""
    with pytest.raises(NavcoreError):
        read_pair(text)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("*= 2", (4.0, 6.0)), ("+= 1, -= 1", (3.0, 2.0)), ("x, x*2", (2.0, 6.0)),
        ("x + 1 × x", (3.0, 3.0)), ("1, +=1", (1.0, 4.0)),
    ],
)  # fmt: skip
def test_changes_one_of_two_numbers_or_both(text: str, pair: tuple[float, float]) -> None:
    """Changes one of two numbers or both."""
    assert read_pair(text, this=(2.0, 3.0)) == pair


def test_shows_numbers_with_unit_and_true_minus() -> None:
    """Shows numbers with unit and true minus."""
    assert number_text(6, "m") == "6.00 m"
    assert number_text(-1.5, "m") == f"{MINUS}1.50 m"
    assert number_text(-0.001, "m") == "0.00 m"
    assert number_text(90, "°", 0) == "90°"
    assert exact_text(2.887) == "2.887"
    assert exact_text(0.1 + 0.2) == "0.30"
    assert exact_text(-22.5, "°") == f"{MINUS}22.5°"
    assert exact_text(45.0, "°") == "45°"
    assert exact_text(1e12, "m") == "1000000000000.00 m"
    assert rounded_text(2.887, "m") == "2.89 m"
    assert rounded_text(22.4, "°") == "22°"


def test_enter_commits_once_and_leaves(qtbot: QtBot) -> None:
    """Enter commits once and leaves."""
    stage = Stage(qtbot, number_field())
    stage.field.show_value(1.0)
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "2.5")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    stage.other.setFocus()
    assert stage.taken == [2.5]
    assert len(stage.left) == 1


def test_the_click_into_a_number_selects_it(qtbot: QtBot) -> None:
    """Typing replaces it; the next click sets the cursor; text is not selected."""
    stage = Stage(qtbot, number_field())
    stage.field.show_value(0.4)
    stage.other.setFocus()
    qtbot.mouseClick(stage.field, Qt.MouseButton.LeftButton)
    assert stage.field.selectedText() == stage.field.text() == "0.40 m"
    qtbot.mouseClick(stage.field, Qt.MouseButton.LeftButton)
    assert not stage.field.hasSelectedText()
    stage.other.setFocus()
    qtbot.mouseClick(stage.field, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(stage.field, "0.1")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.taken == [0.1]
    words = Stage(qtbot, Field())
    words.field.show_value("camera_ne")
    words.other.setFocus()
    qtbot.mouseClick(words.field, Qt.MouseButton.LeftButton)
    assert not words.field.hasSelectedText()


def test_leaving_commits_and_escape_takes_back(qtbot: QtBot) -> None:
    """Leaving commits and escape takes back."""
    stage = Stage(qtbot, Field())
    stage.field.show_value("old")
    qtbot.keyClicks(stage.field, "er")
    qtbot.keyClick(stage.field, Qt.Key.Key_Escape)
    assert stage.field.text() == "old"
    assert stage.taken == []
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "new")
    stage.other.setFocus()
    assert stage.taken == ["new"]


def test_long_text_shows_its_beginning_after_it_was_typed(qtbot: QtBot) -> None:
    """The typed end would be less useful; in a field in use the cursor stays."""
    stage = Stage(qtbot, Field())
    stage.field.setFixedWidth(80)
    qtbot.keyClicks(stage.field, "two stones, one is switched by the game")
    assert stage.field.cursorPosition() > 0
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    stage.field.show_value("two stones, one is switched by the game")
    stage.other.setFocus()
    assert stage.field.cursorPosition() == 0


def test_a_refused_value_is_marked_and_explained_and_then_gives_way(qtbot: QtBot) -> None:
    """A refused value is marked and explained and then gives way."""
    stage = Stage(qtbot, number_field(least=0.0))
    stage.field.show_value(1.0)
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "-3")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.field.property("invalid")
    assert stage.refused == ["Type 0.00 m or more."]
    assert stage.left == []
    assert stage.field.text() == "-3"
    stage.other.setFocus()
    assert stage.field.text() == "1.00 m"
    assert not stage.field.property("invalid")
    assert stage.taken == []


def test_a_value_that_the_owner_refuses_is_marked(qtbot: QtBot) -> None:
    """A value that the owner refuses is marked."""
    stage = Stage(qtbot, Field())

    def refuse(value: object) -> None:
        """Refuse."""
        message = f"{value} is taken."
        raise Refused(message)

    stage.field.take = refuse
    qtbot.keyClicks(stage.field, "hall")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.refused == ["hall is taken."]
    assert stage.field.property("invalid")
    qtbot.keyClicks(stage.field, "2")
    assert not stage.field.property("invalid")


def test_undo_passes_on_while_nothing_is_typed(qtbot: QtBot) -> None:
    """Undo passes on while nothing is typed."""
    stage = Stage(qtbot, Field())
    stage.field.show_value("a")
    assert not undo_override(stage.field)
    qtbot.keyClicks(stage.field, "b")
    assert undo_override(stage.field)


def wheel(field: Field, turns: int) -> QWheelEvent:
    """The wheel over the field."""
    event = QWheelEvent(
        QPointF(5, 5), field.mapToGlobal(QPointF(5, 5)), QPoint(), QPoint(0, 120 * turns),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field, event)
    return event


def test_the_wheel_turns_a_number_only_with_the_focus(qtbot: QtBot) -> None:
    """The wheel turns a number only with the focus."""
    stage = Stage(qtbot, number_field(step=0.1))
    stage.field.show_value(1.0)
    turning: list[bool] = []
    stage.field.take = lambda value: (
        stage.taken.append(value),
        turning.append(stage.field.turning),
    )
    assert wheel(stage.field, 1).isAccepted()
    assert stage.taken == [1.1]
    assert turning == [True]
    stage.other.setFocus()
    assert not wheel(stage.field, 1).isAccepted()
    assert stage.taken == [1.1]


def test_arrows_turn_a_number_and_stop_at_its_limit(qtbot: QtBot) -> None:
    """Arrows turn a number and stop at its limit."""
    stage = Stage(qtbot, number_field(step=0.5, least=0.0))
    stage.field.show_value(0.5)
    qtbot.keyClick(stage.field, Qt.Key.Key_Down)
    assert stage.taken == [0.0]
    stage.field.show_value(0.0)
    qtbot.keyClick(stage.field, Qt.Key.Key_Down)
    assert stage.taken == [0.0]
    assert stage.refused[-1] == "Type 0.00 m or more."


def test_typing_is_not_overwritten_by_what_happens_elsewhere(qtbot: QtBot) -> None:
    """Changes elsewhere don't overwrite typed text."""
    stage = Stage(qtbot, Field())
    stage.field.show_value("a")
    stage.field.end(False)
    qtbot.keyClicks(stage.field, "bc")
    stage.field.show_value("other")
    assert stage.field.text() == "abc"


def test_several_values_are_a_hint_and_a_pair_is_one_value(qtbot: QtBot) -> None:
    """Several values are a hint and a pair is one value."""
    stage = Stage(qtbot, pair_field())
    stage.field.show_value((6.0, 8.3))
    assert stage.field.text() == "6.00, 8.30 m"
    stage.field.show_mixed()
    assert stage.field.text() == ""
    assert stage.field.placeholderText() == "several values"


def test_a_number_is_rounded_until_the_field_has_the_focus(qtbot: QtBot) -> None:
    """A look, Enter and going on lose nothing of the value."""
    stage = Stage(qtbot, number_field())
    stage.other.setFocus()
    stage.field.show_value(2.88675)
    assert stage.field.text() == "2.89 m"
    stage.field.setFocus()
    assert stage.field.text() == "2.88675 m"
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    stage.other.setFocus()
    assert stage.field.text() == "2.89 m"
    assert stage.taken == []
    assert not stage.field.touched


def test_typing_the_same_again_changes_nothing(qtbot: QtBot) -> None:
    """Text that gives the same value is no change."""
    stage = Stage(qtbot, number_field())
    stage.field.show_value(2.5)
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "2.50 m")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.taken == []


def test_a_field_reads_changes_of_its_own_value(qtbot: QtBot) -> None:
    """The exact one, not the one that is shown."""
    stage = Stage(qtbot, number_field(unit="m", least=0.0))
    stage.field.show_value(1.23456)
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "*= 2")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.taken == [2.46912]
    stage.field.show_value(2.0)
    stage.field.selectAll()
    qtbot.keyClicks(stage.field, "-= 3")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    assert stage.refused[-1] == "Type 0.00 m or more."


def test_a_field_for_several_commits_what_each_makes_of_it(qtbot: QtBot) -> None:
    """This holds for typed values and for the wheel."""
    stage = Stage(qtbot, number_field(unit="m", step=0.1, each=True))
    stage.field.show_mixed()
    qtbot.keyClicks(stage.field, "x + n*0.5")
    qtbot.keyClick(stage.field, Qt.Key.Key_Return)
    typed = stage.taken[0]
    assert isinstance(typed, Formula)
    assert [typed.of(1.0, n) for n in range(3)] == [1.0, 1.5, 2.0]
    stage.field.show_mixed()
    assert wheel(stage.field, -1).isAccepted()
    turned = stage.taken[1]
    assert isinstance(turned, Formula)
    assert turned.of(1.0) == 0.9
    with pytest.raises(NavcoreError):
        Formula("here").of(1.0)
