"""Edges that are switched off: no agent takes them, and growing again leaves them as they are."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from navcore.ecs.waypoint_graph import WaypointGraph
from navcore.formats import load_level, save_level
from navcore.formats.graph_json import read_graph_json, write_graph_json
from navcore.graph.graph import Graph
from navcore.growing import Grower, Grown, Method, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Obstacle, Profile, State, Waypoint
from navcore.level.operations import delete, move
from navcore.level.operations.grown import GROWN, comes_back, corrected
from navcore.level.states import in_state
from navcore.proof.explain import explain
from navcore.proof.explanation import Reason
from navcore.proof.problems import problems
from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.navcore.test_sim_network import ring, track
from tests.network_levels import box, level_of, scattered

RADIUS = 0.3


def ids(seed: int = 1):
    """Return a source of new ids."""
    rng = random.Random(seed)
    return lambda: rng.randrange(1, 2**32)


def ground(seed: int) -> Level:
    """Return a hall of posts with agents at its corners."""
    level = scattered(seed, 8, 14.0)
    walkers = [
        Agent(id=500 + n, name=f"a{n}", position=place, radius=RADIUS)
        for n, place in enumerate(((0.8, 0.8), (13.2, 13.2), (0.8, 13.2), (13.2, 0.8), (7.0, 0.8)))
    ]
    settings = replace(level.settings, agent_radius=RADIUS, cell_size=0.2)
    return Edit.put(level, [settings, *walkers]).apply(level)


def grow(level: Level, method: Method, seed: int = 1) -> Grown:
    """Grow a network by a method."""
    spacing = 1.5 if method == "spread" else None
    tracks = None
    recipe = Recipe(method=method, spacing=spacing, seconds=60.0, tracks=tracks)
    return Grower.of(World.build(level), Profile()).grow(recipe, random.Random(3), ids(seed))


def pair(edge: Edge) -> frozenset[int]:
    """Return both ends of an edge."""
    return frozenset(edge.references)


def switched(level: Level, keys: list[int], *, on: bool = False) -> Level:
    """Switch edges as the editor does, which counts as a correction by hand."""
    edit = Edit.put(level, [replace(level.of(Edge)[key], enabled=on) for key in keys])
    return corrected(level, edit).apply(level)


@pytest.mark.parametrize("method", ["visibility", "spread", "interest", "walk", "connect", "prune"])
@pytest.mark.parametrize("seed", range(3))
def test_edges_off_survive_growing_again(method: Method, seed: int) -> None:
    """They stay as they are, and no other edge joins their ends; a deleted edge comes back."""
    first = grow(ground(seed), "visibility" if method in {"connect", "prune"} else method).level
    some = sorted(first.of(Edge))[::4]
    assert some
    level = switched(first, some)
    again = grow(level, method, 2)
    left = again.level.of(Edge)
    assert {key: left[key] for key in some} == {key: level.of(Edge)[key] for key in some}
    off = {pair(left[key]) for key in some}
    others = {pair(edge) for key, edge in left.items() if key not in some}
    assert off.isdisjoint(others)
    assert again.proposal.standing.shut == len(some)
    assert all(again.level.of(Waypoint).keys() >= one for one in off)
    if method not in {"connect", "prune", "walk"}:
        bare = delete(first, some).apply(first)
        assert {pair(first.of(Edge)[key]) for key in some} <= {
            pair(edge) for edge in grow(bare, method, 3).level.of(Edge).values()
        }, "deleted edges come back"


@pytest.mark.parametrize("named", ["disabled", "enabled"])
def test_edges_that_a_state_switches_stay(named: str) -> None:
    """A state that names an edge keeps naming it."""
    first = grow(ground(1), "visibility").level
    key = min(first.of(Edge))
    state = State("night", **{named: (key,)})
    level = Edit.put(first, [replace(first.settings, states=(state,))]).apply(first)
    post = Obstacle(id=77, name="post", polygon=box(6, 6, 7, 7))
    level = Edit.put(level, [post]).apply(level)
    again = grow(level, "visibility", 2).level
    assert again.of(Edge)[key] == first.of(Edge)[key]
    assert again.settings.states == (state,)


EDGE = Edge(id=112, order=1.0, start=102, end=103)


def row() -> Level:
    """Return three waypoints in a hall, joined in a row."""
    level = level_of([box(0, 0, 20, 6)], [])
    put = [Waypoint(id=100 + n, name=f"w{n}", position=(4.0 * n, 3.0)) for n in (1, 2, 3)]
    edges = [Edge(id=111, start=101, end=102), EDGE]
    return Edit.put(level, [*put, *edges]).apply(level)


def test_nobody_takes_an_edge_that_is_off() -> None:
    """Neither in the network alone nor over a world, nor in the view of source 003."""
    level = row()
    off = switched(level, [112])
    assert Graph.of(level).find_path(101, 103).ok
    for graph in (Graph.of(off), World.build(off).graph, World.build(off).graph_for(Profile())):
        assert not graph.find_path(101, 103).ok
        assert graph.find_path(101, 102).ok
        assert graph.open.tolist() == [True, False]
    assert set(WaypointGraph.of(off).waypoints) == {101, 102, 103}
    assert WaypointGraph.of(level).find_path(101, 103)
    assert not WaypointGraph.of(off).find_path(101, 103)


def test_switching_in_a_world_equals_building_it() -> None:
    """Off and on again, beside moves, walls and deletions, in random order."""
    rng = random.Random(5)
    level = grow(ground(2), "visibility").level
    world = World.build(level)
    assert world.graph_for(Profile()).open.all()
    for step in range(40):
        kind = rng.randrange(4)
        edges = sorted(level.of(Edge))
        if kind < 2:
            some = [level.of(Edge)[key] for key in rng.sample(edges, 5)]
            edit = Edit.put(level, [replace(one, enabled=not one.enabled) for one in some])
        elif kind == 2:
            away = (rng.uniform(-2, 2), rng.uniform(-2, 2))
            edit = move(level, [rng.choice(sorted(level.of(Waypoint)))], away)
        else:
            x, z = rng.uniform(1, 12), rng.uniform(1, 12)
            wall = Obstacle(id=999, name="wall", polygon=box(x, z, x + 1.5, z + 0.3))
            edit = Edit.put(level, [wall])
        level = edit.apply(level)
        world = world.update(level, edit)
        if step % 3:
            continue
        now, built = world.graph_for(Profile()), World.build(level).graph_for(Profile())
        assert np.array_equal(now.edge_ids, built.edge_ids)
        assert np.array_equal(now.open, built.open)
        assert np.array_equal(
            Graph.of(level).open, [level.of(Edge)[i].enabled for i in now.edge_ids]
        )
    assert not built.open.all()


def test_a_state_switches_edges() -> None:
    """A drawbridge at night."""
    level = row()
    night = State("night", disabled=(112,))
    level = Edit.put(level, [replace(level.settings, states=(night,))]).apply(level)
    assert World.build(level).graph.find_path(101, 103).ok
    assert not World.build(in_state(level, "night")).graph.find_path(101, 103).ok


def test_why_names_the_edge_that_is_off() -> None:
    """And its fix switches it on."""
    level = level_of([box(0, 0, 4, 4), box(4, 1.0, 12, 3.0), box(12, 0, 16, 4)], [])
    places = {101: (2.0, 2.0), 102: (8.0, 2.0), 103: (14.0, 2.0)}
    put = [Waypoint(id=i, name=f"w{i - 100}", position=at) for i, at in places.items()]
    edges = [Edge(id=111, start=101, end=102), replace(EDGE, enabled=False)]
    level = Edit.put(level, [*put, *edges]).apply(level)
    far = World.build(level)
    told = explain(far, (1.0, 3.6), (15.0, 3.6), over="graph")
    assert told.reason is Reason.WAYPOINTS
    assert told.text == "The edge from w2 to w3 is switched off, and the path leads along it."
    assert told.relaxation.edges == (112,)
    assert told.fix is not None
    assert told.fix.apply(level).of(Edge)[112].enabled
    assert [mark.element for mark in told.marks] == [112]


def test_edges_off_are_no_problem_where_something_is_in_the_way() -> None:
    """Nobody takes them."""
    level = row()
    wall = Obstacle(id=120, name="wall", polygon=box(9.5, 1, 10.5, 5))
    level = Edit.put(level, [wall]).apply(level)
    rules = [one.rule for one in problems(World.build(level)) if 112 in one.elements]
    assert rules
    off = switched(level, [112])
    assert not [one.rule for one in problems(World.build(off)) if 112 in one.elements]


def test_files_hold_what_is_off(tmp_path) -> None:
    """As `active`, in levels and in graphs; edges that are on are written as before."""
    level, path = switched(row(), [112]), tmp_path / "a.json"
    save_level(level, path)
    text = path.read_text()
    assert text.count('"active"') == 1
    assert load_level(path).of(Edge) == level.of(Edge)
    text = write_graph_json(level)
    lines = [line for line in text.splitlines() if '"from"' in line]
    assert ['"active": false' in line for line in lines] == [False, True]
    found = read_graph_json(text, "a")
    assert [edge.enabled for edge in found.edges] == [True, False]
    assert write_graph_json(found.level) == text


def test_deleted_parts_of_a_grown_network_are_told() -> None:
    """Grown waypoints, and edges at grown ones that stay; not what goes with its end."""
    level = grow(ground(0), "visibility").level
    edge = level.of(Edge)[min(level.of(Edge))]
    assert comes_back(level, delete(level, [edge.id])) == [edge.id]
    assert comes_back(level, delete(level, [edge.start])) == [edge.start]
    mine = [replace(one, tags=()) for one in level.of(Waypoint).values()]
    drawn = Edit.put(level, mine).apply(level)
    assert all(GROWN not in one.tags for one in drawn.of(Waypoint).values())
    assert comes_back(drawn, delete(drawn, [edge.id, edge.start])) == []


def heights(level: Level, seconds: float, edit: Edit | None = None) -> tuple[float, float]:
    """Return the least and the greatest z of a guard that keeps to a network around a block."""
    run = Simulation(World.build(level))
    if edit is not None:
        run.change_world(run.world.update(edit.apply(level), edit))
    places = track(run, seconds)
    return min(z for _, z in places), max(z for _, z in places)


def test_agents_on_the_network_walk_around_an_edge_that_is_off() -> None:
    """From the start of a run, and when it is switched off in one."""
    level = ring()
    off = Edit.put(level, [replace(level.of(Edge)[21], enabled=False)])
    assert heights(level, 8.0)[1] > 16.0
    for low, high in (heights(off.apply(level), 8.0), heights(level, 8.0, off)):
        assert high < 12.0
        assert low < 4.0
