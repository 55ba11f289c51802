"""Draw a quarter of a villa, mirror it twice, add five patrols, and count all gestures."""

from itertools import pairwise
from typing import Final

import pytest
from counted_hand import CountedHand
from hand import CTRL, SHIFT
from journey_window import OpenWindow
from PySide6.QtCore import Qt

from editor.shell.window import MainWindow
from navcore import World
from navcore.level import operations as op
from navcore.level.model import NEW_SETTINGS, Agent, Level, Point

KEY = Qt.Key

PATROLS_BY_DRAGGING: Final = 65
"""Number of gestures for these patrols without a route tool, counted in an earlier version.

A and five clicks, V; for each guard a click, a turn of the wheel down the properties, four times
*Add a goal* and a drag; wait and loop of all guards at once, eight more.
"""

HALVES_BY_DUPLICATING: Final = 42
"""Number of gestures for both halves without a mirror line, counted in the same way.

Twice a box around the half, Ctrl+D, *Mirror* about its middle and a drag, twelve in all; goals
did not follow, so three patrols were drawn again, ten gestures each.
"""

ROOMS: Final = (("-5 -5", "10 10"), ("5.5 -1", "6.5 2"), ("7 2", "5 8"))
"""Corners and sizes of the sala, a corridor east of it and a chamber north of the corridor."""

CHAMBER: Final[tuple[Point, ...]] = ((8, 3), (11, 3), (11, 9), (8, 9))
SALA: Final[tuple[Point, ...]] = ((3, 3), (-3, 3), (-3, -3), (3, -3))
"""Start of each guard, then its other stops; the last stop is the start."""


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with an empty level."""
    return open_window(Level(settings=NEW_SETTINGS), (-14.0, -11.0, 14.0, 11.0))


@pytest.fixture
def hand(window: MainWindow) -> CountedHand:
    """Return simulated user input that counts gestures."""
    return CountedHand(window)


def draw_a_quarter(hand: CountedHand) -> None:
    """Draw three rooms by typed places, and two doors across the gaps."""
    hand.key(KEY.Key_R)
    for corner, size in ROOMS:
        hand.enter(corner)
        hand.enter(size)
    hand.key(KEY.Key_D)
    hand.enter("1.8")
    hand.drag((5, 0), (5.2, 0), (5.5, 0))
    hand.drag((9.5, 1), (9.5, 1.5), (9.5, 2))


def post_a_guard(hand: CountedHand, stops: tuple[Point, ...], *, pause: str = "") -> None:
    """Place a guard with `A`, and draw its stops with `K`; a click on it closes the loop."""
    hand.key(KEY.Key_A)
    hand.click(stops[0])
    hand.key(KEY.Key_K)
    if pause:
        hand.click_on(hand.window.options.numbers["pause"])
        hand.enter(pause)
    for stop in (*stops[1:], stops[0]):
        hand.click(stop)


def mirror_all(hand: CountedHand, kind: Qt.Key, place: Point) -> None:
    """Mirror everything about an axis that is a line of this kind."""
    hand.hover(place)
    for _ in range(2 if kind == KEY.Key_Down else 1):
        hand.key(kind)
    hand.enter("0")


def rounds(level: Level) -> set[tuple[Point, tuple[Point, ...]]]:
    """Return the start and the stops of each guard."""
    return {(agent.position, agent.goals) for agent in level.agents.values()}


def as_drawn(stops: tuple[Point, ...], x: int = 1, z: int = 1) -> tuple[Point, tuple[Point, ...]]:
    """Return a guard's stops, mirrored along an axis if its factor is -1."""
    places = tuple((x * a, z * b) for a, b in stops)
    return places[0], (*places[1:], places[0])


def is_symmetric(level: Level) -> bool:
    """Return whether rooms and obstacles are symmetric about both axes."""

    def shapes(of: Level) -> list[tuple[float, ...]]:
        drawn = (*of.areas.values(), *of.obstacles.values())
        return sorted(tuple(round(v, 6) + 0.0 for v in op.bounds_of([e])) for e in drawn)

    ids = [e.id for e in level.elements() if not isinstance(e, Agent)]
    ways = ((0.0, 1.0), (1.0, 0.0))
    return all(
        shapes(op.mirror(level, ids, (0.0, 0.0), way).apply(level)) == shapes(level)
        for way in ways
    )  # fmt: skip


def test_a_villa_from_its_quarter(window: MainWindow, hand: CountedHand) -> None:
    """Patrols take a third of the gestures, halves a quarter; all guards walk; all is undone."""
    draw_a_quarter(hand)
    quarter = hand.count

    post_a_guard(hand, CHAMBER, pause="2")
    chamber = hand.since(quarter)
    assert rounds(window.document.level) == {as_drawn(CHAMBER)}

    drawn = hand.count
    hand.key(KEY.Key_A, CTRL)
    hand.key(KEY.Key_M, SHIFT)
    mirror_all(hand, KEY.Key_Down, (9, 0.5))
    mirror_all(hand, KEY.Key_Up, (0.5, 8))
    halves = hand.since(drawn)

    mirrored = hand.count
    post_a_guard(hand, SALA)
    patrols = chamber + hand.since(mirrored)

    level = window.document.level
    rooms = [area for area in level.areas.values() if not area.door]
    assert (len(rooms), len(level.areas) - len(rooms)) == (7, 6)
    assert is_symmetric(level)
    four = {as_drawn(CHAMBER, x, z) for x in (1, -1) for z in (1, -1)}
    assert rounds(level) == {as_drawn(SALA), *four}
    for agent in level.agents.values():
        assert agent.loop
        assert {stop.pause for stop in agent.stops} == {2.0}

    world = World.build(level)
    for agent in level.agents.values():
        for start, end in pairwise((agent.position, *agent.goals)):
            assert world.find_path(start, end).ok
    assert world.find_path((9, 6), (-9, -6)).ok, "one island"

    assert (quarter, patrols, halves) == (11, 16, 7)
    assert 3 * patrols <= PATROLS_BY_DRAGGING
    assert 4 * halves <= HALVES_BY_DUPLICATING

    steps = window.document.stack.count()
    assert steps == 3 + 2 + 2 + 2 + 2, "one step for each thing that was done"
    for _ in range(steps):
        hand.menu("undo")
    assert not list(window.document.level.elements())
