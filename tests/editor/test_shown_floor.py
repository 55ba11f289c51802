"""For whom the floor is shown: types of the level and radii that are tried, on canvas and probe."""

import math

import pytest
from msgspec.structs import replace
from small_level import GATE, small_level

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.probe import ProbeService
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.level.operations import profiles as op
from navcore.level.operations import set_settings

CART = Profile(name="cart", radius=1.5)
KEYS = Profile(name="keys", abilities=("key",))
WEST, EAST = (2.0, 6.0), (18.0, 6.0)


@pytest.fixture
def bake(qtbot):
    """A bake of the small level with two types; all is worked out at once."""
    level = small_level()
    settings = replace(level.settings, profiles=(CART, KEYS), boundary_follows_radius=True)
    level = level.with_settings(settings)
    document = Document(level)
    service = BakeService(document, short_ms=math.inf)
    service.document = document
    for latest in (service.shown_floor.latest, service.widths.latest):
        latest.short_ms = math.inf
    yield service
    service.shutdown()


def test_without_a_type_nothing_is_asked(bake):
    """The world is drawn as it is baked."""
    assert bake.shown_floor.of(bake.world) is None
    assert bake.shown_floor.shown(bake.world) is bake.world
    assert bake.shown_floor.radius_in(bake.world.level.settings) == 0.45
    assert bake.shown_floor.latest.known is None


def test_the_floor_is_that_of_the_type(bake):
    """Cells, islands and square metres."""
    bake.shown_floor.show_type("cart")
    seen = bake.shown_floor.of(bake.world)
    grid = bake.world.grid_for(CART)
    assert seen.world.grid is grid
    assert seen.islands == grid.regions.count > bake.world.grid.regions.count
    assert seen.walkable == pytest.approx(grid.walkable.sum() * 0.16)
    bake.shown_floor.show_type("")
    assert bake.shown_floor.shown(bake.world) is bake.world


def test_what_a_type_may_enter_is_floor(bake):
    """With the edge band of its door."""
    level = bake.document.level
    gate = replace(level.areas[GATE], needs=("key",))
    bake.document.commit(Edit.put(level, [gate]))
    column, row = bake.world.grid.lattice.cell_of(10.5, 4.5)
    assert not bake.shown_floor.shown(bake.world).floor[row, column]
    bake.shown_floor.show_type("keys")
    shown = bake.shown_floor.shown(bake.world)
    assert shown.floor[row, column]
    assert shown.is_walkable(10.5, 4.5)


def test_a_radius_is_tried_on_top_of_the_type(bake):
    """With its abilities; afterwards the type has its own again."""
    shown, settings = bake.shown_floor, bake.world.level.settings
    shown.show_type("keys")
    shown.try_radius(0.9)
    assert shown.profile_in(settings) == replace(KEYS, radius=0.9)
    assert shown.profile_in(settings) is shown.profile_in(settings)
    assert shown.radius_in(settings) == 0.9
    assert shown.end_trial()
    assert shown.profile_in(settings) is KEYS
    assert not shown.end_trial()
    shown.try_radius(0.9)
    shown.show_type("cart")
    assert shown.tried is None


def test_a_renamed_type_stays_shown(bake):
    """Undo of it, too; a deleted one goes, and undo does not bring the view back."""
    shown, document = bake.shown_floor, bake.document
    shown.show_type("cart")
    document.commit(op.rename_profile(document.level, "cart", "wagon"))
    assert shown.type_name == "wagon"
    document.stack.undo()
    assert shown.type_name == "cart"
    document.commit(op.change_profile(document.level, "cart", radius=0.9))
    assert shown.radius_in(document.level.settings) == 0.9
    document.commit(op.delete_profile(document.level, "cart"))
    assert shown.type_name == ""
    document.stack.undo()
    assert shown.type_name == ""


def test_a_deleted_type_is_not_taken_for_its_neighbour(bake):
    """Though that has the same numbers."""
    document = bake.document
    document.commit(op.duplicate_profile(document.level, "cart"))
    bake.shown_floor.show_type("cart")
    document.commit(op.delete_profile(document.level, "cart"))
    assert bake.shown_floor.type_name == ""


def test_another_level_begins_without_a_type(bake):
    """Even where it has one of the same name."""
    bake.shown_floor.show_type("cart")
    bake.document.load(bake.document.level, None)
    assert bake.shown_floor.type_name == ""


def test_the_probe_asks_for_the_type(bake):
    """And how narrow its way is, among the places where it has to squeeze."""
    probe = ProbeService(bake)
    probe.follow(bake.shown_floor)
    probe.measure(bake.document, bake.widths)
    probe.set(WEST, EAST)
    assert probe.result.ok
    assert probe.facts.narrowest == (3.0, "gate")
    bake.shown_floor.show_type("cart")
    assert not probe.result.ok
    level = bake.document.level
    bake.document.commit(set_settings(level, object_padding=0.3))
    assert not probe.result.ok
    bake.shown_floor.show_type("")
    assert probe.result.ok


def test_the_widths_are_those_of_the_type(bake):
    """Verdicts by its radius."""
    level = bake.document.level
    (gate,) = (p for p in bake.widths.of(level, None) if p.door == GATE)
    assert gate.verdict == "always"
    bake.shown_floor.show_type("cart")
    found = bake.widths.of(level, bake.shown_floor.profile_in(level.settings))
    (gate,) = (p for p in found if p.door == GATE)
    assert (gate.verdict, gate.radius) == ("never", 1.5)
