"""The panel Problems: text, place, reason and fix of each problem."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rule_levels import CASES, PLAYER, level_of, post

from editor.actions import check
from editor.panels.problems.panel import ProblemsPanel
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import NEW_SETTINGS, Agent, Area, Level, Link
from navcore.level.operations.findings import set_severity
from navcore.proof.problem import SEVERITIES, Problem

KEY = Qt.Key
LEDGE = 30


@pytest.fixture
def panel(window: MainWindow) -> ProblemsPanel:
    """Return the panel, in front, for a level with a trap."""
    window.activateWindow()
    open_level(window, CASES["trap"][0]())
    window.show_panel("problems")
    found = window.panels["problems"]
    assert isinstance(found, ProblemsPanel)
    return found


def open_level(window: MainWindow, level: Level) -> None:
    """Replace the open level, and wait for its problems."""
    window.document.load(level, None)
    settle(window)


def settle(window: MainWindow) -> None:
    """Wait until the problems are those of the level."""
    window.bake.wait()
    window.workspace.problems.wait()
    window.commands.refresh()


def told(panel: ProblemsPanel) -> list[str]:
    """Codes of the rows."""
    return [one.code for one in panel.model.rows]


def chosen(panel: ProblemsPanel) -> Problem:
    """Return the current problem."""
    problem = panel.bench.problems.problem
    assert problem is not None
    return problem


def test_problems_come_and_go_with_the_drawing(window: MainWindow, panel: ProblemsPanel) -> None:
    """The counter of the status bar counts errors and warnings."""
    counter = window.status.problems
    assert told(panel) == ["trap"]
    assert counter.text() == "1 problem"
    level = window.document.level
    window.document.commit(Edit.put(level, [replace(level.element(LEDGE), one_way=False)]))
    settle(window)
    assert told(panel) == []
    assert counter.text() == "No problems"
    assert not panel.empty.isHidden()
    assert "No problems" in panel.empty.text()
    window.canvas.undo()
    settle(window)
    assert told(panel) == ["trap"]


def test_nothing_is_looked_for_while_something_is_dragged(window: MainWindow) -> None:
    """Marks and rows stay unchanged until the release."""
    open_level(window, level_of(post(4, 4)))
    document, service = window.document, window.workspace.problems
    moved = replace(PLAYER, position=(4.5, 4.5))
    document.preview(Edit.put(document.level, [moved]))
    window.bake.wait()
    QTest.qWait(150)
    assert service.found == ()
    document.cancel_preview()
    document.commit(Edit.put(document.level, [moved]))
    settle(window)
    assert [one.code for one in service.found] == ["agent-in-wall"]


def test_double_click_shows_what_it_is_about(window: MainWindow, panel: ProblemsPanel) -> None:
    """Enter and F8 do the same from the keyboard."""
    window.canvas.viewport.frame((500, 500, 510, 510))
    index = panel.model.index(0, 0)
    place = panel.table.visualRect(index).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen(panel).code == "trap"
    assert window.document.selection.ids == set()
    QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.document.selection.ids == {LEDGE}
    camera = window.canvas.viewport.camera
    assert camera.sees((3, 10.5, 3, 10.5))
    assert "can be entered" in window.status.shown
    for key in (KEY.Key_F8, KEY.Key_J):
        window.document.select(frozenset())
        panel.bench.problems.pick(None)
        modifiers = Qt.KeyboardModifier.ControlModifier if key == KEY.Key_J else None
        window.canvas.setFocus()
        QTest.keyClick(window, key, modifiers or Qt.KeyboardModifier.NoModifier)
        assert window.document.selection.ids == {LEDGE}
    window.document.select(frozenset())
    panel.table.setFocus()
    QTest.keyClick(panel.table, KEY.Key_Return)
    assert window.document.selection.ids == {LEDGE}
    QTest.keyClick(panel.table, KEY.Key_Escape)
    assert window.canvas.hasFocus()


def test_next_and_previous_go_round(window: MainWindow) -> None:
    """In the order of the codes; notes are passed by."""
    open_level(window, level_of(post(4, 4, 0.05), replace(PLAYER, position=(30.0, 2.0))))
    service, table = window.workspace.problems, window.commands.table
    codes = []
    for name in ("next_problem", "next_problem", "next_problem", "previous_problem"):
        table[name].trigger()
        assert service.problem is not None
        codes.append(service.problem.code)
    assert codes == ["agent-in-wall", "outline-tiny", "agent-in-wall", "outline-tiny"]


def test_fix_is_one_step(window: MainWindow, panel: ProblemsPanel) -> None:
    """It is named on its button, and undone at once."""
    before = window.document.level
    window.commands.table["next_problem"].trigger()
    assert panel.details.fix_button.text() == "Let ledge be taken both ways"
    assert "stuck" in panel.details.why.text()
    panel.details.fix_button.click()
    settle(window)
    assert told(panel) == []
    assert window.document.stack.count() == 1
    window.canvas.undo()
    assert window.document.level == before
    settle(window)
    window.commands.refresh()
    window.commands.table["fix_problem"].trigger()
    settle(window)
    assert told(panel) == []


def test_one_click_keeps_agents_off_the_outer_edge(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """The padding of a new level is 0: the fix sets it to the radius, and undo takes it back."""
    open_level(window, CASES["padding-below-radius"][0]())
    before = window.document.level
    assert before.settings.boundary_padding < before.settings.agent_radius
    assert told(panel) == ["padding-below-radius"]
    window.commands.table["next_problem"].trigger()
    panel.details.fix_button.click()
    settle(window)
    settings = window.document.level.settings
    assert settings == replace(before.settings, boundary_padding=before.settings.agent_radius)
    assert told(panel) == []
    assert window.document.stack.count() == 1
    window.canvas.undo()
    assert window.document.level == before


def test_severity_is_chosen_for_the_level(window: MainWindow, panel: ProblemsPanel) -> None:
    """Off hides all of a kind, until it is turned on again."""
    window.commands.table["next_problem"].trigger()
    choose_severity(panel, "note")
    settle(window)
    assert chosen(panel).severity == "note"
    assert window.status.problems.text() == "No problems · 1 note"
    choose_severity(panel, "off")
    settle(window)
    assert told(panel) == []
    assert not panel.off.isHidden()
    assert panel.off.text() == "1 kind of problem is off"
    menu = panel.off.menu()
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    action.trigger()
    settle(window)
    assert told(panel) == ["trap"]
    assert panel.off.isHidden()
    assert window.document.level.settings.severities == {}
    assert window.document.stack.count() == 3


def choose_severity(panel: ProblemsPanel, severity: str) -> None:
    """Choose a severity as a user does in the list."""
    box = panel.details.severity
    box.setCurrentIndex(SEVERITIES.index(severity))
    box.activated.emit(box.currentIndex())


def test_what_is_meant_stays_with_its_reason(
    window: MainWindow, panel: ProblemsPanel, tmp_path: Path
) -> None:
    """In the file, too; it counts no more, until it is meant no longer."""
    window.commands.table["next_problem"].trigger()
    field = panel.details.reason
    field.setFocus()
    QTest.keyClicks(field, "The pit is the end.")
    QTest.keyClick(field, KEY.Key_Return)
    settle(window)
    assert chosen(panel).meant == "The pit is the end."
    assert window.status.problems.text() == "No problems"
    assert told(panel) == ["trap"]
    assert window.document.stack.count() == 1
    panel.details.unmean_button.click()
    settle(window)
    assert chosen(panel).meant is None
    assert window.status.problems.text() == "1 problem"
    window.canvas.undo()
    settle(window)
    assert chosen(panel).meant == "The pit is the end."


def test_marks_stand_on_the_canvas_at_rest(window: MainWindow) -> None:
    """Marks have a legend and describe their problems."""
    open_level(window, CASES["trap"][0]())
    overlay = next(one for one in window.canvas.overlays if one.name == "problems")
    assert overlay.visible
    scene = window.canvas.scene()
    assert [row.text for row in overlay.legend(scene)] == ["problem: error"]
    assert "can be entered" in overlay.tip(scene, (3.0, 10.5))
    assert overlay.tip(scene, (8.0, 1.0)) == ""


def test_the_counter_tells_of_notes_where_there_are_no_problems(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """A trap that counts as a note is one; off, it is none."""
    counter, level = window.status.problems, window.document.level
    assert counter.text() == "1 problem"
    window.document.commit(set_severity(level, "trap", "note", "Trap"))
    settle(window)
    assert counter.text() == "No problems · 1 note"
    window.document.commit(set_severity(window.document.level, "trap", "off", "Trap"))
    settle(window)
    assert counter.text() == "No problems"


def test_the_mark_of_a_problem_pulses_once_when_one_goes_to_it(
    window: MainWindow,
    panel: ProblemsPanel,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never where the system wants less to move; choosing a row alone is not going there."""
    pulse = window.workspace.problems.pulse
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    assert pulse.share is None
    monkeypatch.setattr(check, "motion_reduced", lambda: True)
    window.commands.table["next_problem"].trigger()
    assert pulse.share is None
    monkeypatch.setattr(check, "motion_reduced", lambda: False)
    window.commands.table["next_problem"].trigger()
    assert pulse.share is not None
    qtbot.waitUntil(lambda: pulse.share is None)


def test_nobody_is_told_of_no_problems_before_the_rules_were_asked(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """The counter and the panel say that they are being searched, after each opened level."""
    counter, told_empty = window.status.problems, []
    window.workspace.problems.changed.connect(lambda _: told_empty.append(counter.text()))
    window.document.load(Level(), None)
    assert counter.text() == counter.accessibleName() == "Looking for problems"
    assert panel.empty.text() == "Looking for problems."
    assert not panel.empty.isHidden()
    settle(window)
    assert counter.text() == counter.accessibleName() == "No problems"
    assert panel.empty.text() == "No problems. Checked as you draw."
    level = window.document.level
    area = Area(id=1, name="hall", polygon=((0, 0), (9, 0), (9, 9), (0, 9)))
    window.document.commit(Edit.put(level, [area]))
    # What was told of the level before the edit stands until the rules were asked again.
    assert counter.text() == "No problems"
    settle(window)
    assert told_empty == ["Looking for problems", "No problems", "1 problem"]


def test_fix_button_that_goes_gives_the_focus_to_the_canvas(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """Qt passes the focus on to a field of the properties, where the next key would be typed."""
    window.commands.table["next_problem"].trigger()
    panel.details.fix_button.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.mouseClick(panel.details.fix_button, Qt.MouseButton.LeftButton)
    settle(window)
    assert told(panel) == []
    assert window.focusWidget() is window.canvas


NO_TRAPS = "No traps: agents can leave every place that they can enter, with all doors open."


def test_level_without_traps_says_so(window: MainWindow, panel: ProblemsPanel) -> None:
    """Whether anybody can get stuck is a question that an empty list does not answer."""
    hall = Area(id=1, name="hall", polygon=((0, 0), (9, 0), (9, 9), (0, 9)))
    player = Agent(id=2, name="player", player=True, position=(2.0, 2.0))
    window.document.load(Level(settings=NEW_SETTINGS).with_items({1: hall, 2: player}), None)
    assert panel.traps.text() == ""
    settle(window)
    assert told(panel) == []
    assert panel.traps.text() == NO_TRAPS
    assert not panel.traps.isHidden()
    pit = Area(id=3, name="pit", polygon=((0, -9), (9, -9), (9, -3), (0, -3)))
    drop = Link(id=4, name="ledge", type="drop", start=((4.0, 1.0),), end=((4.0, -5.0),),
                one_way=True)  # fmt: skip
    window.document.commit(Edit.put(window.document.level, [pit, drop]))
    settle(window)
    assert panel.traps.text() == ""
    assert told(panel) == ["trap"]
    both = replace(drop, one_way=False)
    twice = replace(hall, id=5, name="hall_copy")
    window.document.commit(Edit.put(window.document.level, [both, twice]))
    settle(window)
    assert told(panel)
    assert panel.details.text.text().endswith(NO_TRAPS)
    level = window.document.level
    open_level(window, set_severity(level, "trap", "off", "Traps").apply(level))
    assert NO_TRAPS not in panel.details.text.text()
