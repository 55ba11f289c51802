"""Levels written as text: one element a line, in drawing order, defaults left out."""

import re
from collections.abc import Iterable, Iterator
from itertools import repeat
from operator import attrgetter
from typing import Any, Final

from navcore.errors import NavcoreError
from navcore.formats.json_text import compact, number, short
from navcore.formats.level_keys import (
    FORMAT,
    OLDEST,
    ORDER,
    PARTS,
    RESERVED,
    SETTINGS_COLUMNS,
    Array,
    Elements,
    element_arrays,
    top_keys,
    version_of,
)
from navcore.formats.positions import quoted
from navcore.formats.progress import WRITTEN_SHARE, Job, go_on
from navcore.formats.stacking import told
from navcore.level.kinds import kind_of_type
from navcore.level.model import (
    Element,
    Level,
    Polygon,
    Ring,
    Settings,
)

_WITHOUT_FLOATS: Final = str.maketrans("", "", "[](), .0123456789-")
"""Deletes all characters of points whose numbers Python and JSON write alike."""
_BRACKETS: Final = str.maketrans("()", "[]")
_POINT_ZERO: Final = re.compile(r"\.0(?=[,\]])")
_ALWAYS_THERE: Final = frozenset({"areas", "obstacles"})
_AT_ONCE: Final = 50
"""Number of elements whose polygons are written by one call: a millisecond for painted blocks."""
_CORNERS_AT_ONCE: Final = 10_000
"""and corners: other threads wait for a call to return."""


def write_level(level: Level, *, job: Job | None = None) -> str:
    r"""Return the text of the level's file, lines ended by `\n`; equal levels give equal texts.

    `job` counts progress and can cancel, see `navcore.formats.progress`.

    Raises:
        Cancelled: if the job is cancelled.
        NavcoreError: if the level contains something that a file can't: a number that is not
            finite, half of a surrogate pair, or unknown data without a JSON form.
    """
    lines = [f'"format": {compact(FORMAT)}', f'"version": {version_of(level)}']
    lines += _settings_lines(level.settings)
    lines += element_lines(level, always=_ALWAYS_THERE, job=job)
    lines += _part_lines(level.settings)
    lines += _extra_lines(level)
    return object_text(lines)


def element_lines(
    level: Level, *, always: frozenset[str] = frozenset(), job: Job | None = None
) -> Iterator[str]:
    """Yield the arrays of elements, key and value; empty ones only if named in `always`.

    Raises:
        NavcoreError: as `write_level`.
    """
    for array in element_arrays():
        elements = _elements_of(level, array)
        if elements or array.key in always:
            yield _array(array.key, _rows(elements, array, job))


def object_text(lines: Iterable[str]) -> str:
    r"""Return an object of these keys and values, one after the other, lines ended by `\n`."""
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _settings_lines(settings: Settings) -> Iterator[str]:
    for key, field, default, always in SETTINGS_COLUMNS:
        value = getattr(settings, field)
        if always or value != default:
            yield f'"{key}": {short(value)}'


def _part_lines(settings: Settings) -> Iterator[str]:
    """Yield the arrays of the settings, one entry a line; empty ones are left out."""
    for part in PARTS:
        entries = getattr(settings, part.key)
        if entries:
            yield _array(part.key, (_row(entry, "", part) for entry in entries))


def _extra_lines(level: Level) -> Iterator[str]:
    extra, version = level.settings.extra, version_of(level)
    # Files of earlier versions may have had something else under the key of a kind.
    later = {array.key: kind_of_type(array.type).version for array in element_arrays()}
    ours = top_keys() - {key for key, since in later.items() if since > OLDEST}
    keys: list[str] = [key for key in RESERVED if key in extra]
    keys += [key for key in extra if key not in RESERVED]
    for key in keys:
        if key in ours:
            continue
        value = extra[key]
        name = f"{key} of version {OLDEST}" if later.get(key, version + 1) <= version else key
        if isinstance(value, list) and value:
            yield _array(name, map(compact, value))
        else:
            yield f"{compact(name)}: {compact(value)}"


def _elements_of(level: Level, array: Elements) -> list[Element]:
    among = sorted(level.of(array.type).values(), key=attrgetter("order", "id"))
    found = among
    for field, value in array.fixed.items():
        found = [element for element in found if getattr(element, field) == value]
    return told(found, among) if ORDER in array.keys else found


def _array(key: str, items: Iterable[str]) -> str:
    body = ",\n    ".join(items)
    return f"{compact(key)}: [\n    {body}\n  ]" if body else f"{compact(key)}: []"


def _rows(elements: list[Element], array: Elements, job: Job | None) -> Iterator[str]:
    """The texts of elements."""
    for start in range(0, len(elements), _AT_ONCE):
        go_on(job, 0, WRITTEN_SHARE, start / len(elements))
        part = elements[start : start + _AT_ONCE]
        polygons = [element.polygon for element in part if isinstance(element, Polygon)]
        try:
            rings = _rings(polygons) if polygons else repeat("")
            texts = list(map(_row, part, rings, repeat(array)))
        except NavcoreError:
            # One by one, to find the faulty element.
            texts = [_element(element, array) for element in part]
        yield from texts


def _element(element: Element, array: Elements) -> str:
    try:
        ring = _ring(element.polygon) if isinstance(element, Polygon) else ""
        return _row(element, ring, array)
    except NavcoreError as error:
        name = quoted(element.name)
        message = f"{array.key}: {name} (id {element.id}) can't be written: {error}"
        raise NavcoreError(message) from error


def _row(entry: Any, ring: str, array: Array[Any]) -> str:
    """Return the text of an entry; `ring` is the text of its polygon."""
    pairs = []
    for key, field, default, always in array.columns:
        if ring and field == "polygon":
            pairs.append(f'"polygon": {ring}')
            continue
        value = getattr(entry, field)
        if always or value != default:
            pairs.append(f'"{key}": {short(value)}')
    if entry.extra:
        unknown = (pair for pair in entry.extra.items() if pair[0] not in array.keys)
        pairs += [f"{compact(key)}: {compact(value)}" for key, value in unknown]
    return "{" + ", ".join(pairs) + "}"


def _rings(rings: list[Ring]) -> list[str]:
    """Return the texts of polygons, all at once where nothing about them is unusual."""
    if min(map(len, rings)) < 2 or sum(map(len, rings)) > _CORNERS_AT_ONCE:
        return [_ring(ring) for ring in rings]
    text = _plain_points([_closed(ring) for ring in rings])
    if text is None:
        return [_ring(ring) for ring in rings]
    return [f"[[{piece}]]" for piece in text[3:-3].split("]], [[")]


def _ring(ring: Ring) -> str:
    """Return a polygon as JSON: most of a file is this."""
    points = _closed(ring)
    starts = range(0, len(points), _CORNERS_AT_ONCE)
    pieces = (_points(points[start : start + _CORNERS_AT_ONCE]) for start in starts)
    return f"[{', '.join(pieces)}]"


def _closed(ring: Ring) -> Ring:
    """Return the polygon as written: closed if its ends coincide, as readers drop one corner."""
    return (*ring, ring[0]) if len(ring) > 1 and ring[0] == ring[-1] else ring


def _points(points: Ring) -> str:
    """Return points one after the other, numbers as `number` writes them."""
    text = _plain_points(points) if len(points) > 1 else None
    if text is not None:
        return text[1:-1]
    return ", ".join([f"[{number(x)}, {number(z)}]" for x, z in points])


def _plain_points(nested: Ring | list[Ring]) -> str | None:
    """Return points as JSON, with brackets; None if Python and JSON write a number differently."""
    text = repr(nested)
    if "-0.0" in text or text.translate(_WITHOUT_FLOATS):
        return None
    return _POINT_ZERO.sub("", text.translate(_BRACKETS))
