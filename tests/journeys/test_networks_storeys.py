"""A network over two storeys in the real window: drawn, shut without a link, and walked."""

import math

import pytest
from hand import CTRL, Hand
from journey_window import OpenWindow
from msgspec.structs import replace
from PySide6.QtCore import Qt
from small_level import box

from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Layer,
    Level,
    Link,
    Route,
    RouteStop,
    Settings,
    Waypoint,
)
from navcore.sim.movement import Movement

KEY = Qt.Key
GUARD = 41


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with an empty house of two storeys."""
    settings = Settings(
        agent_radius=0.3, layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    )
    house = Level(settings=settings).with_items(
        {
            1: Area(id=1, name="hall", polygon=box(0, 0, 20, 8)),
            2: Area(id=2, name="attic", polygon=box(0, 0, 20, 8), layer="upper"),
            GUARD: Agent(id=GUARD, name="guard", position=(2.0, 4.0), radius=0.3),
        }
    )
    return open_window(house, (0.0, 0.0, 20.0, 8.0))


def test_a_chain_up_the_stairs_is_drawn_and_walked(window: MainWindow, hand: Hand) -> None:
    """Without stairs the edge between the storeys is closed; with stairs the guard climbs."""
    document = window.document
    hand.key(KEY.Key_W)
    hand.click((2.0, 4.0))
    hand.click((14.0, 4.0))
    hand.key(KEY.Key_PageUp, modifiers=CTRL)
    assert document.storey.name == "upper"
    hand.click((18.0, 4.0))
    hand.click((18.0, 7.0))
    hand.key(KEY.Key_Escape)
    waypoints = [*document.level.of(Waypoint).values()]
    assert [one.layer for one in waypoints] == ["ground", "ground", "upper", "upper"]
    ids = [one.id for one in waypoints]
    edges = [(edge.start, edge.end) for edge in document.level.of(Edge).values()]
    assert sorted(edges) == sorted([(ids[0], ids[1]), (ids[1], ids[2]), (ids[2], ids[3])])
    window.bake.wait()
    assert window.run.record.simulation.world.graph.open.sum() == 2
    stairs = Link(id=31, type="stairs", start=((15.0, 4.0),), end=((17.0, 4.0),), to_layer="upper")
    stop = RouteStop(waypoint=ids[3], at=waypoints[3].position, layer="upper")
    route = Route(id=51, name="up", mode="once", network=True, stops=(stop,))
    hand.key(KEY.Key_V)
    put = [stairs, route, replace(document.level.agents[GUARD], route=51)]
    document.commit(Edit.put(document.level, put, "Stairs and a route"))
    simulation = window.run.record.simulation
    assert simulation.world.graph.open.all()
    row = simulation.agents.index[GUARD]
    ways = set()
    for _ in range(400):
        window.run.clock.step_once()
        agents = window.run.record.simulation.agents
        ways.add((int(agents.layers[row]), Movement(int(agents.movements[row]))))
    assert math.dist(agents.place(row), (18.0, 7.0)) < 0.1
    assert ways == {(0, Movement.ALONG), (1, Movement.ALONG)}
