"""Options of tools in the options strip: numbers, switches, choices, preferences."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from navcore.level.model import Level

_ARROWS: Final = {"Up": 1.0, "Down": -1.0}


def _nothing(_: str) -> None:
    """Ignore the value."""


@dataclass(slots=True)
class Switch:
    """A switch: draw circles."""

    name: str
    title: str
    """Translated where it is shown, as `tip` is."""
    on: bool
    tip: str = ""
    where: "Where | None" = None
    """The option is enabled if a choice has this value; None: always."""
    given: "Where | None" = None
    """The option is on and can't be changed if a choice has this value."""
    within: "Switch | None" = None
    """The option is enabled while this switch is on."""

    @property
    def counts(self) -> bool:
        """True if the option has an effect now."""
        on = self.within is None or self.within.on
        return on and (self.where is None or self.where.holds) and not self._is_given

    @property
    def holds(self) -> bool:
        """True if the option is on, by itself or because of a choice."""
        return self.on or self._is_given

    @property
    def _is_given(self) -> bool:
        return self.given is not None and self.given.holds


@dataclass(slots=True)
class Number:
    """A number: the width of a door. Up and Down change the first one of a tool."""

    name: str
    title: str
    """Translated where it is shown."""
    value: float
    minimum: float
    maximum: float
    step: float
    unit: str = "m"
    leap: float = 10.0
    """Steps that Shift with an arrow makes."""
    digits: int | None = 3
    """Number of decimals; None for whole numbers."""
    unless: Switch | None = None
    """The option is enabled while this switch is off."""
    where: "Where | None" = None
    """The option is enabled if a choice has this value."""

    @property
    def counts(self) -> bool:
        """True if the option has an effect now."""
        off = self.unless is not None and self.unless.on
        return not off and (self.where is None or self.where.holds)

    def set(self, value: float) -> None:
        """Set it, kept within its limits."""
        if math.isfinite(value):
            self.value = round(min(max(value, self.minimum), self.maximum), self.digits)

    def key(self, key: str) -> bool:
        """Change it by an arrow key, alone or with Shift; return whether it is one."""
        prefix, _, arrow = key.rpartition("+")
        if arrow not in _ARROWS or prefix not in {"", "Shift"}:
            return False
        self.set(self.value + _ARROWS[arrow] * self.step * (self.leap if prefix else 1.0))
        return True


@dataclass(slots=True)
class Choice:
    """One of several values: whether a route is walked once or again and again."""

    name: str
    title: str
    """Translated where it is shown, as `tip` and the texts of `choices` are."""
    choices: tuple[tuple[str, str], ...]
    """Pairs of a value and its text, at least one."""
    value: str
    """The chosen value."""
    tip: str = ""
    listed: Callable[[Level], tuple[tuple[str, str], ...]] | None = None
    """The choices that a level has, where it has some to choose from."""
    heard: Callable[[str], object] = _nothing
    """Called with each other value."""

    def follow(self, level: Level) -> None:
        """List the values of a level; a value that the level lacks is replaced by the first."""
        if self.listed is not None:
            self.choices = self.listed(level)
            if all(self.value != choice for choice, _ in self.choices):
                self.set(self.choices[0][0])

    def set(self, value: str) -> None:
        """Choose this value; values that are not listed are ignored."""
        if value != self.value and any(value == choice for choice, _ in self.choices):
            self.value = value
            self.heard(value)


@dataclass(frozen=True, slots=True)
class Where:
    """Condition that a choice has one of these values, for other options."""

    choice: Choice
    values: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if the choice has one of the values."""
        return self.choice.value in self.values


@dataclass(frozen=True, slots=True)
class Preference:
    """A switch that several tools share and that is saved between sessions.

    Tools read it from their `ToolView`; the strip sets it.
    """

    name: str
    """The attribute of the settings."""
    title: str
    """Translated where it is shown, as `tip` is."""
    tip: str = ""


Option: TypeAlias = Number | Switch | Choice | Preference


def counting(options: Iterable[Option]) -> list[Option]:
    """Return the options that are enabled now."""
    return [one for one in options if not isinstance(one, Number | Switch) or one.counts]
