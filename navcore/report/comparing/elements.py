"""Elements that were added, removed or changed between two levels, in plain words."""

import math
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec
import numpy as np

from navcore.geometry.polygons import area_of
from navcore.i18n import several, tr
from navcore.level.bases import Chunk, Element, Place, Polygon
from navcore.level.elements import TILES, Agent, Tiles, Zone
from navcore.level.kinds import all_kinds, words_of
from navcore.level.model import Level, Point, Settings, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations.fields import field_words
from navcore.level.tables import GROUND
from navcore.level.tiles import cells_of, tile_side

What: TypeAlias = Literal["added", "removed", "changed"]

_SAME: Final = 1e-9
"""Metres within which places are the same."""

_SILENT: Final = frozenset({"id", "order", "shape", "extra", "name", "polygon", "position", "door"})
"""Fields of elements that are described in another way, or not at all."""

_LONGEST: Final = 40
"""Most letters of a value in a sentence."""


class Change(msgspec.Struct, frozen=True):
    """A change of an element or of the settings."""

    what: What
    kind: str
    """Kind of the element in one or two words: `door`; `level` for the settings."""
    id: int
    """Id of the element; 0 for the settings."""
    name: str
    text: str
    """The change, in a sentence."""
    place: Point | None
    """Position of the change, metres; None if it has none."""
    layer: str


def element_changes(old: Level, new: Level) -> tuple[Change, ...]:
    """Return the differences between elements of an old and a new level.

    Removed elements come first, then added ones, then changed ones; each kind by kind and in
    drawing order. The order of elements in files doesn't count, except for zones, because later
    zones lie on top.
    """
    found: dict[What, list[Change]] = {"removed": [], "added": [], "changed": []}
    for kind in all_kinds():
        was, now = old.of(kind.type), new.of(kind.type)
        if was is now:
            continue
        if issubclass(kind.type, Chunk):
            found["changed"] += _chunks(old, new, kind.type, kind.variants[0].one)
            continue
        for one in in_drawing_order(was):
            if one.id not in now:
                found["removed"].append(_change(old, one, "removed", tr("{0} was removed")))
        for one in in_drawing_order(now):
            before = was.get(one.id)
            if before is None:
                found["added"].append(_change(new, one, "added", tr("{0} was added")))
            elif before is not one:
                clauses = list(_clauses(before, one, old, new))
                if clauses:
                    text = "{0} " + _escaped(", ".join(clauses))
                    found["changed"].append(_change(new, one, "changed", text))
    found["changed"] += _zone_order(old, new)
    return (*found["removed"], *found["added"], *found["changed"])


def settings_changes(old: Settings, new: Settings) -> tuple[Change, ...]:
    """Return what holds otherwise for a new level as a whole."""
    texts: list[str] = []
    for field in msgspec.structs.fields(Settings):
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was == now:
            continue
        if field.name == "extra":
            keys = sorted({*was, *now})
            texts += [tr("{0} changed").format(k) for k in keys if was.get(k) != now.get(k)]
        elif isinstance(was, dict):
            for key in sorted({*was, *now}):
                if was.get(key) != now.get(key):
                    texts.append(_change_text(key, was.get(key), now.get(key)))
        elif _is_table(was) and _is_table(now):
            texts += _rows(field_words(field.name), was, now)
        else:
            texts.append(_change_text(field_words(field.name), was, now))
    return tuple(
        Change("changed", "level", 0, "", text[:1].upper() + text[1:], None, GROUND)
        for text in texts
    )


def _change(level: Level, one: Element, what: What, text: str) -> Change:
    words = words_of(one)
    place = anchor_of(level, one)
    said = text.format(called([one]))
    return Change(
        what, words.stem, one.id, one.name, said[:1].upper() + said[1:] if not one.name else said,
        place, level.settings.layer_of(one),
    )  # fmt: skip


def anchor_of(level: Level, one: Element) -> Point | None:
    """Return the position of an element in metres: its middle, or the joined elements' middle."""
    if one.anchor is not None:
        return one.anchor
    ends = [level.get(key) for key in one.references]
    places = [e.anchor for e in ends if isinstance(e, Element) and e.anchor is not None]
    if not places:
        return None
    xs, zs = zip(*places, strict=True)
    return (sum(xs) / len(xs), sum(zs) / len(zs))


def _clauses(was: Element, now: Element, old: Level, new: Level) -> Iterator[str]:
    """Yield the changes of an element as clauses, without its name."""
    if was.name != now.name:
        yield tr("was renamed from {0}").format(was.name or tr("nothing"))
    if words_of(was) is not words_of(now):
        yield tr("was {0}").format(tr(words_of(was).one))
    if isinstance(was, Polygon) and isinstance(now, Polygon):
        yield from _outline(was, now)
    elif isinstance(was, Place) and isinstance(now, Place) and was.position != now.position:
        yield tr("moved by {0} m").format(_metres(math.dist(was.position, now.position)))
    for field in msgspec.structs.fields(now):
        name = field.name
        values = (getattr(was, name), getattr(now, name))
        if values[0] != values[1] and name not in _SILENT:
            text = _field(name, was, now, (old, new))
            if text:
                yield text


def _field(name: str, was: Element, now: Element, levels: tuple[Level, Level]) -> str:
    """Return the change of a field as a clause; empty if another clause covers it."""
    before, after = getattr(was, name), getattr(now, name)
    if name in _SWITCHED:
        return tr(_SWITCHED[name][after])
    if name == "facing":
        turn = math.degrees((after - before + math.pi) % (2 * math.pi) - math.pi)
        return tr("turned by {0}°").format(f"{abs(turn):.0f}")
    if name in {"goals", "stops"}:
        told_with_goals = name == "stops" and isinstance(now, Agent) and was.points != now.points
        return "" if told_with_goals else _stops(was, now)
    if name in {"start", "end"} and isinstance(before, tuple):
        return tr("has its {0} elsewhere").format(tr("start") if name == "start" else tr("end"))
    if name in {"start", "end", "route"}:
        before, after = _named(levels[0], before), _named(levels[1], after)
    if name in {"passes", "avoids"}:
        before, after = (
            ", ".join(_named(level, key) for key in keys)
            for level, keys in zip(levels, (before, after), strict=True)
        )
    return _has(field_words(name), before, after)


_SWITCHED: Final = {
    "available": {True: "was opened", False: "was shut"},
    "enabled": {True: "was switched on", False: "was switched off"},
    "locked": {True: "was locked", False: "was unlocked"},
}


def _outline(was: Polygon, now: Polygon) -> Iterator[str]:
    if was.polygon == now.polygon:
        return
    before, after = np.array(was.polygon), np.array(now.polygon)
    if len(before) == len(after):
        steps = after - before
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        if float(np.ptp(steps, axis=0).max()) <= 1e-6:
            yield tr("moved by {0} m").format(_metres(float(lengths.max())))
            return
        moved = int(np.count_nonzero(lengths > _SAME))
        words = tr("has {0} of {1} corners moved by up to {2} m")
        yield words.format(moved, len(after), _metres(float(lengths.max())))
    else:
        yield tr("has {0} corners instead of {1}").format(len(after), len(before))
    more = area_of(now.polygon) - area_of(was.polygon)
    if abs(more) >= 0.05:
        words = tr("is {0} m² larger") if more > 0 else tr("is {0} m² smaller")
        yield words.format(f"{abs(more):.1f}")


def _stops(was: Element, now: Element) -> str:
    before, after = was.points, now.points
    if len(before) != len(after):
        return tr("has {0} instead of {1}").format(
            several(len(after), "1 stop", "{0} stops"), len(before)
        )
    moved = sum(math.dist(a, b) > _SAME for a, b in zip(before, after, strict=True))
    if moved:
        return several(moved, "has 1 stop moved", "has {0} stops moved")
    return tr("does something else at its stops")


def _has(words: str, was: object, now: object) -> str:
    """Return a value of an element in a clause that follows its name."""
    texts = (_value(now), _value(was))
    if None in texts:
        return tr("has another {0}").format(words)
    return tr("has {0} {1} instead of {2}").format(words, *texts)


def _change_text(words: str, was: object, now: object) -> str:
    """Return a value in a clause; only that it changed where it is too long to be read."""
    texts = (_value(now), _value(was))
    if None in texts:
        return tr("{0} changed").format(words)
    return tr("{0} is {1} instead of {2}").format(words, *texts)


def _value(value: object) -> str | None:
    if value is None or value in ("", ()):
        return tr("nothing")
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        value = ", ".join(value)
    if isinstance(value, int | str) and len(str(value)) <= _LONGEST and "\n" not in str(value):
        return str(value)
    return None


def _rows(table: str, was: tuple[Any, ...], now: tuple[Any, ...]) -> Iterator[str]:
    """Yield the changes in a table of rows with names."""
    before, after = ({row.name: row for row in rows} for rows in (was, now))
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            words = tr("{0}: {1} was added") if old is None else tr("{0}: {1} was removed")
            yield words.format(table, name)
        elif old != new:
            fields = [f.name for f in msgspec.structs.fields(new) if f.name != "extra"]
            told = [
                _change_text(field_words(f), getattr(old, f), getattr(new, f))
                for f in fields
                if getattr(old, f) != getattr(new, f)
            ]
            yield tr("{0}: {1}: {2}").format(table, name, ", ".join(told) or tr("changed"))
    if before == after:
        yield tr("{0} are in another order").format(table)


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and all(hasattr(row, "name") for row in value)


def _named(level: Level, key: int | None) -> str:
    """Return the name of an element that another one refers to; files may lack it."""
    if key is None:
        return ""
    found = level.get(key)
    return called([found]) if isinstance(found, Element) else tr("{0} (missing)").format(key)


def _chunks(old: Level, new: Level, kind: type[Element], words: str) -> Iterator[Change]:
    """Yield one change for all blocks of a kind."""
    was, now = old.of(kind), new.of(kind)
    differ = sorted(key for key in was.keys() | now.keys() if was.get(key) != now.get(key))
    cells = {key: _painted_otherwise(was.get(key), now.get(key)) for key in differ}
    # Blocks that are packed in another way show the same.
    differ = [key for key in differ if cells[key] != 0]
    if not differ:
        return
    held = now.get(differ[0]) or was[differ[0]]
    place: Point | None
    if isinstance(held, Tiles):
        side = tile_side(new.settings) * TILES
        place = ((held.cx + 0.5) * side, (held.cz + 0.5) * side)
        count = sum(cells.values())
        text = several(count, "1 cell has other terrain", "{0} cells have other terrain")
    else:
        text, place = tr("{0} changed").format(tr(words)), held.anchor
    stem, layer = words_of(held).stem, new.settings.layer_of(held)
    yield Change("changed", stem, differ[0], "", text, place, layer)


def _painted_otherwise(was: Element | None, now: Element | None) -> int:
    """Return number of cells of a block that have another terrain; -1 for blocks of other kinds."""
    if not isinstance(was or now, Tiles):
        return -1
    one, other = (
        np.array(("", *block.terrains), object)[cells_of(block.runs)]
        if isinstance(block, Tiles)
        else np.full((TILES, TILES), "", object)
        for block in (was, now)
    )
    return int(np.count_nonzero(one != other))


def _zone_order(old: Level, new: Level) -> list[Change]:
    """Zones that both levels have, laid in another order."""
    was, now = (
        [one.id for one in in_drawing_order(level.of(Zone)) if one.id in other.of(Zone)]
        for level, other in ((old, new), (new, old))
    )
    if was == now:
        return []
    first = next(key for key, before in zip(now, was, strict=True) if key != before)
    text = tr("Zones are laid in another order")
    return [Change("changed", "zone", first, "", text, new.of(Zone)[first].anchor, GROUND)]


def _metres(length: float) -> str:
    return f"{length:.2f}" if length >= 0.005 else f"{length:.2g}"


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
