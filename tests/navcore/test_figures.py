"""The kernel that chooses positions, sprites and drawing order of agents."""

import math
from types import ModuleType

import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import sprites

KERNELS = pytest.mark.parametrize(
    "kernel", [sprites, load_interpreted("sprites")], ids=["as it is", "plain"]
)
TABLES = np.array(((2, 2, 1), (1, 1, 16)), np.int32)
"""Three sizes: the largest shows where it looks."""
RADIX = np.array((8, 32, 4, 3), np.int32)
VIEW = np.array((-2.0, 5.0, 10.0, -3.0, -2.0, 60.0, 40.0))
"""Six by four metres at ten pixels a metre."""


def crowd(count: int) -> tuple[np.ndarray, ...]:
    """Return places, facings, sizes, kinds and players of a crowd, some of it out of view."""
    generator = np.random.default_rng(4)
    places = generator.uniform((-4, -1), (6, 7), (count, 2))
    places[0], places[1, 0] = np.inf, np.nan
    return (
        places,
        generator.uniform(-9, 9, count),
        generator.integers(0, 3, count).astype(np.int32),
        generator.integers(0, 5, count).astype(np.int8),
        generator.integers(0, 2, count).astype(np.uint8),
    )


def chosen(kernel: ModuleType, known: np.ndarray) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """A crowd, and its figures in view."""
    given = crowd(80)
    out = np.zeros((80, 4), np.int32)
    count = kernel.choose(*buffers(kernel, *given, VIEW, TABLES, RADIX, known, out))
    return given, out[:count]


def key_of(size: int, kind: int, player: int, facing: float, within: tuple[int, int]) -> int:
    """Return the key of a sprite, combined from its parts."""
    turns = int(TABLES[1, size])
    turn = math.floor(facing * turns / math.tau + 0.5) % turns if turns > 1 and kind < 3 else 0
    return ((((size * 8 + kind) * 2 + player) * 32 + turn) * 4 + within[1]) * 4 + within[0]


@KERNELS
def test_each_figure_in_view_has_its_sprite(kernel: ModuleType) -> None:
    """It depends on size, kind, player, facing, and the position within the pixel."""
    known = np.arange(3 * 8 * 2 * 32 * 16, dtype=np.int32)
    known[::3] = -1
    (places, facings, sizes, kinds, players), found = chosen(kernel, known)
    expected = []
    for i, (x, z) in enumerate(places.tolist()):
        across, down = (x + 2.0) * 10.0, (5.0 - z) * 10.0
        if not (-3 <= across < 60 and -2 <= down < 40):
            continue
        fine = 1 << int(TABLES[0, sizes[i]])
        steps = [math.floor(side * fine + 0.5) for side in (across, down)]
        whole = [step // fine for step in steps]
        within = (steps[0] - whole[0] * fine, steps[1] - whole[1] * fine)
        key = key_of(int(sizes[i]), int(kinds[i]), int(players[i]), float(facings[i]), within)
        expected.append([int(known[key]), *whole, key])
    assert 20 < len(expected) < 78
    assert found.tolist() == expected


@KERNELS
def test_what_begins_lower_lies_over_what_begins_higher(kernel: ModuleType) -> None:
    """Within a layer, lower figures cover higher ones.

    At the same height, later ones cover earlier ones.
    """
    generator = np.random.default_rng(6)
    halves = np.array((1, 2, 4), np.int32)
    layers = np.array((0, 1, 1), np.int32)
    given = np.zeros((50, 4), np.int32)
    given[:, 0] = generator.integers(0, 3, 50)
    given[:, 1:3] = generator.integers(-6, 9, (50, 2))
    ends = np.array((99, 99, -99, -99), np.int32)
    read = buffers(kernel, given, halves, ends)
    kernel.bounds(read[0], 50, *read[1:])
    half = halves[given[:, 0]]
    tops, lefts = given[:, 2] - half, given[:, 1] - half
    assert ends[:2].tolist() == [lefts.min(), tops.min()]
    assert ends[2:].tolist() == [(given[:, 1] + half).max(), (given[:, 2] + half).max()]

    rows = int(ends[3] - ends[1])
    frame = np.array((ends[0], ends[1], 30, rows), np.int32)
    firsts = np.zeros(2 * rows + 1, np.int32)
    kinds, places = np.empty(50, np.int32), np.empty(50, np.int32)
    read = buffers(kernel, given, halves, layers, frame, firsts, kinds, places)
    kernel.stack(read[0], 50, *read[1:])
    order = np.lexsort((np.arange(50), tops, layers[given[:, 0]]))
    assert kinds.tolist() == given[order, 0].tolist()
    expected = (tops - ends[1]) * 30 + lefts - ends[0]
    assert places.tolist() == expected[order].tolist()


@KERNELS
def test_between_two_steps_by_the_shorter_way_round(kernel: ModuleType) -> None:
    """Straight on, and over the half turn."""
    before, now = np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[1.0, 4.0], [1.0, 2.0]])
    turned, turns = np.array([3.0, 0.5]), np.array([-3.0, 1.5])
    states, statuses = np.array((0, 1), np.int8), np.array((2, 1), np.int8)
    table = np.array(((0, 1, 2), (3, 4, 5)), np.int8)
    places, facings, looks = np.empty((2, 2)), np.empty(2), np.empty(2, np.int8)
    read = buffers(kernel, before, now, turned, turns, places, facings)
    kernel.between(*read[:4], 0.25, *read[4:])
    kernel.look(*buffers(kernel, states, statuses, table, looks))
    assert places.tolist() == [[0.25, 1.0], [1.0, 2.0]]
    assert looks.tolist() == [2, 4]
    assert facings == pytest.approx([3.0 + 0.25 * (math.tau - 6.0), 0.75])
