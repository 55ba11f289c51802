"""Recordings as tables: positions of all agents at every tick, for spreadsheets and scripts."""

import csv
import io
import os
from collections.abc import Iterator, Sequence
from typing import Final

from navcore.errors import NavcoreError
from navcore.formats.atomic import write_atomically
from navcore.level.model import Agent
from navcore.sim.agents import STAND
from navcore.sim.inputs import Spawn, WorldEdit
from navcore.sim.reasons import Reason
from navcore.sim.recording.frames import Frame
from navcore.sim.recording.recording import Recording

COLUMNS: Final = ("time", "id", "name", "x", "z", "facing", "state", "reason")
"""Seconds, metres and radians; states and reasons by their names in lower case."""

_STATES: Final = {STAND: "stand"}
_REASONS: Final = {int(reason): reason.name.lower() for reason in Reason}


def write_csv(recording: Recording, path: str | os.PathLike[str], *, every: int = 1) -> None:
    r"""Write a row for each agent and tick, with a header, lines ended by `\n`, in UTF-8.

    Args:
        recording: The recording.
        path: File to write, atomically.
        every: Write each `every`th tick only, from the first on; 1 or more.

    Raises:
        NavcoreError: if `every` is less than 1, the file can't be written, or the recording was
            damaged.
    """
    if every < 1:
        message = f"every must be 1 or more ticks, got {every}"
        raise NavcoreError(message)
    write_atomically(path, _Rows(recording, every))


class _Rows:
    """Pieces of the file, one for each frame; every iteration starts at the first."""

    def __init__(self, recording: Recording, every: int) -> None:
        self._recording = recording
        self._every = every
        self._names = {key: _field(name) for key, name in names_of(recording).items()}

    def __iter__(self) -> Iterator[bytes]:
        yield (",".join(COLUMNS) + "\n").encode("ascii")
        for tick in range(0, self._recording.ticks, self._every):
            seconds = tick * self._recording.seconds_per_tick
            yield self._text(f"{seconds:.3f}", self._recording.frame(tick)).encode("utf-8")

    def _text(self, time: str, frame: Frame) -> str:
        rows = zip(
            frame.ids.tolist(),
            frame.positions.tolist(),
            frame.facings.tolist(),
            frame.states.tolist(),
            frame.reasons.tolist(),
            strict=True,
        )
        return "".join(
            [
                f"{time},{agent_id},{self._names.get(agent_id, '')},{x:.3f},{z:.3f},{facing:.4f},"
                f"{_STATES.get(state, 'walk')},{_REASONS.get(reason, '')}\n"
                for agent_id, (x, z), facing, state, reason in rows
            ]
        )


def names_of(recording: Recording) -> dict[int, str]:
    """Return the names of a run's agents by id; the last one if a name changed."""
    agents: dict[int, Agent] = dict(recording.level.agents)
    for one in recording.inputs:
        if isinstance(one.request, Spawn):
            agents[one.request.agent.id] = one.request.agent
        elif isinstance(one.request, WorldEdit):
            found = one.request.edit.after.values()
            agents.update({item.id: item for item in found if isinstance(item, Agent)})
    return {agent_id: agent.name for agent_id, agent in agents.items()}


def _field(text: str) -> str:
    """Return the text as a CSV field, in quotes if necessary."""
    out = io.StringIO()
    row: Sequence[str] = (text, "")
    csv.writer(out, lineterminator="").writerow(row)
    # Unpaired surrogates can't be encoded in UTF-8.
    whole = out.getvalue().removesuffix(",")
    return whole.encode("utf-8", "backslashreplace").decode("utf-8")
