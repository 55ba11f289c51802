"""First phase of a step: what was asked for since the last one takes effect."""

import numpy as np

from navcore.level.edit import Edit
from navcore.level.model import Agent, Point
from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER, STAND, UNREACHABLE, WALK
from navcore.sim.replanning import meet_changes
from navcore.sim.run import (
    ChangeWorld,
    Input,
    Place,
    Remove,
    Request,
    Run,
    Send,
    Spawn,
    Stop,
    WorldEdit,
)
from navcore.world import World


def apply_requests(run: Run) -> None:
    """Carry out the requests in the order of their coming and write them to the input log.

    A new world waits for the next tick, and then comes first.
    """
    requests, run.requests = run.requests, []
    for request in requests:
        if isinstance(request, ChangeWorld):
            if run.is_tick:
                _change_world(run, request.world)
            else:
                run.requests.append(request)
    _apply(run, requests)


def take_in(run: Run) -> None:
    """Carry out at once what was asked of agents; a new world goes on waiting for its tick."""
    requests = run.requests
    run.requests = [request for request in requests if isinstance(request, ChangeWorld)]
    _apply(run, requests)


def _apply(run: Run, requests: list[Request]) -> None:
    for request in requests:
        if not isinstance(request, ChangeWorld):
            _carry_out(run, request)
            run.inputs.append(Input(run.step, request))


def _carry_out(run: Run, request: Request) -> None:
    match request:
        case Send():
            for agent_id in request.ids:
                _send(run, agent_id, request)
        case Stop():
            for agent_id in request.ids:
                _stop(run, agent_id)
        case Spawn():
            if request.agent.id not in run.agents.index:
                run.agents.add([request.agent], in_level=False)
                run.set_out(len(run.agents) - 1)
        case Place():
            for agent_id, place in request.places:
                _place(run, agent_id, place)
        case Remove():
            gone = set(request.ids)
            _drop(run, gone)


def _send(run: Run, agent_id: int, request: Send) -> None:
    """A duplicate of what a walker is doing asks for no new plan (S0-081)."""
    agents = run.agents
    row = agents.index.get(agent_id)
    if row is None:
        return
    agents.goal_indices[row] = NEVER
    agents.waiting_until[row] = NEVER
    away = agents.requested_targets[row] - request.goal
    near = np.hypot(away[0], away[1]) <= run.settings.target_replan_threshold
    if near and agents.states[row] == WALK:
        return
    agents.requested_targets[row] = request.goal
    agents.under_way[row] = False
    agents.ask(row, run.step)


def _stop(run: Run, agent_id: int) -> None:
    agents = run.agents
    row = agents.index.get(agent_id)
    if row is None:
        return
    agents.stop(row)
    agents.requested_targets[row] = agents.positions[row]
    agents.statuses[row] = CODES[None]
    agents.goal_indices[row] = agents.waiting_until[row] = agents.asked[row] = NEVER


def _place(run: Run, agent_id: int, place: Point) -> None:
    """Put an agent down, with no step in between to draw.

    One that is on its way, or can't get where it was to go, plans anew from there; one that
    waits at a goal waits on; any other has no other goal than to stand there.
    """
    agents = run.agents
    row = agents.index.get(agent_id)
    if row is None:
        return
    asked = agents.asked[row] != NEVER
    has_goal = asked or agents.under_way[row] or UNREACHABLE[agents.statuses[row]]
    state = agents.states[row]
    agents.stop(row)
    agents.positions[row] = agents.previous_positions[row] = agents.walk_targets[row] = place
    agents.previous_facings[row] = agents.facings[row]
    if has_goal:
        # Still walking as far as one can see: the state does not flicker (S0-088).
        agents.states[row] = state
        agents.ask(row, run.step)
    elif agents.waiting_until[row] == NEVER:
        agents.requested_targets[row] = place


def _change_world(run: Run, world: World) -> None:
    edit = Edit.between(run.world.level, world.level)
    run.inputs.append(Input(run.step, WorldEdit(edit, world.grid.lattice)))
    before, run.world = run.world.grid, world
    _follow_level(run, edit)
    meet_changes(run, before)


def _follow_level(run: Run, edit: Edit) -> None:
    """Agents that the level gained, changed or lost; those that stay stay where they are."""
    agents = run.agents
    gone = set()
    new = []
    for item_id, item in edit.after.items():
        row = agents.index.get(item_id)
        if isinstance(item, Agent):
            if row is None:
                new.append(item)
            else:
                _change(run, row, item)
        elif row is not None and isinstance(edit.before[item_id], Agent):
            gone.add(item_id)
    _drop(run, gone)
    count = len(agents)
    agents.add(new, in_level=True)
    for row in range(count, len(agents)):
        run.set_out(row)
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


def _change(run: Run, row: int, element: Agent) -> None:
    """Take over what the level now says; only an agent on its own round minds its goals."""
    agents = run.agents
    old, agents.elements[row] = agents.elements[row], element
    agents.in_level[row] = True
    agents.radii[row] = element.radius
    agents.walk_speeds[row] = element.walk_speed
    agents.rotation_speeds[row] = element.rotation_speed
    if not old.goals:
        if agents.statuses[row] == CODES[None] and agents.asked[row] == NEVER:
            run.set_out(row)
        return
    if agents.goal_indices[row] == NEVER:
        return
    if not element.goals:
        _stop(run, element.id)
        return
    agents.goal_indices[row] = min(int(agents.goal_indices[row]), len(element.goals) - 1)
    goal = element.goals[agents.goal_indices[row]]
    if goal != tuple(agents.requested_targets[row]):
        agents.requested_targets[row] = goal
        agents.waiting_until[row] = NEVER
        agents.ask(row, run.step)
    elif (
        agents.states[row] == STAND
        and agents.asked[row] == agents.waiting_until[row] == NEVER
        and agents.statuses[row] in {CODES[Status.COMPLETE], CODES[Status.ALREADY_THERE]}
    ):
        # It had come to the end of its round; with more goals or a loop it goes on.
        agents.waiting_until[row] = run.step


def _drop(run: Run, ids: set[int]) -> None:
    agents = run.agents
    if not ids.isdisjoint(agents.index):
        agents.take(row for row, element in enumerate(agents.elements) if element.id not in ids)
