"""Words separated by commas, as fields of the library read and show them."""

from navcore.level.operations.tables import each_once


def as_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, each once."""
    return each_once(text.split(","))


def from_words(value: object) -> str:
    """Return the text that says these words."""
    return ", ".join(value) if isinstance(value, tuple) else ""
