"""The dialog Grow network: a live preview, and one undo step or none."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.dialogs.grow.dialog import GrowDialog
from editor.shell.window import MainWindow
from editor.tools.tool import Pointer
from navcore.errors import NavcoreError
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import GROWN
from navcore.graph.generators.walk import Told
from navcore.growing import Grower, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Edge, Waypoint
from navcore.level.operations import rename

CORNERS, SPREAD, INTEREST, WALK, CONNECT, PRUNE = range(6)


def opened(qtbot: QtBot, window: MainWindow) -> GrowDialog:
    """The dialog, asked for by the menu, with its first network."""
    window.commands.table["grow_network"].trigger()
    dialog = window.findChild(GrowDialog)
    assert dialog is not None
    qtbot.waitExposed(dialog)
    rest(qtbot, dialog)
    return dialog


def rest(qtbot: QtBot, dialog: GrowDialog) -> None:
    """Wait until the canvas shows the network of the current numbers."""
    qtbot.waitUntil(lambda: not dialog.busy, timeout=60_000)


def gone(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the dialog is closed."""
    qtbot.waitUntil(lambda: window.findChild(GrowDialog) is None, timeout=60_000)


def choose(qtbot: QtBot, dialog: GrowDialog, method: int) -> None:
    """Choose a method and wait for its network."""
    dialog.method.setCurrentIndex(method)
    rest(qtbot, dialog)


def type_in(qtbot: QtBot, field, text: str) -> None:
    """Replace the text of a field."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def counts(window: MainWindow) -> tuple[int, int]:
    """Waypoints and edges of the level as it is shown."""
    level = window.document.level
    return len(level.of(Waypoint)), len(level.of(Edge))


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> Iterator[GrowDialog]:
    """The dialog over the small level."""
    dialog = opened(qtbot, window)
    yield dialog
    if window.findChild(GrowDialog) is not None:
        dialog.reject()
        gone(qtbot, window)


def test_network_is_shown_with_its_counts_before_it_is_a_step(
    window: MainWindow, dialog: GrowDialog
) -> None:
    """The first method grows as soon as the dialog opens."""
    waypoints, edges = counts(window)
    assert waypoints > 4
    assert dialog.outcome.text().startswith(f"{waypoints} new waypoints, {edges} new edges")
    assert "100 % of the floor sees a waypoint" in dialog.outcome.text()
    assert not window.document.stack.count()


def test_button_makes_one_step(qtbot: QtBot, window: MainWindow, dialog: GrowDialog) -> None:
    """All that it lays has the tag of grown ones, and keeps the radius from walls."""
    waypoints, edges = counts(window)
    dialog.make.click()
    gone(qtbot, window)
    assert counts(window) == (waypoints, edges)
    assert window.document.stack.count() == 1
    text = f"Grow a network of {waypoints} waypoints and {edges} edges"
    assert window.document.stack.undoText() == text
    level = window.document.level
    assert all(GROWN in one.tags for one in level.of(Waypoint).values())
    places = {i: one.position for i, one in level.of(Waypoint).items()}
    lines = [[*places[e.start], *places[e.end]] for e in level.of(Edge).values()]
    assert Clearance.of(level).clear(lines, level.settings.agent_radius).all()
    window.document.stack.undo()
    assert window.document.level == small_level()


@pytest.mark.parametrize("how", ["escape", "cancel", "close"])
def test_leaving_leaves_the_level_as_it_was(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog, how: str
) -> None:
    """No waypoint, no step, no preview."""
    if how == "escape":
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    elif how == "cancel":
        dialog.cancel.click()
    else:
        dialog.close()
    gone(qtbot, window)
    assert window.document.level == small_level()
    assert not window.document.stack.count()
    assert not window.document.dragging


@pytest.mark.parametrize("method", [CORNERS, SPREAD, INTEREST, WALK])
def test_every_method_lays_waypoints(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog, method: int
) -> None:
    """With the numbers that it begins with."""
    choose(qtbot, dialog, method)
    waypoints, edges = counts(window)
    assert waypoints > 2
    assert edges > 1
    assert f"{waypoints} new waypoints" in dialog.outcome.text()
    assert dialog.make.isEnabled()


def test_share_that_is_grown_is_told(
    qtbot: QtBot, dialog: GrowDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as the work lasts, once it has lasted for a while."""
    go_on = threading.Event()

    def grow(self: Grower, recipe: Recipe, rng: object, new_id: object, told: Told) -> None:
        told(0.42)
        go_on.wait(60)
        message = "enough"
        raise NavcoreError(message)

    monkeypatch.setattr(Grower, "grow", grow)
    dialog.grow_now()
    qtbot.waitUntil(lambda: dialog.outcome.text() == "Growing… 42 %", timeout=60_000)
    go_on.set()
    rest(qtbot, dialog)
    assert dialog.outcome.text() == "enough"


def test_typed_number_changes_the_network(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """It does so when typing pauses."""
    choose(qtbot, dialog, SPREAD)
    before, _ = counts(window)
    type_in(qtbot, dialog.way.entries[0], "3")
    assert dialog.busy
    rest(qtbot, dialog)
    after, _ = counts(window)
    assert 2 < after < before


def test_enter_right_after_typing_waits_for_the_network(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """The network for the typed values is added, not the one shown before."""
    choose(qtbot, dialog, SPREAD)
    before, _ = counts(window)
    field = dialog.way.entries[0]
    type_in(qtbot, field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    gone(qtbot, window)
    assert counts(window)[0] < before
    assert window.document.stack.count() == 1


def test_number_that_can_not_be_read_shows_no_network(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """The reason stands where the counts stood."""
    choose(qtbot, dialog, SPREAD)
    type_in(qtbot, dialog.way.entries[0], "wide")
    rest(qtbot, dialog)
    assert "can't be read" in dialog.outcome.text()
    assert dialog.outcome.objectName() == "fault"
    assert not dialog.make.isEnabled()
    assert window.document.level == small_level()


def test_spread_as_dense_as_the_grid_warns(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """A network of one waypoint a cell is of no use."""
    choose(qtbot, dialog, SPREAD)
    type_in(qtbot, dialog.way.entries[0], "0.4")
    rest(qtbot, dialog)
    assert "the grid would do as well." in dialog.outcome.text()


def test_hand_drawn_and_locked_waypoints_stay_and_grown_ones_go(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Undo brings all back."""
    tags = (GROWN,)
    drawn = [
        Waypoint(id=70, name="post", position=(2.0, 6.0)),
        Waypoint(id=71, name="kept", position=(13.0, 6.0), locked=True, tags=tags),
        Waypoint(id=73, name="off", position=(18.5, 4.0), enabled=False),
        Waypoint(id=72, name="old", position=(16.0, 6.0), tags=tags),
    ]
    window.document.commit(Edit.put(window.document.level, drawn), by_hand=False)
    dialog = opened(qtbot, window)
    assert "3 waypoints stay: drawn, corrected, locked or in use" in dialog.outcome.text()
    assert "1 waypoint grown earlier is replaced" in dialog.outcome.text()
    dialog.make.click()
    gone(qtbot, window)
    left = window.document.level.of(Waypoint)
    assert [left[70], left[71]] == drawn[:2]
    assert 72 not in left
    window.document.stack.undo()
    assert [*window.document.level.of(Waypoint).values()] == drawn


def test_what_was_corrected_by_hand_stays_when_growing_again(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """One that is moved, one that gets a name, and both ends of an edge; the dialog counts them."""
    dialog.make.click()
    gone(qtbot, window)
    document = window.document
    held = [*document.level.of(Waypoint).values()]
    joined = {frozenset(e.references) for e in document.level.of(Edge).values()}
    start, end = next(
        (a.id, b.id) for a in held for b in held if a is not b and {a.id, b.id} not in joined
    )
    moved, named = [one.id for one in held if one.id not in {start, end}][:2]
    document.select(frozenset({moved}))
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Right)
    document.commit(rename(document.level, named, "by_the_well"))
    document.commit(Edit.put(document.level, [Edge(id=9, start=start, end=end, factor=2.0)]))
    kept = {i: document.level.of(Waypoint)[i] for i in (moved, named, start, end)}
    assert not any(GROWN in one.tags for one in kept.values())
    again = opened(qtbot, window)
    assert "4 waypoints stay: drawn, corrected, locked or in use" in again.outcome.text()
    assert f"{len(held) - 4} waypoints grown earlier are replaced" in again.outcome.text()
    again.make.click()
    gone(qtbot, window)
    after = document.level
    assert {i: after.of(Waypoint)[i] for i in kept} == kept
    assert after.of(Edge)[9].factor == 2.0
    for _ in range(4):
        document.stack.undo()
    assert all(one.tags == (GROWN,) for one in document.level.of(Waypoint).values())


def test_connecting_joins_what_stands_and_a_second_time_nothing(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Waypoints that were grown are not replaced."""
    drawn = [
        Waypoint(id=70, name="a", position=(2.0, 6.0)),
        Waypoint(id=71, name="b", position=(8.0, 6.5), tags=(GROWN,)),
    ]
    window.document.commit(Edit.put(window.document.level, drawn), by_hand=False)
    dialog = opened(qtbot, window)
    choose(qtbot, dialog, CONNECT)
    assert dialog.outcome.text().startswith("1 new edge\n")
    assert dialog.make.text() == "Connect"
    dialog.make.click()
    gone(qtbot, window)
    assert counts(window) == (2, 1)
    dialog = opened(qtbot, window)
    assert dialog.method.currentIndex() == CONNECT
    assert "Nothing is missing" in dialog.outcome.text()
    assert not dialog.make.isEnabled()
    dialog.reject()


def test_next_dialog_begins_with_the_last_numbers(qtbot: QtBot, window: MainWindow) -> None:
    """The same variation of a walk is the same walk."""
    dialog = opened(qtbot, window)
    choose(qtbot, dialog, WALK)
    type_in(qtbot, dialog.way.entries[1], "7")
    rest(qtbot, dialog)
    network = counts(window)
    dialog.make.click()
    gone(qtbot, window)
    window.document.stack.undo()
    dialog = opened(qtbot, window)
    assert dialog.method.currentIndex() == WALK
    assert dialog.way.entries[1].number == 7
    assert counts(window) == network
    dialog.reject()


def test_level_without_floor_has_nothing_to_grow_on(window: MainWindow) -> None:
    """The action gives the reason."""
    window.files.new()
    assert not window.commands.table["grow_network"].isEnabled()
    assert window.commands.reason_of("grow_network")


def test_network_is_for_the_type_that_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    """With the radius that is tried."""
    window.bake.shown_floor.try_radius(0.8)
    dialog = opened(qtbot, window)
    assert "0.80 m" in dialog.headline.text()
    dialog.reject()
    window.bake.shown_floor.end_trial()


def test_context_menu_over_nothing_offers_it(window: MainWindow) -> None:
    """The menu of waypoints and the list of all actions offer it, too."""
    window.document.select(frozenset())
    window.canvas.setFocus()
    window.canvas.gestures.hover(Pointer((-5.0, -5.0)))
    menu = window.context_menu.make(window)
    assert "Grow network…" in {action.text().partition("\t")[0] for action in menu.actions()}


@pytest.fixture
def walked(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """The window after ten seconds of a run in which the selected agent walked."""
    level = window.document.level
    agent = next(iter(level.agents.values()))
    window.document.select(frozenset({agent.id}))
    for _ in range(600):
        window.run.record.step()
    window.run.clock.step_once()
    window.commands.refresh()
    return window


def test_network_grows_from_the_walk_of_a_selected_agent(qtbot: QtBot, walked: MainWindow) -> None:
    """Previewed with counts; one step; once more adds nothing."""
    walked.commands.table["grow_from_walk"].trigger()
    dialog = walked.findChild(GrowDialog)
    assert dialog is not None
    rest(qtbot, dialog)
    assert dialog.method.currentIndex() == WALK
    assert dialog.way.whose.currentText().startswith("As ")
    assert not dialog.way.minutes.isEnabled()
    waypoints, edges = counts(walked)
    assert waypoints >= 1
    assert "new waypoint" in dialog.outcome.text()
    dialog.make.click()
    gone(qtbot, walked)
    assert counts(walked) == (waypoints, edges)
    assert walked.document.stack.count() == 1


def test_walks_are_offered_only_of_agents_in_a_run(window: MainWindow) -> None:
    """At the start nothing was walked."""
    window.document.select(frozenset(window.document.level.agents))
    window.commands.refresh()
    assert not window.commands.table["grow_from_walk"].isEnabled()


def test_button_leads_to_the_drawn_walk(
    qtbot: QtBot, window: MainWindow, dialog: GrowDialog
) -> None:
    """The dialog closes, and the tool is active."""
    choose(qtbot, dialog, WALK)
    dialog.way.draw.click()
    gone(qtbot, window)
    assert window.canvas.gestures.tool.name == "stroke"
    assert window.document.level == small_level()


def test_edges_are_thinned_out(qtbot: QtBot, window: MainWindow, dialog: GrowDialog) -> None:
    """The result says how many are removed."""
    choose(qtbot, dialog, SPREAD)
    dialog.make.click()
    gone(qtbot, window)
    before = counts(window)
    again = opened(qtbot, window)
    choose(qtbot, again, PRUNE)
    type_in(qtbot, again.way.entries[0], "50")
    rest(qtbot, again)
    after = counts(window)
    assert after[0] == before[0]
    assert after[1] < before[1]
    assert f"{before[1] - after[1]} edges are removed" in again.outcome.text()
    assert again.make.text() == "Thin out"
    again.make.click()
    gone(qtbot, window)
    again = opened(qtbot, window)
    assert again.way.title == "Thin out"
    assert again.outcome.text().startswith("Nothing to remove: paths need all these edges")
    assert not again.make.isEnabled()
    again.reject()
    gone(qtbot, window)
