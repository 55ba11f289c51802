"""Reading the parts of a recording: each part is checked before the next one uses it.

Work and memory are bounded by the size of the file: counts are compared with the available bytes
before arrays of that length are made.
"""

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import LevelTooLarge
from navcore.formats import read_level
from navcore.formats.checks import FaultError
from navcore.formats.grid_json import read_grid_json
from navcore.formats.journal import with_orders
from navcore.formats.json_text import Source
from navcore.formats.limits import MAX_RECORDED_AGENTS
from navcore.formats.zip_parts import ZipParts
from navcore.level.model import Agent, Point
from navcore.sim.agents import Integers
from navcore.sim.columns import COLUMNS, GONE
from navcore.sim.events import EVENT, Events
from navcore.sim.inputs import Input, WorldEdit
from navcore.sim.recording.checks import (
    PLACE,
    SEED,
    TOGETHER,
    check,
    check_column,
    check_events,
    check_lattice,
    check_places,
    check_roster,
    check_snapshot,
    check_together,
)
from navcore.sim.recording.happened import Happened
from navcore.sim.recording.packing import POINTS, Packed, PackedState, unpacked_column
from navcore.sim.recording.recording import KEYFRAME_SECONDS, Keyframe, Known, Parts, Recording
from navcore.sim.recording.replay import Scene
from navcore.sim.recording.texts import agent_of, input_of, lattice_of, settings_of
from navcore.sim.recording.track import BLOCK, Block, Track
from navcore.sim.settings import SimulationSettings

NUMBERS: Final = np.dtype("<i8")
EVENTS: Final = EVENT.newbyteorder("<")

DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    FaultError,
    # json, numpy, msgspec and navcore raise these, too.
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    OverflowError,
    EOFError,
    RecursionError,
    # zipfile raises these for encrypted parts and unknown compression methods.
    RuntimeError,
)
"""Exceptions that reading damaged parts raises."""

_HEAD_BYTES: Final = 32
_AGENT_BYTES: Final = 64
"""Most bytes of a snapshot before compression: a constant, and a number for each agent."""


class RecordingReader:
    """Reader of the parts of a file; anything wrong with them raises one of `DAMAGE`."""

    def __init__(self, parts: ZipParts, header: Mapping[str, Any], max_cells: int) -> None:
        """Start before the first part."""
        self._parts = parts
        self._header = header
        self._max_cells = max_cells
        self._settings: SimulationSettings = settings_of(header["settings"])

    def recording(self) -> Recording:
        """Return the recording.

        Raises:
            LevelTooLarge: if it is on more cells than are allowed.
        """
        track = self._track()
        last_step = len(track) * self._settings.steps_per_tick - 1
        inputs = self._inputs(last_step)
        events = np.frombuffer(self._parts.read("events.bin"), EVENTS).astype(EVENT)
        check_events(events, last_step)
        known = self._known(len(track), inputs, events)
        keyframes = self._keyframes(inputs, known)
        return Recording(Parts(self._settings, inputs, Happened(events), track, known, keyframes))

    def _track(self) -> Track:
        rosters = self._cut("rosters.bin", self._header["rosters"])
        for ids in rosters:
            check(len(ids) <= MAX_RECORDED_AGENTS)
            check_roster(ids)
            ids.flags.writeable = False
        table = self._header["blocks"]
        data = _pieces(self._parts.read("frames.bin"), [size for _, size, _ in table])
        most = _HEAD_BYTES + _AGENT_BYTES * MAX_RECORDED_AGENTS
        blocks: list[Block] = []
        for (roster, _, lengths), packed in zip(table, data, strict=True):
            check(roster >= 0 and 0 < len(lengths) <= BLOCK)
            check(len(lengths) == BLOCK or len(blocks) == len(table) - 1)
            check(all(isinstance(length, int) and 0 < length <= most for length in lengths))
            blocks.append(Block(rosters[roster], packed, tuple(lengths)))
        check(bool(blocks))
        track = Track.of(blocks)
        seen: Integers | None = None
        for tick in range(len(track)):
            snapshot = track[tick]
            check_snapshot(snapshot)
            if snapshot.ids is not seen:
                seen = snapshot.ids
                check_roster(seen)
        return track

    def _inputs(self, last_step: int) -> list[Input]:
        inputs = [input_of(data) for data in self._list("inputs.json")]
        steps = [one.step for one in inputs]
        check(steps == sorted(steps) and (not steps or 0 <= steps[0] <= steps[-1] <= last_step))
        for one in inputs:
            if isinstance(one.request, WorldEdit):
                self._check_size(one.request.lattice)
        return inputs

    def _known(self, ticks: int, inputs: Sequence[Input], events: Events) -> list[Known]:
        rows = np.frombuffer(self._parts.read("known.bin"), NUMBERS).reshape(ticks, 2)
        check(bool((np.diff(rows, axis=0, prepend=0) >= 0).all()))
        check(bool((rows <= (len(inputs), len(events))).all()))
        starts = np.arange(ticks) * self._settings.steps_per_tick
        steps = np.array([0, *(one.step for one in inputs)], np.int64)
        check(bool((steps[rows[:, 0]] <= starts).all()))
        return [Known(*row) for row in rows.tolist()]

    def _keyframes(self, inputs: Sequence[Input], known: Sequence[Known]) -> list[Keyframe]:
        crowds = self._crowds()
        sizes = self._header["arrays"]
        data = _pieces(self._parts.read("keyframes.bin"), [size for size, _ in sizes])
        arrays = [Packed(piece, count) for piece, (_, count) in zip(data, sizes, strict=True)]
        per_tick = self._settings.steps_per_tick
        apart = max(1, round(KEYFRAME_SECONDS * self._settings.steps_per_second / per_tick))
        ticks = [one["tick"] for one in self._header["keyframes"]]
        check(ticks == list(range(0, len(known), apart)))
        states = _States(arrays)
        scenes = self._scenes(inputs, [known[tick].inputs for tick in ticks])
        keyframes: list[Keyframe] = []
        for one, scene in zip(self._header["keyframes"], scenes, strict=True):
            step, tick = msgspec.convert(one["step"], int), one["tick"]
            check(step == tick * per_tick)
            seed = msgspec.convert(one["seed"], int)
            check(SEED.allows(seed))
            focus = msgspec.convert(one["focus"], Point | None)
            check_places(() if focus is None else (focus,))
            names = {name: arrays[number] for name, number in one["arrays"].items()}
            state = PackedState(step, seed, crowds[one["crowd"]], names, focus)
            states.check(state)
            keyframes.append(Keyframe(tick, scene, state))
        return keyframes

    def _scenes(self, inputs: Sequence[Input], counts: Sequence[int]) -> list[Scene]:
        """Return the scene after each of these numbers of inputs; all edits must apply."""
        scene, done = self._start(), 0
        scenes: list[Scene] = []
        for count in (*counts, len(inputs)):
            for one in inputs[done:count]:
                if isinstance(one.request, WorldEdit):
                    scene = scene.after(one.request)
            done = count
            scenes.append(scene)
        return scenes[:-1]

    def _crowds(self) -> list[tuple[Agent, ...]]:
        agents = [agent_of(data) for data in self._list("agents.json")]
        rows = self._cut("crowds.bin", self._header["crowds"])
        for members in rows:
            check(len(members) <= MAX_RECORDED_AGENTS)
            check(not len(members) or 0 <= members.min() <= members.max() < len(agents))
        return [tuple(agents[row] for row in members.tolist()) for members in rows]

    def _start(self) -> Scene:
        level = read_level(self._parts.read("level.json").decode("utf-8"), "the level").level
        orders = msgspec.convert(self._header["orders"], list[tuple[int, float]])
        check(all(PLACE.allows(order) for _, order in orders))
        level = with_orders(level, dict(orders))
        lattice = lattice_of(self._header["lattice"])
        self._check_size(lattice)
        grid = None
        if "grid.json" in self._parts.names:
            text = self._parts.read("grid.json").decode("utf-8")
            read = read_grid_json(text, "the grid").grid
            check((read.width, read.depth) == (lattice.width, lattice.depth))
            grid = NavGrid(
                lattice,
                read.padded,
                read.agent_radius,
                read.object_padding,
                read.boundary_padding,
                read.floor_y,
                read.cost,
                read.connectivity,
                doors=read.doors,
                links=read.links,
            )
        return Scene(level, lattice, grid)

    def _check_size(self, lattice: Lattice) -> None:
        check_lattice(lattice)
        if lattice.cells > self._max_cells:
            message = (
                f"this recording is on {lattice.cells:,} cells, at most {self._max_cells:,} are "
                "read; more with max_cells"
            )
            raise LevelTooLarge(message, lattice.cells)

    def _cut(self, name: str, counts: Sequence[int]) -> list[npt.NDArray[np.int64]]:
        """Return integers, divided into lists of these lengths."""
        data = self._parts.read(name)
        return [
            np.frombuffer(piece, NUMBERS).astype(np.int64)
            for piece in _pieces(data, [NUMBERS.itemsize * count for count in counts])
        ]

    def _list(self, name: str) -> list[Any]:
        entries = parsed(self._parts, name)
        check(isinstance(entries, list))
        return list(entries)


class _States:
    """Checks of the states of keyframes; shared data is checked once."""

    def __init__(self, arrays: Sequence[Packed]) -> None:
        self._number = {id(one): number for number, one in enumerate(arrays)}
        self._columns: set[tuple[str, int, int]] = set()
        self._fitting: set[tuple[int, ...]] = set()

    def check(self, state: PackedState) -> None:
        """Refuse a state that no run could continue from."""
        late = {name for name, column in COLUMNS.items() if column.late}
        check((state.arrays.keys() - GONE.keys()) | late == COLUMNS.keys() | {POINTS})
        for name in state.arrays:
            key = (name, self._number[id(state.arrays[name])], len(state.elements))
            if key not in self._columns:
                check_column(name, unpacked_column(state, name))
                self._columns.add(key)
        fitting = (
            id(state.elements),
            state.step,
            state.arrays[POINTS].count,
            *(self._number[id(state.arrays[name])] for name in TOGETHER),
        )
        if fitting not in self._fitting:
            columns = {name: unpacked_column(state, name) for name in TOGETHER}
            points = state.arrays[POINTS].count // 2
            check_together(state.elements, columns, points, state.step)
            self._fitting.add(fitting)


def parsed(parts: ZipParts, name: str) -> Any:
    """Return the data in a JSON part.

    Raises:
        KeyError, ValueError: if there is none, or it is not JSON.
    """
    return Source(parts.read(name).decode("utf-8"), name).parse()


def _pieces(data: bytes, sizes: Sequence[int]) -> list[bytes]:
    ends = list(accumulate(sizes, initial=0))
    check(all(size >= 0 for size in sizes) and ends[-1] == len(data))
    return [data[start:end] for start, end in pairwise(ends)]
