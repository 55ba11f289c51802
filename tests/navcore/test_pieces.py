"""Connected components of cells, compared with scipy, and their widest places."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import ndimage

from navcore.geometry.pieces import innermost, label

SHARES = (0.1, 0.4, 0.6, 0.9, 1.0)


def noise(seed: int, depth: int, width: int, share: float) -> np.ndarray:
    """Cells of which about this share is in the set."""
    return np.random.default_rng(seed).random((depth, width)) < share


@given(
    st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 40), st.sampled_from((0.0, *SHARES))
)
@example(seed=0, depth=1, width=1, share=0.0)
@example(seed=0, depth=300, width=1, share=0.5)
@example(seed=0, depth=1, width=300, share=0.5)
@example(seed=0, depth=130, width=190, share=0.6)
def test_pieces_are_those_of_scipy(seed: int, depth: int, width: int, share: float) -> None:
    """Numbers and all: both count pieces by their first cells."""
    cells = noise(seed, depth, width, share)
    labels, count = label(cells)
    expected, number = ndimage.label(cells)
    assert count == number
    assert labels.tolist() == expected.tolist()


@pytest.mark.parametrize("shape", [(0, 5), (5, 0)])
def test_no_cells_are_no_pieces(shape: tuple[int, int]) -> None:
    """They raise no error either."""
    labels, count = label(np.zeros(shape, bool))
    assert count == 0
    assert labels.shape == shape


@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 40), st.sampled_from(SHARES))
@example(seed=0, depth=7, width=7, share=1.0)
@example(seed=0, depth=6, width=9, share=1.0)
def test_the_innermost_cell_is_farthest_from_the_edge(
    seed: int, depth: int, width: int, share: float
) -> None:
    """The distance is the chessboard distance; the first of equal cells counts."""
    cells = noise(seed, depth, width, share)
    cells[depth // 2, width // 2] = True
    distance = ndimage.distance_transform_cdt(np.pad(cells, 1), "chessboard")[1:-1, 1:-1]
    row, column = np.unravel_index(int(distance.argmax()), distance.shape)
    assert innermost(cells) == (column, row)
