"""The options strip: place, size and turn of the selection, and settings of the tool."""

import math

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small_level import CHEST, GUARD, HALL, TABLE, box

from editor.look.fields.choice import ChoiceBox
from editor.look.style import SIZE
from editor.tools.link import LinkTool
from editor.tools.options import Number, Switch
from editor.tools.tool import Tool
from navcore.level.operations import bounds_of, move, set_fields, turn
from navcore.level.operations.profiles import add_profile

KEY = Qt.Key


@pytest.fixture
def strip(window):
    """That of the window."""
    return window.options


def enter(strip, letter, text):
    """Type into a field, and Enter."""
    field = strip.parts[letter]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, KEY.Key_Return)


def shown(strip):
    """Return the texts of the enabled fields."""
    fields = strip.parts.items()
    return {name: one.text() for name, one in fields if one.isVisible() and one.isEnabled()}


def table(window):
    """Its outline."""
    return window.document.level.obstacles[TABLE].polygon


class TestOne:
    """One element."""

    def test_what_is_shown(self, window, strip):
        """Polygons have five numbers, agents no sides, nothing the numbers of the bake."""
        window.document.select(frozenset({TABLE}))
        assert shown(strip) == {
            "x": "4.50 m", "z": "4.00 m", "w": "3.00 m", "d": "2.00 m", "turn": "0°"
        }  # fmt: skip
        assert not strip.facts.isVisible()
        window.document.select(frozenset({GUARD}))
        assert [*shown(strip)] == ["x", "z", "turn"]
        window.document.select(frozenset())
        assert not shown(strip)
        assert "baked in" in strip.facts.text()

    @pytest.mark.parametrize(
        ("letter", "text", "expected"),
        [
            ("x", "5", box(3.5, 3, 6.5, 5)),
            ("z", "3,5", box(3, 2.5, 6, 4.5)),
            ("w", "2*3", box(1.5, 3, 7.5, 5)),
            ("d", "400 cm", box(3, 2, 6, 6)),
            ("x", "+= 0.5", box(3.5, 3, 6.5, 5)),
        ],
    )
    def test_typing(self, window, strip, letter, text, expected):
        """One step each; sums and units are read."""
        window.document.select(frozenset({TABLE}))
        enter(strip, letter, text)
        assert [*table(window)] == [pytest.approx(corner) for corner in expected]
        assert window.document.stack.count() == 1
        assert window.focusWidget() is window.canvas

    def test_a_rectangle_knows_how_it_is_turned(self, window, strip):
        """Its sides keep their lengths, and 0 makes it straight again."""
        window.document.select(frozenset({TABLE}))
        enter(strip, "turn", "60")
        assert shown(strip) == {
            "x": "4.50 m", "z": "4.00 m", "w": "3.00 m", "d": "2.00 m", "turn": "60°"
        }  # fmt: skip
        assert window.document.stack.undoText() == "Turn table"
        enter(strip, "w", "4")
        assert (strip.parts["w"].text(), strip.parts["turn"].text()) == ("4.00 m", "60°")
        enter(strip, "turn", "0")
        assert {*table(window)} == {*box(2.5, 3, 6.5, 5)}
        assert window.document.stack.count() == 3

    def test_what_has_no_direction_turns_by_what_is_typed(self, window, strip):
        """And shows 0° again."""
        level = window.document.level
        ring = (*box(3, 3, 6, 5)[:3], (3.0, 6.0))
        odd = replace(level.obstacles[TABLE], polygon=ring)
        window.document.load(level.with_items({TABLE: odd}), None)
        window.document.select(frozenset({TABLE}))
        enter(strip, "turn", "90")
        assert bounds_of([window.document.level.obstacles[TABLE]]) == (3, 3, 6, 6)
        assert strip.parts["turn"].text() == "0°"
        assert window.document.stack.count() == 1

    def test_an_agent_faces_what_is_typed(self, window, strip):
        """Angles are in degrees, counter-clockwise from the right."""
        window.document.select(frozenset({GUARD}))
        enter(strip, "turn", "90")
        assert window.document.level.agents[GUARD].facing == pytest.approx(math.pi / 2)
        assert strip.parts["turn"].text() == "90°"
        enter(strip, "x", "2")
        assert window.document.level.agents[GUARD].position[0] == 2

    @pytest.mark.parametrize(("letter", "text"), [("w", "0"), ("d", "-1"), ("w", "much")])
    def test_what_makes_no_sense_is_refused(self, window, strip, letter, text):
        """With a sentence; the level stays."""
        said = []
        strip.said.connect(said.append)
        window.document.select(frozenset({TABLE}))
        enter(strip, letter, text)
        assert said[-1].endswith(".")
        assert window.document.stack.count() == 0
        assert strip.parts[letter].property("invalid")

    def test_locked_ones_are_shown_and_not_changed(self, window, strip):
        """They can be selected in the outline."""
        window.document.commit(set_fields(window.document.level, [TABLE], locked=True))
        window.document.select(frozenset({TABLE}))
        assert strip.parts["x"].text() == "4.50 m"
        assert not strip.parts["x"].isEnabled()
        window.document.select(frozenset({TABLE, CHEST}))
        assert strip.parts["x"].isEnabled()
        before = table(window)
        enter(strip, "x", "1")
        assert table(window) == before


class TestSeveral:
    """Several elements: their common bounds."""

    def test_they_move_together(self, window, strip):
        """They all move by the offset of their middle."""
        window.document.select(frozenset({TABLE, CHEST}))
        x0, z0, x1, z1 = self.bounds(window)
        assert strip.parts["w"].text() == f"{x1 - x0:.2f} m"
        assert not strip.facts.isVisible(), "Properties say how many"
        enter(strip, "z", "9")
        now = self.bounds(window)
        assert now == pytest.approx((x0, 9 - (z1 - z0) / 2, x1, 9 + (z1 - z0) / 2))
        assert window.document.stack.undoText() == "Move 2 obstacles"

    def test_they_are_sized_and_turned_about_their_middle(self, window, strip):
        """One step each."""
        window.document.select(frozenset({TABLE, CHEST}))
        x0, z0, x1, z1 = self.bounds(window)
        middle = ((x0 + x1) / 2, (z0 + z1) / 2)
        enter(strip, "w", f"{(x1 - x0) / 2}")
        quarter = (x1 - x0) / 4
        assert self.bounds(window) == pytest.approx(
            (middle[0] - quarter, z0, middle[0] + quarter, z1)
        )
        before = window.document.level
        enter(strip, "turn", "30")
        turned = turn(before, [TABLE, CHEST], math.radians(30), middle).apply(before)
        corners = turned.obstacles[TABLE].polygon
        assert [*table(window)] == [pytest.approx(corner) for corner in corners]
        assert strip.parts["turn"].text() == "0°"
        assert window.document.stack.count() == 2

    def test_hundreds_are_shown_when_the_gesture_is_over(self, qtbot, window, strip, monkeypatch):
        """While it lasts the numbers stay; those of another selection come a few frames later."""
        monkeypatch.setattr("editor.bars.options.MANY", 1)
        window.document.select(frozenset({TABLE}))
        one = strip.parts["x"].text()
        window.document.select(frozenset({TABLE, CHEST}))
        assert strip.parts["x"].text() == one
        qtbot.waitUntil(lambda: strip.parts["x"].text() != one)
        before = strip.parts["x"].text()
        window.document.preview(move(window.document.level, [TABLE, CHEST], (1, 0)))
        assert strip.parts["x"].text() == before
        window.document.cancel_preview()
        window.document.commit(move(window.document.level, [TABLE, CHEST], (1, 0)))
        assert strip.parts["x"].text() != before

    def bounds(self, window):
        """Of both."""
        return bounds_of([window.document.level.obstacles[i] for i in (TABLE, CHEST)])


class TestTurningTheWheel:
    """Wheel and arrows."""

    def wheel(self, field, turned):
        """One notch."""
        place = QPointF(field.rect().center())
        event = QWheelEvent(
            place, field.mapToGlobal(place), QPoint(), QPoint(0, turned),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(field, event)

    @pytest.mark.parametrize(("letter", "value"), [("x", "6.00 m"), ("turn", "45°")])
    def test_one_visit_is_one_step(self, window, strip, letter, value):
        """Three notches, one undo."""
        window.document.select(frozenset({TABLE}))
        field = strip.parts[letter]
        field.setFocus()
        for _ in range(3):
            self.wheel(field, 120)
        assert field.text() == value
        assert window.document.stack.count() == 1
        window.document.stack.undo()
        assert table(window) == box(3, 3, 6, 5)

    def test_two_visits_are_two_steps(self, window, strip):
        """The focus was elsewhere in between."""
        window.document.select(frozenset({TABLE}))
        for letter in ("x", "z"):
            strip.parts[letter].setFocus()
            QTest.keyClick(strip.parts[letter], KEY.Key_Up)
        assert window.document.stack.count() == 2

    def test_without_the_focus_nothing_turns(self, window, strip):
        """The wheel passes."""
        window.document.select(frozenset({TABLE}))
        self.wheel(strip.parts["x"], 120)
        assert window.document.stack.count() == 0


class _Stamp(Tool):
    """A tool with a number that goes when a switch is on."""

    name = "stamp"
    title = "Stamp"

    def __init__(self):
        self.round = Switch("round", "Circle", False, "Draw circles")
        self.count = Number("count", "Corners", 6, 3, 64, 1, "", unless=self.round)
        self.options = (self.count, self.round)


class TestTools:
    """Numbers and switches of a tool."""

    def test_a_switch(self, window, strip):
        """A click turns it and leaves the keys to the canvas."""
        tool = _Stamp()
        strip.show_tool(tool)
        window.canvas.setFocus()
        check = strip.switches["round"]
        assert (check.text(), check.toolTip(), check.height()) == (
            "Circle",
            "Draw circles",
            SIZE.field,
        )
        QApplication.processEvents()
        assert check.width() >= check.sizeHint().width()
        QTest.mouseClick(check, Qt.MouseButton.LeftButton, pos=QPoint(8, check.height() // 2))
        assert tool.round.on
        assert window.focusWidget() is window.canvas

    def test_what_does_not_count_keeps_its_place(self, window, strip):
        """The switch stays under the mouse, and a second click takes the first one back."""
        tool = _Stamp()
        strip.show_tool(tool)
        window.canvas.setFocus()
        QApplication.processEvents()
        check, number = strip.switches["round"], strip.numbers["count"]
        places = [one.mapTo(strip, QPoint(0, 0)) for one in (check, number)]
        for on in (True, False):
            QTest.mouseClick(check, Qt.MouseButton.LeftButton, pos=QPoint(8, check.height() // 2))
            QApplication.processEvents()
            assert tool.round.on is on
            assert strip.switches["round"] is check
            assert number.isEnabled() is not on
            assert [one.mapTo(strip, QPoint(0, 0)) for one in (check, number)] == places
        assert number.text() == "6"
        tool.round.on, tool.count.value = True, 8.0
        window.canvas.state_changed.emit(None)
        assert check.isChecked()
        assert number.value == 8
        assert not number.isEnabled()

    def test_a_switch_that_goes_without_saying_is_on(self, window, strip):
        """A drop is one-way, regardless of the switch for other types."""
        strip.show_tool(LinkTool())
        strip.choices["link_type"].take("drop")
        check = strip.switches["one_way"]
        assert (check.isChecked(), check.isEnabled()) == (True, False)
        strip.choices["link_type"].take("jump")
        assert (check.isChecked(), check.isEnabled()) == (False, True)

    def test_the_circle_of_a_regular_polygon_stays_under_the_mouse(self, window, strip):
        """The tool itself is used, by two clicks at one place of the window."""
        window.commands.table["tool_regular_area"].trigger()
        QApplication.processEvents()
        check = strip.switches["circle"]
        place = check.mapTo(window, QPoint(8, check.height() // 2))
        for on in (True, False, True):
            under = window.childAt(place)
            assert under is check
            QTest.mouseClick(under, Qt.MouseButton.LeftButton, pos=under.mapFrom(window, place))
            QApplication.processEvents()
            assert window.canvas.gestures.tool.options[1].on is on

    def test_fields_stay_where_they_are(self, window, strip):
        """Fields begin at the same place with every selection and every tool."""
        window.commands.table["tool_select"].trigger()
        places = []
        for chosen in ({TABLE}, {GUARD}, {HALL, TABLE}):
            window.document.select(frozenset(chosen))
            QApplication.processEvents()
            places.append([field.mapTo(strip, QPoint(0, 0)) for field in strip.parts.values()])
        assert places[0] == places[1] == places[2]
        starts = set()
        for tool in window.canvas.gestures.tools:
            strip.show_tool(tool)
            QApplication.processEvents()
            starts.add(strip.title.geometry().getRect())
            assert strip.title.width() >= strip.title.sizeHint().width()
        assert len(starts) == 1

    def test_a_tool_without_any_shows_what_is_selected(self, window, strip):
        """A newly drawn element can be placed exactly."""
        window.document.select(frozenset({HALL}))
        strip.show_tool(_Stamp())
        assert not shown(strip)
        strip.show_tool(Tool())
        assert shown(strip)

    def test_it_fits(self, window, strip):
        """Every tool, with several elements selected, in the smallest window."""
        window.resize(SIZE.least_width, SIZE.least_height)
        window.document.select(frozenset({TABLE, CHEST, GUARD}))
        for tool in window.canvas.gestures.tools:
            strip.show_tool(tool)
            QApplication.processEvents()
            inner = strip.title.parentWidget()
            assert inner.sizeHint().width() <= window.width(), tool.name


def test_a_held_arrow_key_is_one_step(window):
    """Pressed anew it is another one."""
    window.document.select(frozenset({TABLE}))
    gestures = window.canvas.gestures
    gestures.key("Right")
    for _ in range(4):
        gestures.key("Right", held=True)
    assert table(window) == box(5.5, 3, 8.5, 5)
    assert window.document.stack.count() == 1
    gestures.key("Right")
    gestures.key("Up", held=False)
    assert window.document.stack.count() == 3
    window.document.stack.setIndex(0)
    assert table(window) == box(3, 3, 6, 5)


def test_list_of_types_is_wide_enough_for_its_longest_text(window, strip):
    """Types are added after the layout, which once cut them to "Stand..."."""
    window.document.commit(add_profile(window.document.level, "cart"))
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, KEY.Key_A)
    QApplication.processEvents()
    (found,) = [one for one in strip.findChildren(ChoiceBox) if one.isVisible()]
    assert found.currentText() == "Standard"
    assert not found.is_short


def test_numbers_follow_a_drag_a_few_times_a_second(qtbot, window, strip):
    """And its end at once."""
    window.document.select(frozenset({TABLE}))
    level = window.document.level
    before = strip.parts["x"].text()
    edit = move(level, [TABLE], (1.0, 0.0))
    window.document.preview(edit)
    assert strip.parts["x"].text() == before
    qtbot.waitUntil(lambda: strip.parts["x"].text() != before)
    window.document.preview(move(level, [TABLE], (2.0, 0.0)))
    moved = strip.parts["x"].text()
    window.document.cancel_preview()
    assert strip.parts["x"].text() == before != moved
