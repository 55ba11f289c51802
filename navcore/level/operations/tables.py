"""Helpers for edits of the level's tables: free names, and lists of words."""

from collections.abc import Collection, Iterable

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.limits import MAX_NAME


def free_name(name: str, taken: Collection[str], *, missing: str, other: str) -> str:
    """Return a name for a row of a table, without spaces around it.

    Args:
        name: As it was typed.
        taken: Names of the other rows.
        missing: The sentence for an empty name.
        other: The sentence for a name that is taken, with a place for the name.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    name = name.strip()
    if not name:
        raise NavcoreError(missing)
    if len(name) > MAX_NAME:
        raise NavcoreError(tr("A name has at most {0} characters.").format(f"{MAX_NAME:,}"))
    if name in taken:
        raise NavcoreError(other.format(name))
    return name


def each_once(words: Iterable[str]) -> tuple[str, ...]:
    """Return words without spaces around them, each once, in the order of their first."""
    return tuple(dict.fromkeys(filter(None, (word.strip() for word in words))))
