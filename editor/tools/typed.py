"""What is typed in the box at the pointer: what it came to, or why it came to nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from editor.numbers import Unfinished
from editor.tools import messages
from navcore.errors import NavcoreError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Typed(Generic[T]):
    """What a text in the box means."""

    value: T | None
    said: str = ""
    """Why there is no value."""
    faulty: bool = False
    """Whether nothing that follows could mend it."""

    @property
    def sentence(self) -> str:
        """What `Tool.typed` answers: nothing as long as the text may still become something."""
        return self.said if self.faulty else ""

    @property
    def hint(self) -> str:
        """Why there is no value, as a hint; empty if there is one."""
        return messages.refused(self.said, messages.ESC_CLOSES) if self.said else ""


def read(reader: Callable[[str], T], text: str) -> Typed[T]:
    """What the reader makes of the text."""
    try:
        return Typed(reader(text))
    except Unfinished as fault:
        return Typed(None, str(fault))
    except NavcoreError as fault:
        return Typed(None, str(fault), faulty=True)
