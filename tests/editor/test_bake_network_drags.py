"""In a drag of waypoints and edges the bake follows a moment later, for no cell changes."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication

from editor.document import Document
from editor.services.bake.service import BakeService
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Profile, Waypoint
from navcore.world import World

Stage: TypeAlias = tuple[Document, BakeService]

ROOM = Area(id=1, name="room", polygon=((0, 0), (20, 0), (20, 20), (0, 20)))
BOX = Obstacle(id=2, name="box", polygon=((5, 8), (7, 8), (7, 12), (5, 12)))


@pytest.fixture(params=[float("inf"), -1.0], ids=["at once", "on its thread"])
def stage(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Stage]:
    """A document with a waypoint, and its bake, both ways."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document, short_ms=request.param)
    document.commit(Edit.put(document.level, [_waypoint(2.0)]))
    service.wait()
    yield document, service
    service.shutdown()


def _waypoint(x: float) -> Waypoint:
    return Waypoint(id=7, position=(x, 2.0))


def _places(world: World) -> list[list[float]]:
    found: list[list[float]] = world.graph_for(Profile()).positions.tolist()
    return found


def test_a_drag_of_waypoints_is_baked_a_moment_later(stage: Stage) -> None:
    """The network of agents follows by itself, in few bakes; a drop bakes at once."""
    document, service = stage
    level, worlds = document.level, []
    service.baked.connect(worlds.append)
    for step in range(1, 20):
        document.preview(Edit.put(level, [_waypoint(2.0 + step / 8)]))
    assert not service.is_current
    assert not worlds
    while not service.is_current:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    (world,) = worlds
    assert world.level is document.level
    assert _places(world) == [[4.375, 2.0]]
    document.preview(Edit.put(level, [_waypoint(9.0)]))
    document.commit(Edit.put(level, [_waypoint(9.0)]))
    service.wait()
    assert _places(worlds[-1]) == [[9.0, 2.0]]


def test_a_drag_of_waypoints_that_is_called_off_is_baked(
    stage: Stage,
) -> None:
    """The level and its network are as before; a wall in the same drag is baked at once."""
    document, service = stage
    level = document.level
    document.preview(Edit.put(level, [_waypoint(9.0)]))
    document.cancel_preview()
    assert service.busy or service.is_current
    service.wait()
    assert _places(service.world) == [[2.0, 2.0]]
    both = [_waypoint(3.0), BOX]
    document.preview(Edit.put(level, both))
    assert service.busy or service.is_current
    service.wait()
    assert np.array_equal(service.world.grid.walkable, World.build(document.level).grid.walkable)
