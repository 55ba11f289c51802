"""The floor shown on canvas and probe: agent types and trial radii."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from small_level import GATE, HALL, small_level
from terrain_levels import random_profile, random_terrain_edit, random_terrain_level

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.bake.shown_floor import ShownFloor
from editor.services.probe import ProbeService
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.level.operations import profiles as op
from navcore.level.operations import set_settings
from navcore.level.operations.brush import Brush, paint
from navcore.world import World

CART = Profile(name="cart", radius=1.5)
KEYS = Profile(name="keys", abilities=("key",))
WEST, EAST = (2.0, 6.0), (18.0, 6.0)


@pytest.fixture
def bake(qtbot):
    """Return a bake of the small level with two types; all is computed at once."""
    level = small_level()
    profiles = {"profiles": (CART, KEYS), "boundary_follows_radius": True}
    level = level.with_settings(replace(level.settings, **profiles))
    document = Document(level)
    service = BakeService(document, short_ms=math.inf)
    service.document = document
    for latest in (service.shown_floor.latest, service.widths.latest):
        latest.short_ms = math.inf
    yield service
    service.shutdown()


def test_without_a_type_nothing_is_asked(bake):
    """The world is drawn as baked."""
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
    """It includes the edge band of its door."""
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
    shown, numbers = bake.shown_floor, bake.world.level.settings
    shown.show_type("keys")
    shown.try_radius(0.9)
    assert shown.profile_in(numbers) == replace(KEYS, radius=0.9)
    assert shown.profile_in(numbers) is shown.profile_in(numbers)
    assert shown.radius_in(numbers) == 0.9
    assert shown.end_trial()
    assert shown.profile_in(numbers) is KEYS
    assert not shown.end_trial()
    shown.try_radius(0.9)
    shown.show_type("cart")
    assert shown.tried is None


def test_a_renamed_type_stays_shown(bake):
    """This holds for undo, too; a deleted type is hidden, and undo does not show it again."""
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


def test_painting_under_a_type_tells_only_what_differs(bake):
    """So the canvas paints no more than that anew."""
    told, document = [], bake.document
    bake.baked.connect(bake.shown_floor.refresh)
    bake.shown_floor.show_type("cart")
    hall = replace(document.level.areas[HALL], polygon=((0, 0), (90, 0), (90, 90), (0, 90)))
    document.commit(Edit.put(document.level, [hall]))
    document.commit(paint(document.level, [(40.0, 40.0)], "mud", Brush(3)))
    bake.shown_floor.changed.connect(told.append)
    document.commit(paint(document.level, [(60.0, 20.0)], "mud", Brush(3)))
    (world,) = told
    assert world.grid is bake.world.grid_for(CART)
    assert 0 < sum(rect.cells for rect in world.dirty) <= 64 * 64


@given(st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_outside_of_what_is_told_the_floor_stays(qapp, rng):
    """Cells, the floor before obstacles, and costs, for types of any radius and abilities."""
    profiles = (replace(random_profile(rng), name="any"), replace(CART, radius=0.8))
    level = random_terrain_level(rng)
    level = level.with_settings(replace(level.settings, profiles=profiles))
    shown, told, world = ShownFloor(), [], World.build(level)
    shown.latest.short_ms = math.inf
    shown.changed.connect(told.append)
    shown.refresh(world)
    shown.show_type(rng.choice(profiles).name)
    assert told == [None]
    before = shown.shown(world)
    for _ in range(6):
        edit = random_terrain_edit(level, rng)
        if edit.apply(level).settings.profiles != profiles:
            continue
        level = edit.apply(level)
        world = world.update(level, edit, keep_lattice=True)
        told.clear()
        shown.refresh(world)
        after, (change,) = shown.shown(world), told
        if change is not None:
            stays = np.ones(after.floor.shape, np.bool_)
            for rect in change.dirty:
                stays[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
            assert not (differing(before, after) & stays).any()
        before = after
    shown.scheduler.shutdown()


def differing(one, other):
    """Return the cells that differ between two worlds."""
    costs = (1.0 if w.grid.cost is None else w.grid.cost[1:-1, 1:-1] for w in (one, other))
    first, second = (w.grid.walkable * cost for w, cost in zip((one, other), costs, strict=True))
    return (one.floor != other.floor) | (first != second)
