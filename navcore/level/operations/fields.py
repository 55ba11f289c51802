"""Setting properties of elements and of the level, and opening and shutting doors."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS, Limit
from navcore.level.model import Area, Element, Level
from navcore.level.naming import called

_FIXED: Final = frozenset({"id", "order", "name", "polygon"})
"""Fields that can't be set here: names and outlines have operations of their own."""

_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cell_size": mark("cell size"),
        "agent_radius": mark("agent radius"),
        "object_padding": mark("object padding"),
        "boundary_padding": mark("boundary padding"),
        "floor_y": mark("floor y"),
        "seam": mark("seam"),
        "grid_origin": mark("grid origin"),
        "boundary_follows_radius": mark("boundary follows radius"),
        "exports": mark("exports"),
        "export_on_save": mark("export on save"),
        "background": mark("background"),
        "rules": mark("rules of movement"),
        "knows_crowd": mark("plans that know the crowd"),
        "walk_threshold": mark("arrival distance"),
        "target_replan_threshold": mark("same-goal distance"),
        "influence_distance": mark("influence of standing agents"),
        "obstacle_radius_fraction": mark("blocking part of the radius"),
        "separation_iterations": mark("separation passes"),
        "nudge_distance": mark("step aside"),
        "moved_distance": mark("movement that counts"),
        "replan_distance": mark("replan distance"),
        "replan_cooldown": mark("replan cooldown"),
        "talk_distance": mark("talk distance"),
        "snap_radius": mark("snap radius"),
        "trim_factor": mark("first point trim"),
        "title": mark("title"),
        "description": mark("description"),
        "notes": mark("notes"),
        "available": mark("available"),
        "door": mark("door"),
        "enabled": mark("enabled"),
        "locked": mark("locked"),
        "note": mark("note"),
        "tags": mark("tags"),
        "group": mark("group"),
        "position": mark("position"),
        "facing": mark("facing"),
        "radius": mark("radius"),
        "walk_speed": mark("walk speed"),
        "rotation_speed": mark("rotation speed"),
        "player": mark("player"),
        "goals": mark("stops"),
        "loop": mark("loop"),
        "network": mark("keeping to the network"),
        "shortcuts": mark("shortcuts"),
        "wait": mark("wait"),
        "stops": mark("stops"),
        "profile": mark("agent type"),
        "profiles": mark("agent types"),
        "terrain": mark("terrain"),
        "terrains": mark("terrains"),
        "layers": mark("storeys"),
        "reach": mark("radius"),
        "clear_radius": mark("path width"),
        "factor": mark("cost ×"),
        "needs": mark("required abilities"),
        "gives": mark("abilities that it gives"),
        "abilities": mark("abilities"),
        "cost": mark("cost"),
        "costs": mark("costs of terrains"),
        "slows": mark("slowing"),
        "colour": mark("colour"),
        "neighbours": mark("neighbours"),
        "profile_follows_body": mark("profile follows body"),
        "tile_size": mark("tile size"),
        "type": mark("type"),
        "width": mark("width"),
        "one_way": mark("one way"),
        "seconds": mark("time"),
        "to_layer": mark("storey of the end"),
        "expect": mark("what is expected"),
        "state": mark("state"),
        "min_length": mark("least length"),
        "max_length": mark("greatest length"),
        "min_seconds": mark("least time"),
        "max_seconds": mark("greatest time"),
        "passes": mark("areas to pass"),
        "avoids": mark("areas to avoid"),
        "layer": mark("storey"),
        "route": mark("route"),
        "turn_back": mark("turning back"),
        "mode": mark("what follows the last stop"),
    }
)
"""Words for fields in undo labels and error messages."""

_SWITCHES: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {
        ("available", True): mark("Open {0}"),
        ("available", False): mark("Shut {0}"),
        ("enabled", True): mark("Switch on {0}"),
        ("enabled", False): mark("Switch off {0}"),
        ("network", True): mark("Keep {0} to the network"),
        ("network", False): mark("Let {0} leave the network"),
        ("shortcuts", True): mark("Let {0} take shortcuts"),
        ("shortcuts", False): mark("Keep {0} on the edges"),
        ("one_way", True): mark("Make {0} one way"),
        ("one_way", False): mark("Open {0} both ways"),
        ("locked", True): mark("Lock {0}"),
        ("locked", False): mark("Unlock {0}"),
    }
)


def set_fields(level: Level, ids: Collection[int], **fields: Any) -> Edit:
    """Set fields of elements: `available`, `door`, `enabled`, `locked`, `note`, ...

    Fields that an element's kind lacks are skipped for that element.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no element has such a field, or a value is not allowed in its field.
    """
    elements = [level.element(element_id) for element_id in ids]
    changed: list[Element] = []
    for element in elements:
        own = {name: value for name, value in fields.items() if hasattr(element, name)}
        if own:
            changed.append(replace(element, **checked(element, own)))
    for name in fields:
        if elements and not any(hasattr(element, name) for element in elements):
            message = tr("{0} has no {1}.").format(called(elements), field_words(name))
            raise NavcoreError(message)
    return Edit.put(level, changed, _label(fields, called(elements)) if elements else "")


def set_settings(level: Level, **fields: Any) -> Edit:
    """Change settings. The floor y of the level is the height of the ground storey.

    Raises:
        NavcoreError: if there is no such setting, or the value is not allowed in it.
    """
    settings = replace(level.settings, **checked(level.settings, fields))
    if "floor_y" in fields and settings.layers:
        ground = replace(settings.layers[0], floor_y=settings.floor_y)
        settings = replace(settings, layers=(ground, *settings.layers[1:]))
    names = ", ".join(field_words(name) for name in fields)
    return Edit.put(level, [settings], tr("Change {0}").format(names))


def toggle_doors(level: Level, ids: Collection[int]) -> Edit:
    """Open each of these doors that is shut, and shut each that is open.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [level.element(element_id) for element_id in ids]
    doors = [element for element in elements if isinstance(element, Area) and element.door]
    ways = {door.available for door in doors}
    said = _SWITCHES["available", True not in ways] if len(ways) == 1 else mark("Toggle {0}")
    toggled = [replace(door, available=not door.available) for door in doors]
    return Edit.put(level, toggled, tr(said).format(called(doors)) if doors else "")


def change_label(name: str, elements: Collection[Element]) -> str:
    """Return the label of an edit of this field: `Change radius of 3 agents`."""
    return tr("Change {0} of {1}").format(field_words(name), called(elements))


def checked(
    item: msgspec.Struct | type[msgspec.Struct], fields: Mapping[str, Any]
) -> dict[str, Any]:
    """Return field values converted to the types of an item, a kind, or a part of one.

    Raises:
        NavcoreError: if there is no such field, or the value is not allowed in it.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(item)}
    result: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in types or name in _FIXED:
            message = tr("{0} can't be set here.").format(field_words(name).capitalize())
            raise NavcoreError(message)
        try:
            converted = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            message = tr("{0} can't be {1}: {2}")
            details = (field_words(name).capitalize(), repr(value), error)
            raise NavcoreError(message.format(*details)) from error
        _check_numbers(name, converted)
        result[name] = converted
    return result


def _check_numbers(name: str, value: Any) -> None:
    if isinstance(value, tuple):
        for part in value:
            _check_numbers(name, part)
    if not isinstance(value, float) and (name not in LIMITS or not isinstance(value, int)):
        return
    limit = LIMITS.get(name, Limit())
    if not limit.allows(value):
        message = tr("{0} must be {1}, not {2}.")
        raise NavcoreError(message.format(field_words(name).capitalize(), limit, f"{value:g}"))


def _label(fields: Mapping[str, Any], what: str) -> str:
    if len(fields) == 1:
        ((name, value),) = fields.items()
        if isinstance(value, bool) and (name, value) in _SWITCHES:
            return tr(_SWITCHES[name, value]).format(what)
        return tr("Change {0} of {1}").format(field_words(name), what)
    return tr("Change {0}").format(what)


def field_words(name: str) -> str:
    """Return the words for a field of an element or of the settings."""
    return tr(_FIELDS.get(name) or name.replace("_", " "))
