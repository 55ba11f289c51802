"""Cells as bits: tiles copied, compared and written, against numpy's own packing of bits."""

import random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from interpreted import load_interpreted
from strategies import generators

from navcore.bake.bitmaps import Bitmaps, cells_of, words_of
from navcore.kernels import buffers
from navcore.kernels.raster import bitmaps

KERNELS = pytest.mark.parametrize(
    "kernel", [bitmaps, load_interpreted("bitmaps")], ids=["compiled", "interpreted"]
)


def _cells(rng: random.Random) -> np.ndarray:
    """Return random cells of random size, with some uniform tiles."""
    generator = np.random.default_rng(rng.randrange(2**32))
    cells = generator.integers(0, 2, (rng.randint(1, 150), rng.randint(1, 150)), np.uint8)
    if rng.random() < 0.5:
        cells[: rng.randint(0, 150), : rng.randint(0, 150)] = rng.randint(0, 1)
    return cells


def _tiles(rng: random.Random, cells: np.ndarray) -> tuple[int, np.ndarray, np.ndarray]:
    """Return some tiles, and which cells are in them."""
    high, wide = (-(-length // 64) for length in cells.shape)
    chosen = np.array([rng.random() < 0.5 for _ in range(high * wide)])
    mask = np.kron(chosen.reshape(high, wide), np.ones((64, 64), bool))
    return wide, np.flatnonzero(chosen), mask[: cells.shape[0], : cells.shape[1]]


def _rect(rng: random.Random, cells: np.ndarray) -> tuple[np.ndarray, tuple[slice, slice]]:
    rows, columns = (sorted(rng.sample(range(n + 1), 2)) for n in cells.shape)
    return np.array((*rows, *columns), np.int64), (slice(*rows), slice(*columns))


def test_bits_come_back_as_cells():
    """Bit b of word w is cell 64 w + b; a word of zeros ends the line."""
    cells = np.zeros((2, 130), np.uint8)
    cells[1, [0, 63, 64, 129]] = 1
    words = words_of(cells)
    assert words.tolist() == [[0, 0, 0, 0], [1 + 2**63, 1, 2, 0]]
    assert (cells_of(words, 130) == cells).all()
    maps = Bitmaps.of(cells)
    assert maps.columns[:, 0].tolist() == [2 * int(cell) for cell in cells[1]]
    assert not maps.rows.flags.writeable
    assert not maps.columns.flags.writeable


@KERNELS
@given(generators)
def test_tiles_are_written_as_bytes_and_columns(kernel: ModuleType, rng: random.Random):
    """Nothing outside of them is written."""
    cells = _cells(rng)
    wide, tiles, mask = _tiles(rng, cells)
    maps = Bitmaps.of(cells)
    found, columns = np.full(cells.shape, 7, np.uint8), np.zeros_like(maps.columns)
    rows, chosen, flat, down = buffers(kernel, maps.rows, tiles, found.reshape(-1), columns)
    kernel.write_bytes(rows, wide, chosen, cells.shape[1], flat)
    assert (found == np.where(mask, cells, 7)).all()
    kernel.write_columns(rows, wide, chosen, down)
    assert columns.tolist() == Bitmaps.of(cells * mask).columns.tolist()


@KERNELS
@given(generators)
def test_tiles_are_copied(kernel: ModuleType, rng: random.Random):
    """This holds for both kinds of bits."""
    cells = _cells(rng)
    other = 1 - cells
    wide, tiles, mask = _tiles(rng, cells)
    targets = words_of(other), words_of(cells)
    kernel.copy(
        *buffers(kernel, words_of(cells), words_of(other), *targets), wide, *buffers(kernel, tiles)
    )
    assert (cells_of(targets[0], cells.shape[1]) == np.where(mask, cells, other)).all()
    assert (cells_of(targets[1], cells.shape[1]) == np.where(mask, other, cells)).all()


@KERNELS
@given(generators)
def test_rectangles_are_pasted(kernel: ModuleType, rng: random.Random):
    """Or emptied, where there is nothing to paste."""
    cells = np.pad(_cells(rng), ((0, 1), (0, 1)))
    rect, place = _rect(rng, cells)
    target = words_of(1 - cells)
    kernel.paste(*buffers(kernel, words_of(cells), rect, target))
    expected = 1 - cells
    expected[place] = cells[place]
    assert (cells_of(target, cells.shape[1]) == expected).all()
    kernel.paste(*buffers(kernel, np.empty((0, 0), np.uint64), rect, target))
    expected[place] = 0
    assert (cells_of(target, cells.shape[1]) == expected).all()


@KERNELS
@given(generators)
def test_smallest_rectangle_of_differences_is_found(kernel: ModuleType, rng: random.Random):
    """Of either kind of bits, within the rectangle that is looked at."""
    cells = np.pad(_cells(rng), ((0, 1), (0, 1)))
    maps = [cells.copy() for _ in range(4)]
    for _ in range(rng.choice((0, 1, 1, 3))):
        row, column = rng.randrange(cells.shape[0]), rng.randrange(cells.shape[1])
        maps[rng.randrange(4)][row, column] ^= 1
    rect, place = _rect(rng, cells)
    differ = np.zeros(cells.shape, bool)
    differ[place] = ((maps[0] != maps[2]) | (maps[1] != maps[3]))[place]
    found = np.zeros(4, np.int64)
    differs = kernel.differing(*buffers(kernel, *map(words_of, maps), rect, found))
    assert differs == differ.any()
    if differs:
        rows, columns = np.nonzero(differ)
        expected = [rows.min(), rows.max() + 1, columns.min(), columns.max() + 1]
        assert found.tolist() == expected
