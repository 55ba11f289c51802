"""Cache of bakes in which areas that need abilities are open, for profiles that have them."""

from collections.abc import Callable
from threading import Lock
from typing import Final, Generic, TypeVar

VariantT = TypeVar("VariantT")

_MOST: Final = 16
"""Variants that are kept, the last asked for."""


class Variants(Generic[VariantT]):
    """Variants of one version of a world, by the ids of the areas that abilities open in it."""

    __slots__ = ("_kept", "_lock")

    def __init__(self) -> None:
        """None are known."""
        self._kept: dict[frozenset[int], VariantT] = {}
        self._lock = Lock()

    def get(self, opened: frozenset[int], make: Callable[[], VariantT]) -> VariantT:
        """Return the variant with these areas open; any number of threads may ask."""
        with self._lock:
            found = self._kept.pop(opened, None)
            if found is None:
                found = make()
            self._kept[opened] = found
            while len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]
            return found
