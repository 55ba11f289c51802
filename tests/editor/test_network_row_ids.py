"""Rows of waypoints and edges by their ids, while some come and go."""

import numpy as np

from editor.canvas.painting.network_arrays import RowIds


def test_rows_are_found_after_some_came_and_went():
    """Rows equal the rows in a list of the same ids in any order."""
    rng, known, ids = np.random.default_rng(4), RowIds(), []
    free = rng.permutation(5000)[:900].tolist()
    for _ in range(30):
        new = [free.pop() for _ in range(int(rng.integers(0, 30)))]
        known.add(np.array(new, np.int64))
        ids += new
        kept = rng.random(len(ids)) < 0.8
        known.keep(kept)
        ids = [one for one, stays in zip(ids, kept, strict=True) if stays]
        asked = rng.permutation(5000)[:200].tolist()
        rows = [ids.index(one) if one in ids else -1 for one in asked]
        assert known.rows_of(asked).tolist() == rows
        assert known.ids.tolist() == ids
