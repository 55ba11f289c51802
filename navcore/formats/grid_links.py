"""The links of a grid in its `.json`: a line each, in the order of the level."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from navcore.bake.grid_links import CellPair, GridLink
from navcore.bake.lattice import Lattice
from navcore.formats.checks import Fault, FaultError, convert, is_whole
from navcore.formats.json_text import short
from navcore.formats.positions import ValuePath

KEY: Final = "links"

_PAIR_LENGTH: Final = 4
_MOST_ID: Final = 2**32 - 1


def links_text(links: Iterable[GridLink]) -> str:
    """Return the key and the links, a line each."""
    return f'"{KEY}": [\n    ' + ",\n    ".join(map(_link_text, links)) + "\n  ]"


def links_of(data: dict[str, Any], lattice: Lattice) -> tuple[GridLink, ...]:
    """Return the links in parsed JSON; none where the key is missing.

    Raises:
        FaultError: for the first value that is no link's, or a cell outside of the lattice.
    """
    raw = data.get(KEY, [])
    if not isinstance(raw, list):
        raise FaultError(Fault((KEY,), "a list [...]"))
    links = tuple(_link(one, (KEY, at), lattice) for at, one in enumerate(raw))
    seen: set[int] = set()
    for at, link in enumerate(links):
        if link.id in seen:
            raise FaultError(Fault((KEY, at, "id"), "another id than those before it"))
        seen.add(link.id)
    return links


def _link_text(link: GridLink) -> str:
    data = msgspec.to_builtins(link)
    if not link.to_layer:
        del data["toLayer"]
    return short(data)


def _link(raw: Any, path: ValuePath, lattice: Lattice) -> GridLink:
    if not isinstance(raw, dict):
        raise FaultError(Fault(path, "an object {...}"))
    if "cells" not in raw:
        allowed = "a list of [column, row, column, row]"
        raise FaultError(Fault(path, allowed, missing="cells"))
    link = convert({key: raw[key] for key in raw if key != "cells"}, GridLink, path)
    if not 0 < link.id <= _MOST_ID:
        raise FaultError(Fault((*path, "id"), f"a whole number from 1 to {_MOST_ID}"))
    if link.cost_in_metres < 0:
        raise FaultError(Fault((*path, "cost"), "a number of at least 0"))
    for key, end in (("from", link.start), ("to", link.end)):
        if len(end) not in {1, 2}:
            raise FaultError(Fault((*path, key), "one point or two"))
    return msgspec.structs.replace(link, cells=_pairs(raw["cells"], path, lattice))


def _pairs(raw: Any, path: ValuePath, lattice: Lattice) -> tuple[CellPair, ...]:
    if not isinstance(raw, list):
        raise FaultError(Fault((*path, "cells"), "a list of [column, row, column, row]"))
    for at, pair in enumerate(raw):
        if not _is_pair(pair, lattice):
            allowed = "[column, row, column, row] within the grid"
            raise FaultError(Fault((*path, "cells", at), allowed))
    return tuple((a, b, c, d) for a, b, c, d in raw)


def _is_pair(pair: Any, lattice: Lattice) -> bool:
    if not isinstance(pair, list) or len(pair) != _PAIR_LENGTH:
        return False
    if not all(is_whole(value, 0) for value in pair):
        return False
    return lattice.holds(pair[0], pair[1]) and lattice.holds(pair[2], pair[3])
