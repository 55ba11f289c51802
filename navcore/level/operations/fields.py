"""Setting properties of elements and of the level, and opening and shutting doors."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS, Limit
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Settings
from navcore.level.naming import called

_FIXED: Final = frozenset({"id", "order", "name", "polygon"})
"""What is not set as a field: names and outlines have rules and operations of their own."""

_SWITCHES: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {
        ("available", True): "Open",
        ("available", False): "Shut",
        ("enabled", True): "Switch on",
        ("enabled", False): "Switch off",
        ("locked", True): "Lock",
        ("locked", False): "Unlock",
    }
)


def set_fields(level: Level, ids: Collection[int], **fields: Any) -> Edit:
    """Elements with other properties: `available`, `door`, `enabled`, `locked`, `note`, ...

    An element of a kind that lacks one of the fields keeps what it has of the others.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no element has such a field, or a field does not take its value.
    """
    elements = [level.element(element_id) for element_id in ids]
    changed: list[Area | Obstacle | Agent] = []
    for element in elements:
        own = {name: value for name, value in fields.items() if hasattr(element, name)}
        if own:
            changed.append(replace(element, **checked(element, own)))
    for name in fields:
        if elements and not any(hasattr(element, name) for element in elements):
            message = f"{called(elements)} has no {_words(name)}."
            raise NavcoreError(message)
    return Edit.put(level, changed, _label(fields, called(elements)) if elements else "")


def set_settings(level: Level, **fields: Any) -> Edit:
    """The level with other settings.

    Raises:
        NavcoreError: if there is no such setting, or it does not take the value.
    """
    settings = replace(level.settings, **checked(level.settings, fields))
    names = ", ".join(_words(name) for name in fields)
    return Edit.put(level, [settings], f"Change {names}")


def toggle_doors(level: Level, ids: Collection[int]) -> Edit:
    """Each door among these elements opened if it was shut, and shut if it was open.

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = [level.element(element_id) for element_id in ids]
    doors = [element for element in elements if isinstance(element, Area) and element.door]
    ways = {door.available for door in doors}
    verb = "Toggle" if len(ways) > 1 else "Shut" if True in ways else "Open"
    toggled = [replace(door, available=not door.available) for door in doors]
    return Edit.put(level, toggled, f"{verb} {called(doors)}" if doors else "")


def checked(item: Element | Settings, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as the item's types want them.

    Raises:
        NavcoreError: if there is no such field, or it does not take the value.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(item)}
    result: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in types or name in _FIXED:
            message = f"{_words(name).capitalize()} can't be set here."
            raise NavcoreError(message)
        try:
            converted = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            message = f"{_words(name).capitalize()} can't be {value!r}: {error}"
            raise NavcoreError(message) from error
        _check_numbers(name, converted)
        result[name] = converted
    return result


def _check_numbers(name: str, value: Any) -> None:
    if isinstance(value, tuple):
        for part in value:
            _check_numbers(name, part)
    if not isinstance(value, float):
        return
    limit = LIMITS.get(name, Limit())
    if not limit.allows(value):
        message = f"{_words(name).capitalize()} must be {limit}, not {value:g}."
        raise NavcoreError(message)


def _label(fields: Mapping[str, Any], what: str) -> str:
    if len(fields) == 1:
        ((name, value),) = fields.items()
        if isinstance(value, bool) and (name, value) in _SWITCHES:
            return f"{_SWITCHES[name, value]} {what}"
        return f"Change {_words(name)} of {what}"
    return f"Change {what}"


def _words(name: str) -> str:
    return name.replace("_", " ")
