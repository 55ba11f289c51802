"""Levels written as text: one element a line, in drawing order, defaults left out."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from navcore.errors import NavcoreError
from navcore.formats.json_text import compact, number, short
from navcore.formats.level_keys import (
    CONFIG_KEYS,
    FORMAT,
    KINDS,
    PARTS,
    RESERVED,
    SETTINGS_KEYS,
    TOP_KEYS,
    VERSION,
    Kind,
    Part,
)
from navcore.formats.positions import quoted
from navcore.level.model import (
    Agent,
    Area,
    Background,
    ExportTarget,
    Level,
    Obstacle,
    Ring,
    Settings,
)

_WITHOUT_FLOATS: Final = str.maketrans("", "", "[](), .0123456789-")
"""Leaves nothing of points whose numbers Python and JSON write alike."""
_BRACKETS: Final = str.maketrans("()", "[]")
_POINT_ZERO: Final = re.compile(r"\.0(?=[,\]])")
_ALWAYS_THERE: Final = frozenset({"areas", "obstacles"})


def write_level(level: Level) -> str:
    r"""The text of the level's file, lines ended by `\n`; equal levels give equal texts.

    Raises:
        NavcoreError: if the level holds something that a file can't: a number that is not
            finite, half of a character, or unknown data that JSON has no form for.
    """
    lines = [f'"format": {compact(FORMAT)}', f'"version": {VERSION}']
    lines += _settings_lines(level.settings)
    lines += element_lines(level, always=_ALWAYS_THERE)
    lines += _part_lines(level.settings)
    lines += _extra_lines(level.settings.extra)
    return object_text(lines)


def element_lines(level: Level, *, always: frozenset[str] = frozenset()) -> Iterator[str]:
    """The arrays of the level's elements, key and value; empty ones only if named in `always`.

    Raises:
        NavcoreError: as `write_level`.
    """
    for kind in KINDS:
        elements = _elements_of(level, kind)
        if elements or kind.key in always:
            yield _array(kind.key, (_element(element, kind) for element in elements))


def object_text(lines: Iterable[str]) -> str:
    r"""An object of these keys and values, one after the other, lines ended by `\n`."""
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _settings_lines(settings: Settings) -> Iterator[str]:
    defaults = Settings()
    for key, field in SETTINGS_KEYS.items():
        value = getattr(settings, field)
        if key in CONFIG_KEYS or value != getattr(defaults, field):
            yield f'"{key}": {short(value)}'


def _part_lines(settings: Settings) -> Iterator[str]:
    """The arrays of the settings, one entry a line; empty ones are left out."""
    for part in PARTS:
        entries = getattr(settings, part.key)
        if entries:
            yield _array(part.key, (_part_entry(entry, part) for entry in entries))


def _part_entry(entry: ExportTarget | Background, part: Part) -> str:
    defaults = _defaults(part.type)
    pairs = [
        f'"{key}": {short(getattr(entry, field))}'
        for key, field in part.keys.items()
        if key in part.always or getattr(entry, field) != defaults[field]
    ]
    pairs += [
        f"{compact(key)}: {compact(value)}"
        for key, value in entry.extra.items()
        if key not in part.keys
    ]
    return "{" + ", ".join(pairs) + "}"


def _extra_lines(extra: dict[str, Any]) -> Iterator[str]:
    keys: list[str] = [key for key in RESERVED if key in extra]
    keys += [key for key in extra if key not in RESERVED and key not in TOP_KEYS]
    for key in keys:
        value = extra[key]
        if isinstance(value, list) and value:
            yield _array(key, map(compact, value))
        else:
            yield f"{compact(key)}: {compact(value)}"


def _elements_of(level: Level, kind: Kind) -> list[Area | Obstacle | Agent]:
    found = [
        element
        for element in getattr(level, kind.map).values()
        if all(getattr(element, field) == value for field, value in kind.fixed.items())
    ]
    return sorted(found, key=lambda element: (element.order, element.id))


def _array(key: str, items: Iterable[str]) -> str:
    body = ",\n    ".join(items)
    return f"{compact(key)}: [\n    {body}\n  ]" if body else f"{compact(key)}: []"


def _element(element: Area | Obstacle | Agent, kind: Kind) -> str:
    try:
        return "{" + ", ".join(_entries(element, kind)) + "}"
    except NavcoreError as error:
        name = quoted(element.name)
        message = f"{kind.key}: {name} (id {element.id}) can't be written: {error}"
        raise NavcoreError(message) from error


def _entries(element: Area | Obstacle | Agent, kind: Kind) -> Iterator[str]:
    defaults = _defaults(kind.type)
    for key, field in kind.keys.items():
        value = getattr(element, field)
        if key == "polygon":
            yield f'"polygon": {_ring(value)}'
        elif key in kind.always or value != defaults[field]:
            yield f'"{key}": {short(value)}'
    for key, value in element.extra.items():
        if key not in kind.keys:
            yield f"{compact(key)}: {compact(value)}"


def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return _DEFAULTS[kind]


_DEFAULTS: Final[dict[type, dict[str, Any]]] = {}


def _ring(ring: Ring) -> str:
    """A polygon; one whose ends meet is closed, since readers drop one closing corner."""
    closed = len(ring) > 1 and ring[0] == ring[-1]
    return _points((*ring, ring[0]) if closed else ring)


def _points(points: Ring) -> str:
    """Points as JSON, numbers as `number` writes them: most of a file is this."""
    text = repr(points)
    if len(points) < 2 or "-0.0" in text or text.translate(_WITHOUT_FLOATS):
        return "[" + ", ".join([f"[{number(x)}, {number(z)}]" for x, z in points]) + "]"
    return _POINT_ZERO.sub("", text.translate(_BRACKETS))
