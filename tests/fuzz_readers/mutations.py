"""Ways of damaging bytes, texts and JSON; all of them depend on a random generator alone.

No damage makes more than about `MOST_BYTES`: lists that hold one another many times over would
otherwise be gigabytes once written, and what a worker peaks at would be said of the damages.
"""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any, Final

NUMBERS: Final[tuple[object, ...]] = (
    0, -0.0, 1, -1, 2, 3, 0.5, 1e-300, 5e-324, 1e9, -1e9, 1e15, 1e16, 1e100, 1.7e308, -1.7e308,
    2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 10**400,
)  # fmt: skip
TEXTS: Final = (
    "", " ", "a", "\0", "\n", "\r\n", "\t", "\x1b[2J", "\ud800", "\udfff\ud800", "\U0001f600",
    "\u202e", "\u2028", "\ufeff", "\ufffe", "a" * 70_000, "%s%n{0}", "../../etc/passwd", "con",
    "/dev/zero", "<b>&amp;</b>", "waywright-level", "waywright-grid", "ground",
)  # fmt: skip
TOKENS: Final = (
    b"1e308", b"-1.7e308", b"1e999", b"NaN", b"-Infinity", b"9" * 400, b"9" * 5000, b"0x10",
    b"1e-400", b"-0", b"\\ud800", b"\\u0000", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe",
    b"[" * 200, b"{" * 200, b'{"a":' * 150, b"]", b"}", b",", b'"', b"\n", b"\r\n", b"\r",
    b"[" * 100_000, b"<<<<<<< ours\n", b"=======\n", b"null", b"true", b"[]", b"{}", b" " * 1000,
)  # fmt: skip

MOST_BYTES: Final = 2**22
"""Of a case, so that none takes long by its size alone."""

Damage = Callable[[bytes, Random], bytes]


def damaged_bytes(data: bytes, random: Random, others: Sequence[bytes] = ()) -> bytes:
    """Return the bytes with one damage that is independent of their meaning."""
    size = len(data)
    at, end = sorted((random.randint(0, size), random.randint(0, size)))
    end = min(end, at + random.choice((1, 4, 16, 256, 65_536)))
    piece = data[at:end]
    match random.randrange(9):
        case 0:
            flipped = bytearray(data or b"\0")
            for _ in range(random.choice((1, 1, 2, 8))):
                flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
            return bytes(flipped)
        case 1:
            return data[:at]
        case 2:
            return data[:at] + data[end:]
        case 3 | 4:
            return data[:at] + random.choice(TOKENS) + data[random.choice((at, end)) :]
        case 5:
            times = min(random.choice((1, 2, 50, 1000)), 200_000 // (1 + end - at))
            return data[:end] + piece * times + data[end:]
        case 6:
            return data[:at] + random.randbytes(random.choice((1, 4, 64))) + data[end:]
        case 7 if others:
            other = random.choice(others)
            return data[:at] + other[random.randint(0, len(other)) :]
        case _:
            return data[end:] + data[:end]


_WORD: Final = re.compile(rb"[^\s]+")


def damaged_lines(data: bytes, random: Random) -> bytes:
    """A text of lines and words with one damage: a word, a line, or the order of them."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    if random.random() < 0.5:
        at = random.randrange(min(len(lines), 12))
    match random.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[random.randrange(len(lines))])
        case 2:
            other = random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[at] + b"\r"
        case 4:
            times = random.choice((0, 2, 3000))
            lines[at] = lines[at] * min(times, 1 + MOST_BYTES // (1 + len(lines[at])))
        case _:
            words = list(_WORD.finditer(lines[at], 0, 10_000))
            if words:
                word = random.choice(words)
                value = random.choice(NUMBERS)
                new = random.choice((str(value).encode(), random.choice(TOKENS)))
                lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]
    return b"\n".join(lines)


class Pairs(list[tuple[str, Any]]):
    """An object of JSON as pairs, so that a key can stand twice."""


def parsed(data: bytes) -> Any:
    """JSON with its objects as `Pairs`."""
    return json.loads(data, object_pairs_hook=Pairs)


def written(value: Any, most: int = MOST_BYTES) -> str:
    """JSON of `Pairs`, cut off soon after so many characters."""
    pieces: list[str] = []
    with suppress(_FullError):
        _write(value, pieces, [most])
    return "".join(pieces)


class _FullError(Exception):
    """So many characters are written."""


def _write(value: Any, pieces: list[str], left: list[int]) -> None:
    if isinstance(value, list):
        opening, closing = "{}" if isinstance(value, Pairs) else "[]"
        _add(opening, pieces, left)
        for number, item in enumerate(value):
            if number:
                _add(", ", pieces, left)
            if isinstance(value, Pairs):
                _add(f"{json.dumps(item[0])}: ", pieces, left)
            _write(_value_at(value, number), pieces, left)
        _add(closing, pieces, left)
    else:
        _add(json.dumps(value), pieces, left)


def _add(piece: str, pieces: list[str], left: list[int]) -> None:
    pieces.append(piece)
    left[0] -= len(piece)
    if left[0] < 0:
        raise _FullError


def damaged_json(data: bytes, random: Random) -> bytes:
    """JSON with damages to its values, still JSON; other bytes are damaged as bytes."""
    try:
        root = parsed(data)
    except (ValueError, RecursionError):
        return damaged_bytes(data, random)
    holder: list[Any] = [root]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        damage_value(holder, random)
    try:
        return written(holder[0]).encode("utf-8", "surrogatepass")
    except RecursionError:
        return damaged_bytes(data, random)


def damage_value(holder: list[Any], random: Random) -> None:
    """One damage to a value somewhere in the list's first item."""
    places = _places(holder)
    container, key = places[random.randrange(len(places))]
    if random.random() < 0.3:
        # Things near the root decide about most.
        container, key = places[min(len(places) - 1, int(random.expovariate(0.1)))]
    value = _value_at(container, key)
    match random.randrange(10):
        case 0 | 1 | 2:
            _put(container, key, other_value(value, random))
        case 3 if container is not holder:
            del container[key]
        case 4 if isinstance(container, Pairs):
            name = random.choice(container)[0] if random.random() < 0.5 else random.choice(TEXTS)
            container[key] = (name, value)
        case 5 if container is not holder:
            container.insert(key, container[random.randrange(len(container))])
        case 6 if isinstance(value, list) and value:
            times = random.choice((0, 2, 100, 3000))
            value[:] = (value * times)[: max(2, 100_000 // (1 + len(written(value[0]))))]
        case 7:
            depth = random.choice((1, 2, 60, 97, 99, 120, 300))
            for _ in range(depth):
                value = [value]
            _put(container, key, value)
        case 8 if isinstance(value, list):
            random.shuffle(value)
        case _:
            source_container, source_key = places[random.randrange(len(places))]
            _put(container, key, deepcopy(_value_at(source_container, source_key)))


def other_value(value: object, random: Random) -> Any:
    """A value of another type, or an extreme one of the same."""
    if isinstance(value, int | float) and not isinstance(value, bool) and random.random() < 0.7:
        near = (value + 1, -value, value * 1e6, value * 1e-9, value + 0.5)
        return random.choice((*NUMBERS, *near))
    if isinstance(value, str) and random.random() < 0.6:
        return random.choice((*TEXTS, value + random.choice(TEXTS)))
    return random.choice(
        (None, True, False, [], Pairs(), [[]], "x", *NUMBERS[:8], Pairs([("a", 1)]), [0, 0])
    )


def _places(holder: list[Any]) -> list[tuple[list[Any], int]]:
    """Containers and indexes of all values, from the root on; of long lists the beginning."""
    found: list[tuple[list[Any], int]] = [(holder, 0)]
    for container, key in found:
        value = _value_at(container, key)
        if isinstance(value, list) and len(found) < 5000:
            found += [(value, at) for at in range(min(len(value), 200))]
    return found


def _value_at(container: list[Any], key: int) -> Any:
    return container[key][1] if isinstance(container, Pairs) else container[key]


def _put(container: list[Any], key: int, value: Any) -> None:
    container[key] = (container[key][0], value) if isinstance(container, Pairs) else value
