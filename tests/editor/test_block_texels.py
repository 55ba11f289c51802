"""Texels of painted blocks: the cached field equals a new one."""

import random

import numpy as np
import pytest

from editor.canvas.painting import block_texels
from editor.canvas.painting.block_texels import BlockTexels, Table
from editor.canvas.painting.terrain_looks import TerrainLook
from navcore.level.model import Level, Settings
from navcore.level.operations.brush import Brush, paint
from navcore.level.tiles import blocks_on

TABLE = Table(
    ("mud", "ice"),
    (TerrainLook("#8a6a46", 0.3, "hatch", "#ffffff"), TerrainLook("#b5dcec", 0.3)),
    0,
)


@pytest.mark.parametrize("steps", [0, 1, 3, 6])
def test_a_field_follows_every_edit(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Blocks are added, changed and removed, also outside the painted area."""
    monkeypatch.setattr(block_texels, "FEW", 0)
    rng, level = random.Random(4), Level(settings=Settings(cell_size=1.0))
    kept = BlockTexels(TABLE)
    for _ in range(25):
        place = (rng.uniform(-150, 300), rng.uniform(-150, 300))
        name = rng.choice(["mud", "ice", ""])
        edit = paint(level, [place], name, Brush(rng.choice([3, 90]), square=True))
        level = edit.apply(level)
        blocks = blocks_on(level)
        if not blocks:
            continue
        low, field = kept.field(blocks, list(blocks), steps)
        fresh_low, fresh = BlockTexels(TABLE).field(blocks, list(blocks), steps)
        column, row = fresh_low[0] - low[0], fresh_low[1] - low[1]
        depth, width = fresh.classes.shape
        for one, other in zip(field, fresh, strict=True):
            assert np.array_equal(one[row : row + depth, column : column + width], other)
            assert np.count_nonzero(one) == np.count_nonzero(other)


@pytest.mark.parametrize("steps", [0, 2])
def test_of_a_field_that_is_too_large_the_part_that_is_seen_is_kept(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """It follows edits and moves with the view."""
    monkeypatch.setattr(block_texels, "FEW", 0)
    monkeypatch.setattr(block_texels, "MOST_TEXELS", 0)
    rng, level = random.Random(5), Level(settings=Settings(cell_size=1.0))
    kept = BlockTexels(TABLE)
    for _ in range(40):
        centre = (rng.uniform(0, 600), rng.uniform(0, 600))
        name = rng.choice(["mud", "ice", ""])
        level = paint(level, [centre], name, Brush(90, square=True)).apply(level)
        blocks = blocks_on(level)
        x, z = rng.randint(0, 8), rng.randint(0, 8)
        seen = [place for place in blocks if x <= place[0] < x + 3 and z <= place[1] < z + 3]
        if not seen:
            continue
        low, field = kept.field(blocks, seen, steps)
        for place in seen:
            fresh_low, fresh = BlockTexels(TABLE).field(blocks, [place], steps)
            column, row = fresh_low[0] - low[0], fresh_low[1] - low[1]
            depth, width = fresh.classes.shape
            for one, other in zip(field, fresh, strict=True):
                assert np.array_equal(one[row : row + depth, column : column + width], other)


def test_few_blocks_are_put_together_by_themselves() -> None:
    """Far blocks don't matter; a field that would be too large is not kept."""
    level = Level(settings=Settings(cell_size=1.0))
    level = paint(level, [(5.0, 5.0)], "mud", Brush(2)).apply(level)
    level = paint(level, [(1e6, 1e6)], "ice", Brush(2)).apply(level)
    blocks = blocks_on(level)
    low, field = BlockTexels(TABLE).field(blocks, [(0, 0)], 0)
    assert low == (0, 0)
    assert field.classes.shape == (64, 64)
    assert int(field.classes.sum()) == 4


def test_unknown_names_have_the_class_of_the_ground() -> None:
    """If the table lacks the ground, they have none."""
    assert TABLE.class_of("mud") == 1
    assert TABLE.class_of("glue") == 0
    assert TABLE._replace(ground=2).class_of("glue") == 2
