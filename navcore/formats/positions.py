"""Find positions of values in a JSON text, and faults in text that is not JSON.

Slow and thorough: only used when a file is refused, to name the line. Valid files are read with the
standard library.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn, TypeAlias

from navcore.formats.texts import visible

ValuePath: TypeAlias = tuple[str | int, ...]
"""Keys and indexes that lead from the root to a value."""

MAX_DEPTH: Final = 100
"""Brackets that may be open at once."""

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])")
_WORD = re.compile(r"[^\s,:\[\]{}\"]+|.", re.DOTALL)
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|$)", re.MULTILINE)
_MARKS = tuple(7 * mark for mark in "<=>|")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*")
_LITERALS = frozenset({"true", "false", "null"})
_NOT_FINITE = frozenset({"nan", "inf", "infinity"})
"""Words that programs write for numbers without a JSON form, ignoring case and sign."""
_CLOSER = {"{": "}", "[": "]"}
_LONGEST_WHOLE_NUMBER = 4300
_LONGEST_QUOTE = 40
_LONGEST_PATH = 8
_LONGEST_SNIPPET = 2000
"""Characters of a value that are looked at for the few of it that are shown."""


class JsonFaultError(Exception):
    """The text is no JSON that can be used: at `position`, inside the value at `path`."""

    def __init__(self, message: str, position: int, path: ValuePath) -> None:
        """All that a message to a person needs."""
        super().__init__(message)
        self.message = message
        self.position = position
        self.path = path


class Value(NamedTuple):
    """A value and the part of the text that it takes, `start` to before `end`."""

    path: ValuePath
    start: int
    end: int


@dataclass(slots=True)
class _Open:
    """An open bracket, with the key or index that is being read in it."""

    bracket: str
    start: int
    key: str | int | None
    keys: dict[str, int] = field(default_factory=dict)


def line_at(text: str, position: int) -> int:
    """Return number of the line that holds the position, from 1."""
    return text.count("\n", 0, position) + 1


def conflict_line(text: str) -> int | None:
    """Line of the first mark that an unfinished merge left behind, or None."""
    # The pattern stops at every line end; almost no text contains one of these marks.
    mark = _CONFLICT.search(text) if any(four in text for four in _MARKS) else None
    return None if mark is None else line_at(text, mark.start())


def path_text(path: ValuePath) -> str:
    """Return a value path for people, `obstacles[3].polygon[2]`, cut if it is too long."""
    parts: list[str] = []
    for step in path[:_LONGEST_PATH]:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif len(step) <= _LONGEST_QUOTE and _PLAIN_KEY.fullmatch(step):
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f"[{quoted(step)}]")
    return "".join(parts) + ("..." if len(path) > _LONGEST_PATH else "")


def quoted(text: str) -> str:
    """Return a text in double quotes on one line, shortened if it is long."""
    flat = " ".join(text[:_LONGEST_SNIPPET].split())
    return f'"{shortened(flat)}"'


def shortened(text: str) -> str:
    """Return the start of a text that is too long, with codes for invisible characters."""
    short = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."
    return visible(short)


def snippet(text: str, value: Value) -> str:
    """Return the text of a value, on one line and shortened."""
    start = text[value.start : min(value.end, value.start + _LONGEST_SNIPPET)]
    return shortened(" ".join(start.split()))


def locate(text: str, path: ValuePath) -> Value | None:
    """Return the value at `path`, or the nearest one around it; None if unreadable."""
    best: Value | None = None
    try:
        for value in scan(text, path):
            if value.path == path:
                return value
            around = value.path == path[: len(value.path)]
            if around and (best is None or len(value.path) > len(best.path)):
                best = value
    except JsonFaultError:
        return best
    return best


def scan(text: str, wanted: ValuePath | None = None) -> Iterator[Value]:
    """Yield all values of the text, each after the values inside it.

    With `wanted`, values that are not on the way to that path may be skipped, so that a large file
    is scanned quickly up to the wanted value or the fault.

    Raises:
        JsonFaultError: at the first place where the text is not JSON, a key stands twice in an
            object, a number is not finite or more than `MAX_DEPTH` brackets are open.
    """
    return _Scanner(text, wanted).values()


class _Scanner:
    """Reads a JSON text from front to back without recursion."""

    def __init__(self, text: str, wanted: ValuePath | None) -> None:
        self.text = text
        self.wanted = wanted
        self.position = 0
        self.open: list[_Open] = []

    def values(self) -> Iterator[Value]:
        while True:
            self._skip_space()
            if self._next() in _CLOSER:
                if not self._pass_over() and self._open_bracket():
                    continue
            else:
                yield self._scalar()
            while self.open:
                self._skip_space()
                if self._next() != _CLOSER[self.open[-1].bracket]:
                    self._step_on()
                    break
                self.position += 1
                closed = self.open.pop()
                yield Value(self._path(), closed.start, self.position)
            else:
                self._expect_end()
                return

    def _path(self) -> ValuePath:
        return tuple(bracket.key for bracket in self.open if bracket.key is not None)

    def _next(self) -> str:
        return self.text[self.position : self.position + 1]

    def _skip_space(self) -> None:
        match = _SPACE.match(self.text, self.position)
        self.position = match.end() if match else self.position

    def _pass_over(self) -> bool:
        """Skip a bracket if its contents are JSON and not on the way to the wanted value.

        Only at the depth of elements and their corners, because deeper brackets would be read again
        for every bracket around them.
        """
        if self.wanted is None or len(self.open) > _CORNER_DEPTH:
            return False
        path = self._path()
        if path == self.wanted[: len(path)]:
            return False
        bracket = _Open(self._next(), self.position, None)
        try:
            self.position = _DECODER.raw_decode(self.text, self.position)[1] - 1
        except (ValueError, RecursionError):
            return False
        # The bracket that closes it is taken where others are.
        self.open.append(bracket)
        return True

    def _open_bracket(self) -> bool:
        """Step into a bracket; return false if it is empty."""
        bracket = self._next()
        if len(self.open) == MAX_DEPTH:
            self._fail(f"must not be nested deeper than {MAX_DEPTH} brackets")
        self.open.append(_Open(bracket, self.position, None if bracket == "{" else 0))
        self.position += 1
        self._skip_space()
        if self._next() == _CLOSER[bracket]:
            return False
        if bracket == "{":
            self._key('a key in quotes or "}"')
        return True

    def _key(self, expected: str) -> None:
        inner = self.open[-1]
        inner.key = None
        match = _STRING.match(self.text, self.position)
        if match is None:
            self._expect(expected)
        key = str(json.loads(match.group()))
        if key in inner.keys:
            first = line_at(self.text, inner.keys[key])
            self._fail(f"the key {quoted(key)} stands twice, first on line {first}")
        inner.keys[key] = self.position
        self.position = match.end()
        self._skip_space()
        if self._next() != ":":
            self._expect("a colon after the key")
        self.position += 1
        inner.key = key

    def _scalar(self) -> Value:
        start = self.position
        match = _STRING.match(self.text, start) or _NUMBER.match(self.text, start)
        if match is None:
            match = _WORD.match(self.text, start)
            if match is None or match.group() not in _LITERALS:
                odd = match is not None and match.group().lower().lstrip("+-") in _NOT_FINITE
                self._expect("a finite number" if odd else "a value")
        elif self._next() != '"' and not _is_usable(match.group()):
            self._fail(f"must be a finite number, got {shortened(match.group())}")
        self.position = match.end()
        return Value(self._path(), start, self.position)

    def _step_on(self) -> None:
        """Takes the comma, and the key after it in an object."""
        inner = self.open[-1]
        closer = _CLOSER[inner.bracket]
        if self._next() != ",":
            self._expect(f'a comma or "{closer}"')
        comma = self.position
        self.position += 1
        self._skip_space()
        if self._next() == closer:
            self._fail(f'nothing follows the comma before "{closer}"', comma)
        if inner.bracket == "{":
            self._key("a key in quotes")
        elif isinstance(inner.key, int):
            inner.key += 1

    def _expect_end(self) -> None:
        self._skip_space()
        if self.position < len(self.text):
            self._expect("the end of the file")

    def _fail(self, message: str, position: int | None = None) -> NoReturn:
        place = self.position if position is None else position
        raise JsonFaultError(message, place, self._path())

    def _expect(self, expected: str) -> NoReturn:
        """Raise an error that names the expected and the found text, also at the end."""
        if self.position >= len(self.text):
            self._fail_cut_off()
        if self._next() == '"' and not _STRING.match(self.text, self.position):
            self._fail_in_string()
        match = _WORD.match(self.text, self.position)
        got = shortened(match.group() if match else self._next())
        self._fail(f"must be {expected}, got {got}")

    def _fail_cut_off(self) -> NoReturn:
        if not self.open:
            self._fail("the file is empty")
        inner = self.open[-1]
        line = line_at(self.text, inner.start)
        self._fail(
            f'the file is cut off: the "{inner.bracket}" of line {line} is not closed',
            len(self.text),
        )

    def _fail_in_string(self) -> NoReturn:
        """Refuses a text that is not closed, or holds what JSON forbids in texts."""
        position = self.position + 1
        while position < len(self.text) and self.text[position] not in '"\r\n':
            character = self.text[position]
            if character < " ":
                self._fail(f"must be a text without control characters, got {character!r}")
            position += 2 if character == "\\" else 1
        if position >= len(self.text):
            self._fail_cut_off()
        if self.text[position] == '"':
            self._fail("must be a text in which a backslash is written twice")
        self._fail("must be a text that ends with a quote on the same line")


def _unique(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise ValueError


def _usable(token: str) -> None:
    if not math.isfinite(float(token)):
        raise ValueError


_CORNER_DEPTH: Final = 4
"""Brackets around a corner of an element of a level."""
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_usable, parse_constant=_usable
)


def _is_usable(number: str) -> bool:
    digits = number.lstrip("-")
    if digits.isdigit():
        return len(digits) <= _LONGEST_WHOLE_NUMBER
    return math.isfinite(float(number))
