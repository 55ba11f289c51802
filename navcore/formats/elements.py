"""Elements as text, for copying between editors and through chat messages.

They look as in level files, under a format of their own. Pasting also reads whole levels, configs
of source 000, and text that a chat program has quoted or put in a code block.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from navcore.errors import FormatError
from navcore.formats.json_text import Source, compact
from navcore.formats.level import level_from_data
from navcore.formats.level_keys import FORMAT as LEVEL_FORMAT
from navcore.formats.level_keys import element_arrays, version_of
from navcore.formats.level_text import element_lines, object_text
from navcore.formats.limits import MAX_JSON_BYTES, size_text
from navcore.formats.texts import whole
from navcore.level.kinds import all_kinds
from navcore.level.model import Element, Level, in_drawing_order

FORMAT: Final = "waywright-elements"

_SOURCE: Final = "the copied text"


def write_elements(elements: Iterable[Element]) -> str:
    r"""Return the elements as text, lines ended by `\n`; areas first, each kind in drawing order.

    Raises:
        NavcoreError: if an element holds something that JSON has no form for.
    """
    level = Level().with_items({element.id: element for element in elements})
    lines = [
        f'"format": {compact(FORMAT)}',
        f'"version": {version_of(level)}',
        *element_lines(level),
    ]
    return object_text(lines)


def read_elements(text: str) -> tuple[Element, ...]:
    """Return the elements that a text holds, areas first, each kind in drawing order.

    Raises:
        FormatError: if it holds none, or something is wrong with one; the text says what.
    """
    if len(text) > MAX_JSON_BYTES:
        message = f"{_SOURCE} is longer than {size_text(MAX_JSON_BYTES)}"
        raise FormatError(message)
    body = text[text.find("{") : text.rfind("}") + 1]
    source = Source(whole(body), _SOURCE)
    keys = [array.key for array in element_arrays()]
    if not any(f'"{key}"' in source.text for key in keys):
        message = f"{_SOURCE} is no part of a level"
        raise FormatError(message)
    data = source.parse()
    if isinstance(data, dict) and data.get("format") == FORMAT:
        known = {key: data[key] for key in ("version", *keys) if key in data}
        data = {"format": LEVEL_FORMAT, **known}
    level, _ = level_from_data(data, source, whole=False)
    copied = (in_drawing_order(level.of(kind.type)) for kind in all_kinds() if kind.moved)
    elements = tuple(chain.from_iterable(copied))
    if not elements:
        message = f"{_SOURCE} is a level without elements"
        raise FormatError(message)
    return elements
