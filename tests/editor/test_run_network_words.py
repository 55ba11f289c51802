"""Texts of the panel of a run about movement: on a network, in turns, around crowds."""

import pytest
from small_level import box

from editor.panels.run import messages as words
from editor.panels.run.facts import facts_of
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Route,
    RouteStop,
    Settings,
    Waypoint,
)
from navcore.sim.movement import Movement

GUARD = 41


def street(*, shortcuts: bool) -> Level:
    """A hall, an edge along it, and a guard on a route between its ends."""
    base = Level(settings=Settings(cell_size=0.25, agent_radius=0.3, object_padding=0.0))
    stop = RouteStop(waypoint=12, at=(16.0, 3.0))
    return Edit.put(
        base,
        [
            Area(id=1, name="hall", polygon=box(0.0, 0.0, 20.0, 6.0)),
            Waypoint(id=11, position=(2.0, 3.0)),
            Waypoint(id=12, position=(16.0, 3.0)),
            Edge(id=21, start=11, end=12),
            Route(id=31, name="round", mode="once", stops=(stop,), network=True,
                  shortcuts=shortcuts),
            Agent(id=GUARD, name="guard", position=(2.0, 3.0), radius=0.3, route=31),
        ],
    ).apply(base)  # fmt: skip


@pytest.mark.parametrize(
    ("shortcuts", "told"),
    [
        (False, "It is on the network."),
        (True, "It sees where it goes, and walks there straight."),
    ],
)
def test_it_says_how_an_agent_moves(window: MainWindow, shortcuts: bool, told: str) -> None:
    """Behind where it goes."""
    window.document.load(street(shortcuts=shortcuts), None)
    window.bake.wait()
    for _ in range(20):
        window.run.clock.step_once()
    facts = facts_of(window.run, GUARD)
    assert facts is not None
    assert facts.said == f"Walks to its stop. {told}"


def test_every_way_to_move_has_words() -> None:
    """Only agents without a network have none."""
    assert [one for one in Movement if not words.moves(one)] == [Movement.FREE]


def test_it_says_why_an_agent_waits_or_goes_around(window: MainWindow) -> None:
    """The reasons are narrow places, and plans that know the crowd."""
    window.document.load(street(shortcuts=False), None)
    window.bake.wait()
    for _ in range(20):
        window.run.clock.step_once()
    simulation = window.run.timeline.shown
    assert simulation is not None
    agents = simulation._run.agents  # noqa: SLF001
    row = agents.index[GUARD]

    def said() -> str:
        facts = facts_of(window.run, GUARD)
        assert facts is not None
        return facts.said

    agents.detour[row] = (9.6, 3.2, 12.4)
    assert said().endswith("It goes around the crowd at 10, 3 and saves about 12 s.")
    agents.held[row], agents.hindered[row] = 1, 9
    assert said() == "Waits at a narrow place until others have passed."
