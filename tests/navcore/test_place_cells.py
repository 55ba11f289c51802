"""The middle of a place and the areas under it equal those of all its cells."""

from collections import Counter

import numpy as np
import pytest

from navcore.level.tables import GROUND
from navcore.proof.cut_off import sure_reach
from navcore.proof.place_cells import areas_under, middle_of
from navcore.proof.survey import Survey
from navcore.world import World
from tests.bench.canvas_town import town


@pytest.mark.parametrize("seed", range(4))
def test_middle_and_areas_of_each_place_agree_with_all_its_cells(seed: int) -> None:
    """Large places, and rests of a few cells."""
    survey = Survey(World.build(town(2, 60, 160, seed)))
    reach = sure_reach(survey)
    lattice, labels = reach.grid(GROUND).lattice, reach.labels(GROUND)
    sizes = []
    for place in reach.cells:
        rows, columns = np.nonzero(labels == (place & 0xFFFFFFFF))
        away = (rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2
        first = int(away.argmin())
        assert middle_of(reach, place) == lattice.centre_of(
            int(columns[first]) - 1, int(rows[first]) - 1
        )
        picked = np.linspace(0, len(rows) - 1, min(len(rows), 2000)).astype(np.int64)
        centres = [
            lattice.centre_of(int(columns[n]) - 1, int(rows[n]) - 1) for n in picked.tolist()
        ]
        counts = Counter(survey.areas_at(centres, GROUND))
        assert areas_under(survey, reach, place) == [
            key for key, _ in counts.most_common() if key is not None
        ]
        sizes.append(len(rows))
    assert max(sizes) > 2000
    assert len(sizes) > 1 or seed == 0
