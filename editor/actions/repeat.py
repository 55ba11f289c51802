"""What the last copies were made of, so that the next ones can go the same way on."""

from collections.abc import Collection, Mapping

from navcore.level.affine import Affine
from navcore.level.model import Element, Level
from navcore.level.operations import motion_of


class Copies:
    """Remembers of which element each of the last copies was made, as it was then."""

    def __init__(self) -> None:
        """No copies yet."""
        self._sources: Mapping[int, Element] = {}

    def remember(self, sources: Mapping[int, Element]) -> None:
        """These were made: id of each copy -> what it is a copy of."""
        self._sources = sources

    def way(self, level: Level, ids: Collection[int]) -> Affine | None:
        """The move and turn from the sources to just these copies, as they lie now.

        None if these are not the last copies, if they have not all gone the same way, or if
        they lie on their sources.
        """
        if not ids or set(ids) != self._sources.keys():
            return None
        affine = motion_of((self._sources[copy_id], level.element(copy_id)) for copy_id in ids)
        return None if affine == Affine() else affine
