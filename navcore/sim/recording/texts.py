"""Inputs and agents of a recording as JSON, exact to the last bit, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final, get_args, get_type_hints

import msgspec

from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.formats.checks import convert
from navcore.level.edit import Edit
from navcore.level.kinds import all_kinds, kind_of
from navcore.level.model import Agent, Element, Item, Polygon, Settings
from navcore.level.settings import MOVEMENT
from navcore.sim.inputs import (
    Input,
    Meet,
    Remove,
    Return,
    Send,
    Spawn,
    Stop,
    Teleport,
    Watch,
    WorldEdit,
)
from navcore.sim.recording.checks import (
    PLACE,
    check,
    check_agent,
    check_ids,
    check_lattice,
    check_places,
    check_settings,
)
from navcore.sim.recording.replay import Logged
from navcore.sim.settings import SimulationSettings

_SETTINGS: Final = "settings"
_STEP: Final = "step"
_FEWEST_CORNERS: Final = 3
_WORLD: Final = WorldEdit.__name__
_REQUESTS: Final = {
    "Place" if kind is Teleport else kind.__name__: kind
    for kind in get_args(get_type_hints(Input)["request"])
}
"""Names of requests in files, which never change."""
_CAME_LATER: Final = frozenset(
    {
        "stops",
        "profile",
        "profiles",
        "profileFollowsBody",
        "needs",
        "gives",
        "terrains",
        "layers",
        "tileSize",
        "turnBack",
        "network",
        "shortcuts",
        "route",
    }
)
_USUAL: Final = {
    one.encode_name: one.default for one in msgspec.structs.fields(Settings) if one.name in MOVEMENT
}
"""Settings of a level that older recordings lack, and their values there."""
_NAMES: Final = {kind: name for name, kind in _REQUESTS.items()}
_LATE_SETTINGS: Final[Mapping[str, object]] = {
    "direct_pursuit": True,
    "knows_crowd": False,
    "rules": "crowd",
    "trim_factor": 0.75,
}
"""Constants that older recordings lack, and the values that their runs used."""


def agent_data(agent: Agent) -> dict[str, Any]:
    """Return all fields of an agent.

    Raises:
        ValueError: if a field holds what no file can.
    """
    return _fields_of(agent)


def agent_of(data: Any) -> Agent:
    """Return the agent with these fields.

    Raises:
        ValueError: if they are not an agent's.
    """
    agent = msgspec.convert(data, Agent)
    check_agent(agent)
    return agent


def input_data(one: Input) -> dict[str, Any]:
    """Return an input with its step; the kind of request is the key.

    Raises:
        ValueError: if it holds what no file can.
    """
    return {_STEP: one.step, **_request_data(one.request)}


def input_of(data: dict[str, Any]) -> Input:
    """Return the input of `input_data`.

    Raises:
        KeyError, TypeError, ValueError: if it is none.
    """
    ((kind, value),) = ((key, data[key]) for key in data if key != _STEP)
    return Input(_whole(data[_STEP]), _request_of(kind, value))


def settings_data(settings: SimulationSettings) -> dict[str, Any]:
    """Return the constants of a run by name, newer ones only if they have new values."""
    data = asdict(settings)
    return {name: value for name, value in data.items() if _LATE_SETTINGS.get(name, ...) != value}


def settings_of(data: Mapping[str, Any]) -> SimulationSettings:
    """Return the constants with these names.

    Raises:
        ValueError: if a name is missing or not known, or a value is out of its limits.
    """
    named = {**_LATE_SETTINGS, **data}
    if {one.name for one in fields(SimulationSettings)} != set(named):
        raise ValueError
    settings = msgspec.convert(named, SimulationSettings)
    check_settings(settings)
    return settings


def lattice_data(lattice: Lattice) -> dict[str, Any]:
    """Return the position and size of the cells."""
    return asdict(lattice)


def lattice_of(data: Any) -> Lattice:
    """Return the lattice of `lattice_data`.

    Raises:
        ValueError: if these are no cells.
    """
    lattice = msgspec.convert(data, Lattice)
    check_lattice(lattice)
    return lattice


def json_bytes(data: Any) -> bytes:
    """Return the data as JSON, the same bytes for the same data.

    Raises:
        NavcoreError: if a number in it is not finite.
    """
    try:
        text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        message = f"the recording holds a number that is not finite: {error}"
        raise NavcoreError(message) from error
    return text.encode("ascii")


def _request_data(request: Logged) -> dict[str, Any]:
    """Return the request's fields in order, under its name."""
    if isinstance(request, Spawn):
        return {_NAMES[Spawn]: [agent_data(request.agent)]}
    if not isinstance(request, WorldEdit):
        return {_NAMES[type(request)]: _request_fields(request)}
    edit = request.edit
    changes = [
        [item_id, _item_data(edit.before[item_id]), _item_data(item)]
        for item_id, item in edit.after.items()
    ]
    lattice = lattice_data(request.lattice)
    return {_WORLD: {"label": edit.label, "changes": changes, "lattice": lattice}}


def _request_fields(request: Logged) -> list[Any]:
    """Return the fields of a request; storeys only if it names one: earlier files lack them."""
    values = list(_plain(request, type(request)))
    if isinstance(request, Send | Teleport) and request.layer is None:
        values.pop()
    return values


def _request_of(kind: str, data: Any) -> Logged:
    if kind != _WORLD:
        request: Logged = msgspec.convert(data, _REQUESTS[kind])
        _check_request(request)
        return request
    changes = [(_whole(key), _item_of(old), _item_of(new)) for key, old, new in data["changes"]]
    edit = Edit(
        {key: old for key, old, _ in changes},
        {key: new for key, _, new in changes},
        str(data["label"]),
    )
    return WorldEdit(edit, lattice_of(data["lattice"]))


def _check_request(request: Logged) -> None:
    """Refuse a request that no run would have accepted."""
    match request:
        case Spawn():
            check_agent(request.agent)
        case Send():
            check_ids(request.ids)
            check_places((request.goal,))
        case Teleport():
            check_ids(one for one, _ in request.places)
            check_places(place for _, place in request.places)
        case Watch():
            check_places(() if request.place is None else (request.place,))
        case Meet():
            check_ids((*request.ids, request.other))
        case Stop() | Return() | Remove():
            check_ids(request.ids)


def _item_data(item: Item | None) -> dict[str, Any] | None:
    if item is None:
        return None
    name = _SETTINGS if isinstance(item, Settings) else kind_of(item).tag
    return {name: _fields_of(item)}


def _item_of(data: Any) -> Item | None:
    if data is None:
        return None
    ((name, fields_of_it),) = data.items()
    types: dict[str, type[Item]] = {kind.tag: kind.type for kind in all_kinds()}
    types[_SETTINGS] = Settings
    item = convert(fields_of_it, types[name], ())
    if isinstance(item, Polygon):
        check(len(item.polygon) >= _FEWEST_CORNERS)
    if isinstance(item, Element):
        check(item.id > 0 and PLACE.allows(item.order))
    return item


def _fields_of(item: Item) -> dict[str, Any]:
    """Return all fields but empty ones of later versions, so that older files stay the same."""
    data: dict[str, Any] = _plain(item, type(item))
    if isinstance(item, Agent) and item.enabled:
        del data["enabled"]
    return {key: value for key, value in data.items() if not _is_left_out(key, value)}


def _is_left_out(key: str, value: Any) -> bool:
    """Return whether a field is newer than some recordings, with the value that they imply."""
    return bool(value == _USUAL[key]) if key in _USUAL else not value and key in _CAME_LATER


def _plain(value: Any, kind: Any) -> Any:
    """Return lists, dicts and numbers, the same for equal values: a float 1 is 1.0."""
    return msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(value), kind))


def _whole(data: Any) -> int:
    return msgspec.convert(data, int)
