"""First phase of a step: carry out the requests since the last step."""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Polygon, Route, Waypoint
from navcore.level.stops import WithStops
from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER, STAND, UNREACHABLE, WALK
from navcore.sim.events import NOBODY, Kind
from navcore.sim.inputs import (
    ChangeWorld,
    Input,
    Meet,
    Remove,
    Request,
    Return,
    Send,
    Spawn,
    Stop,
    Teleport,
    Watch,
    WorldEdit,
)
from navcore.sim.networks import leave_networks, leave_rounds, return_to_round
from navcore.sim.rounds import is_off, round_of, stop_at, turns_of
from navcore.sim.run import Run
from navcore.sim.world_changes import follow_storeys, meet_changes, meet_links
from navcore.world import World


def apply_requests(run: Run) -> None:
    """Carry out the requests in their order, and write them to the input log.

    A new world waits for the next tick, and then comes first.
    """
    if not run.requests:
        run.awaited.clear()
        return
    requests, run.requests = run.requests, []
    run.awaited.clear()
    for request in requests:
        if isinstance(request, ChangeWorld):
            if run.is_tick:
                _change_world(run, request.world)
            else:
                run.requests.append(request)
    _apply(run, requests)


def take_in(run: Run) -> None:
    """Carry out requests about agents at once; a new world still waits for its tick."""
    requests = run.requests
    run.awaited.clear()
    run.requests = [request for request in requests if isinstance(request, ChangeWorld)]
    _apply(run, requests)


def _apply(run: Run, requests: list[Request]) -> None:
    """Carry out requests in order; consecutive spawns, or sends, are carried out together."""
    asked = [request for request in requests if not isinstance(request, ChangeWorld)]
    if asked:
        run.note([Input(run.step, request) for request in asked])
    new: list[Agent] = []
    sent: dict[int, _Goal] = {}
    index = run.agents.index
    for request in asked:
        if isinstance(request, Spawn):
            if sent:
                _send(run, sent)
                sent = {}
            new.append(request.agent)
            continue
        if new:
            _spawn(run, new)
            new, index = [], run.agents.index
        if isinstance(request, Send):
            rows = [index[agent_id] for agent_id in request.ids if agent_id in index]
            if not sent.keys().isdisjoint(rows):
                _send(run, sent)
                sent = {}
            sent.update(dict.fromkeys(rows, (request.goal, request.layer)))
            continue
        if sent:
            _send(run, sent)
            sent = {}
        _carry_out(run, request)
        index = run.agents.index
    _spawn(run, new)
    _send(run, sent)


def _carry_out(run: Run, request: Return | Meet | Stop | Teleport | Remove | Watch) -> None:
    match request:
        case Meet():
            _meet(run, request)
        case Return():
            for row in _rows(run, request.ids):
                return_to_round(run, row)
        case Stop():
            for row in _rows(run, request.ids):
                _stop(run, row)
        case Teleport():
            for agent_id, place in request.places:
                _place(run, agent_id, place, request.layer)
        case Watch():
            run.focus = request.place
        case Remove():
            _drop(run, set(request.ids))


def _rows(run: Run, ids: Iterable[int]) -> list[int]:
    """Return rows of those of these ids that the run has."""
    index = run.agents.index
    return [index[agent_id] for agent_id in ids if agent_id in index]


def _spawn(run: Run, elements: list[Agent]) -> None:
    """Add agents; those with an id that the run has already are ignored."""
    index = run.agents.index
    new = list({item.id: item for item in elements if item.id not in index}.values())
    if not new:
        return
    count = len(run.agents)
    run.agents.add(new, in_level=False, layers=run.layers_of(new))
    run.around = None
    for row in range(count, len(run.agents)):
        run.set_out(row)
        run.tell(Kind.SPAWNED, row)


_Goal: TypeAlias = tuple[Point, str | None]
"""Place, and the name of its storey; None: the agent's present storey."""


def _send(run: Run, goals: dict[int, _Goal]) -> None:
    """Set a goal for each row. The goal that a walker already has needs no new plan (S0-081)."""
    if not goals:
        return
    agents = run.agents
    sent = np.fromiter(goals, np.int64, len(goals))
    goal = np.array([place for place, _ in goals.values()], np.float64)
    layers = [run.layer_number(layer, int(agents.layers[row])) for row, (_, layer) in goals.items()]
    leave_rounds(run, goals)
    agents.goal_indices[sent] = agents.waiting_until[sent] = NEVER
    agents.meets[sent] = NOBODY
    distances = np.hypot(*(agents.requested_targets[sent] - goal).T)
    same = (distances <= run.settings.target_replan_threshold) & (agents.states[sent] == WALK)
    other = ~same | agents.aside[sent] | (agents.target_layers[sent] != layers)
    agents.target_layers[sent] = layers
    sent = sent[other]
    agents.requested_targets[sent] = goal[other]
    agents.under_way[sent] = agents.aside[sent] = False
    agents.asked[sent] = np.where(agents.asked[sent] == NEVER, run.step, agents.asked[sent])


def _meet(run: Run, request: Meet) -> None:
    agents = run.agents
    other = agents.index.get(request.other)
    if other is None:
        return
    rows = [row for row in _rows(run, request.ids) if row != other]
    layer = run.layer_names[int(agents.layers[other])]
    _send(run, dict.fromkeys(rows, (agents.place(other), layer)))
    agents.meets[rows] = request.other


def _stop(run: Run, row: int) -> None:
    agents = run.agents
    leave_rounds(run, (row,))
    agents.stop(row)
    agents.meets[row] = NOBODY
    agents.requested_targets[row] = agents.positions[row]
    agents.target_layers[row] = agents.layers[row]
    agents.statuses[row] = CODES[None]
    agents.goal_indices[row] = agents.waiting_until[row] = agents.asked[row] = NEVER


def _place(run: Run, agent_id: int, place: Point, layer: str | None) -> None:
    """Move an agent at once, without an intermediate position to draw.

    An agent that is on its way, or can't get to its goal, plans anew from there. An agent that
    waits at a goal goes on waiting. Any other agent, also one that steps aside, has no goal other
    than to stand there.
    """
    agents = run.agents
    row = agents.index.get(agent_id)
    if row is None:
        return
    sets_out = (agents.asked[row] != NEVER or agents.under_way[row]) and not agents.aside[row]
    has_goal = sets_out or UNREACHABLE[agents.statuses[row]]
    state = agents.states[row]
    agents.stop(row)
    agents.forget_link(row)
    agents.back_by[row] = NEVER
    agents.corridors[row] = 0.0
    was = int(agents.layers[row])
    agents.layers[row] = run.layer_number(layer, was)
    if agents.layers[row] != was:
        run.change_floor(row)
    agents.positions[row] = agents.previous_positions[row] = agents.walk_targets[row] = place
    agents.tick_positions[row] = place
    agents.previous_facings[row] = agents.facings[row]
    run.around = None
    if has_goal:
        # It still counts as walking, so that the state does not flicker (S0-088).
        agents.states[row] = state
        agents.ask(row, run.step)
        return
    agents.asked[row] = NEVER
    if agents.waiting_until[row] == NEVER:
        agents.requested_targets[row] = place
        agents.target_layers[row] = agents.layers[row]


def _change_world(run: Run, world: World) -> None:
    level = run.world.level
    edit = Edit.between(level, world.level)
    run.note([Input(run.step, WorldEdit(edit, world.grid.lattice))])
    before, rows, names = run.floors, run.agents.index, run.layer_names
    run.world = world
    follow_storeys(run, names)
    _follow_level(run, level, edit)
    meet_changes(run, before, rows)
    meet_links(run, edit)
    run.log.add(run.step, Kind.WORLD_CHANGED, NOBODY, _middle(edit))


def _middle(edit: Edit) -> Point:
    """Return where a level changed: the centre of the outlines that did, or the origin."""
    corners = [
        corner
        for element in (*edit.before.values(), *edit.after.values())
        if isinstance(element, Polygon)
        for corner in element.polygon
    ]
    if not corners:
        return (0.0, 0.0)
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    x, z = ((low + high) / 2).tolist()
    return (x, z)


def _follow_level(run: Run, before: Level, edit: Edit) -> None:
    """Take over agents that the level added, changed or removed; others stay where they are."""
    kinds = set(map(type, (*edit.before.values(), *edit.after.values())))
    leave_networks(run, kinds)
    if Agent in kinds:
        _follow_agents(run, before, edit)
    if not kinds.isdisjoint({Route, Waypoint}):
        _follow_routes(run, before, edit)


def _follow_routes(run: Run, before: Level, edit: Edit) -> None:
    """Take over routes that changed, and stops at waypoints that were switched on or off."""
    for row, element in enumerate(run.agents.elements):
        now = round_of(run.world.level, element)
        if element.id not in edit.after and not edit.after.keys().isdisjoint(
            {now.id, *now.references}
        ):
            _update_round(run, row, round_of(before, element), now)


def _follow_agents(run: Run, before: Level, edit: Edit) -> None:
    agents = run.agents
    gone = set()
    new = []
    for item_id, item in edit.after.items():
        row = agents.index.get(item_id)
        if isinstance(item, Agent):
            if row is None:
                new.append(item)
            else:
                old = round_of(before, agents.elements[row])
                was = bool(agents.enabled[row])
                agents.change(row, item)
                if was != item.enabled:
                    _switch(run, row)
                _update_round(run, row, old, round_of(run.world.level, item))
        elif row is not None and isinstance(edit.before[item_id], Agent):
            gone.add(item_id)
    _drop(run, gone)
    count = len(agents)
    agents.add(new, in_level=True, layers=run.layers_of(new))
    for row in range(count, len(agents)):
        run.set_out(row)
        run.tell(Kind.SPAWNED, row)
    order = sorted(
        range(len(agents)),
        key=lambda row: (
            (0, agents.elements[row].order, agents.elements[row].id)
            if agents.in_level[row]
            else (1, 0.0, row)
        ),
    )
    if order != list(range(len(agents))):
        agents.take(order)
        run.around = None


def _switch(run: Run, row: int) -> None:
    """Let an agent that was switched off stay where it is; switched on again, it continues."""
    agents = run.agents
    run.around = None
    if agents.enabled[row]:
        return
    has_goal = agents.under_way[row] and not agents.aside[row]
    agents.stop(row)
    if has_goal:
        # It plans when it is switched on.
        agents.ask(row, run.step)


def _update_round(run: Run, row: int, old: WithStops, new: WithStops) -> None:
    """Take over a changed round; an agent that was sent elsewhere ignores it.

    An agent keeps the number of its turn. Its stop may have moved, or may be switched off.
    """
    agents, level = run.agents, run.world.level
    if not old.goals:
        if agents.statuses[row] == CODES[None] and agents.asked[row] == NEVER:
            run.set_out(row)
        return
    if agents.goal_indices[row] == NEVER:
        return
    if not new.goals:
        _stop(run, row)
        return
    turn = min(int(agents.goal_indices[row]), turns_of(new) - 1)
    agents.goal_indices[row] = turn
    if is_off(level, new.stop(stop_at(new, turn))):
        if not run.go_on(row):
            _stop(run, row)
            agents.goal_indices[row] = turn
        return
    goal, layer = run.goal(row)
    if (*goal, layer) != (*agents.requested_targets[row], agents.target_layers[row]):
        run.go_to_stop(row)
    elif (
        agents.states[row] == STAND
        and agents.asked[row] == agents.waiting_until[row] == NEVER
        and agents.statuses[row] in {CODES[Status.COMPLETE], CODES[Status.ALREADY_THERE]}
    ):
        # It had finished its round; with more goals or a loop it goes on.
        agents.waiting_until[row] = run.step


def _drop(run: Run, ids: set[int]) -> None:
    agents = run.agents
    gone = sorted(agents.index[agent_id] for agent_id in ids & agents.index.keys())
    if not gone:
        return
    for row in gone:
        run.tell(Kind.REMOVED, row)
    agents.take(np.delete(np.arange(len(agents)), gone))
    run.around = None
