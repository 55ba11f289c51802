"""Tests of the level that come out otherwise, and doors that matter otherwise."""

from collections.abc import Mapping

import msgspec

from navcore.i18n import grouped, tr
from navcore.level.model import Area, PathTest, Point, in_drawing_order
from navcore.level.naming import called
from navcore.proof.door_effects.effects import DoorEffects, Effect
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.words import outcome
from navcore.world import World

_LEAST = 1.0
"""Least change in square metres of the effect of a door that is reported."""


class TestChange(msgspec.Struct, frozen=True):
    """A test of the level with another verdict."""

    id: int
    name: str
    text: str
    """The new result, in a sentence."""
    passed: bool
    """True if it passes now; a test that is new counts if it fails."""
    place: Point
    layer: str

    __test__ = False


class DoorChange(msgspec.Struct, frozen=True):
    """A door that cuts off, or joins, more or less floor than before."""

    id: int
    name: str
    text: str
    was: float
    """Square metres that toggling it cut off and joined."""
    now: float
    place: Point
    layer: str


def test_changes(
    old: Mapping[int, Answer], new: Mapping[int, Answer], world: World
) -> tuple[TestChange, ...]:
    """Return tests whose verdict changed, and new tests that fail; failing tests first.

    Args:
        old: Results of the tests of the old level, by id.
        new: Results of the tests of the new level, by id.
        world: The world of the new level.
    """
    level = world.level
    found = []
    for test in in_drawing_order(level.of(PathTest)):
        answer, before = new.get(test.id), old.get(test.id)
        if answer is None or answer.passed == (before is None or before.passed):
            continue
        told = outcome(level, test, answer)
        name = called([test])
        words = tr("{0} passes now: {1}") if answer.passed else tr("{0} fails: {1}")
        layer = level.settings.layer_of(test)
        found.append(
            TestChange(
                test.id, test.name, words.format(name, told), answer.passed, test.start, layer
            )
        )
    return tuple(sorted(found, key=lambda one: one.passed))


def door_changes(old: World, new: World) -> tuple[DoorChange, ...]:
    """Return doors of both levels whose toggling has a larger or smaller effect than before.

    Doors that were opened or shut are left out: the effect is reported as changed floor.
    """
    pairs = [
        (was, now)
        for now in in_drawing_order(new.level.areas)
        if now.door
        and (was := old.level.areas.get(now.id)) is not None
        and was.door
        and was.available == now.available
    ]
    if not pairs:
        return ()
    effects = (DoorEffects(old), DoorEffects(new))
    found = []
    for was, now in pairs:
        metres = (_metres(effects[0].of_door(was.id)), _metres(effects[1].of_door(now.id)))
        if abs(metres[1] - metres[0]) >= _LEAST:
            layer = new.level.settings.layer_of(now)
            place = now.anchor or (0.0, 0.0)
            text = _text(now, *metres)
            found.append(DoorChange(now.id, now.name, text, *metres, place, layer))
    return tuple(found)


def _metres(effect: Effect) -> float:
    return round(effect.lost.square_metres + effect.gained.square_metres, 4)


def _text(door: Area, was: float, now: float) -> str:
    if now < _LEAST:
        words = tr("Opening {0} joins no floor any more; it joined {1} m²")
        if door.available:
            words = tr("Shutting {0} cuts off no floor any more; it cut off {1} m²")
        return words.format(called([door]), grouped(was, 1))
    words = tr("Opening {0} joins {1} m² now instead of {2}")
    if door.available:
        words = tr("Shutting {0} cuts off {1} m² now instead of {2}")
    return words.format(called([door]), grouped(now, 1), grouped(was, 1))
