"""Changes of the world during a run: new plans, and agents that are in a new wall."""

from collections.abc import Mapping, Sequence

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.kernels.crowd import path_following
from navcore.level.edit import Edit
from navcore.level.model import Link
from navcore.sim.agents import NEVER, UNREACHABLE, Agents, Flags
from navcore.sim.displacement import displace
from navcore.sim.floor_changes import EVERYWHERE, Box, change_between
from navcore.sim.floors import Floors
from navcore.sim.run import Run
from navcore.sim.steering import courses_of


def meet_changes(run: Run, before: Floors, rows: Mapping[int, int]) -> None:
    """Request new plans where the floors changed under the agents.

    Walkers plan again if their remaining path is not clear any more, or if they are on the floor of
    another profile now; until then they go on as far as they can. So do walkers whose remaining
    path comes within a cell of one that became walkable or changed its cost (S1-053 to S1-055). The
    others keep their paths (S0-032), unless all look for shorter ones. Agents that could not get to
    their goals try again. Agents in a new wall are moved to the nearest free place. `before` are
    the earlier floors of the agents, in these `rows` by id.
    """
    agents = run.agents
    floors = run.floors
    old = dict(zip(before.profiles, before.grids, strict=True))
    others = _on_others(run, before, rows)
    concerned, opened = others.copy(), others.copy()
    boxes = [EVERYWHERE] if others.any() else []
    touched = np.zeros(len(agents), np.uint8)
    for number, (profile, grid) in enumerate(zip(floors.profiles, floors.grids, strict=True)):
        known = old.get(profile)
        change = None if known is None else change_between(known, grid)
        mine = (floors.numbers == number) & ~others
        if known is None or change is None or not mine.any():
            continue
        boxes.append(change.box)
        concerned |= mine
        if change.has_opened:
            opened |= mine
        if change.near is not None:
            b = buffers(path_following, mine.view(np.uint8), touched)
            courses_of(run).coming_near(change.near.ground, *change.near.box, *b)
        _out_of_walls(run, mine, known, grid)
    if not boxes:
        return
    blocked = np.zeros(len(agents), np.uint8)
    (found,) = buffers(path_following, blocked)
    courses_of(run).blocked(*_around(boxes), found)
    ask = (blocked != 0) & concerned
    agents.off_path |= ask
    ask |= agents.has_path() & (others | (touched != 0))
    ask &= ~agents.aside
    ask |= UNREACHABLE[agents.statuses] & concerned
    if run.settings.seeks_shorter:
        ask |= agents.has_path() & opened
    agents.asked[ask] = np.where(agents.asked[ask] == NEVER, run.step, agents.asked[ask])


def follow_storeys(run: Run, names: tuple[str, ...]) -> None:
    """Keep agents on their storeys after a level changed the numbers of these names.

    Agents on a removed storey are put on the ground.
    """
    now = run.layer_names
    if now == names:
        return
    agents = run.agents
    numbers = np.array([now.index(name) if name in now else 0 for name in names], np.uint8)
    for layers in (agents.layers, agents.target_layers, agents.link_layers):
        layers[:] = numbers[np.minimum(layers, len(names) - 1)]
    agents.generation += 1
    run.around = None


def meet_links(run: Run, edit: Edit) -> None:
    """Request new plans where links changed: for agents that go to one, or have no path.

    Agents on a removed link are let off at its planned end.
    """
    changed = {
        item_id
        for item_id in edit.after
        if isinstance(edit.before[item_id], Link) or isinstance(edit.after[item_id], Link)
    }
    if not changed:
        return
    agents = run.agents
    heads_there = np.isin(agents.links, list(changed)) & (agents.link_begun == NEVER)
    ask = heads_there | UNREACHABLE[agents.statuses]
    if run.settings.seeks_shorter:
        ask |= agents.has_path()
    ask &= ~agents.aside
    agents.asked[ask] = np.where(agents.asked[ask] == NEVER, run.step, agents.asked[ask])


def _on_others(run: Run, before: Floors, rows: Mapping[int, int]) -> Flags:
    """Return (n,) whether each agent was in the run before, on the floor of another profile."""
    agents, floors = run.agents, run.floors
    others = np.zeros(len(agents), np.bool_)
    if len(before.profiles) == len(floors.profiles) == 1:
        return others
    numbers = {profile: number for number, profile in enumerate(floors.profiles)}
    now = np.array([numbers.get(profile, -1) for profile in before.profiles])
    former = np.array([rows.get(agent_id, -1) for agent_id in agents.ids.tolist()], np.int64)
    known = former >= 0
    others[known] = now[before.numbers[former[known]]] != floors.numbers[known]
    return others


def _around(boxes: Sequence[Box]) -> Box:
    """Return the bounding box of these boxes."""
    low_x, low_z, high_x, high_z = zip(*boxes, strict=True)
    return Box(min(low_x), min(low_z), max(high_x), max(high_z))


def _out_of_walls(run: Run, mine: Flags, before: NavGrid, grid: NavGrid) -> None:
    """Move agents on a newly blocked cell to the nearest free one, and log it.

    Agents that were in a wall before stay there: the level was drawn like that. If there was no
    floor at all, all waited for some. `mine` are the agents that walk on these cells.
    """
    agents = run.agents
    caught = mine & ~agents.away() & ~_walkable(grid, agents)
    if before.padded.any():
        caught &= _walkable(before, agents)
    if caught.any():
        displace(run, grid, np.flatnonzero(caught).tolist())


def _walkable(grid: NavGrid, agents: Agents) -> Flags:
    """Return (n,) whether each agent is on a walkable cell."""
    lattice = grid.lattice
    places = (agents.positions - (lattice.anchor_x, lattice.anchor_z)) / lattice.cell_size
    cells = np.floor(places) - (lattice.column, lattice.row)
    inside: Flags = np.all((cells >= 0) & (cells < (lattice.width, lattice.depth)), axis=1)
    inner = np.where(inside[:, None], cells, 0).astype(np.int64)
    walkable: Flags = inside & (grid.walkable[inner[:, 1], inner[:, 0]] != 0)
    return walkable
