"""Text that XML can hold."""

from typing import Final

_CONTROL: Final = {code: "�" for code in range(32) if code not in {9, 10, 13}} | {
    0xFFFE: "�",
    0xFFFF: "�",
}


def plain(text: str) -> str:
    """Return text without characters that XML can't hold."""
    return text.translate(_CONTROL).encode("utf-8", "replace").decode()
