"""Valid files of every format, made by the program itself, as the seeds of mutations."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import numpy as np

from navcore import World
from navcore.bake.grid import NavGrid
from navcore.export import bytes_of
from navcore.formats.elements import write_elements
from navcore.formats.journal import Header, write_header, write_line
from navcore.formats.level_text import write_level
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Background,
    Element,
    ExportTarget,
    GridFormat,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Settings,
    Zone,
)
from navcore.sim.recording import Recorder, save_recording
from navcore.sim.simulation import Simulation

SUFFIXES: Final[dict[str, str]] = {
    "level": ".json",
    "grid_text": ".grid.txt",
    "grid_json": ".grid.json",
    "map": ".map",
    "scenario": ".scen",
    "recording": ".wwrec",
    "clipboard": ".txt",
    "journal": ".journal",
}
"""How the files of each kind end."""


def house() -> Level:
    """A level with something of everything in it."""
    elements: list[Element] = [
        Area(id=11, order=0, name="hall", polygon=((0, 0), (6, 0), (6, 6), (0, 6))),
        Area(id=12, order=1, name="gate", door=True, available=False,
             polygon=((6, 2), (6.4, 2), (6.4, 4), (6, 4))),
        Area(id=13, order=2, name="yard", polygon=((6.4, 0), (12, 0), (12, 6), (6.4, 6))),
        Obstacle(id=21, name="Tisch \u21161", group="Inn/Kitchen", locked=True, layer="roof",
                 note="oak", tags=("wood", "old"), shape={"rect": [1, 1, 2, 1.5, 0.0]},
                 polygon=((1, 1), (3, 1), (3, 2.5), (1, 2.5)),
                 extra={"colour": {"r": 1, "g": [0.5, None]}}),
        Obstacle(id=22, order=1, enabled=False, polygon=((4, 4), (5, 4), (4.5, 1e-7))),
        Agent(id=31, name="player", position=(4.0, 1.0), player=True, radius=0.3),
        Agent(id=32, order=1, position=(1.0, 5.0), facing=1.5, radius=0.3, walk_speed=2.0,
              goals=((1.0, 5.0), (5.0, 1.0)), loop=True, wait=0.5),
    ]  # fmt: skip
    chosen = Settings(
        title="House", description="A hall.", notes='Say "hi".\nTwice.', boundary_padding=0.1,
        agent_radius=0.3, object_padding=0.1, floor_y=-2.5, grid_origin="cells",
        exports=(ExportTarget(path="house.grid.json", format="json", doors="open"),),
        background=(Background(path="plan.png", position=(1.0, 2.0), opacity=0.25),),
        extra={"weather": {"rain": True}, "waypoints": [{"id": 41, "at": [1.0, 2]}]},
    )  # fmt: skip
    return Level(settings=chosen).with_items({element.id: element for element in elements})


@cache
def seeds(kind: str) -> tuple[bytes, ...]:
    """Valid files of a kind."""
    return MADE[kind]()


def _levels() -> tuple[bytes, ...]:
    bare = b'{"areas": [{"name": "a", "polygon": [[0, 0], [4, 0], [4, 4]]}], "obstacles": []}'
    return (write_level(house()).encode(), bare)


def _grid(form: GridFormat) -> tuple[bytes, ...]:
    return (bytes_of(World.build(house()), form)[2],)


def _json_grids() -> tuple[bytes, ...]:
    """One with doors, and one of a storey with links and mud."""
    elements: list[Element] = [
        Link(id=51, name="ladder", type="ladder", start=((1.0, 5.0),), end=((1.5, 5.0),),
             to_layer="loft", width=0.9),
        Link(id=52, start=((3.5, 1.0), (3.5, 2.0)), end=((5.0, 1.0), (5.0, 2.0)), cost=3.0,
             seconds=0.5, one_way=True, needs=("jump",)),
        Area(id=53, layer="loft", polygon=((0, 3), (4, 3), (4, 6), (0, 6))),
        Zone(id=54, terrain="mud", polygon=((2, 3), (6, 3), (6, 6))),
    ]  # fmt: skip
    layers = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))
    level = house().with_items({element.id: element for element in elements})
    level = level.with_settings(msgspec.structs.replace(level.settings, layers=layers))
    jumper = Profile(name="jumper", abilities=("jump",))
    return (*_grid("json"), bytes_of(World.build(level), "json", "drawn", jumper)[2])


def _maps() -> tuple[bytes, ...]:
    rows = ["." * 12, "..@@@@@@....", ".G.S.W.T.O..", "." * 12]
    text = "type octile\nheight 4\nwidth 12\nmap\n" + "\n".join(rows) + "\n"
    return (text.encode(), text.replace("\n", "\r\n").encode())


def _scenarios() -> tuple[bytes, ...]:
    lines = [f"{n}\ta.map\t12\t4\t{n}\t0\t{11 - n}\t3\t{8.2426407 + n}" for n in range(4)]
    return (("version 1\n" + "\n".join(lines) + "\n").encode(),)


def _recordings() -> tuple[bytes, ...]:
    return (_recording(Simulation(World.build(house()), seed=7), 330), _of_grid())


def _of_grid() -> bytes:
    cells = np.ones((8, 12), np.bool_)
    cells[3, 2:9] = False
    run = Simulation(World.from_grid(NavGrid.from_array(cells, cell_size=0.5)), seed=1)
    run.spawn(Agent(id=32, position=(1.0, 1.0), radius=0.2, goals=((5.0, 3.5),)))
    return _recording(run, 30)


def _recording(run: Simulation, steps: int) -> bytes:
    """Return the recording of a run with every kind of request that a log can have."""
    recorder = Recorder(run)
    for step in range(steps):
        if step == 20:
            run.send([31, 99], (5.0, 5.0))
            run.watch((3.0, 3.0))
        if step == 63:
            run.spawn(Agent(id=40, position=(5.0, 1.0), radius=0.3, goals=((1.0, 4.0),)))
        if step == 100 and run.world.level.areas:
            edit = Edit.put(
                run.world.level, [Obstacle(id=50, polygon=((2, 3), (3, 3), (3, 4), (2, 4)))]
            )
            level = edit.apply(run.world.level)
            run.change_world(run.world.update(level, edit))
        if step == 150:
            run.place({31: (3.25, 3.0)})
            run.meet([40], 32)
        if step == 200:
            run.stop_in_place([40])
        if step == 300:
            run.remove([40])
        run.step()
        recorder.take()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.wwrec"
        save_recording(recorder.recording, path)
        return path.read_bytes()


def _clipboards() -> tuple[bytes, ...]:
    text = write_elements(house().elements())
    return (text.encode(), f"Look:\n```json\n{text}```\nnice".encode())


def _journals() -> tuple[bytes, ...]:
    level = house()
    edits = [Edit.put(level, [Obstacle(id=60, polygon=((0, 0), (1, 0), (1, 1)))])]
    after = edits[0].apply(level)
    moved = msgspec.structs.replace(after.agents[31], position=(1.0, 2.0))
    titled = msgspec.structs.replace(after.settings, title="T")
    edits.append(Edit.change(after, {11: None, 31: moved, 0: titled}))
    lines = [write_line(edit, number) for number, edit in enumerate(edits, 1)]
    orders = {11: 1.0, 12: 0.0}
    return (b"".join((write_header(Header(3, "/l/house.json", "house", "d", 2, orders)), *lines)),)


MADE: Final[dict[str, Callable[[], tuple[bytes, ...]]]] = {
    "level": _levels,
    "grid_text": lambda: _grid("txt"),
    "grid_json": _json_grids,
    "map": _maps,
    "scenario": _scenarios,
    "recording": _recordings,
    "clipboard": _clipboards,
    "journal": _journals,
}
