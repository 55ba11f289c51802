"""The arrays of a network that overlays share, updated from level to level."""

from threading import Thread

import numpy as np
import pytest
from leaving import parts_of
from msgspec.structs import replace
from small_level import TABLE, small_level

from editor.canvas.overlays.network import NetworkOverlay
from editor.canvas.overlays.off_floor import OffFloorOverlay
from editor.canvas.painting.network_arrays import TYPES, NetworkArrays, arrays_of
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Level, Waypoint
from navcore.level.operations import delete, move

NAMES = ("ids", "places", "types", "off", "clear", "edge_ids", "ends", "one_way", "locked")


def networked(count: int = 40) -> Level:
    """The small level with waypoints in a row, each joined to the next."""
    items: dict[int, Waypoint | Edge] = {}
    for n in range(count):
        items[1000 + n] = Waypoint(id=1000 + n, position=(0.4 * n, 3.0))
        if n:
            items[2000 + n] = Edge(id=2000 + n, start=999 + n, end=1000 + n)
    return small_level().with_items(items)


def changed(level: Level, rng: np.random.Generator) -> Level:
    """Return the level after a typical edit."""
    waypoints, edges = [*level.of(Waypoint)], [*level.of(Edge)]
    some = [int(i) for i in rng.choice(waypoints, min(len(waypoints), 7), replace=False)]
    one, put = level.of(Waypoint)[some[0]], list[Element]()
    match int(rng.integers(7)):
        case 0:
            return delete(level, some[:2]).apply(level)
        case 1:
            return delete(level, [int(rng.choice(edges))]).apply(level)
        case 2:
            new = max(waypoints) + 1
            put = [replace(one, id=new), Edge(id=max(edges) + 1, start=new, end=one.id)]
        case 3:
            put = [replace(one, type=str(rng.choice(TYPES)), enabled=bool(rng.integers(2)))]
        case 4:
            put = [replace(level.of(Edge)[int(rng.choice(edges))], one_way=True, needs=("key",))]
        case 5:
            put = [replace(level.obstacles[TABLE], name=f"table {rng.integers(99)}")]
        case _:
            return move(level, some, (float(rng.normal()), float(rng.normal()))).apply(level)
    return Edit.put(level, put).apply(level)


def is_that_of(arrays: NetworkArrays, level: Level) -> bool:
    """Return whether arrays equal new ones of a level."""
    anew = NetworkArrays()
    anew.follow(level)
    same = all(np.array_equal(getattr(arrays, name), getattr(anew, name)) for name in NAMES)
    box = (2.0, 1.0, 9.0, 3.5)
    return same and np.array_equal(arrays.edges_in(box), anew.edges_in(box))


@pytest.mark.parametrize("seed", range(5))
def test_they_equal_new_ones_after_any_edits(seed: int) -> None:
    """Three levels are edited in turns, each from any of its last versions, as after undo."""
    rng = np.random.default_rng(seed)
    levels = [[networked(30 + 5 * n)] for n in range(3)]
    for _ in range(60):
        known = levels[int(rng.integers(3))]
        known.append(changed(known[-int(rng.integers(1, min(4, len(known)) + 1))], rng))
        level = known[-1]
        arrays = arrays_of(level)
        assert is_that_of(arrays, level)
        assert arrays_of(level) is arrays


def test_a_revision_tells_two_networks_apart() -> None:
    """Though they have had as many changes; moves are no other revision."""
    one, other = networked(10), networked(12)
    first = arrays_of(one)
    before = first.revision
    assert arrays_of(other).revision != before
    moved = move(one, [1003], (1.0, 0.0)).apply(one)
    assert arrays_of(moved) is first
    assert first.revision == before


def test_each_thread_has_its_own() -> None:
    """A picture that is painted elsewhere changes nothing under the hand of the canvas."""
    level = networked()
    mine, found = arrays_of(level), list[NetworkArrays]()
    thread = Thread(target=lambda: found.append(arrays_of(level)))
    thread.start()
    thread.join()
    assert found[0] is not mine
    assert is_that_of(found[0], level)


def test_overlays_share_them_until_a_run_switches_something(window) -> None:
    """Then the network is that of the run, and edges off the floor are those of the level."""
    window.document.load(networked(), None)
    window.bake.wait()
    canvas = window.canvas
    network = next(one for one in canvas.overlays if isinstance(one, NetworkOverlay))
    off = next(one for one in canvas.overlays if isinstance(one, OffFloorOverlay))
    shared = arrays_of(window.document.level)
    off.found(canvas.scene())
    assert network.state(canvas.scene())[0] is shared
    window.run.switches.switch([1003])
    assert network.state(canvas.scene())[0] is not shared
    assert network.state(canvas.scene())[0].off.sum() == 1
    assert not arrays_of(window.document.level).off.any()


def test_edges_are_painted_anew_though_others_took_the_level_over_first(window) -> None:
    """A wall is added with a waypoint, and the network is used before the floor is baked."""
    window.document.load(networked(), None)
    canvas = window.canvas
    canvas.frame_all()
    window.bake.wait()
    canvas.grab()
    level = window.document.level
    wall = replace(level.obstacles[TABLE], polygon=((8, 2), (9, 2), (9, 4), (8, 4)))
    extra = Waypoint(id=1900, position=(1.0, 1.0))
    network = next(one for one in canvas.overlays if isinstance(one, NetworkOverlay))
    arrays_of(Edit.put(level, [extra]).apply(level))
    world = window.bake.world
    assert network.stale_cells(world, moving=False) is None
    window.document.commit(Edit.put(level, [wall, extra]))
    window.bake.wait()
    in_parts = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == in_parts


def test_they_are_no_part_of_a_window_that_goes(window) -> None:
    """Another one still needs them."""
    window.document.load(networked(), None)
    window.canvas.grab()
    assert not [one for one in parts_of(window) if isinstance(one, NetworkArrays)]


def test_agents_among_everything_that_is_selected_are_found_in_their_order(window) -> None:
    """There may be more ids or more agents."""
    window.document.load(networked(), None)
    roster = window.run.agents.seen(frozenset()).roster
    agents = roster.ids.tolist()
    assert len(agents) == 2
    everything = frozenset(one.id for one in window.document.level.elements())
    assert roster.rows_of(everything) == [0, 1]
    assert roster.rows_of(everything - {agents[0]}) == [1]
    assert roster.rows_of([*reversed(agents), 999]) == [0, 1]
    assert roster.rows_of(frozenset({agents[1]})) == [1]
