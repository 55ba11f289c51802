"""Match elements of two levels whose ids differ.

Elements are usually matched by id. Files of other programs have no ids, so a changed element is
read with another id: unmatched elements of both sides are paired by equal contents, then by a name
that one element of its kind has on each side.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from navcore.level.bases import Chunk, Element
from navcore.level.kinds import all_kinds
from navcore.level.model import Level

ElementT = TypeVar("ElementT", bound=Element)


def aligned(old: Level, new: Level) -> Level:
    """Return the old level with elements under the ids that they have in the new one."""
    ids: dict[int, int] = {}
    for kind in all_kinds():
        was, now = old.of(kind.type), new.of(kind.type)
        if was is not now and not issubclass(kind.type, Chunk):
            gone = [one for key, one in was.items() if key not in now and new.get(key) is None]
            come = [one for key, one in now.items() if key not in was and old.get(key) is None]
            ids.update(_pairs(gone, come))
    if not ids:
        return old
    elements: dict[type[Element], dict[int, Element]] = {}
    for type_, held in old.held.items():
        moved = (
            msgspec.structs.replace(one.renumbered(ids), id=ids.get(key, key))
            for key, one in held.items()
        )
        elements[type_] = {one.id: one for one in moved}
    return Level(settings=old.settings, elements=elements)


def _pairs(gone: list[ElementT], come: list[ElementT]) -> Iterator[tuple[int, int]]:
    """Yield pairs of ids of elements of one kind, in the old level and in the new one."""
    if not gone or not come:
        return
    alike = {_content_key(one): one.id for one in come}
    taken = set[int]()
    for one in gone:
        key = alike.pop(_content_key(one), None)
        if key is not None:
            taken |= {one.id, key}
            yield one.id, key
    names = [_named(one for one in each if one.id not in taken) for each in (gone, come)]
    for name in names[0].keys() & names[1].keys():
        yield names[0][name], names[1][name]


def _content_key(one: Element) -> bytes:
    """Return all values of an element except for its id and its position in the list."""
    return msgspec.json.encode(msgspec.structs.replace(one, id=1, order=0.0))


def _named(elements: Iterable[Element]) -> dict[str, int]:
    """Return ids by name, for names that only one element has."""
    listed = [one for one in elements if one.name]
    counts = Counter(one.name for one in listed)
    return {one.name: one.id for one in listed if counts[one.name] == 1}
