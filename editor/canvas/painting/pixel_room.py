"""Memory for pictures that are painted anew again and again, in another size each time.

New memory is slow: the first write to each page of a canvas takes ten times as long as the next.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint32]
"""(height, width) premultiplied ARGB, one word a pixel."""

MORE: Final = 1.25
"""How much more is taken than is needed: parts of a canvas grow little by little."""


class PixelRoom:
    """Room for one picture at a time, as large as the largest so far."""

    def __init__(self) -> None:
        """Start without memory."""
        self._words = np.empty(0, np.uint32)

    def of(self, height: int, width: int) -> Pixels:
        """Return a picture of this size; its pixels are whatever was there last.

        The picture before it is no longer of use, for it has the same memory.
        """
        if self._words.size < height * width:
            self._words = np.empty(round(MORE * height * width), np.uint32)
        return self._words[: height * width].reshape(height, width)


SCRATCH: Final = PixelRoom()
"""For pictures that are drawn right after they are painted."""
