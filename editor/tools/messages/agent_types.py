"""Words for agent types and required abilities."""

from collections.abc import Sequence
from typing import Final

from editor.tools.messages import short
from navcore.i18n import mark, tr

STANDARD: Final = mark("Standard")
"""Name of the agent type without a name."""


def type_words(name: str) -> str:
    """Return the displayed name of an agent type."""
    return name or tr(STANDARD)


def requires(needs: Sequence[str]) -> str:
    """Return the abilities that an area or door requires; empty if it requires none."""
    return tr("requires {0}").format(short(", ".join(needs))) if needs else ""
