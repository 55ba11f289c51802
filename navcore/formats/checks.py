"""Decode with msgspec, and explain refusals in plain words.

msgspec decides. After a refusal the types are walked again to find the value that was refused and
what would be allowed there.
"""

import math
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from navcore.errors import FormatError
from navcore.formats.json_text import Source
from navcore.formats.positions import ValuePath, shortened
from navcore.level.limits import FARTHEST, LIMITS, first_too_far, limited_fields

_ID: Final = re.compile("[1-9][0-9]{0,17}")
"""Format of ids that are used as keys."""

StructT = TypeVar("StructT", bound=msgspec.Struct)


class Fault(NamedTuple):
    """A refused value: its path and `allowed`, which completes "must be ...".

    `got` completes "got ..." where quoting the file is not enough; `missing` names an absent key.
    """

    path: ValuePath
    allowed: str
    got: str = ""
    missing: str = ""

    def told_by(self, source: Source) -> FormatError:
        """Return the error for the file that the fault is in."""
        if self.missing:
            message = f'"{self.missing}" is missing, it must be {self.allowed}'
            return source.error(message, self.path)
        if self.got:
            return source.error(f"must be {self.allowed}, got {self.got}", self.path)
        return source.refuse(self.path, self.allowed)


class FaultError(Exception):
    """Carries a fault from where it is found to where the file is known."""

    def __init__(self, fault: Fault) -> None:
        """Refuse one value."""
        super().__init__(fault.allowed)
        self.fault = fault


def check_version(data: Mapping[str, Any], newest: int, source: Source) -> int:
    """Return the version that a file names, or `newest` if it names none.

    Raises:
        FaultError: if it is no whole number from 1.
        FormatError: if it is newer than `newest`.
    """
    version = data.get("version", newest)
    if not is_whole(version, 1):
        raise FaultError(Fault(("version",), f"a whole number from 1 to {newest}"))
    if version > newest:
        reads = f"this Waywright reads version {newest}: update it"
        message = f"this file is of version {shortened(str(version))}, {reads}"
        raise source.error(message, ("version",))
    return int(version)


def convert(data: Mapping[str, Any], kind: type[StructT], path: ValuePath) -> StructT:
    """Return a struct from plain data, with all types and limits checked.

    Raises:
        FaultError: for the first value that is of a wrong type or beyond its limit.
    """
    try:
        made = msgspec.convert(data, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise FaultError(_fault_in_struct(data, kind, path) or Fault(path, str(error))) from None
    _check_limits(made, path)
    return made


def convert_all(rows: list[dict[str, Any]], kind: type[StructT]) -> list[StructT]:
    """Return structs from plain data in one call, with all types and limits checked.

    Raises:
        FaultError: if an item is refused; call `convert` for each to find which and why.
    """
    try:
        made = msgspec.convert(rows, list[kind], strict=True)  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise FaultError(Fault((), str(error))) from None
    if any(limited_fields(kind)[:3]):
        for element in made:
            _check_limits(element, ())
    return made


def _check_limits(made: msgspec.Struct, path: ValuePath) -> None:
    fields = limited_fields(type(made))
    for name, key, limit in fields.numbers:
        value = getattr(made, name)
        if value is not None and not limit.allows(value):
            raise FaultError(Fault((*path, key), str(limit)))
    for name, key, _ in fields.wholes:
        allowed = LIMITS.get(name)
        if allowed is not None and not allowed.allows(getattr(made, name)):
            raise FaultError(Fault((*path, key), str(allowed)))
    for name, key, _ in fields.parts:
        for number, part in enumerate(getattr(made, name)):
            _check_limits(part, (*path, key, number))
    for name, key, many in fields.places:
        value = getattr(made, name)
        if value is None:
            continue
        far = first_too_far(value if many else [value])
        if far is not None:
            at = (*path, key, far) if many else (*path, key)
            raise FaultError(Fault(at, f"a point within {FARTHEST:,.0f} m of the origin"))
    for name, key, most in fields.texts:
        value = getattr(made, name)
        if value and (isinstance(value, tuple) or len(value) > most):
            _refuse_long(value, (*path, key), most)


def _refuse_long(value: str | tuple[str, ...], path: ValuePath, most: int) -> None:
    """Refuse a text, or the first of several, that is too long."""
    if isinstance(value, tuple):
        for at, text in enumerate(value):
            if len(text) > most:
                _refuse_long(text, (*path, at), most)
    else:
        allowed = f"a text of at most {most:,} characters"
        raise FaultError(Fault(path, allowed, f"{len(value):,}"))


def _fault_in_struct(
    data: Mapping[str, Any], kind: type[msgspec.Struct], path: ValuePath
) -> Fault | None:
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        return None
    for field in info.fields:
        key = field.encode_name
        if key in data:
            limit = LIMITS.get(field.name)
            fault = _fault_in(field.type, data[key], (*path, key))
            if fault is not None and fault.path == (*path, key) and limit is not None:
                fault = Fault(fault.path, str(limit))
            if fault is not None:
                return fault
        elif field.required:
            return Fault(path, _words(field.type), missing=key)
    if info.forbid_unknown_fields:
        known = [field.encode_name for field in info.fields]
        unknown = next((key for key in data if key not in known), None)
        if unknown is not None:
            allowed = " or ".join(f'"{key}"' for key in known)
            return Fault((*path, unknown), f"under a key {allowed}", f'"{unknown}"')
    return None


def _fault_in(kind: inspect.Type, value: Any, path: ValuePath) -> Fault | None:
    """Return the first place in `value` that is not of the type, or None."""
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        return _fault_in_struct(value, kind.cls, path)
    if isinstance(kind, inspect.VarTupleType):
        if not isinstance(value, list):
            return Fault(path, _words(kind))
        faults = (_fault_in(kind.item_type, item, (*path, at)) for at, item in enumerate(value))
        return next((fault for fault in faults if fault is not None), None)
    if isinstance(kind, inspect.DictType) and isinstance(value, dict):
        return _fault_in_dict(kind, value, path)
    return None if _is_of(kind, value) else Fault(path, _words(kind))


def _fault_in_dict(kind: inspect.DictType, data: dict[str, Any], path: ValuePath) -> Fault | None:
    for key, value in data.items():
        if isinstance(kind.key_type, inspect.IntType) and not _ID.fullmatch(key):
            return Fault((*path, key), "under an id, a whole number over 0", f'"{shortened(key)}"')
        fault = _fault_in(kind.value_type, value, (*path, key))
        if fault is not None:
            return fault
    return None


def _is_of(kind: inspect.Type, value: Any) -> bool:
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)][0](value)
    match kind:
        case inspect.LiteralType():
            return isinstance(value, str) and value in kind.values
        case inspect.TupleType():
            return (
                isinstance(value, list)
                and len(value) == len(kind.item_types)
                and all(map(_is_of, kind.item_types, value))
            )
        case inspect.UnionType():
            return any(_is_of(one, value) for one in kind.types)
    return True


def _is_base64(value: Any) -> bool:
    try:
        b64decode(value, validate=True)
    except (TypeError, ValueError):
        return False
    return isinstance(value, str)


def is_whole(value: Any, least: int) -> bool:
    """Return whether the value is an integer, not a truth value, of at least `least`."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_number(value: Any) -> bool:
    """Return whether the value is a number that fits a 64-bit float, and not a truth value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _is_dict(value: Any) -> bool:
    return isinstance(value, dict)


_PLAIN: Final[Mapping[type[inspect.Type], tuple[Callable[[Any], bool], str]]] = {
    inspect.FloatType: (is_number, "a finite number"),
    inspect.IntType: (
        lambda value: isinstance(value, int) and not isinstance(value, bool),
        "a whole number",
    ),
    inspect.BoolType: (lambda value: isinstance(value, bool), "true or false"),
    inspect.StrType: (lambda value: isinstance(value, str), "a text in quotes"),
    inspect.BytesType: (_is_base64, "bytes in base64, in quotes"),
    inspect.NoneType: (lambda value: value is None, "null"),
    inspect.DictType: (_is_dict, "an object {...}"),
    inspect.StructType: (_is_dict, "an object {...}"),
}
"""By type: a test for values of the type, and its words for people after "must be"."""


def _words(kind: inspect.Type) -> str:
    """Return the words for a type after "must be"."""
    match kind:
        case inspect.LiteralType():
            return " or ".join(f'"{value}"' for value in kind.values)
        case inspect.TupleType():
            return "a point [x, z] of two finite numbers"
        case inspect.VarTupleType(item_type=inspect.TupleType()):
            return "a list of points [[x, z], ...]"
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return "a list of texts"
        case inspect.VarTupleType():
            return "a list [...]"
        case inspect.UnionType():
            held = (one for one in kind.types if not isinstance(one, inspect.NoneType))
            return " or ".join(map(_words, held))
    return _PLAIN[type(kind)][1] if type(kind) in _PLAIN else "a value of another type"
