"""A small level that many tests share."""

from navcore.level.model import Agent, Area, Level, Obstacle, Settings


def box(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """Return a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


HALL, YARD, GATE, TABLE, CHEST, GUARD, COOK = range(1, 8)


def small_level() -> Level:
    """Return two rooms joined by a gate, with two obstacles and two agents."""
    return Level(settings=Settings(boundary_padding=0.45)).with_items(
        {
            HALL: Area(id=HALL, name="hall", order=0, polygon=box(0, 0, 10, 8)),
            YARD: Area(id=YARD, name="yard", order=1, polygon=box(11, 0, 20, 8)),
            GATE: Area(id=GATE, name="gate", order=2, polygon=box(10, 3, 11, 6), door=True),
            TABLE: Obstacle(id=TABLE, name="table", order=0, polygon=box(3, 3, 6, 5)),
            CHEST: Obstacle(
                id=CHEST, name="chest", order=1, polygon=box(14, 1, 15, 2), group="Things"
            ),
            GUARD: Agent(
                id=GUARD, name="guard", order=0, position=(2.0, 2.0), goals=((18.0, 6.0),)
            ),
            COOK: Agent(id=COOK, name="cook", order=1, position=(18.0, 2.0), radius=0.4),
        }
    )
