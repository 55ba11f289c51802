"""The panel Doors, and effects of doors on the canvas."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hand import Hand
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from editor.canvas.canvas import Canvas
from editor.canvas.overlays import door_effects as overlay
from editor.canvas.overlays.hovered import element_at
from editor.panels.doors.panel import DoorsPanel
from editor.panels.doors.table import DOORS, EFFECT, NOW, OPENS, REQUIRES
from editor.services.doors import DoorService
from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Route, RouteStop, Waypoint
from navcore.level.operations.profiles import add_profile
from navcore.level.operations.states import add_state

KEY = Qt.Key
Pixels = npt.NDArray[np.uint8]
TAVERN = Path("sample_levels/tavern.json")


@pytest.fixture
def doors(window: MainWindow) -> DoorService:
    """The service, with the tavern open."""
    window.document.load(load_level(TAVERN), None)
    window.canvas.frame_all()
    return window.workspace.doors


@pytest.fixture
def panel(window: MainWindow, doors: DoorService) -> DoorsPanel:
    """The panel in front."""
    window.activateWindow()
    window.show_panel("doors")
    found = window.panels["doors"]
    assert isinstance(found, DoorsPanel)
    doors.wait()
    return found


def cell(panel: DoorsPanel, row: int, column: int) -> str:
    """The text of a cell."""
    text = panel.model.index(row, column).data()
    assert isinstance(text, str)
    return text


def column(panel: DoorsPanel, number: int) -> list[str]:
    """The texts of a column."""
    return [cell(panel, row, number) for row in range(panel.model.rowCount())]


def row_of(panel: DoorsPanel, name: str) -> int:
    """The row with these doors."""
    return column(panel, DOORS).index(name)


def id_of(level: Level, name: str) -> int:
    """The id of an area."""
    area = level.area_named(name)
    assert area is not None
    return area.id


def test_doors_that_matter_come_first_then_sets_then_the_rest(panel: DoorsPanel) -> None:
    """Each row has the door's state and the effect of toggling it."""
    names = column(panel, DOORS)
    assert names[0] == "corridor_door"
    assert cell(panel, 0, EFFECT).startswith("cuts off 64.6 m² with corridor, guest_room_1 and")
    assert cell(panel, row_of(panel, "landlord_door"), NOW) == "shut"
    found = cell(panel, row_of(panel, "landlord_door"), EFFECT)
    assert found == "opens 16.3 m² with landlord_room"
    assert "front_door + back_door" in names
    assert "All 3 open doors of kitchen" in names
    assert names[-3:] == ["front_door", "kitchen_door", "back_door"]
    assert column(panel, EFFECT)[-3:] == ["changes nothing"] * 3
    assert panel.summary.text().startswith("5 doors matter alone, 3 change nothing")


def test_counter_opens_the_panel_and_counts(window: MainWindow, doors: DoorService) -> None:
    """While the panel is visible it shows the number of doors that matter."""
    assert window.status.doors.text() == "Doors"
    window.status.doors.click()
    assert window.panel_shown("doors")
    doors.wait()
    assert window.status.doors.text() == "Doors 5"
    window.status.doors.click()
    assert not window.panel_shown("doors")


def test_nothing_is_worked_out_while_nobody_looks(window: MainWindow, doors: DoorService) -> None:
    """This holds at first and after an edit."""
    doors.wait()
    level = window.document.level
    door = level.areas[id_of(level, "front_door")]
    window.document.commit(Edit.put(level, [replace(door, available=False)]))
    doors.wait()
    assert doors.found is None
    assert not doors.busy


def test_rows_follow_the_drawing_but_not_a_drag(
    window: MainWindow, panel: DoorsPanel, doors: DoorService
) -> None:
    """With the front door shut, only the back door matters."""
    level, document = window.document.level, window.document
    door = level.areas[id_of(level, "front_door")]
    before = panel.model.rows
    document.preview(Edit.put(level, [replace(door, available=False)]))
    window.bake.wait()
    assert not doors.busy
    assert panel.model.rows is before
    document.commit(Edit.put(level, [replace(door, available=False)]))
    doors.wait()
    assert cell(panel, row_of(panel, "back_door"), EFFECT).startswith("cuts off 159 m²")
    assert cell(panel, row_of(panel, "front_door"), NOW) == "shut"


def test_chosen_row_is_hatched_on_the_canvas_and_double_click_frames_it(
    window: MainWindow, panel: DoorsPanel, doors: DoorService, canvas: Canvas
) -> None:
    """The floor that would be lost changes colour, the rest doesn't; the doors are selected."""
    plain = picture(canvas)
    panel.table.setCurrentIndex(panel.model.index(row_of(panel, "guest_door_1"), 0))
    shown = picture(canvas)
    lost, kept = (3.0, 15.5), (17.0, -6.0)
    assert (around(canvas, plain, lost) != around(canvas, shown, lost)).any()
    assert (around(canvas, plain, kept) == around(canvas, shown, kept)).all()
    texts = [row.text for row in overlay.PickedDoorsOverlay().legend(canvas.scene())]
    assert texts == ["cut off, 14.6 m²"]
    before = canvas.viewport.camera
    panel.table.setFocus()
    QTest.keyClick(panel.table, KEY.Key_Return)
    assert canvas.viewport.camera.scale > before.scale
    level = window.document.level
    assert window.document.selection.ids == {id_of(level, "guest_door_1")}
    window.status.doors.click()
    assert doors.picked == ()
    assert not overlay.PickedDoorsOverlay().legend(canvas.scene())


def picture(canvas: Canvas) -> Pixels:
    """The canvas as it is painted, (height, width, 4)."""
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32)
    size = (image.height(), image.width(), 4)
    return np.frombuffer(image.constBits(), np.uint8).reshape(size).copy()


def around(
    canvas: Canvas,
    pixels: Pixels,
    place: tuple[float, float],
) -> Pixels:
    """Pixels around a place."""
    x, y = (round(one) for one in canvas.viewport.camera.to_pixel(place))
    return pixels[y - 4 : y + 5, x - 4 : x + 5]


@pytest.mark.parametrize("preset", ["preset_draw", "preset_play", "preset_check"])
def test_mouse_over_a_door_shows_what_it_does(
    window: MainWindow, doors: DoorService, canvas: Canvas, hand: Hand, preset: str
) -> None:
    """It works with any overlay, but at rest only: not while a tool draws, nor in a drag."""
    window.commands.table[preset].trigger()
    rest_over(hand, doors, (2.4, 10.2))
    (effects,) = [one for one in canvas.overlays if one.name == overlay.NAME]
    assert [row.text for row in effects.legend(canvas.scene())] == ["cut off, 64.6 m²"]
    assert "T shuts it: 64.6 m² would be cut off" in hint(canvas)
    rest_over(hand, doors, (19.5, -0.2))
    assert "T shuts it: everything stays within reach" in hint(canvas)
    hand.move((17.0, -6.0))
    assert effects.legend(canvas.scene()) == ()
    assert "T shuts it" not in hint(canvas)
    window.commands.table["tool_polygon_area"].trigger()
    rest_over(hand, doors, (3.0, 10.2))
    assert effects.legend(canvas.scene()) == ()


@pytest.mark.parametrize("tool", ["select", "probe", "door"])
def test_mouse_over_a_door_shows_what_it_does_beneath_a_route(
    window: MainWindow, doors: DoorService, canvas: Canvas, hand: Hand, tool: str
) -> None:
    """A click would select the route: so the door is named."""
    stops = (RouteStop(at=(3.0, 8.0)), RouteStop(at=(3.0, 12.0)))
    beat = Route(id=901, name="beat", stops=stops)
    guard = Agent(id=902, name="guard", position=(3.1, 8.0), goals=((3.1, 12.0),))
    window.document.commit(Edit.put(window.document.level, [beat, guard]))
    window.commands.table[f"tool_{tool}"].trigger()
    rest_over(hand, doors, (3.0, 10.2))
    (effects,) = [one for one in canvas.overlays if one.name == overlay.NAME]
    assert [row.text for row in effects.legend(canvas.scene())] == ["cut off, 64.6 m²"]
    told = {
        "select": "Click selects beat, drag moves it. T shuts corridor_door: 64.6 m² would be",
        "probe": "T shuts it: 64.6 m² would be cut off",
        "door": "T shuts corridor_door. 64.6 m² would be cut off",
    }
    assert told[tool] in hint(canvas).replace("**", "")
    pointed = element_at(canvas.scene(), (3.0, 10.2))
    assert pointed is not None
    assert pointed.name == ("beat" if tool != "probe" else "corridor_door")


def test_mouse_over_a_door_shows_what_it_does_in_a_run(
    window: MainWindow, doors: DoorService, canvas: Canvas, hand: Hand
) -> None:
    """This holds while the run has the level's doors; doors toggled in it change the effects."""
    (effects,) = [one for one in canvas.overlays if one.name == overlay.NAME]
    window.run.clock.step_once()
    rest_over(hand, doors, (2.4, 10.2))
    assert [row.text for row in effects.legend(canvas.scene())] == ["cut off, 64.6 m²"]
    window.commands.table["toggle_door"].trigger()
    assert window.run.switches.switched
    rest_over(hand, doors, (2.5, 10.2))
    assert effects.legend(canvas.scene()) == ()
    window.commands.table["toggle_door"].trigger()
    rest_over(hand, doors, (2.4, 10.2))
    assert len(effects.legend(canvas.scene())) == 1
    window.run.clock.stop_to_start()


def test_door_tool_key_and_table_give_one_answer(
    window: MainWindow, panel: DoorsPanel, canvas: Canvas, hand: Hand, doors: DoorService
) -> None:
    """It is the view of the player, who stands in the smaller part: behind the south gate."""
    window.document.load(load_level(Path("sample_levels/arena.json")), None)
    canvas.frame_all()
    doors.wait()
    told = cell(panel, row_of(panel, "south_gate"), EFFECT)
    assert told.startswith("cuts off 2738 m² with pit")
    window.commands.table["tool_door"].trigger()
    rest_over(hand, doors, (0.0, -30.3))
    assert hint(canvas).startswith("**T shuts south_gate.** 2738 m² would be cut off")
    hand.click((0.0, -30.3))
    assert "cut off" not in hint(canvas)
    window.commands.table["tool_select"].trigger()
    rest_over(hand, doors, (0.0, -30.3))
    window.commands.table["toggle_door"].trigger()
    assert window.status.shown == "south_gate is shut: 2738 m² are cut off."


def test_state_that_is_shown_is_named_with_what_its_door_does(
    window: MainWindow, canvas: Canvas, hand: Hand, doors: DoorService
) -> None:
    """It is named even while the panel of doors is hidden."""
    window.document.commit(add_state(window.document.drawing, window.document.level, "Night"))
    window.document.state.show("Night")
    rest_over(hand, doors, (3.0, 10.2))
    assert "T shuts it in Night: 64.6 m² would be cut off" in hint(canvas)
    (effects,) = [one for one in canvas.overlays if one.name == overlay.NAME]
    canvas.shown.toggle(effects)
    rest_over(hand, doors, (3.0, 10.3))
    assert "T shuts it in Night" in hint(canvas)
    assert "cut off" not in hint(canvas)


def test_door_that_players_never_come_to_says_so(
    window: MainWindow, doors: DoorService, canvas: Canvas, hand: Hand
) -> None:
    """That nothing changes for players is no promise that the door changes nothing."""
    level = window.document.level
    shut = replace(level.areas[id_of(level, "corridor_door")], available=False)
    window.document.commit(Edit.put(level, [shut]))
    hand.move((0.0, 0.0))
    rest_over(hand, doors, (9.4, 13.0))
    assert "T shuts it: players don't get here, open or shut" in hint(canvas)


def test_hint_of_a_locked_door_names_the_key_that_nothing_gives(
    window: MainWindow, doors: DoorService, canvas: Canvas, hand: Hand
) -> None:
    """It is said whatever the length of the name: a fact is never left out for the first clause."""
    level = window.document.level
    door = replace(
        level.areas[id_of(level, "corridor_door")], needs=("corridor_key",),
        name="door_to_the_corridor_with_the_guest_rooms",
    )  # fmt: skip
    window.document.commit(Edit.put(level, [door]))
    hand.move((0.0, 0.0))
    rest_over(hand, doors, (2.4, 10.2))
    said = hint(canvas)
    assert said.startswith("**T shuts it: it requires corridor_key, which nothing gives**")


def rest_over(hand: Hand, doors: DoorService, place: tuple[float, float]) -> None:
    """Rest the mouse there until the effect of the door is computed."""
    hand.move(place)
    QTest.qWait(100)
    doors.wait()


def hint(canvas: Canvas) -> str:
    """Return the hint in the status bar."""
    said: list[str] = []
    canvas.hints.changed.connect(said.append)
    canvas.hints.repeat()
    canvas.hints.changed.disconnect(said.append)
    return said[-1]


def test_keys_and_steps_have_columns_where_a_door_requires_something(
    window: MainWindow, panel: DoorsPanel, doors: DoorService
) -> None:
    """They show the place of the key, and the order in which the level opens up."""
    assert panel.table.isColumnHidden(REQUIRES)
    level = window.document.level
    door = replace(level.areas[id_of(level, "pantry_door")], needs=("pantry_key",))
    key = Waypoint(id=77, order=99.0, name="hook", position=(17.0, 2.0), gives=("pantry_key",))
    window.document.commit(Edit.put(level, [door, key]))
    doors.wait()
    assert not panel.table.isColumnHidden(REQUIRES)
    row = row_of(panel, "pantry_door")
    assert cell(panel, row, REQUIRES) == "pantry_key, at hook"
    assert cell(panel, row, OPENS) == "step 1"
    assert cell(panel, row, EFFECT).startswith("with the key cuts off 8.6 m² with pantry")
    assert "pantry_key at hook" in panel.summary.text()


def test_rows_are_those_of_the_type_that_is_shown(
    window: MainWindow, panel: DoorsPanel, doors: DoorService
) -> None:
    """Wide agents don't fit through the doors, so these change nothing."""
    level = window.document.level
    window.document.commit(add_profile(level, "ogre", radius=3.0))
    window.bake.shown_floor.show_type("ogre")
    doors.wait()
    assert set(column(panel, EFFECT)) == {"changes nothing"}
    window.bake.shown_floor.show_type("")
