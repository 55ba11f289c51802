"""A hall with a loft above it, an island beside it, a ladder, and agents."""

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Layer, Level, Link, Settings

LAYERS = (Layer(name="ground"), Layer(name="loft", floor_y=2.8))
LADDER = Link(id=20, name="ladder", start=((10.0, 3.0),), end=((10.5, 3.0),), to_layer="loft",
              type="ladder", width=0.9)  # fmt: skip


def rect(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """A rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def house(*elements: Element, **settings: object) -> Level:
    """A hall of 12 x 6 m with a loft above it, and an island across a ditch of 1 m."""
    areas = (
        Area(id=1, name="hall", polygon=rect(0, 0, 12, 6)),
        Area(id=2, name="attic", polygon=rect(0, 0, 12, 6), layer="loft"),
        Area(id=3, name="island", polygon=rect(13, 0, 17, 6)),
    )
    level = Level(settings=Settings(layers=LAYERS, **settings))  # type: ignore[arg-type]
    return Edit.put(level, (*areas, *elements)).apply(level)


def walker(number: int, x: float, z: float, **fields: object) -> Agent:
    """An agent with a body of 0.4 m."""
    return Agent(id=number, name=f"a{number}", position=(x, z), radius=0.4, **fields)  # type: ignore[arg-type]
