"""Pinned probes, the compared path, and the cells visited by a search."""

import math
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from two_rooms import two_rooms

from editor.panels.probes import passed
from editor.panels.probes.panel import ProbesPanel
from editor.panels.probes.passed import PassedBy
from editor.panels.probes.rows import COLUMNS, rows_of
from editor.services.pins import Pin
from editor.services.visited import SHADES
from editor.shell.window import MainWindow
from editor.tools import compared
from editor.tools.probe import ProbeTool
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Level, Profile, Settings
from navcore.level.tables import State
from navcore.path.result import Status
from navcore.path.taken import cells_taken

FROM, TO, ELSEWHERE = (2.0, 2.0), (14.0, 2.0), (2.0, 10.0)


KEY = "key"
_DOORS = [column.title for column in COLUMNS].index("Doors")


def _level() -> Level:
    """Two rooms; the nearer door needs a key, which guests have."""
    level = two_rooms(second_door=True)
    door = level.areas[102]
    locked = Area(id=102, name="door", door=True, needs=(KEY,), polygon=door.polygon)
    guest = Profile(name="guest", radius=0.2, abilities=(KEY,))
    settings = Settings(agent_radius=0.2, object_padding=0.1, profiles=(guest,))
    return Level(settings=settings).with_items({**level.areas, 102: locked})


@pytest.fixture
def rooms(window: MainWindow) -> Iterator[MainWindow]:
    """Return the window with the rooms, and no pinned or compared paths."""
    window.document.load(_level(), None)
    window.resize(1440, 900)
    window.canvas.frame_all()
    window.bake.wait()
    window.probe.visited.latest.short_ms = math.inf
    yield window
    window.probe.clear()
    window.probe.pins.clear()
    for tool in window.canvas.gestures.tools:
        if isinstance(tool, ProbeTool):
            tool.against.set("")
    window.bake.shown_floor.show_type("")


@pytest.fixture
def panel(rooms: MainWindow) -> ProbesPanel:
    """The open panel."""
    if not rooms.panel_shown("probes"):
        rooms.commands.table["panel_probes"].trigger()
    found = rooms.panels["probes"]
    assert isinstance(found, ProbesPanel)
    return found


def _cells(panel: ProbesPanel, row: int) -> dict[str, str]:
    panel.refresh()
    titles = [column.title for column in COLUMNS]
    return dict(zip(titles, panel.model.rows[row].cells, strict=True))


def test_enter_pins_the_path_and_it_stays_while_others_are_asked_for(rooms: MainWindow) -> None:
    """Esc then clears the probe alone."""
    rooms.commands.table["tool_probe"].trigger()
    rooms.probe.set(FROM, TO)
    QTest.keyClick(rooms.canvas, Qt.Key.Key_Return)
    assert rooms.probe.pins.pins == (Pin(1, FROM, TO),)
    rooms.probe.set(FROM, ELSEWHERE)
    QTest.keyClick(rooms.canvas, Qt.Key.Key_Escape)
    assert rooms.probe.result is None
    path = rooms.probe.pins.path_of(rooms.probe.pins.pins[0])
    assert path is not None
    assert path.ok


def test_a_pinned_path_follows_the_level(rooms: MainWindow) -> None:
    """A door shuts: the path leads through the other one; both shut: there is none."""
    rooms.bake.shown_floor.show_type("guest")
    rooms.probe.set(FROM, TO)
    pin = rooms.probe.pin()
    rooms.probe.clear()
    assert pin is not None
    first = rooms.probe.pins.path_of(pin)
    _shut(rooms, "door")
    second = rooms.probe.pins.path_of(pin)
    _shut(rooms, "back_door")
    third = rooms.probe.pins.path_of(pin)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.length < second.length
    assert second.ok
    assert third.status is Status.PARTIAL


def test_pinned_paths_equal_those_that_are_asked_for_anew(rooms: MainWindow) -> None:
    """This holds at each step of a drag, too."""
    rooms.probe.set(FROM, TO)
    pin = rooms.probe.pin()
    assert pin is not None
    door = rooms.document.level.area_named("back_door")
    assert door is not None
    start = rooms.document.level
    rooms.bake.short_ms = math.inf
    for step in range(5):
        moved = Area(
            id=door.id, name=door.name, door=True,
            polygon=tuple((x, z + 0.5 * step) for x, z in door.polygon),
        )  # fmt: skip
        rooms.document.preview(Edit.put(start, [moved], "move"))
        rooms.bake.wait()
        found = rooms.probe.pins.path_of(pin)
        anew = rooms.bake.world.find_path_to_nearest(FROM, TO)
        assert found is not None
        assert found.status is anew.status
        np.testing.assert_array_equal(found.points, anew.points)
    rooms.document.cancel_preview()


def test_the_same_path_is_pinned_once_and_numbers_are_given_again(rooms: MainWindow) -> None:
    """So lists stay short."""
    pins = rooms.probe.pins
    for goal in (TO, TO, ELSEWHERE):
        rooms.probe.set(FROM, goal)
        rooms.probe.pin()
    assert [pin.number for pin in pins.pins] == [1, 2]
    pins.remove(1)
    rooms.probe.set(TO, ELSEWHERE)
    rooms.probe.pin()
    assert [(pin.number, pin.start) for pin in pins.pins] == [(1, TO), (2, FROM)]


def test_a_pin_keeps_its_state_and_the_strip_compares_states(
    rooms: MainWindow, panel: ProbesPanel
) -> None:
    """At night the back door is shut: guests only get there, and others end short."""
    document = rooms.document
    night = State(name="Night", doors={103: False})
    before = document.level.settings
    after = msgspec.structs.replace(before, states=(night,))
    document.commit(Edit({SETTINGS_ID: before}, {SETTINGS_ID: after}, "state"))
    rooms.bake.wait()
    rooms.commands.table["tool_probe"].trigger()
    rooms.probe.set(FROM, TO)
    rooms.options.choices["against"].take("state:Night")
    assert _cells(panel, 0)["Result"] == "Complete"
    assert _cells(panel, 1)["For"] == "Night"
    assert _cells(panel, 1)["Result"].startswith("Ends ")
    document.state.show("Night")
    rooms.bake.wait()
    rooms.probe.pin()
    document.state.show("")
    rooms.bake.wait()
    assert _cells(panel, 0)["Result"] == "Complete"
    assert _cells(panel, 2)["For"].endswith("Night")
    assert _cells(panel, 2)["Result"].startswith("Ends ")
    renamed = msgspec.structs.replace(after, states=(State(name="Late", doors={103: False}),))
    document.commit(Edit({SETTINGS_ID: after}, {SETTINGS_ID: renamed}, "rename"))
    assert [pin.state for pin in rooms.probe.pins.pins] == ["Late"]


def test_pins_are_the_users_view(rooms: MainWindow) -> None:
    """They are neither saved nor undone, and disappear with the level."""
    level, steps = rooms.document.level, rooms.document.stack.count()
    rooms.probe.set(FROM, TO)
    rooms.probe.pin()
    assert rooms.document.level is level
    assert rooms.document.stack.count() == steps
    rooms.document.load(two_rooms(second_door=False), None)
    assert rooms.probe.pins.pins == ()


def test_a_pin_follows_a_type_that_is_renamed_and_leaves_one_that_is_gone(
    rooms: MainWindow,
) -> None:
    """It is then one of no type."""
    rooms.bake.shown_floor.show_type("guest")
    rooms.probe.set(FROM, TO)
    rooms.probe.pin()
    document = rooms.document
    before = document.level.settings
    wagon = msgspec.structs.replace(before.profiles[0], name="wagon")
    after = msgspec.structs.replace(before, profiles=(wagon,))
    document.commit(Edit({SETTINGS_ID: before}, {SETTINGS_ID: after}, "rename"))
    assert [pin.type_name for pin in rooms.probe.pins.pins] == ["wagon"]
    before = document.level.settings
    after = msgspec.structs.replace(before, profiles=())
    document.commit(Edit({SETTINGS_ID: before}, {SETTINGS_ID: after}, "none"))
    assert [pin.type_name for pin in rooms.probe.pins.pins] == [""]


def test_the_strip_compares_with_another_type(rooms: MainWindow, panel: ProbesPanel) -> None:
    """It offers each type of the level; the result is below the probe's own row."""
    rooms.commands.table["tool_probe"].trigger()
    rooms.probe.set(FROM, TO)
    tool = rooms.canvas.gestures.tool
    assert isinstance(tool, ProbeTool)
    assert [value for value, _ in tool.against.choices] == [
        "", compared.ASTAR, "type:", "type:guest"
    ]  # fmt: skip
    rooms.options.choices["against"].take("type:guest")
    assert _cells(panel, 0)["Doors"] == "back_door"
    assert _cells(panel, 1)["For"] == "guest"
    assert _cells(panel, 1)["Doors"] == "door"


def test_a_star_finds_a_path_of_the_same_cost_and_visits_more(
    rooms: MainWindow, panel: ProbesPanel
) -> None:
    """Both results are shown side by side."""
    rooms.probe.set(FROM, (14.0, 11.0))
    rooms.probe.compare(compared.ASTAR)
    own, other = _cells(panel, 0), _cells(panel, 1)
    assert own["Cost"] == other["Cost"]
    assert int(other["Visited"]) > int(own["Visited"])
    assert other["For"] == "A*"


def test_a_row_tells_all_that_is_known_of_a_path(rooms: MainWindow, panel: ProbesPanel) -> None:
    """Length, time, narrowest place with its door, doors passed."""
    rooms.probe.set(FROM, TO)
    row = _cells(panel, 0)
    path = rooms.probe.result
    assert path is not None
    assert row["Length"] == f"{path.length:.2f} m"
    assert row["Time"] == f"{round(path.length / 1.4)} s"
    assert row["Narrowest"] == "2.00 m at back_door"
    assert row["Doors"] == "back_door"
    assert row["Visited"] == str(path.visited)
    narrow = panel.model.rows[0].narrow
    assert narrow is not None
    assert 7.0 < narrow[0] < 9.0


def test_the_heat_map_has_the_cells_that_the_search_took(
    rooms: MainWindow, panel: ProbesPanel
) -> None:
    """Last ones strongest; of A*, if the path is compared with it."""
    rooms.probe.set(FROM, TO)
    world, result = rooms.bake.world, rooms.probe.result
    assert result is not None
    found = rooms.probe.visited.of(world, result, None, "ground", "astar")
    cells = cells_taken(world.grid, FROM, TO, engine="astar")
    assert found is not None
    assert found.count == len(cells) == np.count_nonzero(found.classes)
    assert found.classes[cells[0, 1], cells[0, 0]] == 1
    assert found.classes[cells[-1, 1], cells[-1, 0]] == SHADES


def test_the_panel_lists_removes_and_shows(rooms: MainWindow, panel: ProbesPanel) -> None:
    """Delete on a row removes its pin; Enter frames its path."""
    for goal in (TO, ELSEWHERE):
        rooms.probe.set(FROM, goal)
        panel.refresh()
        panel.pin_button.click()
    panel.refresh()
    assert [row.number for row in panel.model.rows] == [None, 1, 2]
    panel.table.selectRow(1)
    assert rooms.probe.pins.picked == 1
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert rooms.canvas.viewport.camera.sees((*TO, *TO))
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    panel.refresh()
    assert [row.number for row in panel.model.rows] == [None, 2]
    rooms.commands.table["unpin_all"].trigger()
    assert rooms.probe.pins.pins == ()


def _shut(rooms: MainWindow, name: str) -> None:
    level = rooms.document.level
    door = level.area_named(name)
    assert door is not None
    shut = Area(id=door.id, name=name, door=True, available=False, polygon=door.polygon)
    rooms.document.commit(Edit.put(level, [shut], "shut"))
    rooms.bake.wait()


def test_rows_that_are_too_many_at_once_are_told_round_by_round(
    rooms: MainWindow, panel: ProbesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the end they show the same as if computed at once, also after an edit."""
    monkeypatch.setattr(passed, "AT_ONCE", 1)
    rooms.bake.shown_floor.show_type("guest")
    for goal in (TO, ELSEWHERE, (14.0, 10.0)):
        rooms.probe.set(FROM, goal)
        rooms.probe.pin()
    for shut in (False, True):
        if shut:
            _shut(rooms, "door")
        panel.refresh()
        assert panel.soon.isActive()
        rounds = 0
        while panel.soon.isActive():
            panel.soon.stop()
            panel.refresh()
            rounds += 1
            assert rounds < 20
        told = [row.cells for row in panel.model.rows]
        assert any(cells[_DOORS] for cells in told)
        monkeypatch.setattr(passed, "AT_ONCE", 10**9)
        anew = rows_of(rooms.bench, PassedBy(rooms.bench, panel.widths_of))
        assert [row.cells for row in anew] == told
        monkeypatch.setattr(passed, "AT_ONCE", 1)
    rooms.probe.pins.clear()
    for start in (TO, ELSEWHERE, (14.0, 10.0)):
        rooms.probe.set(start, FROM)
        rooms.probe.pin()
    panel.refresh()
    # A pin with the number of one that is gone tells nothing of that one's path.
    assert panel.soon.isActive()
    assert [row.cells[_DOORS] for row in panel.model.rows if row.kind == "pin"] == ["", "", ""]
