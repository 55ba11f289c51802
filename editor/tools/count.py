"""Number of agents that a click places: set, typed, or changed with Up and Down."""

import math

from editor.numbers import NumberFault, Unfinished, evaluate
from editor.tools.messages import agent as say
from editor.tools.options import Number
from editor.tools.tool import Entry, Typing
from navcore.i18n import tr


class Count:
    """A number of agents for the options strip, and the box that it is typed in."""

    def __init__(self, title: str, value: int, most: int) -> None:
        """Start with this many per click."""
        self.number = Number("count", title, value, 1, most, 1, "", digits=None)
        self.entry = Entry(
            lambda view: Typing(tr(say.TYPE_COUNT)),
            lambda text, view: count_of(text, most),
            lambda count, view: self.number.set(count),
        )

    @property
    def set(self) -> int:
        """Return the number that is set."""
        return int(self.number.value)

    @property
    def now(self) -> int:
        """Return the number that is being typed, else the one that is set."""
        return self.entry.value or self.set


def count_of(text: str, most: int) -> int:
    """Return the number of agents in a text, `most` at most.

    Raises:
        NumberFault: if it contains no whole number, or one that is too large.
    """
    value = evaluate(text, unit="")
    if value < 1:
        raise Unfinished(say.count_least())
    if value > most:
        raise NumberFault(say.count_most(most))
    if value != round(value):
        raise NumberFault(say.count_whole(math.ceil(value)))
    return round(value)
