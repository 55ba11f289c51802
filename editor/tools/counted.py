"""Tools that lay many at a click: how many is set, typed, and changed with Up and Down."""

import math
from functools import partial
from typing import ClassVar, Final

from editor.numbers import NumberFault, Unfinished, evaluate
from editor.tools.gesture import GestureTool
from editor.tools.messages import agent as say
from editor.tools.tool import Effect, KeyResult, ToolView, Typing
from editor.tools.typed import Typed, read
from navcore.i18n import tr

_STEPS: Final = {"Up": 1, "Down": -1, "Shift+Up": 10, "Shift+Down": -10}


class CountedTool(GestureTool):
    """A tool that asks how many; the typed number counts while it is typed."""

    most: ClassVar[int]
    """Agents that one click lays at most."""

    def __init__(self, count: int) -> None:
        """So many at a click."""
        super().__init__()
        self.count = count
        self._typed: Typed[int] | None = None

    @property
    def count_now(self) -> int:
        """How many: what is being typed, else what is set."""
        return self._typed.value if self._typed and self._typed.value else self.count

    def set_number(self, name: str, value: float) -> None:
        """Set how many, kept within the limits."""
        if name == "count" and math.isfinite(value):
            self.count = round(min(max(value, 1), self.most))

    def activate(self) -> None:
        """Nothing is typed yet."""
        super().activate()
        self._typed = None

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Up and Down change how many."""
        if key in _STEPS:
            self.set_number("count", self.count + _STEPS[key])
            return KeyResult(True)
        return KeyResult()

    def typing(self, view: ToolView) -> Typing | None:
        """How many a click lays."""
        return Typing(tr(say.TYPE_COUNT))

    def typed(self, text: str, view: ToolView) -> str:
        """Show as many as the text says."""
        self._typed = read(partial(count_of, most=self.most), text)
        return self._typed.sentence

    def enter(self, text: str, view: ToolView) -> Effect:
        """Lay as many at each click from now on."""
        self.count = count_of(text, self.most)
        self._typed = None
        return None

    def untyped(self) -> None:
        """As many as before."""
        self._typed = None


def count_of(text: str, most: int) -> int:
    """How many agents a text says, `most` at most.

    Raises:
        NumberFault: if it says no whole number, or too many.
    """
    value = evaluate(text, unit="")
    if value < 1:
        raise Unfinished(say.count_least())
    if value > most:
        raise NumberFault(say.count_most(most))
    if value != round(value):
        raise NumberFault(say.count_whole(math.ceil(value)))
    return round(value)
