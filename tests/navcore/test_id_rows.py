"""The kernel that finds the rows of ids after an edit."""

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.search import id_rows

IDS = st.lists(st.integers(1, 60) | st.integers(1, 2**40), unique=True, max_size=40)
ASCENDING = np.empty(0, np.int64)


def found(kernel: ModuleType, ids: np.ndarray, order: np.ndarray, sought: np.ndarray) -> list[int]:
    """Return the row of each sought id."""
    rows = np.full(len(sought), 99, np.int32)
    kernel.find_rows(*buffers(kernel, ids, order, sought, rows))
    return rows.tolist()


@pytest.mark.parametrize("kernel", [id_rows, load_interpreted("id_rows")])
@given(IDS, IDS, st.randoms(use_true_random=False))
def test_each_id_has_the_row_that_a_dictionary_says(
    kernel: ModuleType, held: list[int], others: list[int], random: object
) -> None:
    """Ids and queries may be in any order, with gaps, unknown ones, or empty."""
    for listed, is_sorted in ((held, False), (sorted(held), True)):
        ids = np.array(listed, np.int64)
        order = ASCENDING if is_sorted else np.argsort(ids)
        row = {one: number for number, one in enumerate(listed)}
        mixed = [*listed, *others]
        random.shuffle(mixed)
        for sought in (listed, listed[::2], listed[::-1], sorted(mixed), mixed, [*listed, *others]):
            rows = found(kernel, ids, order, np.array(sought, np.int64))
            assert rows == [row.get(one, -1) for one in sought]
