"""What agent types and required abilities are called."""

from collections.abc import Sequence
from typing import Final

from editor.tools.messages import short
from navcore.i18n import mark, tr

STANDARD: Final = mark("Standard")
"""What the agent type without a name is called."""


def type_words(name: str) -> str:
    """What an agent type is called where one reads it."""
    return name or tr(STANDARD)


def requires(needs: Sequence[str]) -> str:
    """What an area or door requires; empty if it requires nothing."""
    return tr("requires {0}").format(short(", ".join(needs))) if needs else ""
