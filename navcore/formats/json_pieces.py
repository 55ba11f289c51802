"""Fast decoding of large JSON texts, in pieces of about a megabyte.

msgspec decodes far faster than the standard library with a hook for every object. But it does not
report duplicate keys, and holds the global interpreter lock for a whole call: 0.5 s for 30 MB, in
which a window can't paint. Texts with one element a line, as in level files, are therefore cut at
line ends, and very long outlines between corners; each cut leaves a placeholder in the surrounding
text. Each piece is decoded by its own call. Keys are counted in the text and in the decoded data:
the counts differ if a key occurs twice in an object.

Anything unusual raises `Unusual`, and the caller decodes again, slowly and exactly.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

import msgspec

from navcore.formats.progress import DECODED_SHARE, READ_SHARE, Job, go_on

PIECE: Final = 1 << 17
"""Characters decoded by one call, about: 1 to 2 ms."""

_JOINT: Final = ",\n    {"
"""Text between two elements on lines of their own."""
_PLACEHOLDER: Final = "\x00{}"
"""Placeholder for a cut-out piece. As JSON it has an escape that no key or value contains by
chance; a text that contains it is decoded in one piece."""


class Unusual(Exception):
    """The text can't be decoded fast: it is not JSON, or only an exact decoder can decide."""


class _Cut(NamedTuple):
    """The inside of an array, from `start` to before `end`, and the separator of its items."""

    start: int
    end: int
    joint: str


@contextmanager
def collector_paused() -> Iterator[None]:
    """Disable Python's garbage collector while a file is decoded.

    Decoding makes no garbage, but the collector would traverse the decoded data again and again,
    which took more than half of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def decode_fast(text: str, job: Job | None = None) -> Any:
    """Return the text as plain Python data, exactly as `json.loads` returns it.

    `job` is counted up from `READ_SHARE` to `DECODED_SHARE`, as `navcore.formats.progress` says.

    Raises:
        Cancelled: if the job is cancelled.
        Unusual: if it is not JSON, if a key may stand twice in an object, or if a number may be
            beyond 64-bit floats.
    """
    if len(text) > 2 * PIECE and ("\\" not in text or _marked(0)[1:-2] not in text):
        with suppress(Unusual):
            found = _with_cuts(text, list(_arrays_of_lines(text)), job)
            if found is not None:
                return found
    return _decoded(text)


def _arrays_of_lines(text: str) -> Iterator[_Cut]:
    """The top-level arrays that hold an item a line."""
    position = 0
    while (opening := text.find('": [\n    ', position)) >= 0:
        start = opening + len('": [')
        end = text.find("\n  ]", start)
        if end < 0:
            return
        yield _Cut(start, end, _JOINT)
        position = end


def _with_cuts(text: str, cuts: list[_Cut], job: Job | None = None) -> Any:
    """Return an object with some arrays decoded piece by piece; None if there are no cuts.

    Only values directly below the object may be cut.
    """
    if not cuts:
        return None
    parts: list[str] = []
    position = 0
    for index, cut in enumerate(cuts):
        parts += (text[position : cut.start], _marked(index))
        position = cut.end
    parts.append(text[position:])
    data = _decoded("".join(parts))
    if not isinstance(data, dict):
        raise Unusual
    marks = {_PLACEHOLDER.format(index): cut for index, cut in enumerate(cuts)}
    for key, value in data.items():
        mark = value[0] if isinstance(value, list) and len(value) == 1 else None
        if isinstance(mark, str) and mark in marks:
            data[key] = _items(text, marks.pop(mark), job)
    return None if marks else data


def _marked(index: int) -> str:
    """Return a placeholder as it is written in JSON."""
    return f'"\\u0000{index}"'


def _items(text: str, cut: _Cut, job: Job | None) -> list[Any]:
    """Return the items of an array, decoded piece by piece."""
    items: list[Any] = []
    start = cut.start
    while start < cut.end:
        go_on(job, READ_SHARE, DECODED_SHARE, start / len(text))
        end = text.find(cut.joint, start + PIECE, cut.end)
        end = cut.end if end < 0 else end
        piece = text[start:end]
        if end - start > 2 * PIECE:
            items.extend(_large_item(piece))
        else:
            found = _decoded(f"[{piece}]")
            if not found:
                raise Unusual
            items.extend(found)
        start = end + 1
        if start == cut.end:
            raise Unusual
    return items


def _large_item(text: str) -> list[Any]:
    """Return items of an array of which one has very many corners."""
    last = text.rfind(_JOINT, 0, PIECE + len(_JOINT))
    if last >= 0:
        return [*_decoded(f"[{text[:last]}]"), *_large_item(text[last + 1 :])]
    opening = text.find('"polygon": [[')
    closing = text.find("]]", opening)
    if opening >= 0 and closing >= 0:
        cut = _Cut(opening + len('"polygon": ['), closing + 1, ", [")
        found = _with_cuts(text, [cut])
        if found is not None:
            return [found]
    return list(_decoded(f"[{text}]"))


def _decoded(text: str) -> Any:
    """Return the data of a text, in one call."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Unusual from error
    keys = text.count('":')
    if keys != _count_keys(data):
        raise Unusual
    if text.count(":") != keys and any(space in text for space in (" :", "\t:", "\n:", "\r:")):
        raise Unusual
    return data


def _count_keys(value: Any) -> int:
    """Return the keys of an object or of a list of objects, and of all inside; never too many."""
    if isinstance(value, dict):
        return len(value) + sum([_count_keys(inner) for inner in value.values()])
    if not isinstance(value, list) or set(map(type, value)) != {dict}:
        return 0
    inside = [v for item in value for v in item.values() if type(v) is dict or _is_of_dicts(v)]
    return sum(map(len, value)) + sum(map(_count_keys, inside))


def _is_of_dicts(value: Any) -> bool:
    return type(value) is list and bool(value) and type(value[0]) is dict
