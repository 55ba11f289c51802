"""Sources of the last copies, so that the next copies can repeat the transform."""

from collections.abc import Collection, Mapping

from navcore.level.affine import Affine
from navcore.level.model import Element, Level
from navcore.level.operations import motion_of


class Copies:
    """Maps each of the last copies to its source, as the source was then."""

    def __init__(self) -> None:
        """Start without copies."""
        self._sources: Mapping[int, Element] = {}

    def remember(self, sources: Mapping[int, Element]) -> None:
        """Store the copies: id of each copy -> its source."""
        self._sources = sources

    def way(self, level: Level, ids: Collection[int]) -> Affine | None:
        """Return the transform from the sources to these copies in their present positions.

        None if these are not the last copies, if their transforms differ, or if they lie on their
        sources.
        """
        if not ids or set(ids) != self._sources.keys():
            return None
        affine = motion_of((self._sources[copy_id], level.element(copy_id)) for copy_id in ids)
        return None if affine == Affine() else affine
