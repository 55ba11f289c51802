"""Levels as `.json`: a superset of source 000's config, made to be compared and merged.

One element stands on one line, in drawing order; numbers are as short as they can be; what is
at its default is left out, except for what that config has (S0-009, S0-020). Keys that this
version does not know are kept and written back.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from navcore.formats.checks import Fault, FaultError, check_version, convert, is_whole
from navcore.formats.json_text import Source
from navcore.formats.level_keys import (
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
from navcore.formats.level_text import write_level
from navcore.formats.positions import MAX_DEPTH, ValuePath, path_text, quoted
from navcore.formats.texts import holds_halves
from navcore.level.model import Agent, Area, Level, Obstacle, Polygon, Ring, Settings

__all__ = ["MIGRATIONS", "LoadedLevel", "level_from_data", "read_level", "write_level"]

MIGRATIONS: Final[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = MappingProxyType({})
"""By version: what makes the data of that version into data of the next."""

_GREATEST_ID: Final = 2**32 - 1
_FEWEST_CORNERS: Final = 3
_NAMED_IN_WARNING: Final = 8


class LoadedLevel(NamedTuple):
    """A level and what its reader should be told about it."""

    level: Level
    warnings: tuple[str, ...]


def read_level(text: str, path: str | Path) -> LoadedLevel:
    """The level that the text of a file holds; `path` is named in messages.

    Elements without an id get one that depends on their kind and name only, so that the same
    text always gives the same level.

    Raises:
        FormatError: if the text is not a level; the message names line, value and remedy.
    """
    source = Source(text.removeprefix("\ufeff"), path)
    return level_from_data(source.parse(), source)


def level_from_data(data: Any, source: Source) -> LoadedLevel:
    """The level in parsed JSON; `source` is where it came from.

    Raises:
        FormatError: as `read_level`.
    """
    reader = _Reader(source)
    try:
        level = reader.read(data)
    except FaultError as error:
        raise error.fault.told_by(source) from None
    return LoadedLevel(level, tuple(reader.warnings()))


class _Reader:
    """Reads one level; every step raises at the first thing that is wrong."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.unknown: dict[str, None] = {}
        self.dropped: list[str] = []
        self.ids: dict[int, ValuePath] = {}

    def read(self, data: Any) -> Level:
        if not isinstance(data, dict):
            raise FaultError(Fault((), "an object {...}"))
        data = self._migrated(data)
        settings = self._settings(data)
        elements = {kind.key: self._list(data, kind.key) for kind in KINDS}
        self._collect_ids(data)
        maps: dict[str, dict[int, Any]] = {"areas": {}, "obstacles": {}, "agents": {}}
        for kind in KINDS:
            found = maps[kind.map]
            counts: dict[str, int] = {}
            for index, raw in enumerate(elements[kind.key]):
                element_id = raw.get("id") or self._new_id(kind, raw, counts)
                found[element_id] = self._element(
                    raw, kind, (kind.key, index), element_id, float(len(found))
                )
        self._check_names(maps["areas"])
        return Level(
            settings=settings,
            areas=MappingProxyType(maps["areas"]),
            obstacles=MappingProxyType(maps["obstacles"]),
            agents=MappingProxyType(maps["agents"]),
        )

    def warnings(self) -> Iterator[str]:
        path = self.source.path
        if self.unknown:
            names = list(self.unknown)
            more = len(names) - _NAMED_IN_WARNING
            listed = ", ".join(names[:_NAMED_IN_WARNING]) + (
                f" and {more} more" if more > 0 else ""
            )
            yield f"{path}: keys that this version does not know are kept as they are: {listed}"
        if holds_halves(self.source.text):
            yield f"{path}: halves of characters (\\ud800 to \\udfff) were replaced by \ufffd"
        yield from self.dropped

    def _migrated(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data as this version has it."""
        if "format" not in data:
            if "version" in data:
                note = 'the key "version" says nothing without "format" and was dropped'
                self.dropped.append(f"{self.source.path}: {note}")
            return data
        if data["format"] == "waywright-grid":
            message = "this is a baked grid, not a level: load it with load_grid"
            raise self.source.error(message, ("format",))
        if data["format"] != FORMAT:
            raise FaultError(Fault(("format",), f'"{FORMAT}"'))
        version = check_version(data, VERSION, self.source)
        for step in range(version, VERSION):
            data = MIGRATIONS[step](data)
        return data

    def _settings(self, data: dict[str, Any]) -> Settings:
        known = {key: data[key] for key in SETTINGS_KEYS if key in data}
        extra = {key: value for key, value in data.items() if key not in TOP_KEYS}
        for key in extra:
            if key not in RESERVED:
                self.unknown[path_text((key,))] = None
        self._check_depth(extra, ())
        settings = convert({**known, "extra": extra}, Settings, ())
        parts = {part.key: self._part(data, part) for part in PARTS if part.key in data}
        return msgspec.structs.replace(settings, **parts)

    def _part(self, data: dict[str, Any], part: Part) -> tuple[Any, ...]:
        """An array of the settings."""
        found = []
        for index, raw in enumerate(self._list(data, part.key)):
            known = {key: value for key, value in raw.items() if key in part.keys}
            extra = {key: value for key, value in raw.items() if key not in part.keys}
            for key in extra:
                self.unknown[f"{part.key}[].{path_text((key,))}"] = None
            path = (part.key, index)
            self._check_depth(extra, path)
            found.append(convert({**known, "extra": extra}, part.type, path))
        return tuple(found)

    def _list(self, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
        """The objects in the array under this key; none where it is not there."""
        elements = data.get(key, [])
        if not isinstance(elements, list):
            raise FaultError(Fault((key,), "a list [...]"))
        for index, element in enumerate(elements):
            if not isinstance(element, dict):
                raise FaultError(Fault((key, index), "an object {...}"))
        return elements

    def _collect_ids(self, data: dict[str, Any]) -> None:
        """Remembers where each id stands; those of elements must be fit and unique."""
        for kind in KINDS:
            for index, element in enumerate(data.get(kind.key, [])):
                if "id" in element:
                    self._take_id(element["id"], (kind.key, index, "id"))
        for key in RESERVED:
            elements = data.get(key)
            for element in elements if isinstance(elements, list) else ():
                if isinstance(element, dict) and isinstance(element.get("id"), int):
                    self.ids.setdefault(element["id"], (key,))

    def _take_id(self, element_id: Any, path: ValuePath) -> None:
        if not is_whole(element_id, 1) or element_id > _GREATEST_ID:
            raise FaultError(Fault(path, f"a whole number from 1 to {_GREATEST_ID}"))
        if element_id in self.ids:
            other = self.ids[element_id]
            self._refuse_second(f"the id {element_id}", path, other)
        self.ids[element_id] = path

    def _refuse_second(self, what: str, path: ValuePath, other: ValuePath) -> NoReturn:
        where = f"{path_text(other)} on line {self.source.line_of(other)}"
        message = f"{what} must stand once, but {where} has it too"
        raise self.source.error(message, path)

    def _new_id(self, kind: Kind, raw: dict[str, Any], counts: dict[str, int]) -> int:
        """A random-looking id that the same element gets whenever the file is read."""
        name = str(raw.get("name", ""))
        count = counts[name] = counts.get(name, 0) + 1
        attempt = 0
        while True:
            seed = f"{kind.key}\0{name}\0{count}\0{attempt}".encode("utf-8", "surrogatepass")
            element_id = int.from_bytes(hashlib.blake2b(seed, digest_size=4).digest(), "big")
            if element_id and element_id not in self.ids:
                self.ids[element_id] = (kind.key,)
                return element_id
            attempt += 1

    def _element(
        self, raw: dict[str, Any], kind: Kind, path: ValuePath, element_id: int, order: float
    ) -> Area | Obstacle | Agent:
        known = {key: value for key, value in raw.items() if key in kind.keys}
        extra = {key: value for key, value in raw.items() if key not in kind.keys}
        for key in extra:
            self.unknown[f"{kind.key}[].{path_text((key,))}"] = None
        if extra or "shape" in known:
            self._check_depth(raw, path)
        known.update(kind.fixed, id=element_id, order=order, extra=extra)
        element = convert(known, kind.type, path)
        return _with_clean_ring(element, path) if isinstance(element, Polygon) else element

    def _check_names(self, areas: dict[int, Area]) -> None:
        """Refuses areas of the same name: a game opens and shuts them by name (S0-020)."""
        seen: dict[str, int] = {}
        for index, area in enumerate(areas.values()):
            if area.name and area.name in seen:
                path, other = ("areas", index, "name"), ("areas", seen[area.name], "name")
                self._refuse_second(f"the name {quoted(area.name)}", path, other)
            seen[area.name] = index

    def _check_depth(self, data: dict[str, Any], path: ValuePath) -> None:
        """Refuses what could be read but, nested too deep, not surely be written again."""
        layer: list[Any] = [data]
        for _ in range(len(path), MAX_DEPTH):
            inner: list[Any] = []
            for value in layer:
                items = value.values() if isinstance(value, dict) else value
                inner.extend(item for item in items if isinstance(item, dict | list))
            if not inner:
                return
            layer = inner
        message = f"must not be nested deeper than {MAX_DEPTH} brackets"
        raise self.source.fault(message)


def _with_clean_ring(element: Any, path: ValuePath) -> Any:
    """The element without a repeated closing corner; refuses fewer than three (S0-020)."""
    ring: Ring = element.polygon
    closed = len(ring) > 1 and ring[0] == ring[-1]
    if len(ring) - closed < _FEWEST_CORNERS:
        raise FaultError(Fault((*path, "polygon"), "a list of at least 3 points"))
    if not closed:
        return element
    return msgspec.structs.replace(element, polygon=ring[:-1])
