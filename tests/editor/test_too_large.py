"""Levels of too many cells are refused with a message, and baked on request."""

import numpy as np
import pytest
from msgspec.structs import replace
from small_level import HALL

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.world import World

ROOM = Area(id=1, name="room", polygon=((0, 0), (20, 0), (20, 20), (0, 20)))
BOX = Obstacle(id=2, name="box", polygon=((5, 8), (7, 8), (7, 12), (5, 12)))
FEW = 20_000


@pytest.fixture(autouse=True)
def _few_cells(monkeypatch, lender):
    """Use a low limit of cells, so that tests need no huge levels."""
    # A window that was made before knows the usual number.
    lender.close()
    build = World.build

    def build_few(level, *, max_cells=FEW, job=None):
        return build(level, max_cells=max_cells, job=job)

    monkeypatch.setattr("editor.services.bake.service.MAX_CELLS", FEW)
    monkeypatch.setattr(World, "build", build_few)


@pytest.fixture(params=[float("inf"), -1.0], ids=["at once", "on its thread"])
def stage(request, qapp):
    """Return a document, its bake in both modes, and the messages of the bake."""
    document = Document(Level(areas={1: ROOM}))
    service = BakeService(document, short_ms=request.param)
    failures = []
    service.failed.connect(failures.append)
    yield document, service, failures
    service.shutdown()


def change(document, *items):
    """One undo step."""
    document.commit(Edit.put(document.level, items))


def is_baked(service, document):
    """Return whether the service's world equals a build of the document's level."""
    built = World.build(document.level, max_cells=10 * FEW)
    return bool(np.array_equal(service.world.grid.padded, built.grid.padded))


def test_the_user_may_insist(stage):
    """The level is baked, and so are its later edits."""
    document, service, failures = stage
    service.bake_anyway()
    change(document, Settings(cell_size=0.1))
    service.wait()
    assert (len(failures), service.too_many) == (1, 218 * 218)
    service.bake_anyway()
    service.wait()
    assert is_baked(service, document)
    assert service.too_many is None
    change(document, BOX)
    service.wait()
    wider = replace(ROOM, polygon=((0, 0), (21, 0), (21, 20), (0, 20)))
    change(document, wider)
    service.wait()
    assert is_baked(service, document)
    assert len(failures) == 1


def test_another_level_is_asked_for_anew(stage):
    """And while it is not baked, none of the last one's cells are shown."""
    document, service, failures = stage
    change(document, Settings(cell_size=0.1))
    service.wait()
    service.bake_anyway()
    service.wait()
    hall = Area(id=7, name="hall", polygon=((0, 0), (30, 0), (30, 30)))
    document.load(Level(settings=Settings(cell_size=0.1), areas={7: hall}), None)
    service.wait()
    assert len(failures) == 2
    assert not service.world.grid.walkable.any()
    change(document, Settings())
    service.wait()
    assert is_baked(service, document)
    change(document, BOX)
    service.wait()
    assert is_baked(service, document)


def test_what_no_machine_can_hold_is_not_offered(stage):
    """Levels with elements too far out aren't offered either."""
    document, service, failures = stage
    for cell_size in (0.0005, 1e-12):
        change(document, Settings(cell_size=cell_size))
        service.wait()
        assert service.too_many is None
    far = replace(ROOM, polygon=((9e8, 0), (9e8 + 1e8, 0), (9e8 + 1e8, 2e8)))
    change(document, far, Settings())
    service.wait()
    assert service.too_many is None
    assert len(failures) == 3


def test_too_little_memory_is_said(stage, monkeypatch):
    """The last bake stays, and no edit is lost."""
    document, service, failures = stage

    def too_much(*_, **_options):
        raise MemoryError

    with monkeypatch.context() as starved:
        starved.setattr(World, "update", too_much)
        change(document, BOX)
        service.wait()
    assert failures == ["Not enough memory for so many cells."]
    assert service.too_many is None
    change(document, replace(BOX, id=3, name="chest"))
    service.wait()
    assert is_baked(service, document)


def test_the_strip_has_a_button(window: MainWindow) -> None:
    """It goes when the level is baked, and where baking is hopeless there is none."""
    settings = window.document.level.settings
    change(window.document, replace(settings, cell_size=0.05))
    window.bake.wait()
    (button,) = window.message.buttons
    assert button.text() == "Bake anyway"
    button.click()
    window.bake.wait()
    assert not window.message.isVisible()
    assert window.bake.world.level == window.document.level
    hall = window.document.level.areas[HALL]
    change(window.document, replace(hall, polygon=(*hall.polygon, (90000.0, 90000.0))))
    window.bake.wait()
    assert window.message.isVisible()
    assert window.message.buttons == []
