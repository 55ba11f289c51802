"""A level and runs for the panel Playtest."""

from editor.shell.window import MainWindow
from navcore.level.model import Agent, Area, Level

FIELD, YARD, GATE, WALKER, WAITER, LOST, PLAYER = range(1, 8)


def level() -> Level:
    """Return a field and a yard behind a gate, with three agents.

    One walks, one waits at its goals, and one can't reach its goal.
    """

    def ring(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
        return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))

    elements = [
        Area(id=FIELD, name="field", polygon=ring(0, 0, 40, 20)),
        Area(id=YARD, name="yard", polygon=ring(42, 0, 60, 20)),
        Area(id=GATE, name="gate", polygon=ring(40, 8, 42, 12), door=True, available=False),
        Agent(id=WALKER, name="walker", position=(3.0, 10.0), goals=((30.0, 10.0),)),
        Agent(
            id=WAITER, name="waiter", position=(5.0, 4.0), goals=((5.4, 4.0), (9.0, 4.0)), wait=60.0
        ),
        Agent(id=LOST, name="lost", position=(35.0, 16.0), goals=((50.0, 16.0),)),
        Agent(id=PLAYER, name="hero", position=(20.0, 3.0), player=True),
    ]
    return Level().with_items({element.id: element for element in elements})


def go(window: MainWindow, ticks: int) -> None:
    """Advance the run by some ticks."""
    for _ in range(ticks):
        window.run.clock.step_once()
