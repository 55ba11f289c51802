"""Looks of a large crowd fall into steps that have neither a tick nor looks at gates."""

from types import SimpleNamespace
from typing import Any

import pytest

from navcore.sim.step_parts import GATES_EVERY, MANY, spare_turn


def turns(agents: int, ticks: int, steps_per_tick: int = 6) -> list[tuple[int, int] | None]:
    """Return the turns of the steps of so many ticks."""
    settings = SimpleNamespace(steps_per_tick=steps_per_tick)
    runs: list[Any] = [
        SimpleNamespace(settings=settings, step=step, agents=range(agents))
        for step in range(ticks * steps_per_tick)
    ]
    return [spare_turn(run, ticks) for run in runs]


@pytest.mark.parametrize("agents", [MANY - 1, MANY])
@pytest.mark.parametrize("ticks", [10, 20])
@pytest.mark.parametrize("steps_per_tick", [1, 6])
def test_each_turn_comes_once(agents: int, ticks: int, steps_per_tick: int) -> None:
    """So each agent looks once in these ticks."""
    found = [turn for turn in turns(agents, ticks, steps_per_tick) if turn is not None]
    count = len(found)
    assert found == [(number, count) for number in range(count)]


def test_steps_of_gates_and_ticks_have_none() -> None:
    """In the first of two ticks gates are looked at; the second begins with the tick's own work."""
    busy = {step for step, turn in enumerate(turns(MANY, GATES_EVERY)) if turn is None}
    assert busy == set(range(7))
