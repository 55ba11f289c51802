"""Elements as text: what is copied in one editor and pasted in another, or into a chat.

They look as they do in level files, under a format of their own. Pasting reads whole levels and
configs of source 000 as well, and text that a chat has put a fence or words around.
"""

from collections.abc import Iterable
from typing import Any, Final

from navcore.errors import FormatError
from navcore.formats.checks import FaultError, check_version
from navcore.formats.json_text import Source, compact
from navcore.formats.level import level_from_data
from navcore.formats.level_keys import FORMAT as LEVEL_FORMAT
from navcore.formats.level_keys import KINDS
from navcore.formats.level_text import element_lines, object_text
from navcore.formats.limits import MAX_JSON_BYTES, size_text
from navcore.formats.texts import whole
from navcore.level.model import Element, Level

FORMAT: Final = "waywright-elements"
VERSION: Final = 1

_SOURCE: Final = "the copied text"
_KEYS: Final = frozenset({"format", "version", *(kind.key for kind in KINDS)})


def write_elements(elements: Iterable[Element]) -> str:
    r"""The elements as text, lines ended by `\n`; areas first, each kind in drawing order.

    Raises:
        NavcoreError: if an element holds something that JSON has no form for.
    """
    level = Level().with_items({element.id: element for element in elements})
    lines = [f'"format": {compact(FORMAT)}', f'"version": {VERSION}', *element_lines(level)]
    return object_text(lines)


def read_elements(text: str) -> tuple[Element, ...]:
    """The elements that a text holds, areas first, each kind in drawing order.

    Raises:
        FormatError: if it holds none, or something is wrong with one; the text says what.
    """
    if len(text) > MAX_JSON_BYTES:
        message = f"{_SOURCE} is longer than {size_text(MAX_JSON_BYTES)}"
        raise FormatError(message)
    body = text[text.find("{") : text.rfind("}") + 1]
    source = Source(whole(body), _SOURCE)
    if not any(f'"{kind.key}"' in source.text for kind in KINDS):
        message = f"{_SOURCE} is no part of a level"
        raise FormatError(message)
    level, _ = level_from_data(_as_level(source.parse(), source), source)
    elements = tuple(level.elements())
    if not elements:
        message = f"{_SOURCE} is a level without elements"
        raise FormatError(message)
    return elements


def _as_level(data: Any, source: Source) -> Any:
    """The data as a level's; a level's own stays as it is.

    Raises:
        FormatError: if the elements are of a newer version.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return data
    try:
        check_version(data, VERSION, source)
    except FaultError as error:
        raise error.fault.told_by(source) from None
    known = {key: value for key, value in data.items() if key in _KEYS}
    known["format"] = LEVEL_FORMAT
    return known
