"""Painting of a picture by two threads, for kernels that release the interpreter lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

_HELPER: Final = ThreadPoolExecutor(1, "waywright-paint")
"""A second thread; it starts when it is first needed."""


def in_bands(paint: Callable[[int, int], None], height: int, count: int) -> None:
    """Paint rows of a picture in `count` bands; `paint(top, bottom)` paints one of them.

    This thread and another one take the next band until none is left. If the other one has not
    begun by then, it is not waited for.
    """
    edges = [height * number // count for number in range(count + 1)]
    bands = list(pairwise(edges))
    if count == 1:
        paint(*bands[0])
        return

    def take() -> None:
        while bands:
            try:
                band = bands.pop()
            except IndexError:
                return
            paint(*band)

    helper = _HELPER.submit(take)
    take()
    if not helper.cancel():
        helper.result()
