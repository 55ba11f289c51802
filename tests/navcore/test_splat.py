"""The kernel that puts many small pictures, or the colours of cells, into one."""

from types import ModuleType

import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.kernels import buffers, splat


def over(above: int, below: int) -> int:
    """One premultiplied pixel over another, channel by channel."""
    alpha = above >> 24
    mixed = 0
    for shift in (0, 8, 16, 24):
        product = ((below >> shift) & 255) * (255 - alpha)
        part = (product + (product >> 8) + 128) >> 8
        mixed |= (((above >> shift) & 255) + part) << shift
    return mixed


def spans_of(sprite: np.ndarray) -> np.ndarray:
    """Of each row the first pixel that is not clear, a run of opaque ones, the end."""
    made = []
    for row in sprite >> 24:
        seen, opaque = np.flatnonzero(row), np.flatnonzero(row == 255)
        first, end = (seen[0], seen[-1] + 1) if len(seen) else (0, 0)
        begin = opaque[0] if len(opaque) else first
        run = 0
        while begin + run < len(row) and row[begin + run] == 255:
            run += 1
        made.append((first, begin, begin + run, end))
    return np.array(made)


def naive(
    sprites: list[np.ndarray], placed: list[tuple[int, int, int]], picture: np.ndarray
) -> np.ndarray:
    """Pixel by pixel."""
    made = picture.copy()
    for kind, column, row in placed:
        for (y, x), pixel in np.ndenumerate(sprites[kind]):
            at = (row + y, column + x)
            if 0 <= at[0] < made.shape[0] and 0 <= at[1] < made.shape[1]:
                made[at] = over(int(pixel), int(made[at]))
    return made


def splatted(
    kernel: ModuleType,
    sprites: list[np.ndarray],
    placed: list[tuple[int, int, int]],
    picture: np.ndarray,
) -> np.ndarray:
    """By the kernel."""
    made = picture.copy()
    sides = np.array([len(sprite) for sprite in sprites])
    starts = np.stack([sides, np.cumsum(sides**2) - sides**2, np.cumsum(sides) - sides], 1)
    store = np.concatenate([sprite.ravel() for sprite in sprites])
    spans = np.concatenate([spans_of(sprite) for sprite in sprites]).astype(np.int32)
    kinds, columns, rows = np.array(placed, np.int32).reshape(-1, 3).T.copy()
    height, width = made.shape
    starts = starts.astype(np.int32)
    given = buffers(kernel, store, spans, starts, kinds, columns, rows, made)
    kernel.sprites(*given, width, height)
    return made


def some_sprites(generator: np.random.Generator) -> list[np.ndarray]:
    """Premultiplied: clear, opaque and everything between."""
    made = []
    for side in (1, 3, 6):
        alpha = generator.choice([0, 255, 1, 77, 254], (side, side)).astype(np.uint32)
        pixels = alpha << 24
        for shift in (0, 8, 16):
            pixels |= (generator.integers(0, 256, (side, side)) * alpha // 255).astype(
                np.uint32
            ) << shift
        made.append(pixels)
    return made


@pytest.mark.parametrize("kernel", [splat, load_interpreted("splat")], ids=["as it is", "plain"])
def test_as_pixel_by_pixel(kernel: ModuleType) -> None:
    """Over each other, and over every edge and corner of the picture."""
    generator = np.random.default_rng(3)
    sprites = some_sprites(generator)
    picture = generator.choice(np.array([0, 0xFF102030, 0x80402010], np.uint32), (11, 14))
    placed = [
        (int(kind), int(column), int(row))
        for kind, column, row in zip(
            generator.integers(0, 3, 60),
            generator.integers(-9, 18, 60),
            generator.integers(-9, 15, 60),
            strict=True,
        )
    ]
    expected = naive(sprites, placed, picture)
    assert np.array_equal(splatted(kernel, sprites, placed, picture), expected)


def test_channels_stay_within_their_opacity() -> None:
    """Premultiplied over premultiplied is premultiplied, whatever is rounded."""
    values = np.arange(256, dtype=np.uint32)
    picture = (values << 24 | values << 16 | values << 8 | values)[None, :].copy()
    sprites = [np.array([[a << 24 | a << 16]], np.uint32) for a in range(256)]
    placed = [(a, a, 0) for a in range(256)] + [(128, a, 0) for a in range(256)]
    made = splatted(splat, sprites, placed, picture)
    for shift in (0, 8, 16):
        assert ((made >> shift & 255) <= made >> 24).all()


def test_part_of_a_larger_picture() -> None:
    """The rest of it is left alone."""
    whole = np.zeros((6, 8), np.uint32)
    none = np.array([0], np.int32)
    sprite, spans = np.full((9, 9), 0xFFFFFFFF, np.uint32), np.tile([0, 0, 9, 9], (9, 1))
    starts = np.array([[9, 0, 0]], np.int32)
    given = (sprite.ravel(), spans.astype(np.int32), starts, none, none, none, whole)
    splat.sprites(*buffers(splat, *given), 5, 4)
    assert (whole[:4, :5] == 0xFFFFFFFF).all()
    assert not whole[4:].any()
    assert not whole[:, 5:].any()


@pytest.mark.parametrize("kernel", [splat, load_interpreted("splat")], ids=["as it is", "plain"])
@pytest.mark.parametrize("hatch", [0, 5])
def test_cells_take_the_colours_of_their_classes(kernel: ModuleType, hatch: int) -> None:
    """Cells as wide as several pixels, some outside, flat and hatched."""
    generator = np.random.default_rng(8)
    classes = generator.integers(0, 4, (3, 5)).astype(np.uint8)
    columns = np.array([-1, 0, 0, 1, 1, 2, 3, 4, 4, -1], np.int32)
    rows = np.array([-1, 2, 2, 1, 1, 0, 0, -1], np.int32)
    colours = generator.integers(0, 2**32, (2, 4), np.uint32)
    picture = np.full((9, 12), 7, np.uint32)
    given = buffers(kernel, classes, columns, rows, colours)
    kernel.blocks(*given, hatch, 2, 3, *buffers(kernel, picture))
    for y, row in enumerate(rows.tolist()):
        for x, column in enumerate(columns.tolist()):
            hatched = int(hatch > 0 and (x + y + 3) % max(1, hatch) < 2)
            inside = row >= 0 and column >= 0
            assert picture[y, x] == (colours[hatched, classes[row, column]] if inside else 0)
    assert (picture[8:] == 7).all()
    assert (picture[:, 10:] == 7).all()


@pytest.mark.parametrize("kernel", [splat, load_interpreted("splat")], ids=["as it is", "plain"])
def test_lines_go_from_point_to_point(kernel: ModuleType) -> None:
    """In all directions, over the edges, and only where points are joined."""
    points = np.array([[2, 3], [8, 5], [8, 1], [-4, 20], [4, 4], [4, 4]], np.int32)
    joined = np.array([1, 0, 1, 0, 1, 0], np.int32)
    picture = np.zeros((9, 12), np.uint32)
    kernel.lines(*buffers(kernel, points, joined), 5, 1, *buffers(kernel, picture), 10, 7)
    drawn = {(int(x), int(y)) for y, x in np.argwhere(picture == 5)}
    assert {(2, 3), (5, 4), (8, 5), (8, 1), (4, 4)} <= drawn
    assert (8, 3) not in drawn
    assert all(x < 10 and y < 7 for x, y in drawn)
    expected = {(x, 3 + round((x - 2) / 3 + 1e-9)) for x in range(2, 9)}
    assert expected <= drawn
    thick = np.zeros((9, 12), np.uint32)
    kernel.lines(*buffers(kernel, points, joined), 5, 2, *buffers(kernel, thick), 10, 7)
    assert all(thick[y, x] == 5 for x, y in drawn)
    assert np.count_nonzero(thick) > len(drawn)
