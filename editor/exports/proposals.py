"""Proposals of further grids for a level: one per storey, then other formats and names."""

import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import Final

from msgspec.structs import replace

from navcore.errors import UnknownProfile
from navcore.export import profile_for
from navcore.level.model import ExportTarget, Settings
from navcore.level.tables import GROUND

_NOT_IN_NAMES: Final = re.compile(r"[^\w-]+")
"""Characters that file names must not contain, even if a storey's name does."""


def first_grids(first: ExportTarget, settings: Settings) -> tuple[ExportTarget, ...]:
    """Return the grids proposed for a level without any, named after `NAME.grid.txt`.

    It is that one alone, or a JSON grid per storey if there are several, because links lead from
    one to another.
    """
    names = settings.layer_names
    return (first,) if len(names) == 1 else tuple(_of_storey(first, name) for name in names)


def further_grids(
    first: ExportTarget, settings: Settings, beside: Collection[ExportTarget]
) -> Iterator[ExportTarget]:
    """Yield further grids: for storeys without one, then with other names."""
    names = settings.layer_names
    if len(names) > 1:
        written = {storey_of(target, settings) for target in beside}
        yield from (_of_storey(first, name) for name in names if name not in written)
    yield first
    stem = first.path.removesuffix(".grid.txt")
    yield replace(first, path=f"{stem}.grid.json", format="json")
    for number in count(2):
        yield replace(first, path=f"{stem}_{number}.grid.txt")


def storey_of(target: ExportTarget, settings: Settings) -> str:
    """Return the storey of a target's grid, even if the level lacks it."""
    try:
        return profile_for(target, settings).layer
    except UnknownProfile:
        return target.layer or GROUND


def _of_storey(first: ExportTarget, name: str) -> ExportTarget:
    stem = first.path.removesuffix(".grid.txt")
    if name == GROUND:
        return replace(first, path=f"{stem}.grid.json", format="json")
    word = _NOT_IN_NAMES.sub("_", name).strip("_")
    return replace(first, path=f"{stem}_{word}.grid.json", format="json", layer=name)
