"""Words parted by commas, as fields of the library read and show them."""


def as_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, each once."""
    return tuple(dict.fromkeys(word for part in text.split(",") if (word := part.strip())))


def from_words(value: object) -> str:
    """Return the text that says these words."""
    return ", ".join(value) if isinstance(value, tuple) else ""
