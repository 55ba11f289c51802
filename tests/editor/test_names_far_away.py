"""Names with no change nearby are kept without testing their surroundings."""

import random

import pytest
from small_level import box

from editor.canvas.camera import Camera
from editor.canvas.painting import area_names
from editor.canvas.painting.area_names import AreaNames
from editor.canvas.painting.name_blocks import drawn_otherwise
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Point, Settings
from navcore.level.operations import move


def measure(words: str) -> tuple[float, float]:
    """Return a text size that doesn't depend on fonts."""
    return (7.0 * len(words) + 6.0, 19.0)


def crowded(rng: random.Random) -> Level:
    """Rooms beside and in each other, things that stand about in them, agents with goals."""

    def place() -> Point:
        return (rng.uniform(0, 50), rng.uniform(0, 25))

    items: dict[int, Element] = {}
    for number in range(24):
        x, z = 9.0 * (number % 6), 7.0 * (number // 6)
        ring = box(x, z, x + rng.uniform(5, 9), z + rng.uniform(3, 7))
        items[len(items) + 1] = Area(id=len(items) + 1, name=f"room {number}", polygon=ring)
    for _ in range(20):
        (x, z), wide, high = place(), rng.uniform(0.3, 4), rng.uniform(0.3, 3)
        ring = ((x, z), (x + wide, z + rng.choice([0.0, 0.5])), (x + wide / 2, z + high))
        items[len(items) + 1] = Obstacle(id=len(items) + 1, name="", polygon=ring)
    for number in range(6):
        agent = Agent(id=len(items) + 1, name=f"a{number}", position=place(), goals=(place(),))
        items[agent.id] = agent
    return Level().with_items(items)


@pytest.mark.parametrize("seed", range(6))
def test_they_are_those_that_looking_around_leads_to(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In drags of one or two elements, one after the other, while the view moves."""
    rng = random.Random(seed)
    level, kept, looked = crowded(rng), AreaNames(measure), AreaNames(measure)
    told = 0
    for step in range(48):
        if step % 12 == 0:
            ids = set(
                rng.sample(sorted(element.id for element in level.elements()), rng.randint(1, 2))
            )
        if step % 12 < 10:
            vector = (rng.uniform(-1, 1), rng.uniform(-1, 1))
            before, level = level, move(level, ids, vector).apply(level)
            told += drawn_otherwise(before, level, 13.0) is not None
        camera = Camera(20.0 + step % 5, 13.0, 13.0, 700, 350)
        moving = step % 12 != 11
        with monkeypatch.context() as patched:
            patched.setattr(area_names, "drawn_otherwise", lambda *_: None)
            expected = looked.place(level, frozenset(), camera, moving=moving)
        assert kept.place(level, frozenset(), camera, moving=moving) == expected
    assert told == 40


def test_what_is_not_known_to_be_near_is_looked_for() -> None:
    """Other settings, elements that join others, and levels that are not made of each other."""
    level = crowded(random.Random(1))
    other = level.with_settings(Settings(cell_size=0.3))
    assert drawn_otherwise(level, other, 10.0) is None
    assert drawn_otherwise(crowded(random.Random(2)), level, 10.0) is None
