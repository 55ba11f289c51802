"""After random edits, the service's problems equal a new run of every rule."""

import random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.problems import ProblemService
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level
from navcore.proof.clearances import passages
from navcore.proof.problems import problems
from navcore.world import World
from tests.bench.canvas_town import town


def _edit(level: Level, rng: random.Random) -> Edit:
    """Drag, delete or switch off one element, or enlarge all agents."""
    kind = rng.randrange(6)
    obstacle = rng.choice([*level.obstacles.values()])
    if kind == 0:
        return Edit.remove(level, [obstacle.id])
    if kind == 1:
        return Edit.put(level, [replace(obstacle, enabled=not obstacle.enabled)])
    if kind == 2:
        wider = replace(level.settings, agent_radius=rng.choice((0.2, 0.4, 0.6)))
        return Edit.change(level, {SETTINGS_ID: wider})
    if kind == 3:
        door = rng.choice([area for area in level.areas.values() if area.door])
        return Edit.put(level, [replace(door, available=not door.available)])
    shape = rng.choice([obstacle, rng.choice([*level.areas.values()])])
    ring = list(shape.polygon)
    at = rng.randrange(len(ring))
    ring[at] = (ring[at][0] + rng.uniform(-2, 2), ring[at][1] + rng.uniform(-2, 2))
    return Edit.put(level, [replace(shape, polygon=tuple(ring))])


@pytest.mark.parametrize("seed", range(3))
def test_problems_and_widths_after_random_edits_are_those_of_asking_anew(
    qapp: object, seed: int
) -> None:
    """Some edits come before the last check ends; undo returns to known results."""
    rng = random.Random(seed)
    document = Document()
    bake = BakeService(document)
    service, told = ProblemService(document, bake), 0
    document.load(town(2, 40, 160, seed), None)
    try:
        for _ in range(10):
            if document.stack.canUndo() and rng.random() < 0.25:
                document.stack.undo()
            else:
                document.commit(_edit(document.level, rng))
            if rng.random() < 0.3:
                for _ in range(rng.randrange(20)):
                    QCoreApplication.processEvents()
                continue
            service.wait()
            level = document.level
            assert service.found == problems(World.build(level))
            bake.widths.of(level, None)
            bake.widths.latest.wait()
            assert bake.widths.of(level, None) == passages(level)
            told += len(service.found)
        assert told
    finally:
        service.shutdown()
        bake.shutdown()
