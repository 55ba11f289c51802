r"""Texts from files: lone surrogates become U+FFFD, and invisible characters are shown as codes.

JSON can write half of a character beyond U+FFFF, `\ud800`, which no other text can: not UTF-8,
no file name, no table, no window. Readers put U+FFFD in its place, the sign for a character that
is not known; writers refuse it. So no level that was read from a file holds any.
"""

import re
from typing import Any, Final

from navcore.errors import NavcoreError

_HALF: Final = re.compile("[\ud800-\udfff]")
_ESCAPE: Final = re.compile(
    r"\\(?:[^u]|u(?:[dD][89abAB]..\\u[dD][c-fC-F]..|([dD][89a-fA-F]..)|....))", re.DOTALL
)
"""An escape in JSON, or two that make one character; a half that is alone is its group."""
_UNKNOWN: Final = "\ufffd"


def holds_halves(json_text: str) -> bool:
    """Return whether a JSON text has an escaped surrogate without its other half."""
    # Hardly a file has one. One letter is found ten times as fast as three, and these ten times as
    # fast as the pattern.
    escaped = "\\" in json_text and ("\\ud" in json_text or "\\uD" in json_text)
    return escaped and any(found.group(1) for found in _ESCAPE.finditer(json_text))


def whole(data: Any) -> Any:
    """JSON data with U+FFFD in place of each half of a character.

    Raises:
        ValueError: if two keys of an object become the same.
    """
    if isinstance(data, str):
        return _HALF.sub(_UNKNOWN, data)
    if isinstance(data, list):
        return [whole(item) for item in data]
    if isinstance(data, dict):
        made = {whole(key): whole(value) for key, value in data.items()}
        if len(made) != len(data):
            message = "a key stands twice"
            raise ValueError(message)
        return made
    return data


def refuse_halves(text: str) -> None:
    """Refuse a text that no file can hold.

    Raises:
        NavcoreError: if it holds half of a character.
    """
    half = _HALF.search(text)
    if half is not None:
        code = f"\\u{ord(half.group()):04x}"
        message = f"a text must be made of whole characters, got half of one ({code})"
        raise NavcoreError(message)


def visible(text: str) -> str:
    """Return the text with codes for characters that are invisible or reorder their neighbours.

    Control characters could clear a terminal or end the line of a message.
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() or one == " " else one.encode("unicode_escape").decode("ascii")
        for one in text
    )
