"""The kernel that draws many sprites, or the colours of cells, into a picture."""

from types import ModuleType

import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import blit


def over(above: int, below: int) -> int:
    """One premultiplied pixel over another, channel by channel."""
    alpha = above >> 24
    mixed = 0
    for shift in (0, 8, 16, 24):
        product = ((below >> shift) & 255) * (255 - alpha)
        part = (product + (product >> 8) + 128) >> 8
        mixed |= (((above >> shift) & 255) + part) << shift
    return mixed


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


def kept(
    sprites: list[np.ndarray], width: int
) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
    """Colours, spots and starts for a picture that is so wide."""
    colours: list[int] = []
    spots: list[int] = []
    starts: list[tuple[int, int, int]] = []
    for sprite in sprites:
        begun, clear = len(colours), 0
        for opaque in (True, False):
            for (y, x), pixel in np.ndenumerate(sprite):
                if pixel and (pixel >> 24 == 255) == opaque:
                    colours.append(int(pixel))
                    spots.append(y * width + x)
            clear = len(colours) if opaque else clear
        starts.append((begun, clear, len(colours)))
    return colours, spots, starts


def splatted(
    kernel: ModuleType,
    sprites: list[np.ndarray],
    placed: list[tuple[int, int, int]],
    picture: np.ndarray,
) -> np.ndarray:
    """By the kernel."""
    made = picture.copy()
    width = made.shape[1]
    colours, spots, starts = kept(sprites, width)
    kinds, columns, rows = np.array(placed, np.int32).reshape(-1, 3).T
    given = buffers(
        kernel, np.array(colours, np.uint32), np.array(spots, np.int32),
        np.array(starts, np.int32), kinds.copy(), rows * np.int32(width) + columns,
        made.reshape(-1),
    )  # fmt: skip
    *read, out = given
    kernel.sprites(*read, len(placed), out)
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


@pytest.mark.parametrize("kernel", [blit, load_interpreted("blit")], ids=["as it is", "plain"])
def test_as_pixel_by_pixel(kernel: ModuleType) -> None:
    """Over each other, up to every edge and corner of the picture."""
    generator = np.random.default_rng(3)
    sprites = some_sprites(generator)
    picture = generator.choice(np.array([0, 0xFF102030, 0x80402010], np.uint32), (11, 14))
    placed = [
        (kind, int(generator.integers(15 - side)), int(generator.integers(12 - side)))
        for kind in generator.integers(0, 3, 60).tolist()
        for side in [len(sprites[kind])]
    ]
    expected = naive(sprites, placed, picture)
    assert np.array_equal(splatted(kernel, sprites, placed, picture), expected)


def test_channels_stay_within_their_opacity() -> None:
    """Premultiplied over premultiplied is premultiplied, with every rounding."""
    values = np.arange(256, dtype=np.uint32)
    picture = (values << 24 | values << 16 | values << 8 | values)[None, :].copy()
    sprites = [np.array([[a << 24 | a << 16]], np.uint32) for a in range(256)]
    placed = [(a, a, 0) for a in range(256)] + [(128, a, 0) for a in range(256)]
    made = splatted(blit, sprites, placed, picture)
    for shift in (0, 8, 16):
        assert ((made >> shift & 255) <= made >> 24).all()


@pytest.mark.parametrize("kernel", [blit, load_interpreted("blit")], ids=["as it is", "plain"])
def test_only_a_part_is_made_clear(kernel: ModuleType) -> None:
    """The rest of the picture is left alone."""
    whole = np.full((6, 8), 7, np.uint32)
    kernel.clear(*buffers(kernel, whole.reshape(-1)), 8, 5, 4)
    assert not whole[:4, :5].any()
    assert (whole[4:] == 7).all()
    assert (whole[:, 5:] == 7).all()


@pytest.mark.parametrize("kernel", [blit, load_interpreted("blit")], ids=["as it is", "plain"])
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
