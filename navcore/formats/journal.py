"""Journals: one line for every edit, written as it happens and read back after a crash.

The first line identifies the level of the journal; every other line contains the changes of one
edit. Each line begins with its checksum, so that lines torn by a crash are recognised. A journal is
for one machine and one version of the program; level files are for keeping.
"""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import msgspec

from navcore.errors import FormatError
from navcore.formats.json_text import Source
from navcore.formats.positions import shortened
from navcore.formats.progress import Job, looked_at
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import all_kinds, kind_of
from navcore.level.model import SETTINGS_ID, Element, Item, Level, Settings

FORMAT: Final = "waywright-journal"
VERSION: Final = 1

_CHECKSUM: Final = 8
"""Hexadecimal digits at the beginning of a line."""

_IDS: Final = ("new", "gone")


@dataclass(frozen=True, slots=True)
class Header:
    """The level and session that a journal belongs to."""

    sequence: int
    """Number of the journal, and of the backup from which it starts."""
    file: str = ""
    """The level's file, absolute; empty if it has none yet."""
    name: str = ""
    """Title of a level without a file."""
    saved: str = ""
    """Digest of the level's file when it was last opened or saved."""
    follows: int = -1
    """Number of lines of the previous journal that lead to the same level; -1 if none do."""
    orders: Mapping[int, float] = field(default_factory=dict)
    """Drawing orders that the backup's file, which holds positions only, gives differently."""


@dataclass(frozen=True, slots=True)
class Line:
    """One edit: the items that it puts and removes."""

    put: tuple[Item, ...] = ()
    new: frozenset[int] = frozenset()
    """Ids of items that were not there before the edit."""
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """The readable contents of a journal."""

    header: Header
    lines: tuple[Line, ...]
    fault: str = ""
    """Why nothing was read beyond these lines; empty at the end, and where a crash tore it."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A level after replaying lines, and how many lines were applied."""

    level: Level
    count: int
    fault: str = ""
    """Why it was stopped there; empty if all lines fitted."""


def write_header(header: Header) -> bytes:
    """Return the first line of a journal."""
    # Not `asdict`: it copies each of maybe 40,000 orders by itself, which takes 200 ms.
    values = {one.name: getattr(header, one.name) for one in fields(header)}
    values["orders"] = {str(item_id): order for item_id, order in header.orders.items()}
    return _signed({"format": FORMAT, "version": VERSION, **values})


def write_line(edit: Edit, number: int) -> bytes:
    """Return the line of an edit; `number` counts the lines of the journal from 1."""
    values: dict[str, Any] = {"n": number}
    gone: list[int] = []
    for item_id, item in edit.after.items():
        if item is None:
            gone.append(item_id)
        elif isinstance(item, Settings):
            values["settings"] = item
        else:
            values.setdefault(kind_of(item).name, []).append(item)
    new = [item_id for item_id, item in edit.before.items() if item is None]
    if new:
        values["new"] = new
    if gone:
        values["gone"] = gone
    return _signed(values)


def read_journal(data: bytes, path: str | Path) -> Journal:
    """Return the contents of a journal, without a last line that a crash tore.

    Raises:
        FormatError: if the first line is not a journal's, or is of a newer version.
    """
    *pieces, _ = data.split(b"\n")
    head = _unsigned(pieces[0]) if pieces else None
    header = _header(head, path)
    lines: list[Line] = []
    for number, piece in enumerate(pieces[1:], start=1):
        line = _line(_unsigned(piece), number)
        if line is None:
            torn = number == len(pieces) - 1
            fault = "" if torn else tr("Line {0} of the journal is damaged").format(number)
            return Journal(header, tuple(lines), fault)
        lines.append(line)
    return Journal(header, tuple(lines))


def replay(level: Level, lines: Iterable[Line]) -> Replayed:
    """Return the level after these lines, up to the first line that does not fit."""
    count = 0
    for line in lines:
        changes: dict[int, Item | None] = dict.fromkeys(line.gone)
        for item in line.put:
            changes[SETTINGS_ID if isinstance(item, Settings) else item.id] = item
        if not all((level.get(i) is None) == (i in line.new) for i in changes):
            fault = tr("Line {0} of the journal does not fit the level").format(count + 1)
            return Replayed(level, count, fault)
        level = level.with_items(changes)
        count += 1
    return Replayed(level, count)


def orders_that_differ(level: Level, loaded: Level, job: Job | None = None) -> dict[int, float]:
    """Return the drawing orders of `level` that `loaded`, the same read from its file, has not.

    Raises:
        Cancelled: if the job is cancelled.
    """
    return {
        element.id: element.order
        for kind, elements in level.held.items()
        for element in looked_at(elements.values(), job)
        if loaded.of(kind)[element.id].order != element.order
    }


def with_orders(level: Level, orders: Mapping[int, float]) -> Level:
    """Return the level with these drawing orders."""
    changes: dict[int, Item | None] = {}
    for item_id, order in orders.items():
        item = level.get(item_id)
        if isinstance(item, Element):
            changes[item_id] = msgspec.structs.replace(item, order=order)
    return level.with_items(changes)


def _signed(fields: dict[str, Any]) -> bytes:
    try:
        body = msgspec.json.encode(fields)
    except (ValueError, TypeError, OverflowError):
        # Unknown keys may hold what only Python's own JSON writes: huge numbers, half characters.
        body = json.dumps(msgspec.to_builtins(fields)).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _unsigned(line: bytes) -> dict[str, Any] | None:
    """Return the fields of a line; None if its checksum is wrong."""
    checksum, space, body = line[:_CHECKSUM], line[_CHECKSUM : _CHECKSUM + 1], line[_CHECKSUM + 1 :]
    if space != b" " or checksum != b"%08x" % zlib.crc32(body):
        return None
    try:
        fields = Source(body.decode("utf-8"), "").parse()
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _header(fields: dict[str, Any] | None, path: str | Path) -> Header:
    if fields is None or fields.pop("format", None) != FORMAT:
        message = tr("{0}: this is not a journal, or its first line is damaged").format(path)
        raise FormatError(message)
    version = fields.pop("version", None)
    if version != VERSION:
        message = tr("{0}: this journal is of version {1}, this Waywright reads {2}")
        raise FormatError(message.format(path, shortened(str(version)), VERSION))
    try:
        return msgspec.convert(fields, Header, strict=False)
    except msgspec.ValidationError as error:
        message = tr("{0}: the first line of the journal is damaged: {1}").format(path, error)
        raise FormatError(message) from error


def _line(fields: dict[str, Any] | None, number: int) -> Line | None:
    """Return the edit in a line; None if it contains none, or has another number."""
    if fields is None or fields.get("n") != number:
        return None
    try:
        put: list[Item] = [
            msgspec.convert(raw, kind.type)
            for kind in all_kinds()
            for raw in fields.pop(kind.name, ())
        ]
        if "settings" in fields:
            put.append(msgspec.convert(fields.pop("settings"), Settings, str_keys=True))
        new, gone = (msgspec.convert(fields.pop(key, ()), tuple[int, ...]) for key in _IDS)
        # Unknown changes would otherwise be lost silently.
        return Line(tuple(put), frozenset(new), gone) if fields.keys() == {"n"} else None
    except (msgspec.ValidationError, TypeError):
        return None
