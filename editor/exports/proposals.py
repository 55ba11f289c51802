"""Which grids a level could write next: one for each storey, then in other formats and names."""

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
"""What names of files do without, whatever a storey is called."""


def first_grids(first: ExportTarget, settings: Settings) -> tuple[ExportTarget, ...]:
    """Return the grids proposed for a level that names none, from `NAME.grid.txt` on.

    That one alone; for a level with several storeys a JSON grid of each, as links lead from one to
    another.
    """
    names = settings.layer_names
    return (first,) if len(names) == 1 else tuple(_of_storey(first, name) for name in names)


def further_grids(
    first: ExportTarget, settings: Settings, beside: Collection[ExportTarget]
) -> Iterator[ExportTarget]:
    """Yield grids to write beside others: of storeys that have none, then under other names."""
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
    """Return the storey whose grid a target writes, also if the level lacks it."""
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
