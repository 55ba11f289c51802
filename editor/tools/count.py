"""How many agents a click lays: set, typed, and changed with Up and Down."""

import math

from editor.numbers import NumberFault, Unfinished, evaluate
from editor.tools.messages import agent as say
from editor.tools.options import Number
from editor.tools.tool import Entry, Typing
from navcore.i18n import tr


class Count:
    """A number of agents for the options strip, and the box that it is typed in."""

    def __init__(self, title: str, value: int, most: int) -> None:
        """So many at a click."""
        self.number = Number("count", title, value, 1, most, 1, "", digits=None)
        self.entry = Entry(
            lambda view: Typing(tr(say.TYPE_COUNT)),
            lambda text, view: count_of(text, most),
            lambda count, view: self.number.set(count),
        )

    @property
    def set(self) -> int:
        """How many are set."""
        return int(self.number.value)

    @property
    def now(self) -> int:
        """How many: what is being typed, else what is set."""
        return self.entry.value or self.set


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
