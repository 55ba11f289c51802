"""Names of many elements at once: numbered by a pattern, found and replaced."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.rings import Box
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import Kind, all_kinds, words_of
from navcore.level.model import Element, Level, Point
from navcore.level.naming import called
from navcore.level.operations.transform import bounds_of

Drawn: TypeAlias = Element

_PLACES: Final = re.compile(r"#+")


def rename_all(level: Level, names: Mapping[int, str]) -> Edit:
    """Rename elements by id; spaces around names are dropped.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if an area would lose its name, or two areas would have the same one.
    """
    wanted = {element_id: name.strip() for element_id, name in names.items()}
    for sentence in name_faults(level, wanted).values():
        raise NavcoreError(sentence)
    elements = [level.element(element_id) for element_id in wanted]
    changed = [e for e in elements if e.name != wanted[e.id]]
    if not changed:
        return Edit()
    new = [replace(element, name=wanted[element.id]) for element in changed]
    label = tr("Rename {0}").format(called(changed))
    if len(changed) == 1 and new[0].name:
        label = tr("Rename {0} to {1}").format(called(changed), new[0].name)
    return Edit.put(level, new, label)


def name_faults(level: Level, names: Mapping[int, str]) -> dict[int, str]:
    """Return why elements can't have these names together: a sentence by id.

    Areas must have names that differ, see `Kind.names_differ`. Names of obstacles and agents are
    free.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [level.element(element_id) for element_id in names]
    faults: dict[int, str] = {}
    for kind in all_kinds():
        if kind.names_differ:
            same = [(e, names[e.id]) for e in elements if type(e) is kind.type]
            others = {e.name: e for e in level.of(kind.type).values() if e.id not in names}
            faults |= _faults_of(kind, same, others) if same else {}
    return faults


def _faults_of(
    kind: Kind, names: Sequence[tuple[Element, str]], others: Mapping[str, Element]
) -> dict[int, str]:
    """Return why elements of a kind can't have these names, given the names of others."""
    counts = Counter(name for _, name in names)
    faults: dict[int, str] = {}
    for element, name in names:
        if not name:
            faults[element.id] = tr(kind.words(element).nameless)
        elif name in others:
            faults[element.id] = tr(kind.words(others[name]).namesake).format(name)
        elif counts[name] > 1:
            many = tr(kind.variants[0].many).format(counts[name])
            said = tr("{0} would be named {1}. Names must differ.")
            faults[element.id] = said.format(many, name)
    return faults


def numbered_names(elements: Iterable[Drawn], pattern: str, start: int = 1) -> dict[int, str]:
    """Return new names by id, numbered from `start` in the order of `elements`.

    Each run of `#` in the pattern stands for the number, padded to that many digits:
    `table_##` gives `table_01`, `table_02`.

    Raises:
        NavcoreError: if the pattern has no `#`, or the first number is under 0.
    """
    stripped = pattern.strip()
    if not _PLACES.search(stripped):
        message = tr("Type # or ## where the number goes, like table_##.")
        raise NavcoreError(message)
    if start < 0:
        message = tr("Type a first number of 0 or more.")
        raise NavcoreError(message)
    return {
        element.id: _filled(stripped, start + position) for position, element in enumerate(elements)
    }


def replaced_names(
    elements: Iterable[Drawn], find: str, replacement: str, *, match_case: bool = False
) -> dict[int, str]:
    """Return new names by id, with all occurrences of `find` replaced.

    An empty `find` matches nothing. Names that don't change are left out.
    """
    if not find:
        return {}
    sought = re.compile(re.escape(find), re.NOFLAG if match_case else re.IGNORECASE)
    found: dict[int, str] = {}
    for element in elements:
        name = sought.sub(lambda _: replacement, element.name)
        if name != element.name:
            found[element.id] = name.strip()
    return found


def reading_order(elements: Iterable[Drawn]) -> list[Drawn]:
    """Return the elements in reading order: rows from top to bottom, each from left to right.

    A row starts with the element whose middle is highest, and includes all elements whose middle is
    not below its bottom. The result doesn't depend on the order of the input.
    """
    listed = list(elements)
    boxes = {element.id: bounds_of([element]) for element in listed}
    left = sorted(listed, key=lambda e: (-_middle(boxes[e.id])[1], e.id))
    ordered: list[Drawn] = []
    at = 0
    while at < len(left):
        lowest = boxes[left[at].id][1]
        end = at + 1
        while end < len(left) and _middle(boxes[left[end].id])[1] >= lowest:
            end += 1
        ordered += sorted(left[at:end], key=lambda e: (_middle(boxes[e.id])[0], e.order, e.id))
        at = end
    return ordered


def common_pattern(elements: Sequence[Drawn]) -> str:
    """Return a pattern that fits the present names: `table_##`, else `obstacle_##`."""
    stems = Counter(re.sub(r"[_\s-]*\d*$", "", element.name) for element in elements)
    stem, count = stems.most_common(1)[0] if stems else ("", 0)
    if not stem or 2 * count <= len(elements):
        kinds = {words_of(element).stem for element in elements}
        stem = kinds.pop() if len(kinds) == 1 else "element"
    return f"{stem.replace('#', '')}_##"


def _filled(pattern: str, number: int) -> str:
    return _PLACES.sub(lambda run: f"{number:0{len(run[0])}d}", pattern)


def _middle(box: Box) -> Point:
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
