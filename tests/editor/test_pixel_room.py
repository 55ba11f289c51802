"""Memory for pictures that is reused for any size."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.painting.pixel_room import PixelRoom

SIDES = st.integers(0, 40)


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=30))
def test_pictures_have_their_size_and_no_new_memory_once_it_was_larger(
    sizes: list[tuple[int, int]],
) -> None:
    """Rows have no gaps, as kernels and Qt need them."""
    room = PixelRoom()
    largest, last = 0, room.of(0, 0)
    for height, width in sizes:
        picture = room.of(height, width)
        assert picture.shape == (height, width)
        assert picture.flags.c_contiguous
        picture.fill(7)
        if 0 < height * width <= largest:
            assert np.shares_memory(picture, last)
        if height * width > 0:
            largest, last = max(largest, height * width), picture
