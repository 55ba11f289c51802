"""Facts about an agent at the shown moment of the run. Nothing is drawn here."""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from editor.panels.run import messages as words
from editor.run.run import Run
from navcore.geometry.polygons import area_of, contains
from navcore.level.model import Area, Level, Link, Point
from navcore.level.pick import pick_index
from navcore.path.result import Status
from navcore.sim.agents import NEVER, Codes, Integers
from navcore.sim.events import Kind
from navcore.sim.movement import Movement
from navcore.sim.reasons import Reason
from navcore.sim.rounds import round_of, stop_at
from navcore.sim.simulation import Simulation

Reasons: TypeAlias = tuple[Integers, Codes]
"""(n,) ids and (n,) a `Reason` for each."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Goal of an agent, and its distance."""

    target: Point
    away: float
    """Metres to the target as the crow flies."""
    length: float
    """Metres of path that remain."""
    seconds: float
    """That it takes for them at its walk speed."""
    corners: int
    following: Point | None
    """The corner that it walks to next."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about one agent, metres and radians."""

    agent_id: int
    name: str
    place: Point
    facing: float
    said: str
    """Activity or reason for waiting, in a sentence."""
    finds_no_path: bool
    blocker: int | None
    """Id of the agent that blocks it."""
    blocker_name: str
    speed: float | None
    """Metres per second over the last tick; None if only frames of the run are known."""
    walk_speed: float
    errand: Errand | None
    replans: int
    nudges: int


def reasons_now(run: Run) -> Reasons:
    """Return all agents of the run at the shown moment, with reasons of their activity."""
    simulation = run.timeline.shown
    if simulation is not None:
        return simulation.agents.ids, simulation.reasons()
    frame = run.record.recording.at(run.playhead.seconds)
    return frame.ids, frame.reasons


def with_reason(reasons: Reasons, among: Collection[int], reason: Reason) -> frozenset[int]:
    """Return ids of agents with this reason; `among` restricts them if it is not empty."""
    ids, codes = reasons
    held = codes == reason
    if among:
        held &= np.isin(ids, np.fromiter(among, np.int64, len(among)))
    return frozenset(ids[held].tolist())


def facts_of(run: Run, agent_id: int) -> Facts | None:
    """Return all facts about an agent; None if it is not in the run at this moment."""
    crowd = run.agents.crowd()
    row = crowd.roster.rows.get(agent_id)
    if row is None:
        return None
    element = crowd.elements[row]
    x, z = crowd.positions[row].tolist()
    facts = _run_facts(run.timeline.shown, agent_id)
    if facts is None:
        facts = _Told(_frame_text(run, agent_id))
    replans, nudges = _counts(run, agent_id)
    return Facts(
        agent_id, element.name, (x, z), float(crowd.facings[row]), facts.said,
        facts.finds_no_path, facts.blocker, facts.blocker_name, facts.speed, element.walk_speed,
        facts.errand, replans, nudges,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Told:
    """Facts that only the simulation itself has."""

    said: str
    finds_no_path: bool = False
    blocker: int | None = None
    blocker_name: str = ""
    speed: float | None = None
    errand: Errand | None = None


def _run_facts(run: Simulation | None, agent_id: int) -> _Told | None:
    if run is None or agent_id not in run.agents.index:
        return None
    row = run.agents.index[agent_id]
    reason = Reason(int(run.reasons()[row]))
    blocker, name = _blocker(run, row) if reason is Reason.HELD_UP else (None, "")
    vx, vz = run.agents.velocities[row].tolist()
    errand = None
    if reason not in {Reason.STANDS, Reason.WAITS_AT_GOAL}:
        errand = _errand(run, row)
    said, is_lost = _reason_text(run, row, reason, name), reason is Reason.NO_WAY
    return _Told(said, is_lost, blocker, name, math.hypot(vx, vz), errand)


def _blocker(run: Simulation, row: int) -> tuple[int | None, str]:
    other = int(run.agents.blockers[row])
    found = run.agents.index.get(other)
    return (None, "") if found is None else (other, run.agents.elements[found].name)


def _errand(run: Simulation, row: int) -> Errand:
    """Return where it is on its way to, or can't get."""
    agents = run.agents
    target = (float(agents.requested_targets[row, 0]), float(agents.requested_targets[row, 1]))
    path = agents.path(row)
    steps = np.diff(np.vstack([agents.positions[row], path]), axis=0)
    length = float(np.hypot(steps[:, 0], steps[:, 1]).sum())
    following = (float(path[0, 0]), float(path[0, 1])) if len(path) else None
    speed = float(agents.walk_speeds[row])
    seconds = length / speed if speed > 0 else math.inf
    away = math.dist(agents.place(row), target)
    return Errand(target, away, length, seconds, len(path), following)


def _reason_text(run: Simulation, row: int, reason: Reason, blocker: str) -> str:
    agents = run.agents
    stops = round_of(run.world.level, agents.elements[row])
    goal, goals = int(agents.goal_indices[row]), len(stops.goals)
    if goal != NEVER and goals:
        goal = stop_at(stops, goal)
    target = agents.requested_targets[row]
    if reason is Reason.WAITS_FOR_PLAN:
        return words.waits_for_plan()
    if reason in {Reason.TAKES_LINK, Reason.WAITS_FOR_LINK}:
        link = run.world.level.of(Link).get(int(agents.links[row]))
        if reason is Reason.TAKES_LINK:
            return words.takes_link(link.type if link else "")
        return words.waits_for_link(link.name if link else "")
    if reason is Reason.HELD_UP:
        return words.waits_for_turn() if agents.held[row] else words.held_up(blocker)
    if reason is Reason.WALKS:
        x, z, saved = agents.detour[row].tolist()
        around = "" if math.isnan(saved) else words.goes_around((x, z), saved)
        short = math.dist(agents.walk_targets[row], target)
        partial = agents.status(row) is Status.PARTIAL
        said = words.walks(goal, goals, short if partial else 0.0)
        moves = words.moves(Movement(int(agents.movements[row])))
        return " ".join(one for one in (said, moves, around) if one)
    if reason is Reason.NO_WAY:
        return words.no_way(math.dist(agents.positions[row], target))
    if reason is Reason.WAITS_AT_GOAL:
        steps = int(agents.waiting_until[row]) - run.steps
        return words.waits_at_goal(goal, goals, steps / run.settings.steps_per_second)
    done = agents.status(row) in {Status.COMPLETE, Status.ALREADY_THERE}
    there = math.dist(agents.positions[row], target) <= agents.radii[row]
    return words.stands(arrived=done and there) if agents.enabled[row] else words.is_off()


def _frame_text(run: Run, agent_id: int) -> str:
    """Return the sentence about an agent from a frame of the recording."""
    frame = run.record.recording.at(run.playhead.seconds)
    rows = np.flatnonzero(frame.ids == agent_id)
    reason = Reason(int(frame.reasons[rows[0]])) if len(rows) else Reason.STANDS
    if reason is Reason.WAITS_FOR_PLAN:
        return words.waits_for_plan()
    if reason is Reason.TAKES_LINK:
        return words.takes_link("")
    if reason is Reason.WAITS_FOR_LINK:
        return words.waits_for_link("")
    if reason is Reason.HELD_UP:
        return words.held_up("")
    if reason is Reason.WALKS:
        return words.walks(0, 1, 0.0)
    if reason is Reason.NO_WAY:
        return words.no_way(None)
    if reason is Reason.WAITS_AT_GOAL:
        return words.waits_at_goal(0, 1, None)
    return words.stands(arrived=False)


def _counts(run: Run, agent_id: int) -> tuple[int, int]:
    """Return how often an agent was replanned and nudged up to the shown moment."""
    events = run.record.recording.events
    steps = run.playhead.seconds * run.record.recording.settings.steps_per_second
    of_agent = events["kind"][(events["agent"] == agent_id) & (events["step"] <= steps)]
    replans = int(np.count_nonzero(of_agent == Kind.REPLANNED))
    return replans, int(np.count_nonzero(of_agent == Kind.NUDGED))


def area_at(level: Level, place: Point) -> str:
    """Name of the smallest area that holds a place; empty if none does."""
    x, z = place
    found = [
        element
        for element in map(level.get, pick_index(level).touching_box(x, z, x, z))
        if isinstance(element, Area) and contains(element.polygon, place)
    ]
    return min(found, key=lambda each: area_of(each.polygon)).name if found else ""
