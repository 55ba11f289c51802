"""Table of the events of a run that only reads visible rows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from editor.look.pens import colour
from editor.look.style import current
from editor.panels.run import messages as words
from editor.run.run import Run
from editor.tools.messages.play import clock_text
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point
from navcore.sim.events import NOBODY, NONE, Events, Kind
from navcore.sim.inputs import WorldEdit

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_TITLES: Final = (mark("Time"), mark("Agent"), mark("What"))


@dataclass(frozen=True, slots=True)
class Filter:
    """Filter of listed events."""

    kinds: frozenset[Kind] = frozenset(Kind)
    among: frozenset[int] | None = None
    """Only events of these agents; None for all."""
    text: str = ""
    """Only events with this text in agent or description."""

    @property
    def is_open(self) -> bool:
        """True if everything is listed."""
        return self.kinds == frozenset(Kind) and self.among is None and not self.text


class Names:
    """Names of the agents of a run, including those that left it."""

    def __init__(self, run: Run) -> None:
        """Follow this run."""
        self._run = run
        self._names: dict[int, str] = {}
        self._known: tuple[object, int] = (None, -1)

    def of(self, agent_id: int) -> str:
        """Return the name of an agent; empty if it has none."""
        if agent_id not in self._names:
            self._look()
            self._names.setdefault(agent_id, "")
        return self._names[agent_id]

    def with_text(self, text: str) -> list[int]:
        """Return ids of agents whose names contain this text."""
        self._look()
        return [agent_id for agent_id, name in self._names.items() if text in name.casefold()]

    def _look(self) -> None:
        """Add the names of agents that joined the run since the last call."""
        agents = self._run.record.simulation.agents
        known = (agents.ids, len(self._run.record.recording.inputs))
        if self._known[0] is known[0] and self._known[1] == known[1]:
            return
        self._known = known
        found: Iterable[Agent] = (
            *self._run.record.recording.level.agents.values(),
            *self._run.record.spawned().values(),
            *agents.elements,
        )
        self._names.update((agent.id, agent.name) for agent in found)


class EventTable(QAbstractTableModel):
    """Time, agent and description: one row for each event that the filter accepts."""

    def __init__(self, run: Run) -> None:
        """Show this run; `follow` adds new events."""
        super().__init__()
        self._run = run
        self._recording: object = None
        self._events: Events = NONE
        self._rows: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._filter = Filter()
        self._names = Names(run)
        self._edits: tuple[int, dict[int, Edit]] = (0, {})

    # For Qt.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of listed events."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns: time, agent, description."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Titles of the columns."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(_TITLES[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a cell; events after the shown moment are grey."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cells(index.row())[index.column()]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join(self.cells(index.row()))
        if role == Qt.ItemDataRole.ForegroundRole:
            later = self.seconds(index.row()) > self._run.playhead.seconds + 1e-9
            if later or index.column() == 0:
                return colour(current().text2)
        return None

    # Contents.

    @property
    def total(self) -> int:
        """The number of all events, listed or not."""
        return len(self._events)

    def cells(self, row: int) -> tuple[str, str, str]:
        """Return time, agent and description of a row."""
        event = self._events[self._rows[row]]
        kind, agent, other = Kind(int(event["kind"])), int(event["agent"]), int(event["other"])
        time = clock_text(self.seconds(row))
        if kind is Kind.WORLD_CHANGED:
            return (time, *words.level_changed(self._edit(int(event["step"]))))
        agent_name = self._names.of(agent) or tr("an agent")
        with_whom = "" if other == NOBODY else self._names.of(other)
        return (time, agent_name, words.happened(kind, int(event["status"]), with_whom))

    def seconds(self, row: int) -> float:
        """Return the time of a row."""
        steps = int(self._events["step"][self._rows[row]])
        return steps / self._run.record.recording.settings.steps_per_second

    def place(self, row: int) -> Point:
        """Return where it happened, metres."""
        event = self._events[self._rows[row]]
        return (float(event["x"]), float(event["z"]))

    def agent(self, row: int) -> int:
        """Return the agent of a row; -1 for none."""
        return int(self._events["agent"][self._rows[row]])

    def text(self, rows: Iterable[int]) -> str:
        """Return these rows as lines with tabs, with their places."""
        lines = []
        for row in rows:
            x, z = self.place(row)
            lines.append("\t".join((*self.cells(row), f"{x:.2f}, {z:.2f}")))
        return "\n".join(lines)

    # Following.

    def follow(self) -> None:
        """Add new events; start again for another or a truncated recording."""
        recording = self._run.record.recording
        before, self._events = len(self._events), recording.events
        if recording is not self._recording or len(self._events) < before:
            self._recording = recording
            self._names = Names(self._run)
            self._edits = (0, {})
            self._begin()
            return
        new = self._passing(before)
        if len(new):
            count = len(self._rows)
            self.beginInsertRows(QModelIndex(), count, count + len(new) - 1)
            self._rows = np.concatenate([self._rows, new])
            self.endInsertRows()

    def filter(self, wanted: Filter) -> None:
        """List what this lets through."""
        if wanted != self._filter:
            self._filter = wanted
            self._begin()

    def _begin(self) -> None:
        self.beginResetModel()
        self._rows = self._passing(0)
        self.endResetModel()

    def _passing(self, first: int) -> npt.NDArray[np.int64]:
        """Return numbers of the events from `first` on that are listed."""
        events, wanted = self._events[first:], self._filter
        if wanted.is_open or not len(events):
            return np.arange(first, first + len(events), dtype=np.int64)
        passes = np.isin(events["kind"], [int(kind) for kind in wanted.kinds])
        if wanted.among is not None:
            passes &= _about(events, wanted.among)
        if wanted.text:
            text = wanted.text.casefold()
            kinds = [int(kind) for kind in Kind if text in self._words(kind).casefold()]
            found = _about(events, self._names.with_text(text)) | np.isin(events["kind"], kinds)
            found |= np.isin(events["step"], self._steps_with(text))
            passes &= found
        return first + np.flatnonzero(passes)

    def _words(self, kind: Kind) -> str:
        """Return the words for a kind of event, without agents."""
        if kind is Kind.WORLD_CHANGED:
            return ""
        return f"{words.happened(kind, 0, '')} {tr(words.KINDS[kind])}"

    def _steps_with(self, text: str) -> list[int]:
        """Return steps of level changes whose description contains this text."""
        return [
            step
            for step, edit in self._changes().items()
            if text in " ".join(words.level_changed(edit)).casefold()
        ]

    def _edit(self, step: int) -> Edit | None:
        return self._changes().get(step)

    def _changes(self) -> Mapping[int, Edit]:
        """Return the changes of the level, by step."""
        inputs = self._run.record.recording.inputs
        done, edits = self._edits
        for one in inputs[done:]:
            if isinstance(one.request, WorldEdit):
                edits[one.step] = one.request.edit
        self._edits = (len(inputs), edits)
        return edits


def _about(events: Events, ids: Collection[int]) -> npt.NDArray[np.bool_]:
    """(n,) which events these agents are in."""
    wanted = np.fromiter(ids, np.int64, len(ids))
    about: npt.NDArray[np.bool_] = np.isin(events["agent"], wanted)
    return about | np.isin(events["other"], wanted)
