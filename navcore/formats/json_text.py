"""Read JSON with faults reported by file, line and value path; write short numbers."""

import json
import math
import re
from dataclasses import dataclass
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any, Final

import msgspec

from navcore.errors import FormatError, NavcoreError
from navcore.formats import positions, texts
from navcore.formats.json_pieces import PIECE, Unusual, collector_paused, decode_fast
from navcore.formats.limits import (
    MAX_JSON_BRACKETS,
    MAX_JSON_BYTES,
    MAX_JSON_COMMAS,
    size_text,
)
from navcore.formats.positions import ValuePath
from navcore.formats.progress import READ_SHARE, Job, go_on

_EXPONENT: Final = re.compile(r"[eE][-+]?[0-9]")
_WHOLE: Final = b"[],-0123456789"
"""Characters of JSON lists of whole numbers."""
_MOST_DIGITS: Final = 300
"""Number of digits below which a number without exponent can't exceed 64-bit floats."""


@dataclass(frozen=True, slots=True)
class Source:
    """A JSON text with its file, for error messages with positions."""

    text: str
    path: str | Path
    job: Job | None = None
    """Progress of decoding, and the way to cancel it."""

    def error(self, message: str, value_path: ValuePath = ()) -> FormatError:
        """Return an error at the value, or at the nearest one around it that the file holds."""
        value = positions.locate(self.text, value_path)
        return self._error_at(message, value_path, value.start if value else 0)

    def refuse(self, value_path: ValuePath, allowed: str) -> FormatError:
        """Return an error that names the allowed and the actual value."""
        value = positions.locate(self.text, value_path)
        got = positions.snippet(self.text, value) if value else "nothing"
        start = value.start if value else 0
        return self._error_at(f"must be {allowed}, got {got}", value_path, start)

    def line_of(self, value_path: ValuePath) -> int:
        """Return the line on which the value begins, from 1."""
        value = positions.locate(self.text, value_path)
        return positions.line_at(self.text, value.start if value else 0)

    def parse(self) -> Any:
        """Return the text as plain Python data.

        Halves of characters, which only `\\ud800` and its like can write, become U+FFFD.

        Raises:
            FormatError: if it is not JSON, holds NaN, Infinity or numbers beyond 64-bit floats,
                a key twice in an object, marks of an unfinished merge, is nested too deep or
                is larger than the limits of `navcore.formats.limits`.
        """
        self._refuse_too_large()
        with collector_paused():
            try:
                return decode_fast(self.text, self.job)
            except Unusual:
                return self._parse_exactly()

    def _parse_exactly(self) -> Any:
        """Return the text as plain Python data, decoded slowly, with every fault found."""
        try:
            data = json.loads(
                self.text,
                object_pairs_hook=_object,
                parse_float=_finite if _may_overflow(self.text) else None,
                parse_constant=_finite,
            )
            return texts.whole(data) if texts.holds_halves(self.text) else data
        except (ValueError, RecursionError) as error:
            raise self.fault(str(error)) from None

    def _count(self, signs: str) -> int:
        """Return how often these characters occur in the text, counted piece by piece."""
        found = 0
        for start in range(0, len(self.text), PIECE):
            go_on(self.job, READ_SHARE, READ_SHARE, 1.0)
            found += sum([self.text.count(sign, start, start + PIECE) for sign in signs])
        return found

    def _refuse_too_large(self) -> None:
        """Refuse a text whose data would need too much memory, before any is allocated."""
        if len(self.text) > MAX_JSON_BYTES:
            most = f"be JSON of at most {size_text(MAX_JSON_BYTES)}"
        elif self._count("[{") > MAX_JSON_BRACKETS:
            most = f"hold at most {MAX_JSON_BRACKETS:,} lists and objects"
        elif self._count(",") > MAX_JSON_COMMAS:
            most = f"hold at most {MAX_JSON_COMMAS:,} commas"
        else:
            return
        message = f"{self.path}: must {most}; split it"
        raise FormatError(message)

    def fault(self, otherwise: str) -> FormatError:
        """Return the first thing that makes the text invalid JSON; `otherwise` if none is found."""
        line = positions.conflict_line(self.text)
        if line is not None:
            message = f"{self.path}: unresolved merge at line {line}: keep one of the two versions"
            return FormatError(f"{message} and delete the lines of marks")
        # Text that is nested too deeply is JSON: only the second, slower scan detects it.
        for wanted in ((), None):
            try:
                for _ in positions.scan(self.text, wanted):
                    pass
            except positions.JsonFaultError as fault:
                return self._error_at(fault.message, fault.path, fault.position)
        return FormatError(f"{self.path}: {otherwise}")

    def _error_at(self, message: str, value_path: ValuePath, position: int) -> FormatError:
        place = f"{self.path}, line {positions.line_at(self.text, position)}"
        if value_path:
            place = f"{place}, {positions.path_text(value_path)}"
        return FormatError(f"{place}: {message}")


def number(value: float) -> str:
    """Return the shortest decimal that reads back as the same float: `6`, `0.1`, `1e-07`.

    Raises:
        NavcoreError: if it is not finite.
    """
    plain = float(value)
    if not math.isfinite(plain):
        message = f"only finite numbers can be written, got {plain}"
        raise NavcoreError(message)
    return repr(plain + 0.0).removesuffix(".0")


def compact(value: Any) -> str:
    """Any JSON data on one line, characters unescaped, numbers as they are.

    Raises:
        NavcoreError: if it holds something that JSON has no form for, or half a character.
    """
    if type(value) is int:
        return repr(value)
    try:
        text = (
            encode_basestring(value)
            if isinstance(value, str)
            else json.dumps(value, ensure_ascii=False, allow_nan=False)
        )
    except (TypeError, ValueError, RecursionError) as error:
        message = f"this value has no form in JSON: {error}"
        raise NavcoreError(message) from error
    if not text.isascii():
        texts.refuse_halves(text)
    return text


def short(value: Any) -> str:
    """JSON data of the format itself on one line, numbers as short as they can be.

    Raises:
        NavcoreError: as `number` and `compact`.
    """
    if isinstance(value, float):
        return number(value)
    if isinstance(value, str):
        return compact(value)
    if isinstance(value, dict):
        if value and all(type(key) is int for key in value):
            # JSON has texts as keys only; ids are sorted, so that equal levels give equal texts.
            value = {str(key): value[key] for key in sorted(value)}
        return "{" + ", ".join(f"{compact(key)}: {short(value[key])}" for key in value) + "}"
    if isinstance(value, list | tuple):
        return _whole_numbers(value) or "[" + ", ".join(map(short, value)) + "]"
    if isinstance(value, bytes | msgspec.Struct):
        return short(msgspec.to_builtins(value))
    return compact(value)


def _whole_numbers(value: Any) -> str:
    """Return a list of whole numbers as JSON, quickly even for thousands; "" for others."""
    try:
        text = msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        return ""
    return "" if text.translate(None, _WHOLE) else text.decode("ascii").replace(",", ", ")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key stands twice"
        raise ValueError(message)
    return found


def _may_overflow(text: str) -> bool:
    """Return whether a number may be beyond 64-bit floats: most texts have no candidate."""
    return bool(_EXPONENT.search(text)) or max(map(len, text.split(","))) > _MOST_DIGITS


def _finite(token: str) -> float:
    value = float(token)
    if not math.isfinite(value):
        message = f"{token} is not finite"
        raise ValueError(message)
    return value
