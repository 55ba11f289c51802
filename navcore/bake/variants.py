"""Cache of what one version of a world gives profiles that differ from others."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

VariantT = TypeVar("VariantT")

_MOST: Final = 16
"""Most variants that are kept, the last used ones."""


class Variants(Generic[VariantT]):
    """Variants of one version of a world, by key."""

    __slots__ = ("_kept", "_lock")

    def __init__(self) -> None:
        """Start without variants."""
        self._kept: dict[Hashable, VariantT] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], VariantT]) -> VariantT:
        """Return the variant of this key, made by the first thread that asks."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None:
                found = make()
            self._kept[key] = found
            while len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]
            return found
