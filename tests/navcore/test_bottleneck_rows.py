"""Rows of bottlenecks are sorted and deduplicated as numpy does with whole rows."""

import numpy as np
import pytest

from navcore.geometry import bottlenecks
from navcore.geometry.bottlenecks import Boundary, _corners_of, _first_rows


@pytest.mark.parametrize("seed", range(40))
def test_corners_and_first_rows_are_those_of_unique(seed: int) -> None:
    """Many rows alike, zeros of both signs among them."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(-3, 4, (1 + seed, 4)) * rng.choice([1.0, -1.0, 0.5], (1 + seed, 1))
    rows[rng.random(rows.shape) < 0.1] = -0.0
    corners, owners = np.unique(rows.reshape(-1, 2), axis=0, return_index=True)
    found = _corners_of(rows)
    assert np.array_equal(found[0], corners)
    assert np.array_equal(found[1], owners)
    first = np.unique(rows, axis=0, return_index=True)[1]
    assert np.array_equal(_first_rows(rows), np.sort(first))


def test_more_places_than_there_is_room_for_are_all_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are looked for once more, with more room."""
    rng = np.random.default_rng(3)
    starts = rng.uniform(0, 20, (300, 2))
    segments = np.hstack((starts, starts + rng.uniform(-1, 1, (300, 2))))
    found = Boundary(segments, 2.0).narrow(2.0)
    assert len(found.widths) > 50
    monkeypatch.setattr(bottlenecks, "_ROOM", 1)
    monkeypatch.setattr(bottlenecks, "_ROWS_A_SEGMENT", 0)
    again = Boundary(segments, 2.0).narrow(2.0)
    for name in ("ends", "widths", "depths", "sides"):
        assert np.array_equal(getattr(found, name), getattr(again, name))
