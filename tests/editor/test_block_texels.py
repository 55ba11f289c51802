"""Texels of painted blocks: the field that is kept is what one made anew would be."""

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
    """Blocks that come, change and go, and such as lie outside of what was painted before."""
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
        assert low == fresh_low
        for one, other in zip(field, fresh, strict=True):
            assert np.array_equal(one, other)


def test_few_blocks_are_put_together_by_themselves() -> None:
    """However far away others lie; and a field that would be too large is not kept."""
    level = Level(settings=Settings(cell_size=1.0))
    level = paint(level, [(5.0, 5.0)], "mud", Brush(2)).apply(level)
    level = paint(level, [(1e6, 1e6)], "ice", Brush(2)).apply(level)
    blocks = blocks_on(level)
    low, field = BlockTexels(TABLE).field(blocks, [(0, 0)], 0)
    assert low == (0, 0)
    assert field.classes.shape == (64, 64)
    assert int(field.classes.sum()) == 4


def test_unknown_names_have_the_class_of_the_ground() -> None:
    """Or none where the table lacks it."""
    assert TABLE.class_of("mud") == 1
    assert TABLE.class_of("glue") == 0
    assert TABLE._replace(ground=2).class_of("glue") == 2
