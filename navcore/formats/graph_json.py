"""Networks of waypoints as `.json`, for games and other programs (S3-119).

A waypoint and an edge a line, waypoints by id, edges by the ids that they join, so that version
control shows what changed. `cost` is in metres; in a level an edge has a factor, its cost by its
length. Positions are x, y, z; y is the height of the storey.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, get_args

from navcore.formats.checks import Fault, FaultError, check_version, is_number, is_whole
from navcore.formats.json_text import Source, compact, number, short
from navcore.formats.positions import ValuePath
from navcore.i18n import several
from navcore.level.limits import FARTHEST, LIMITS, MAX_NAME
from navcore.level.model import Edge, Level, Point, Waypoint
from navcore.level.network import WaypointType
from navcore.level.tables import GROUND

__all__ = ["FORMAT", "LoadedGraph", "graph_from_data", "read_graph_json", "write_graph_json"]

FORMAT: Final = "waywright-graph"
VERSION: Final = 1

_LAST_ID: Final = 2**32 - 1
_DIGITS: Final = 15
"""Digits that every float keeps."""
_ULPS: Final = 4
"""Number of neighbouring floats among which to look for a factor with exactly a file's cost."""

_TYPES: Final[Mapping[str, WaypointType]] = {
    name[0].upper() + name[1:]: name for name in get_args(WaypointType)
}
"""Waypoint types by their names in files, those of source 003: `GuardPost`."""
_NAMES: Final = {value: name for name, value in _TYPES.items()}


class LoadedGraph(NamedTuple):
    """The network that a file holds."""

    waypoints: tuple[Waypoint, ...]
    """Waypoints as in the file; without a storey if it names none."""
    edges: tuple[Edge, ...]
    """Files have no ids of edges: these get the lowest that no waypoint has."""
    heights: tuple[float, ...]
    """y of each waypoint, metres."""
    notes: tuple[str, ...] = ()
    """Contents of the file that a level can't represent, for people."""

    @property
    def level(self) -> Level:
        """A level of the network alone, for programs that need nothing else."""
        waypoints = {one.id: one for one in self.waypoints}
        edges = {one.id: one for one in self.edges}
        return Level(elements={Waypoint: waypoints, Edge: edges})


def write_graph_json(level: Level) -> str:
    r"""Return the text of a `.json` file with the network of a level, lines ended by `\n`.

    Equal networks give equal bytes.

    Raises:
        NavcoreError: if a text has no form in JSON.
    """
    waypoints = sorted(level.of(Waypoint).values(), key=lambda one: one.id)
    heights = {layer.name: layer.floor_y for layer in level.settings.layers}
    base = level.settings.floor_y
    points = [
        _waypoint_text(one, base + heights.get(level.settings.layer_of(one), 0.0))
        for one in waypoints
    ]
    places = {one.id: one.position for one in waypoints}
    edges = sorted(_edge_row(edge, places) for edge in level.of(Edge).values())
    next_id = max(places, default=0) + 1
    if next_id > _LAST_ID:
        next_id = next(one for one in count(1) if one not in places)
    lines = [
        f'"format": {compact(FORMAT)}',
        f'"version": {VERSION}',
        f'"nextId": {next_id}',
        f'"waypoints": {_array_text(points)}',
        f'"edges": {_array_text([text for *_, text in edges])}',
    ]
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _array_text(lines: list[str]) -> str:
    return "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"


def _waypoint_text(one: Waypoint, height: float) -> str:
    x, z = one.position
    row: dict[str, Any] = {
        "id": one.id, "name": one.name, "position": [x, height, z], "type": _NAMES[one.type],
        "radius": one.reach, "tags": _each_once(one.tags), "active": one.enabled,
    }  # fmt: skip
    if one.clear_radius:
        row["clearRadius"] = one.clear_radius
    if one.gives:
        row["gives"] = _each_once(one.gives)
    if one.layer not in {"", GROUND}:
        row["layer"] = one.layer
    return short(row)


def _each_once(words: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(words))


def _edge_row(edge: Edge, places: Mapping[int, Point]) -> tuple[int, int, float, str]:
    """Return the sort key of an edge, with its text."""
    cost = _cost(math.dist(places[edge.start], places[edge.end]), edge.factor)
    row: dict[str, Any] = {
        "from": edge.start, "to": edge.end, "cost": cost, "bidirectional": not edge.one_way,
        "tags": _each_once(edge.tags),
    }  # fmt: skip
    if edge.needs:
        row["needs"] = _each_once(edge.needs)
    if not edge.enabled:
        row["active"] = False
    return edge.start, edge.end, cost, short(row)


def read_graph_json(text: str, path: str | Path) -> LoadedGraph:
    """Return the network that the text of a file holds; `path` is named in messages.

    Keys that this version does not know are passed over. In files of other programs, edges that
    are there twice become one: a two-way edge, and what leads back along it (X-028).

    Raises:
        FormatError: for anything malformed, with line, element and value: an edge that leads to
            no waypoint, an id that is there twice, an unknown type, a cost that is no finite
            number of at least 0, a newer version. There is never half a network.
    """
    source = Source(text.removeprefix("\ufeff"), path)
    return graph_from_data(source.parse(), source)


def graph_from_data(data: Any, source: Source) -> LoadedGraph:
    """Return the network in parsed JSON; `source` is where it came from.

    Raises:
        FormatError: as `read_graph_json`.
    """
    try:
        return _read(data, source)
    except FaultError as error:
        raise error.fault.told_by(source) from None


def _read(data: Any, source: Source) -> LoadedGraph:
    if not isinstance(data, dict):
        raise FaultError(Fault((), "an object {...}"))
    named = data.get("format", FORMAT)
    if named != FORMAT:
        raise FaultError(Fault(("format",), f'"{FORMAT}"'))
    check_version(data, VERSION, source)
    waypoints: dict[int, Waypoint] = {}
    heights = []
    for row in _rows(data, "waypoints"):
        waypoint, height = _waypoint(row)
        if waypoint.id in waypoints:
            first = f"{waypoint.id}, which waypoints[{[*waypoints].index(waypoint.id)}] has, too"
            row.refuse("id", "an id that no other waypoint has", first)
        waypoints[waypoint.id] = waypoint
        heights.append(height)
    edges, flat = [], 0
    free = (one for one in range(1, 2**62) if one not in waypoints)
    for row in _rows(data, "edges"):
        edge, is_flat = _edge(row, waypoints, next(free))
        edges.append(edge)
        flat += is_flat
    kept = list(_without_twins(edges)) if "format" not in data else edges
    twice = len(edges) - len(kept)
    notes = [
        (twice, several(twice, "1 edge was a duplicate.", "{0} edges were duplicates.")),
        (flat, several(flat, "1 edge joins waypoints in one place, and costs nothing.",
                       "{0} edges join waypoints in one place, and cost nothing.")),
    ]  # fmt: skip
    messages = tuple(note for count, note in notes if count)
    return LoadedGraph(tuple(waypoints.values()), tuple(kept), tuple(heights), messages)


class _Row(NamedTuple):
    """An element of a file, and where it stands."""

    data: Mapping[str, Any]
    path: ValuePath

    def refuse(self, key: str, allowed: str, got: str = "") -> NoReturn:
        """Raise a FaultError for the value of a key; `got` may describe the value."""
        if key not in self.data:
            raise FaultError(Fault(self.path, allowed, missing=key))
        raise FaultError(Fault((*self.path, key), allowed, got))

    def take(self, key: str, fits: Callable[[Any], bool], allowed: str, default: Any = None) -> Any:
        """Return a value that fits; the default, if there is one, where the file has none."""
        value = self.data.get(key, default)
        if not fits(value) or (value is None and default is None):
            self.refuse(key, allowed)
        return value

    def flag(self, key: str) -> bool:
        """A truth value, true where the file has none."""
        return bool(self.take(key, lambda value: isinstance(value, bool), "true or false", True))

    def words(self, key: str) -> tuple[str, ...]:
        """Return texts, each once (S3-022: a set), none where the file has none."""

        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(
                isinstance(one, str) and len(one) <= MAX_NAME for one in value
            )

        return tuple(dict.fromkeys(self.take(key, fits, "a list of texts", [])))

    def number(self, key: str, field: str, default: float | None = None) -> float:
        """Return a number within the limits of a field."""
        limit = LIMITS[field]

        def fits(value: Any) -> bool:
            return is_number(value) and limit.allows(value)

        return float(self.take(key, fits, str(limit), default))


def _rows(data: Mapping[str, Any], key: str) -> Iterator[_Row]:
    found = data.get(key, [])
    if not isinstance(found, list):
        raise FaultError(Fault((key,), "a list [...]"))
    for at, row in enumerate(found):
        if not isinstance(row, dict):
            raise FaultError(Fault((key, at), "an object {...}"))
        yield _Row(row, (key, at))


def _waypoint(row: _Row) -> tuple[Waypoint, float]:
    """Return a waypoint and its height."""
    one = row.take("id", _is_id, f"a whole number from 1 to {_LAST_ID}")
    name = row.take("name", _is_name, f"a text of at most {MAX_NAME:,} characters", "")
    place = row.data.get("position")
    if isinstance(place, dict):
        place = [place.get(axis) for axis in "xyz"]
    if not (isinstance(place, list) and len(place) == 3 and all(map(is_number, place))):
        row.refuse("position", "a place [x, y, z] of three finite numbers")
    x, y, z = map(float, place)
    if max(abs(x), abs(z)) > FARTHEST:
        row.refuse("position", f"a place within {FARTHEST:,.0f} m of the origin")
    allowed = " or ".join(f'"{name}"' for name in _TYPES)
    layer = row.take("layer", _is_name, f"a text of at most {MAX_NAME:,} characters", "")
    waypoint = Waypoint(
        id=one,
        name=name or "",
        position=(x, z),
        type=_TYPES[row.take("type", _is_type, allowed, "Navigation")],
        reach=row.number("radius", "reach", 1.0),
        clear_radius=row.number("clearRadius", "clear_radius", 0.0),
        tags=row.words("tags"),
        gives=row.words("gives"),
        enabled=row.flag("active"),
        layer=layer or "",
    )
    return waypoint, y


def _edge(row: _Row, waypoints: Mapping[int, Waypoint], edge_id: int) -> tuple[Edge, bool]:
    """Return an edge, and whether it costs something though its waypoints lie in one place."""
    ends = []
    for key in ("from", "to"):
        one = row.take(key, _is_id, "the id of a waypoint")
        if one not in waypoints:
            row.refuse(key, "the id of a waypoint in this file")
        ends.append(one)
    start, end = ends
    if start == end:
        row.refuse("to", "another waypoint than `from`")
    length = math.dist(waypoints[start].position, waypoints[end].position)
    most = LIMITS["factor"].greatest
    cost = row.take(
        "cost",
        lambda value: is_number(value) and value >= 0 and (not length or value <= most * length),
        f"a number from 0 to {number(most * length)}, {most:g} times its length"
        if length
        else "a number of at least 0",
        length,
    )
    edge = Edge(
        id=edge_id,
        start=start,
        end=end,
        factor=_factor(float(cost), length),
        one_way=not row.flag("bidirectional"),
        tags=row.words("tags"),
        needs=row.words("needs"),
        enabled=row.flag("active"),
    )
    return edge, bool(cost and not length)


def _cost(length: float, factor: float) -> float:
    """Return the cost of an edge, rounded to few digits if that gives the same factor.

    Plain products of length and factor miss some numbers that files contain: 24.9 would become
    24.900000000000002.
    """
    cost = length * factor
    short_one = float(f"{cost:.{_DIGITS}g}")
    is_known = factor != 1 and math.isfinite(cost) and _factor(short_one, length) == factor
    return short_one if is_known else cost


def _factor(cost: float, length: float) -> float:
    """Return the factor by which a length becomes this very cost; 1 where there is no length."""
    if not length:
        return 1.0
    low = high = cost / length
    for _ in range(_ULPS):
        for factor in (low, high):
            if length * factor == cost:
                return factor
        low, high = math.nextafter(low, -math.inf), math.nextafter(high, math.inf)
    return cost / length


def _without_twins(edges: list[Edge]) -> Iterator[Edge]:
    """Return the edges without one-way edges that duplicate a two-way edge."""
    both = {_undirected_key(edge): edge for edge in reversed(edges) if not edge.one_way}
    seen = set()
    for edge in edges:
        same = both.get(_undirected_key(edge))
        if same is not None and same is not edge:
            continue
        key = (_undirected_key(edge), edge.start)
        if key not in seen:
            seen.add(key)
            yield edge


def _undirected_key(edge: Edge) -> tuple[object, ...]:
    """Return the key that an edge shares with an equal edge in the other direction."""
    ends, words = frozenset((edge.start, edge.end)), (frozenset(edge.tags), frozenset(edge.needs))
    return ends, edge.factor, *words, edge.enabled


def _is_id(value: Any) -> bool:
    return is_whole(value, 1) and value <= _LAST_ID


def _is_type(value: Any) -> bool:
    return isinstance(value, str) and value in _TYPES


def _is_name(value: Any) -> bool:
    return value is None or (isinstance(value, str) and len(value) <= MAX_NAME)
