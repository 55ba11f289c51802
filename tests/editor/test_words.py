"""Every message of every tool, with short and long names, small and large numbers."""

import importlib
import inspect
import itertools
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, get_type_hints

import pytest
from tool_bench import check_hint

from editor.tools import messages
from navcore.level.model import Point

NAME = "north_gate_of_the_old_town_wall"
VALUES: dict[Any, tuple[Any, ...]] = {
    str: ("hall", messages.short(NAME)),
    float: (0.0, 4.2, -123.456, 99_999.99),
    int: (1, 2, 5000),
    bool: (False, True),
    Point: ((0.0, 0.0), (-1234.56, -99_999.99)),
}
TOLD = {"kind": ("area", "obstacle"), "time": ("0:12.4",)}
"""Texts that are none of a designer's."""


def sentences() -> Iterator[tuple[str, Callable[..., str]]]:
    """Return all message functions that take simple values."""
    for found in pkgutil.iter_modules(messages.__path__):
        module = importlib.import_module(f"{messages.__name__}.{found.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__:
                yield f"{found.name}.{name}", function


def told(function: Callable[..., str]) -> Iterator[str]:
    """Return the message for all values."""
    hints = get_type_hints(function)
    if hints["return"] is not str:
        return
    kinds = [
        (name, hints[name])
        for name, given in inspect.signature(function).parameters.items()
        if given.kind is not inspect.Parameter.VAR_POSITIONAL
    ]
    if any(kind not in VALUES for _, kind in kinds):
        return
    choices = [TOLD.get(name, VALUES[kind]) for name, kind in kinds]
    for chosen in itertools.product(*choices):
        yield function(**dict(zip((name for name, _ in kinds), chosen, strict=True)))


@pytest.mark.parametrize(("name", "function"), [*sentences()])
def test_every_sentence_fits(name: str, function: Callable[..., str]) -> None:
    """A bold clause that is a sentence, then modifiers, 90 characters at most."""
    for text in told(function):
        if text.startswith("**"):
            check_hint(text)
