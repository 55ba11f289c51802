"""The panel Tests, its counter, the marks on the canvas, and creation of tests."""

import pytest
from hand import Hand
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from small_level import GATE, GUARD, HALL, TABLE

from editor.canvas.overlays.path_tests import PathTestsOverlay
from editor.panels.tests.panel import PathTestsPanel
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Layer, Obstacle, PathTest
from navcore.level.tables import State
from navcore.proof.path_tests.answer import Fault

KEY = Qt.Key
START, GOAL = (2.0, 2.0), (18.0, 6.0)


def settle(window: MainWindow) -> None:
    """Wait until the results are those of the level."""
    window.bake.wait()
    window.workspace.tests.wait()
    window.commands.refresh()


@pytest.fixture
def panel(window: MainWindow) -> PathTestsPanel:
    """The panel in front."""
    window.activateWindow()
    window.show_panel("tests")
    settle(window)
    found = window.panels["tests"]
    assert isinstance(found, PathTestsPanel)
    return found


def probe(window: MainWindow, start: tuple[float, float] = START, goal: tuple[float, float] = GOAL):
    """Show a path with the probe."""
    window.bake.wait()
    window.probe.set(start, goal)
    window.commands.refresh()


def press(window: MainWindow, action: str) -> None:
    """Choose an action of the menus."""
    window.commands.refresh()
    assert window.commands.table[action].isEnabled()
    window.commands.table[action].trigger()
    settle(window)


def made_tests(window: MainWindow) -> list[PathTest]:
    """Return all tests of the level."""
    return [*window.document.level.of(PathTest).values()]


def cells(panel: PathTestsPanel) -> list[list[str]]:
    """Return the texts of the table."""
    rows, columns = panel.model.rowCount(), panel.model.columnCount()
    return [[panel.model.index(r, c).data() for c in range(columns)] for r in range(rows)]


def test_without_tests_the_panel_says_how_to_make_one(
    window: MainWindow, panel: PathTestsPanel
) -> None:
    """The counter names the panel that it opens."""
    assert not panel.empty.isHidden()
    assert panel.empty.text() == ("No path tests. Right-click a probe and choose Expect this.")
    assert window.status.tests.text() == "Tests"


def test_expect_this_goes_red_when_a_wall_is_dragged_and_green_when_that_is_undone(
    window: MainWindow, panel: PathTestsPanel, hand: Hand
) -> None:
    """A test made from the probe shows its result in panel, counter and canvas."""
    settle(window)
    probe(window)
    press(window, "expect_this")
    (test,) = made_tests(window)
    assert (test.start, test.end, test.expect, test.name) == (START, GOAL, "path", "test_1")
    assert window.document.selection.ids == {test.id}
    assert "test_1 expects a path here." in window.status.shown
    assert window.status.tests.text() == "1 test passes"
    assert cells(panel)[0][:2] == ["test_1", "A path"]
    assert cells(panel)[0][2].startswith("16.62 m")
    window.probe.clear()
    # A wall in the hall that can be passed, dragged by hand into the gate, which it fills.
    wall = Obstacle(id=70, name="wall", polygon=((7.6, 2), (8.4, 2), (8.4, 7), (7.6, 7)))
    window.document.commit(Edit.put(window.document.level, [wall]))
    settle(window)
    assert window.status.tests.text() == "1 test passes"
    window.commands.table["tool_select"].trigger()
    hand.click((8.0, 6.5))
    assert window.document.selection.ids == {70}
    hand.drag((8.0, 6.5), (9.0, 6.5), (10.5, 6.5))
    settle(window)
    assert window.status.tests.text() == "1 test fails"
    assert cells(panel)[0][2] == "No path leads there."
    window.canvas.undo()
    settle(window)
    assert window.status.tests.text() == "1 test passes"
    window.canvas.undo()
    window.canvas.undo()
    settle(window)
    assert made_tests(window) == []
    assert window.status.tests.text() == "Tests"


def test_a_probe_that_finds_no_path_makes_a_test_that_there_is_none(
    window: MainWindow, panel: PathTestsPanel
) -> None:
    """It fails as soon as the gate is open."""
    document = window.document
    gate = document.level.areas[GATE]
    document.commit(Edit.put(document.level, [replace(gate, available=False)]))
    probe(window)
    press(window, "expect_this")
    (test,) = made_tests(window)
    assert test.expect == "noPath"
    assert cells(panel)[0][2] == "No path, as expected."
    document.commit(Edit.put(document.level, [replace(gate, available=True)]))
    settle(window)
    assert window.status.tests.text() == "1 test fails"
    assert cells(panel)[0][2] == "A path of 16.62 m leads there."


def test_the_same_is_expected_once(window: MainWindow) -> None:
    """A second time the test that is there is selected."""
    probe(window)
    press(window, "expect_this")
    (test,) = made_tests(window)
    window.document.select(frozenset())
    press(window, "expect_this")
    assert made_tests(window) == [test]
    assert window.document.selection.ids == {test.id}
    press(window, "expect_length")
    assert [one.max_length for one in made_tests(window)] == [None, 18.3]


def test_ends_in_walls_make_no_test_and_snapped_ends_make_sound_ones(window: MainWindow) -> None:
    """Tests that would prove nothing are not made."""
    probe(window, (4.5, 4.0), GOAL)
    result = window.probe.result
    assert result is not None
    assert result.snapped_start is not None
    press(window, "expect_this")
    (test,) = made_tests(window)
    assert test.start == result.snapped_start
    assert window.workspace.tests.answers[test.id].passed
    window.canvas.undo()
    probe(window, START, (60.0, 60.0))
    press(window, "expect_this")
    assert made_tests(window) == []
    assert "A test needs ends on floor." in window.status.shown


def test_a_run_makes_a_test_of_arrival(window: MainWindow, panel: PathTestsPanel) -> None:
    """It has the time of the run, rounded up, and names the kind of measurement."""
    settle(window)
    for _ in range(125):
        window.run.clock.step_once()
    press(window, "expect_arrival")
    (test,) = made_tests(window)
    assert (test.expect, test.max_seconds) == ("arrival", 15.0)
    assert "with Waywright's crowd" in window.status.shown
    assert cells(panel)[0][1:] == [
        "All agents arrive within 15.0 s", "The only agent that walks arrived after 11.9 s.",
    ]  # fmt: skip
    guard = window.document.level.agents[GUARD]
    slow = replace(guard, walk_speed=1.0)
    window.document.commit(Edit.put(window.document.level, [slow]))
    settle(window)
    assert window.workspace.tests.answers[test.id].fault is Fault.LATE
    assert cells(panel)[0][2] == "Not there within 15.0 s: guard, of 1."


def test_a_state_is_asked_for_by_name(window: MainWindow, panel: PathTestsPanel) -> None:
    """As drawn there is a path, at night there is none."""
    document = window.document
    night = State("Night", doors={GATE: False})
    settings = replace(document.level.settings, states=(night,))
    test = PathTest(id=80, name="shut at night", start=START, end=GOAL, expect="noPath",
                    state="Night")  # fmt: skip
    document.commit(Edit.put(document.level, [settings, test]))
    settle(window)
    assert cells(panel) == [["shut at night", "No path, in Night", "No path, as expected."]]
    document.commit(Edit.put(document.level, [replace(test, state="")]))
    settle(window)
    assert window.status.tests.text() == "1 test fails"


def test_only_what_an_edit_can_touch_is_asked_again(window: MainWindow) -> None:
    """A table far from a path does not concern it."""
    near = PathTest(id=80, name="near", start=(1.0, 1.0), end=(2.0, 1.0))
    far = PathTest(id=81, name="far", order=1, start=START, end=GOAL)
    document = window.document
    document.commit(Edit.put(document.level, [near, far]))
    settle(window)
    assert window.workspace.tests.asked == 2
    gate = document.level.areas[GATE]
    document.commit(Edit.put(document.level, [replace(gate, available=False)]))
    settle(window)
    assert window.workspace.tests.asked == 1
    assert window.workspace.tests.failing == (81,)


def test_rows_select_and_show_and_follow_the_selection(
    window: MainWindow, panel: PathTestsPanel
) -> None:
    """The mouse, keys and the menu do it; Esc returns to the canvas."""
    good = PathTest(id=80, name="good", start=START, end=(3.0, 2.0))
    bad = PathTest(id=81, name="bad", order=1, start=START, end=GOAL, max_length=5.0)
    document = window.document
    document.commit(Edit.put(document.level, [good, bad]))
    settle(window)
    assert [row[0] for row in cells(panel)] == ["bad", "good"]
    window.canvas.viewport.frame((500, 500, 510, 510))
    place = panel.table.visualRect(panel.model.index(0, 0)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert document.selection.ids == {81}
    QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.canvas.viewport.camera.sees((10, 4, 10, 4))
    assert "11.62 m too long" in window.status.shown
    document.select(frozenset({80}))
    assert panel.table.currentIndex().row() == 1
    press(window, "next_failing_test")
    assert document.selection.ids == {81}
    document.select(frozenset({HALL, TABLE}))
    assert not panel.table.currentIndex().isValid()
    panel.table.setFocus()
    QTest.keyClick(panel.table, KEY.Key_Escape)
    assert window.canvas.hasFocus()


def test_signs_stand_at_both_ends_and_tell_what_came_out(window: MainWindow) -> None:
    """The legend has those that are in sight; hidden tests have none."""
    window.canvas.frame_all()
    document = window.document
    test = PathTest(id=80, name="there", start=START, end=GOAL)
    document.commit(Edit.put(document.level, [test]))
    settle(window)
    overlay = next(one for one in window.canvas.overlays if isinstance(one, PathTestsOverlay))
    scene = window.canvas.scene()
    assert overlay.tip(scene, START).startswith("there: 16.62 m")
    assert overlay.tip(scene, GOAL).startswith("there: 16.62 m")
    assert overlay.tip(scene, (10.0, 4.0)) == ""
    assert [row.text for row in overlay.legend(scene)] == ["test passes"]
    document.commit(Edit.put(document.level, [replace(test, max_length=1.0)]))
    settle(window)
    scene = window.canvas.scene()
    assert [row.text for row in overlay.legend(scene)] == ["test fails"]
    before = window.canvas.grab().toImage()
    document.hide(frozenset({80}))
    assert overlay.legend(window.canvas.scene()) == ()
    assert window.canvas.grab().toImage() != before


def test_ends_are_dragged_like_corners(window: MainWindow, hand: Hand) -> None:
    """One end alone, as one step."""
    document = window.document
    document.commit(Edit.put(document.level, [PathTest(id=80, name="t", start=START, end=GOAL)]))
    settle(window)
    document.select(frozenset({80}))
    window.commands.table["tool_vertices"].trigger()
    hand.drag(GOAL, (16.0, 4.0))
    moved = document.level.element(80)
    assert moved.start == START
    assert moved.end == pytest.approx((16.0, 4.0), abs=0.2)
    window.canvas.undo()
    assert document.level.element(80).end == GOAL


def test_the_strip_offers_it_beside_the_probe_and_so_does_the_context_menu(
    window: MainWindow, hand: Hand
) -> None:
    """As soon as there is a path; with another tool the strip has its own."""
    settle(window)
    window.canvas.frame_all()
    window.commands.table["tool_probe"].trigger()
    (button,) = [
        one for one in window.options.findChildren(QToolButton)
        if one.defaultAction() is window.commands.table["expect_this"]
    ]  # fmt: skip
    assert button.isVisible()
    assert not button.isEnabled()
    hand.drag(START, (5.0, 2.0), GOAL)
    assert button.isEnabled()
    menu = window.context_menu.make(window)
    assert {"Expect this", "Expect this length"} <= {one.text() for one in menu.actions()}
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(window)
    (test,) = made_tests(window)
    assert test.expect == "path"
    window.commands.table["tool_select"].trigger()
    assert not button.isVisible()


def test_what_is_asked_of_a_state_does_not_depend_on_the_state_that_is_shown(
    window: MainWindow, panel: PathTestsPanel
) -> None:
    """A test made at night is asked at night; going to it shows the night."""
    document = window.document
    night = State("Night", doors={GATE: False})
    document.commit(Edit.put(document.level, [replace(document.level.settings, states=(night,))]))
    document.state.show("Night")
    probe(window)
    press(window, "expect_this")
    (test,) = made_tests(window)
    assert (test.state, test.expect) == ("Night", "noPath")
    by_day = PathTest(id=80, name="by_day", order=9, start=START, end=GOAL)
    document.commit(Edit.put(document.level, [by_day]))
    settle(window)
    for state in ("Night", ""):
        document.state.show(state)
        settle(window)
        assert window.status.tests.text() == "2 tests pass"
        assert {row[2][:7] for row in cells(panel)} == {"No path", "16.62 m"}
    panel.table.wanted.emit(test)
    assert document.state.name == "Night"
    document.state.show("")


def test_ends_on_other_storeys_have_no_signs_here(window: MainWindow) -> None:
    """A test with both ends elsewhere is not drawn at all."""
    document = window.document
    layers = (Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    test = PathTest(id=80, name="up", start=START, end=GOAL, layer="upper")
    stairs = PathTest(id=81, name="stairs", order=1, start=(4.0, 1.0), end=GOAL, to_layer="upper")
    settings = replace(document.level.settings, layers=layers)
    document.commit(Edit.put(document.level, [settings, test, stairs]))
    settle(window)
    overlay = next(one for one in window.canvas.overlays if isinstance(one, PathTestsOverlay))
    window.canvas.frame_all()
    told = {}
    for storey in ("ground", "upper", None):
        document.storey.show(storey)
        window.canvas.grab()
        scene = window.canvas.scene()
        told[storey] = [bool(overlay.tip(scene, place)) for place in (START, (4.0, 1.0), GOAL)]
    assert told == {
        "ground": [False, True, False], "upper": [True, False, True], None: [True, True, True],
    }  # fmt: skip
