"""Levels as `.json`: a superset of source 000's config, made for comparing and merging.

Each element is one line, in drawing order; numbers are as short as possible; default values are
left out, except for keys of that config (S0-009, S0-020). Unknown keys are kept and written back.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat, starmap
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from navcore.errors import FormatError
from navcore.formats.checks import Fault, FaultError, check_version, convert, convert_all, is_whole
from navcore.formats.json_pieces import collector_paused
from navcore.formats.json_text import Source
from navcore.formats.level_keys import (
    FORMAT,
    OLDEST,
    PARTS,
    RESERVED,
    SETTINGS_COLUMNS,
    Array,
    Elements,
    element_arrays,
    newest_version,
    top_keys,
)
from navcore.formats.level_text import write_level
from navcore.formats.positions import MAX_DEPTH, ValuePath, path_text, quoted
from navcore.formats.progress import DECODED_SHARE, WHOLE, Job, go_on, looked_at
from navcore.formats.references import settled
from navcore.formats.stacking import orders_in
from navcore.formats.texts import holds_halves
from navcore.level.bases import Chunk, Element, Polygon
from navcore.level.kinds import kind_of_type
from navcore.level.model import Level, Ring, Settings
from navcore.level.states import notes_of_strangers
from navcore.level.tables import first_fault

__all__ = ["MIGRATIONS", "LoadedLevel", "level_from_data", "read_level", "write_level"]

MIGRATIONS: Final[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = MappingProxyType({})
"""By version: a function that converts data of that version to the next."""

_FEWEST_CORNERS: Final = 3
_NAMED_IN_WARNING: Final = 8
_AT_ONCE: Final = 50
"""Elements decoded by one call: a millisecond for painted blocks, the largest."""


class LoadedLevel(NamedTuple):
    """A level, with notes for the user."""

    level: Level
    warnings: tuple[str, ...]


def read_level(text: str, path: str | Path, *, job: Job | None = None) -> LoadedLevel:
    """Return the level that the text of a file holds; `path` is named in messages.

    Elements without an id get one that only depends on their kind and name, so that the same text
    always gives the same level. `job` counts progress and can cancel, see
    `navcore.formats.progress`.

    Raises:
        Cancelled: if the job is cancelled.
        FormatError: if the text is not a level; the message names line, value and remedy.
    """
    source = Source(text.removeprefix("\ufeff"), path, job)
    return level_from_data(source.parse(), source)


def level_from_data(data: Any, source: Source, *, whole: bool = True) -> LoadedLevel:
    """Return the level in parsed JSON; `source` is where it came from.

    A part of a level, which is not `whole`, may refer to elements that it lacks.

    Raises:
        FormatError: as `read_level`.
    """
    reader = _Reader(source)
    try:
        with collector_paused():
            level = reader.read(data, whole=whole)
    except FaultError as error:
        raise error.fault.told_by(source) from None
    notes = notes_of_strangers(level, source.path) if whole else ()
    return LoadedLevel(level, (*reader.warnings(), *notes))


class _Reader:
    """Reads one level; every step raises at the first thing that is wrong."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.unknown: dict[str, None] = {}
        self.dropped: list[str] = []
        self.ids: dict[int, ValuePath] = {}
        self.arrays = element_arrays()
        self.ours = top_keys()
        self.set_aside = frozenset(RESERVED)

    def read(self, data: Any, *, whole: bool) -> Level:
        if not isinstance(data, dict):
            raise FaultError(Fault((), "an object {...}"))
        data = self._migrated(data)
        self._set_aside(data)
        settings = self._settings(data)
        elements = {array.key: self._list(data, array.key) for array in self.arrays}
        self._collect_ids(data)
        orders = orders_in(self.arrays, elements, self.source.job)
        held: dict[type[Element], dict[int, Any]] = {}
        for array in self.arrays:
            found, counts = held.setdefault(array.type, {}), dict[str, int]()
            raws = elements[array.key]
            for start in range(0, len(raws), _AT_ONCE):
                go_on(self.source.job, DECODED_SHARE, WHOLE, start / len(raws))
                part = raws[start : start + _AT_ONCE]
                # Freed as we go: to free millions of numbers at once takes as long as a frame.
                raws[start : start + _AT_ONCE] = repeat({}, len(part))
                ids = [raw.get("id") or self._new_id(array, raw, counts) for raw in part]
                made = self._elements(part, array, start, ids, orders[array.key])
                found.update(zip(ids, made, strict=True))
            if kind_of_type(array.type).names_differ:
                self._check_names(array, found)
        if whole:
            self.dropped += settled(self.arrays, held, self.source)
            _follow(held, self.source.job)
        kept = {kind: MappingProxyType(found) for kind, found in held.items()}
        return Level(settings=settings, elements=kept)

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
        """Return the data as this version has it."""
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
        newest = newest_version()
        version = check_version(data, newest, self.source)
        for step in range(version, newest):
            if step in MIGRATIONS:
                data = MIGRATIONS[step](data)
        return data

    def _set_aside(self, data: dict[str, Any]) -> None:
        """Treat the key of a kind as unknown if the version of the file lacks that kind.

        Earlier versions kept any value under it; a value with the form of the kind is accepted.
        """
        version = data.get("version", OLDEST) if "format" in data else OLDEST
        kept = [
            array for array in self.arrays
            if kind_of_type(array.type).version <= version
            or array.key not in data
            or array.fits(data[array.key])
        ]  # fmt: skip
        dropped = {array.key for array in self.arrays} - {array.key for array in kept}
        self.ours, self.set_aside = self.ours - dropped, self.set_aside | dropped
        self.arrays = tuple(kept)

    def _settings(self, data: dict[str, Any]) -> Settings:
        known = {column.key: data[column.key] for column in SETTINGS_COLUMNS if column.key in data}
        extra = {key: value for key, value in data.items() if key not in self.ours}
        for key in extra:
            if key not in self.set_aside:
                self.unknown[path_text((key,))] = None
        self._check_depth(extra, ())
        settings = convert({**known, "extra": extra}, Settings, ())
        parts = {part.key: self._part(data, part) for part in PARTS if part.key in data}
        settings = msgspec.structs.replace(settings, **parts)
        fault = first_fault(settings.profiles, settings.terrains, settings.layers, settings.states)
        if fault is not None:
            row = (fault.table, fault.row)
            if fault.key not in data[fault.table][fault.row]:
                raise FaultError(Fault(row, fault.allowed, missing=fault.key))
            raise FaultError(Fault((*row, fault.key), fault.allowed))
        return settings

    def _part(self, data: dict[str, Any], part: Array[Any]) -> tuple[Any, ...]:
        """Return an array of the settings."""
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
        """Return the objects in the array under this key; none where it is not there."""
        elements = data.get(key, [])
        if not isinstance(elements, list):
            raise FaultError(Fault((key,), "a list [...]"))
        if not set(map(type, elements)) <= {dict}:
            index = next(i for i, element in enumerate(elements) if not isinstance(element, dict))
            raise FaultError(Fault((key, index), "an object {...}"))
        return elements

    def _collect_ids(self, data: dict[str, Any]) -> None:
        """Collect the position of each id; ids of elements must be valid and unique."""
        for array in self.arrays:
            elements, fit = data.get(array.key, []), kind_of_type(array.type).ids
            ids = [element.get("id") for element in looked_at(elements, self.source.job)]
            if self._take_ids(ids, array.key, fit):
                continue
            for index, element in enumerate(elements):
                if "id" in element:
                    self._take_id(element["id"], (array.key, index, "id"), fit)
                elif issubclass(array.type, Chunk):
                    raise FaultError(Fault((array.key, index), _words_of_ids(fit), missing="id"))
        for key in self.set_aside:
            elements = None if key in self.ours else data.get(key)
            for element in elements if isinstance(elements, list) else ():
                if isinstance(element, dict) and isinstance(element.get("id"), int):
                    self.ids.setdefault(element["id"], (key,))

    def _take_ids(self, ids: list[Any], key: str, fit: range) -> bool:
        """Take the ids of an array at once; False, and none is taken, if one is absent or unfit."""
        if not ids or set(map(type, ids)) != {int} or min(ids) not in fit or max(ids) not in fit:
            return False
        places = dict(zip(ids, zip(repeat(key), range(len(ids)), repeat("id")), strict=False))
        if len(places) < len(ids) or not self.ids.keys().isdisjoint(places):
            return False
        self.ids.update(places)
        return True

    def _take_id(self, element_id: Any, path: ValuePath, fit: range) -> None:
        if not is_whole(element_id, 1) or element_id not in fit:
            raise FaultError(Fault(path, _words_of_ids(fit)))
        if element_id in self.ids:
            other = self.ids[element_id]
            self._refuse_second(f"the id {element_id}", path, other)
        self.ids[element_id] = path

    def _refuse_second(self, what: str, path: ValuePath, other: ValuePath) -> NoReturn:
        where = f"{path_text(other)} on line {self.source.line_of(other)}"
        message = f"{what} must stand once, but {where} has it too"
        raise self.source.error(message, path)

    def _new_id(self, array: Elements, raw: dict[str, Any], counts: dict[str, int]) -> int:
        """Return a random-looking id that the same element gets whenever the file is read."""
        name = str(raw.get("name", ""))
        count = counts[name] = counts.get(name, 0) + 1
        attempt = 0
        while True:
            seed = f"{array.key}\0{name}\0{count}\0{attempt}".encode("utf-8", "surrogatepass")
            element_id = int.from_bytes(hashlib.blake2b(seed, digest_size=4).digest(), "big")
            if element_id and element_id not in self.ids:
                self.ids[element_id] = (array.key,)
                return element_id
            attempt += 1

    def _elements(
        self, raws: list[Any], array: Elements, start: int, ids: list[int], orders: list[float]
    ) -> list[Element]:
        """Return the elements of consecutive entries; the first is at `start` in the array."""
        paths = [(array.key, index) for index in range(start, start + len(raws))]
        entries = list(zip(raws, repeat(array), paths, ids, orders[start:], strict=False))
        try:
            rows = list(starmap(self._row, entries))
            return list(map(_with_clean_ring, convert_all(rows, array.type), paths))
        except (FaultError, FormatError):
            # One by one, so that the first fault is reported.
            return list(starmap(self._element, entries))

    def _element(
        self, raw: dict[str, Any], array: Elements, path: ValuePath, element_id: int, order: float
    ) -> Element:
        row = self._row(raw, array, path, element_id, order)
        element: Element = _with_clean_ring(convert(row, array.type, path), path)
        return element

    def _row(
        self, raw: dict[str, Any], array: Elements, path: ValuePath, element_id: int, order: float
    ) -> dict[str, Any]:
        """Return the fields of an element by key; unknown keys are set apart."""
        ours = {**array.fixed, "id": element_id, "order": order}
        if raw.keys() <= array.keys:
            for key in array.deep:
                if key in raw:
                    self._check_depth({key: raw[key]}, path)
            return {**raw, **ours}
        known = {key: value for key, value in raw.items() if key in array.keys}
        extra = {key: value for key, value in raw.items() if key not in array.keys}
        for key in extra:
            self.unknown[f"{array.key}[].{path_text((key,))}"] = None
        deep = {key: raw[key] for key in array.deep if key in raw}
        self._check_depth({**deep, **extra}, path)
        return {**known, **ours, "extra": extra}

    def _check_names(self, array: Elements, elements: dict[int, Element]) -> None:
        """Refuses elements of the same name: a game opens and shuts areas by name (S0-020)."""
        seen: dict[str, int] = {}
        for index, element in enumerate(looked_at(elements.values(), self.source.job)):
            name = element.name
            if name and name in seen:
                path, other = (array.key, index, "name"), (array.key, seen[name], "name")
                self._refuse_second(f"the name {quoted(name)}", path, other)
            seen[name] = index

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


def _words_of_ids(fit: range) -> str:
    return f"a whole number from {fit[0]} to {fit[-1]}"


def _follow(held: dict[type[Element], dict[int, Any]], job: Job | None) -> None:
    """Put stops where their waypoints are: files may name these alone."""

    def find(element_id: int) -> Any:
        return next((found[element_id] for found in held.values() if element_id in found), None)

    for found in held.values():
        one_by_one = looked_at(found.values(), job)
        changed = {one.id: one.followed(None, find) for one in one_by_one if one.references}
        found.update(changed)


def _with_clean_ring(element: Any, path: ValuePath) -> Any:
    """Return the element without a repeated closing corner; refuse invalid rings (S0-020)."""
    if element.misfit is not None:
        key, allowed = element.misfit
        raise FaultError(Fault((*path, key), allowed))
    if not isinstance(element, Polygon):
        return element
    ring: Ring = element.polygon
    closed = len(ring) > 1 and ring[0] == ring[-1]
    if len(ring) - closed < _FEWEST_CORNERS:
        raise FaultError(Fault((*path, "polygon"), "a list of at least 3 points"))
    if not closed:
        return element
    return msgspec.structs.replace(element, polygon=ring[:-1])
