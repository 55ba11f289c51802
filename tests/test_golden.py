"""Files that an earlier version wrote open unchanged: see tests/golden/README.md."""

import json
import shutil
import warnings
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from answers import Answers
from leaving import leave
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.safety.recovery import Recovery
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system import clipboard
from navcore import World
from navcore.formats import load_grid, load_level, save_grid, write_level
from navcore.formats.elements import write_elements
from navcore.formats.grid_json import read_grid_json
from navcore.level.model import Level
from navcore.level.model import Settings as LevelSettings
from navcore.level.operations import paste
from navcore.sim.columns import COLUMNS
from navcore.sim.recording import Recording, load_recording, save_recording
from navcore.sim.state import State

GOLDEN = Path(__file__).parent / "golden"
LEVELS = sorted((GOLDEN / "levels").glob("*.json"))
RUN = GOLDEN / "recording" / "run.wwrec"


def level(path: Path) -> Level:
    """Return the level in a file, with any warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_level(path)


def text(path: Path) -> str:
    """Return a text as it was written, whatever line ends a checkout gave it."""
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LEVELS, ids=lambda path: path.stem)
def test_levels_load_and_write_the_same_text(path: Path) -> None:
    """Every kind, setting and unknown key, in the same order."""
    assert write_level(level(path)) == text(path)


def test_every_element_and_setting_is_read() -> None:
    """Each field has the value that it was written with."""
    found = level(GOLDEN / "levels" / "everything.json")
    assert [(e.id, e.name) for e in found.elements()] == [
        (4294967295, "yard"), (101, "hall"), (103, "gate"), (104, "shutter"), (105, "cellar"),
        (106, ""), (202, "wall"), (204, ""), (201, "Tisch №1 «groß»"), (203, "crate"),
        (302, "guard"), (301, "player"), (303, "cook"),
    ]  # fmt: skip
    gate, shutter, cellar = (found.areas[one] for one in (103, 104, 105))
    assert (gate.door, gate.available, gate.locked) == (True, True, True)
    assert (shutter.door, shutter.available, shutter.group) == (True, False, "Inn/Doors")
    assert (cellar.layer, cellar.available) == ("below", False)
    assert cellar.extra == {"music": "cave.ogg", "moods": [1, {"deep": None}]}
    assert found.areas[4294967295].tags == ("stone", "wet")
    assert found.areas[4294967295].note == 'cobbles\nand "mud"'
    table, wall, crate = (found.obstacles[one] for one in (201, 202, 203))
    assert table.shape == {"rect": [4, 3.5, 2, 1, 0.0]}
    assert wall.shape == {"line": [[6.1, 0], [6.1, 3]], "width": 0.2}
    assert (crate.enabled, crate.extra) == (False, {"loot": ["gold", 7]})
    guard = found.agents[302]
    assert (guard.position, guard.facing, guard.radius) == ((1 / 3, 2.0), 1.5, 0.3)
    assert (guard.walk_speed, guard.rotation_speed) == (2.0, 6.0)
    assert (guard.goals, guard.loop, guard.wait) == (((18.0, 6.0), (1.0, 5.0)), True, 2.5)
    assert found.agents[301].player
    chosen = found.settings
    assert (chosen.cell_size, chosen.agent_radius, chosen.object_padding) == (0.25, 0.4, 0.1)
    assert (chosen.boundary_padding, chosen.floor_y, chosen.seam) == (0.3, -2.5, 0.02)
    assert (chosen.grid_origin, chosen.boundary_follows_radius) == ("cells", True)
    assert (chosen.title, chosen.notes, chosen.export_on_save) == (
        "Everything", 'Say "hi".\nTwice.', True,
    )  # fmt: skip
    assert [(e.path, e.format, e.doors, e.extra) for e in chosen.exports] == [
        ("everything.grid.txt", "txt", "open", {}),
        ("../game/everything.json", "json", "drawn", {"for": "server"}),
    ]
    picture, grid = chosen.background
    assert (picture.path, picture.position, picture.scale) == ("plan.png", (-1.0, 0.5), 0.025)
    assert (grid.kind, grid.visible, grid.extra) == ("grid", False, {"tint": "#ff0000"})
    assert chosen.extra["weather"] == {"rain": True, "wind": [0.5, -1e-7]}
    assert chosen.extra["big"] == 12345678901234567890


def test_files_without_keys_have_the_defaults_of_the_format() -> None:
    """New levels begin with other values than old files have."""
    assert level(GOLDEN / "levels" / "empty.json") == Level(settings=LevelSettings())


@pytest.mark.parametrize("name", ["plain.grid.txt", "cost.grid.json", "links.grid.json"])
def test_grids_load_and_save_the_same_text(name: str, tmp_path: Path) -> None:
    """Text, and JSON with costs, and with links."""
    save_grid(load_grid(GOLDEN / "grids" / name), tmp_path / name)
    # What a file is for stays with its export.
    expected = text(GOLDEN / "grids" / name).replace('  "profile": "jumper",\n', "")
    assert text(tmp_path / name) == expected


def test_links_of_grids_are_read() -> None:
    """Each field has the value that it was written with."""
    ladder, ditch = load_grid(GOLDEN / "grids" / "links.grid.json").links
    assert (ladder.id, ladder.name, ladder.type, ladder.to_layer) == (
        20,
        "ladder",
        "ladder",
        "loft",
    )
    assert (ladder.start, ladder.end, ladder.width) == (((10.0, 3.0),), ((10.5, 3.0),), 0.9)
    assert (ladder.cells, ladder.one_way, ladder.seconds) == (((28, 11, 30, 11),), False, None)
    assert (ditch.id, ditch.start, ditch.needs) == (31, ((11.4, 1.0), (11.4, 2.5)), ("jump",))
    assert (ditch.one_way, ditch.seconds, ditch.to_layer) == (True, 0.75, "")
    assert len(ditch.cells) == 4


def test_grids_with_doors_load_and_save_the_same_text(tmp_path: Path) -> None:
    """With the cells of each door."""
    path = GOLDEN / "grids" / "plain.grid.json"
    grid, doors, *_ = read_grid_json(text(path), path)
    assert [door.name for door in doors] == ["gate"]
    save_grid(grid, tmp_path / path.name, doors=doors)
    assert text(tmp_path / path.name) == text(path)


def test_levels_bake_to_the_same_grid(tmp_path: Path) -> None:
    """Cell for cell."""
    world = World.build(level(GOLDEN / "levels" / "plain.json"))
    save_grid(world.grid, tmp_path / "plain.grid.txt")
    assert text(tmp_path / "plain.grid.txt") == text(GOLDEN / "grids" / "plain.grid.txt")


@pytest.fixture
def recording() -> Recording:
    """The golden recording."""
    return load_recording(RUN)


@pytest.fixture(scope="module")
def told() -> dict[str, list]:
    """Return the values that the version of the recording read from it."""
    return json.loads(text(RUN.with_name("run.expected.json")))


def digests(recording: Recording, tick: int) -> list[str]:
    """Digests of the arrays of a frame."""
    frame = recording.frame(tick)
    arrays = (frame.ids, frame.positions, frame.facings, frame.states)
    return [sha256(array.tobytes()).hexdigest()[:16] for array in arrays]


def test_recordings_show_the_same_run(recording: Recording, told: dict[str, list]) -> None:
    """Frames, events and inputs."""
    assert (recording.ticks, recording.seed) == (told["ticks"], told["seed"])
    assert write_level(recording.level) == text(GOLDEN / "levels" / "plain.json")
    assert [digests(recording, tick) for tick in range(0, recording.ticks, 10)] == told["frames"]
    events = [[int(row[key]) for key in ("step", "kind", "agent")] for row in recording.events]
    assert events == told["events"]
    assert [one.step for one in recording.inputs] == [step for step, _ in told["inputs"]]


def test_recordings_save_the_same_run(
    recording: Recording, told: dict[str, list], tmp_path: Path
) -> None:
    """Saved and loaded again it shows the same."""
    save_recording(recording, tmp_path / "again.wwrec")
    again = load_recording(tmp_path / "again.wwrec")
    assert [digests(again, tick) for tick in range(0, again.ticks, 10)] == told["frames"]
    assert np.array_equal(again.events, recording.events)
    assert again.inputs == recording.inputs


def test_recordings_go_on_to_the_same_bits(recording: Recording, told: dict[str, list]) -> None:
    """Inputs of every kind are replayed from the keyframe before."""
    for tick, (ids, positions, states) in told["runs"].items():
        agents = recording.resume(int(tick)).agents
        assert agents.ids.tolist() == ids
        assert [number.hex() for number in agents.positions.ravel().tolist()] == positions
        assert agents.states.tolist() == states


def test_recordings_replay_from_keyframe_to_keyframe(recording: Recording) -> None:
    """Going on from the tick before a keyframe leads to that keyframe's state."""
    first, *later = recording.parts().keyframes
    assert (first.tick, [key.tick for key in later]) == (0, [50, 100])
    for key in later:
        run = recording.resume(key.tick - 1)
        run.tick()
        found, told = run.state(), key.state.unpacked()
        # What came into runs later stands in no recording of before.
        late = {name: told.columns[name] for name, column in COLUMNS.items() if column.late}
        # Corners that are passed may still stand before those that lie ahead.
        assert paths_ahead(found) == paths_ahead(told)
        late |= {name: told.columns[name] for name in ("path_start", "path_current", "path_end")}
        found = replace(found, columns={**found.columns, **late}, points=told.points)
        assert found.equals(told)


def paths_ahead(state: State) -> list[list[list[float]]]:
    """The corners that lie ahead of each agent; metres."""
    ends = zip(state.columns["path_current"], state.columns["path_end"], strict=True)
    return [state.points[current:end].tolist() for current, end in ends]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Preferences in a copy of the golden file."""
    shutil.copy(GOLDEN / "settings.ini", tmp_path / "waywright.ini")
    return Settings(tmp_path / "waywright.ini")


TOGGLED = {
    "background": False, "cells": False, "cell_lines": True, "old_grid": False, "traffic": True,
    "waiting": True, "areas": False, "obstacles": False, "doors": False, "area_names": False,
    "path": False, "path_cells": True, "stamps": True, "agent_paths": True, "agent_targets": True,
    "agents": False, "measure": False, "widths": True, "frame_times": True,
}  # fmt: skip
"""Overlays by their names in the file, each switched from its default."""

CHANGED = {
    "save": ("Ctrl+Alt+S",), "tool_door": ("Shift+D",), "play": ("F8",),
    "overlay_widths": ("Ctrl+Alt+W",),
}  # fmt: skip
"""Actions with keys of the user's."""


def test_preferences_are_read(settings: Settings) -> None:
    """Every key of the file."""
    assert (settings.theme, settings.language, settings.motion) == ("dark", "de", "reduced")
    assert (settings.wheel, settings.wheel_told, settings.panels_told) == ("pan", True, True)
    assert (settings.hints_hidden, settings.started_before) == (True, True)
    assert settings.folder == Path("/home/ada/levels")
    assert (settings.snap, settings.snap_step, settings.grid) == (False, 0.25, False)
    assert settings.snap_to == {"grid", "vertex", "edge", "crossing"}
    assert [path.name for path in settings.recent.files] == [
        "arena, copy.json", "Höhle 2.json", "tavern.json",
    ]  # fmt: skip
    assert settings.recent_actions == (
        "snap_step_0.25", "go_on", "theme_light", "mirror_x", "tool_wall", "export",
    )  # fmt: skip
    assert settings.keys() == CHANGED


@pytest.mark.skipif("sys.platform == 'win32'", reason="the paths are those of another system")
def test_exports_that_were_allowed_are_remembered(settings: Settings) -> None:
    """Level and target both count."""
    tavern = Path("/home/ada/levels/tavern.json")
    assert settings.may_export(tavern, Path("/home/ada/game/100%/tavern.grid.txt"))
    assert not settings.may_export(tavern, Path("/home/ada/game/tavern.grid.txt"))


@pytest.fixture
def window(qtbot: QtBot, settings: Settings) -> MainWindow:
    """A window with the preferences of the golden file."""
    made = MainWindow(settings, Answers())
    made.resize(1400, 900)
    made.show()
    qtbot.waitExposed(made)
    yield made
    leave(made)


def test_the_window_opens_as_it_was_left(window: MainWindow, settings: Settings) -> None:
    """Docks by their names, overlays by theirs, actions by their ids."""
    upper, lower = (window.arrangement.docks[name] for name in ("upper", "lower"))
    assert window.dockWidgetArea(upper) == Qt.DockWidgetArea.LeftDockWidgetArea
    assert upper.isVisible()
    assert lower.isHidden()
    shown = {overlay.name: overlay.visible for overlay in window.canvas.overlays}
    assert {name: shown[name] for name in TOGGLED} == TOGGLED
    assert {name: window.commands.keymap.keys_of(name) for name in CHANGED} == CHANGED
    for action in (*settings.recent_actions, *CHANGED):
        assert action in window.commands.table


def test_key_map_files_name_every_action(window: MainWindow) -> None:
    """No id of an action is forgotten."""
    keymap = window.commands.keymap
    listed = json.loads(text(GOLDEN / "keys.json"))["keys"]
    keymap.take_in(text(GOLDEN / "keys.json"))
    assert {name: list(keymap.keys_of(name)) for name in listed} == listed
    assert json.loads(keymap.text())["keys"] == listed


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A copy of the backups that two killed sessions left."""
    return Path(shutil.copytree(GOLDEN / "backups", tmp_path / "backups"))


@pytest.mark.usefixtures("qtbot")
def test_lost_work_is_recovered(backups: Path) -> None:
    """Both sessions, from snapshot and journal, to the same text."""
    found = Recovery(backups).find()
    assert [(lost.name, lost.fault) for lost in found] == [("Untitled", ""), ("inn.json", "")]
    for lost, name in zip(found, ("untitled.json", "inn.json"), strict=True):
        assert write_level(lost.level) == text(GOLDEN / "recovered" / name)


@pytest.mark.usefixtures("qtbot")
def test_backups_open(backups: Path) -> None:
    """Each is a level like any other."""
    found = Recovery(backups).backups()
    assert [(one.name, one.room, one.path.name) for one in found] == [
        ("untitled", "untitled-9b223a73", "00000003.json"),
        ("inn", "inn-540aaf43", "00000002.json"),
        ("inn", "inn-540aaf43", "00000001.json"),
    ]
    for one in found:
        assert write_level(level(one.path)) == text(one.path)


@pytest.mark.usefixtures("qtbot")
@pytest.mark.parametrize("kind", ["", "application/x-waywright-elements+json"])
def test_copied_elements_can_be_pasted(kind: str) -> None:
    """As plain text and under its own kind."""
    copied = text(GOLDEN / "clipboard.txt")
    data = QMimeData()
    if kind:
        data.setData(kind, copied.encode())
    else:
        data.setText(copied)
    QGuiApplication.clipboard().setMimeData(data)
    elements = clipboard.take()
    drawn = level(GOLDEN / "levels" / "everything.json")
    assert elements == tuple(drawn.elements())
    assert write_elements(elements) == copied
    ids = iter(range(1, 100))
    pasted = paste(Level(), elements, (0.0, 0.0), lambda: next(ids)).apply(Level())
    assert len(list(pasted.elements())) == len(elements)
