"""Calls of the command line, and a level for them."""

import pytest

from navcore.cli import main
from navcore.level.model import Agent, Area, Level, Obstacle, Settings

Output = pytest.CaptureFixture[str]


def yard() -> Level:
    """Return a yard around the origin with a shut room beside it, a crate, and an agent."""
    elements = [
        Area(id=1, name="yard", polygon=((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0))),
        Area(id=2, name="room", polygon=((8.4, -4.0), (14.0, -4.0), (14.0, 4.0), (8.4, 4.0))),
        Area(
            id=3, name="door", door=True, available=False,
            polygon=((8.0, -1.0), (8.4, -1.0), (8.4, 1.0), (8.0, 1.0)),
        ),
        Obstacle(id=4, name="crate", polygon=((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))),
        Obstacle(id=5, name="cart", enabled=False, polygon=((3.0, 3.0), (4.0, 3.0), (4.0, 4.0))),
        Agent(id=6, name="player", position=(3.0, 3.0)),
    ]  # fmt: skip
    level = Level(settings=Settings(title="Yard", description="A hof.", floor_y=1.5))
    return level.with_items({element.id: element for element in elements})


def run(output: Output, *arguments: object) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of one call."""
    code = main([str(argument) for argument in arguments])
    captured = output.readouterr()
    return code, captured.out, captured.err
