"""Taking links: agents come to a link, wait for their turn, and are carried to its other end."""

import math
from typing import Final

import numpy as np

from navcore.level.elements import Link
from navcore.level.links import link_seconds
from navcore.sim.agents import NEVER, Flags, Integers
from navcore.sim.displacement import displace
from navcore.sim.events import Kind
from navcore.sim.run import Run

GAP: Final = 0.2
"""Metres between the bodies of agents that take a link one after the other."""
AT_LINK: Final = 1.0
"""Metres, beyond a diameter, from a link's end within which an agent may begin to take it: others
stand there, too."""


def meet_links(run: Run, done: Flags) -> Flags:
    """Let agents that came to a link take it as soon as it is their turn.

    `done` marks agents whose path has ended. Returns those of them that have no link to take.
    """
    agents = run.agents
    if not agents.are_linked:
        return done
    at_link = done & (agents.links != NEVER) & ~agents.aside
    waiting = at_link & (agents.link_begun == NEVER) & (agents.asked == NEVER)
    rows = np.flatnonzero(waiting)
    first = agents.link_came[rows] == NEVER
    agents.link_came[rows[first]] = run.step
    # In order of arrival; of those that came in the same step, the lowest id first.
    for row in rows[np.lexsort((agents.ids[rows], agents.link_came[rows]))].tolist():
        link = run.world.level.of(Link).get(int(agents.links[row]))
        distance = math.dist(agents.place(row), agents.link_starts[row].tolist())
        if link is None or distance > AT_LINK + 2 * float(agents.radii[row]):
            agents.ask(row, run.step)
        elif _is_free(run, row, link):
            _begin(run, row, link)
    left: Flags = done & ~at_link
    return left


def _is_free(run: Run, row: int, link: Link) -> bool:
    """Return whether an agent may take a link: it has room, and nobody waits longer opposite.

    As many agents go abreast as the width allows; a link without a width takes all.
    """
    agents = run.agents
    if not link.width:
        return True
    others = np.flatnonzero(agents.links == link.id)
    others = others[others != row]
    begun = agents.link_begun[others] != NEVER
    against = np.any(np.abs(agents.link_ends[others] - agents.link_ends[row]) > AT_LINK, axis=1)
    against |= agents.link_layers[others] != agents.link_layers[row]
    arrived = agents.link_came[others]
    longer = against & ~begun & (arrived != NEVER) & (arrived < agents.link_came[row])
    on_it = others[begun]
    taken = against[begun] | _is_near_start(run, row, on_it)
    lanes = max(1, int(link.width / (2 * float(agents.radii[row])) + 1e-9))
    return int(np.count_nonzero(taken)) < lanes and not (bool(longer.any()) and len(on_it))


def _is_near_start(run: Run, row: int, others: Integers) -> Flags:
    """Return (k,) whether each of the others is too near the start of a link to be followed."""
    agents = run.agents
    took = np.maximum(agents.link_done[others] - agents.link_begun[others], 1)
    share = (run.step - agents.link_begun[others]) / took
    # By time, so that agents that climb straight up make progress like those that walk.
    metres = share * took * agents.walk_speeds[others] / run.settings.steps_per_second
    near: Flags = metres < agents.radii[others] + agents.radii[row] + GAP
    return near


def _begin(run: Run, row: int, link: Link) -> None:
    agents = run.agents
    heights = [run.floor_y(int(layer[row])) for layer in (agents.layers, agents.link_layers)]
    distance = math.dist(agents.place(row), agents.link_ends[row].tolist())
    length = math.hypot(distance, heights[1] - heights[0])
    seconds = link_seconds(link, length, float(agents.walk_speeds[row]))
    agents.link_starts[row] = agents.positions[row]
    agents.link_begun[row] = run.step
    agents.link_done[row] = run.step + round(seconds * run.settings.steps_per_second)
    agents.steers[row] = 0.0
    run.tell(Kind.TOOK_LINK, row, other=link.id)


def carry(run: Run) -> None:
    """Carry agents on links for a step, and let those off that have reached the end."""
    agents = run.agents
    if not agents.are_linked:
        return
    agents.note_links()
    for row in np.flatnonzero(agents.link_begun != NEVER).tolist():
        start, end = agents.link_starts[row], agents.link_ends[row]
        since, until = int(agents.link_begun[row]), int(agents.link_done[row])
        share = 1.0 if until <= run.step + 1 else (run.step + 1 - since) / (until - since)
        agents.positions[row] = start + share * (end - start)
        _face(run, row, *(end - start).tolist())
        if share == 1.0:
            if until == since:
                # This link takes no time: views must not draw a movement between its ends.
                agents.previous_positions[row] = agents.positions[row]
            _leave(run, row)


def _face(run: Run, row: int, dx: float, dz: float) -> None:
    """Turn an agent towards the other end, at its rotation speed."""
    agents = run.agents
    if not dx and not dz:
        return
    most = float(agents.rotation_speeds[row]) * run.settings.seconds_per_step
    turn = math.remainder(math.atan2(dz, dx) - float(agents.facings[row]), math.tau)
    turned = float(agents.facings[row]) + max(-most, min(most, turn))
    agents.facings[row] = math.remainder(turned, math.tau)


def _leave(run: Run, row: int) -> None:
    """Let an agent stand at the other end; if it has a goal, it plans from there.

    If that end was built over or flooded meanwhile, the agent stands on the nearest floor.
    """
    agents = run.agents
    was, now = int(agents.layers[row]), int(agents.link_layers[row])
    agents.forget_link(row)
    agents.walk_targets[row] = agents.positions[row]
    agents.off_path[row] = False
    if was != now:
        agents.layers[row] = now
        # The place where it left its path is on the storey that it came from.
        agents.back_by[row] = NEVER
        run.change_floor(row)
    grid = run.floors.grid_of(row)
    if not grid.is_walkable(*agents.place(row)):
        displace(run, grid, [row])
    if agents.under_way[row]:
        # Planning on from here does not count as a changed plan.
        agents.under_way[row] = False
        agents.ask(row, run.step)
