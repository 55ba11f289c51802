"""Every tool is found, is described, and keeps the contract with any input."""

import random

import pytest
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, check_hint, drawn, rectangle

from editor.tools import all_tools, messages
from editor.tools.preview import STYLES
from navcore.level import operations as op

KEYS = (
    "Enter", "Backspace", "Delete", "Escape", "Undo", "Redo", "Tab", "Shift+Tab", "Up", "Left",
    "Shift+Down", "Alt+Right", "1", "5", ".", ",", "-", "@", "x",
)  # fmt: skip


def test_the_rail():
    """Groups and positions, one key each."""
    tools = [tool for tool in all_tools() if tool.on_rail]
    known = (
        "select", "vertices", "polygon_area", "rectangle_area", "regular_area",
        "polygon_obstacle", "rectangle_obstacle", "regular_obstacle", "wall", "door", "agent",
        "spawn", "route", "probe", "measure",
    )  # fmt: skip
    assert tuple(tool.name for tool in tools if tool.name in known) == known
    assert len({tool.shortcut for tool in tools}) == len(tools)
    assert len({tool.place for tool in tools}) == len(tools)
    assert all(tool.title and tool.summary and tool.cursor in {"arrow", "cross"} for tool in tools)


def test_every_style_is_described():
    """Painters find a description of each."""
    assert all(STYLES.values())


@pytest.mark.parametrize("number", range(len(all_tools())))
def test_idle_tools_say_something(number):
    """They do before the first mouse move, and over an empty level."""
    bench = Bench(all_tools()[number])
    check_hint(bench.hint)
    bench.hover(1, 1)
    bench.key("Escape")
    check_hint(bench.hint)


def hall():
    """Rooms, a door, tables and agents."""
    return drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 6, 6), n, name="hall"),
        lambda lv, n: op.add_area(lv, rectangle(6, 0, 10, 6), n, name="a" * 60),
        lambda lv, n: op.add_area(lv, rectangle(3, 6, 4, 7), n, name="gate", door=True),
        lambda lv, n: op.add_obstacle(lv, rectangle(2, 2, 4, 4), n),
        lambda lv, n: op.add_obstacle(lv, ((7, 1), (9, 1), (8, 3)), n),
        lambda lv, n: op.add_agent(lv, (1, 1), n),
    )


def play(number, rng, turns):
    """Send random input to a tool."""
    bench = Bench(all_tools()[number], hall())
    for _ in range(turns):
        step = rng.randrange(8)
        points = [(rng.randint(-1, 22) / 2, rng.randint(-1, 14) / 2) for _ in range(3)]
        keys = rng.choice((NONE, NONE, SHIFT, CTRL, ALT))
        before, steps = bench.level, len(bench.steps)
        if step == 0:
            bench.hover(*points[0], keys=keys)
        elif step in {1, 2}:
            bench.drag(*points, keys=keys, then=rng.choice((NONE, SHIFT, CTRL, ALT)))
        elif step == 3:
            bench.click(*points[0], keys=keys)
        elif step == 4:
            bench.press(*points[0], keys=keys)
            bench.move(*points[1])
            bench.escape()
            assert bench.level == before
            assert len(bench.steps) == steps
        elif step == 5:
            bench.double_click(*points[0], keys=keys)
        elif step == 6:
            bench.key(rng.choice(KEYS))
        else:
            bench.right_click(*points[0])
        assert len(bench.steps) <= steps + 2
        assert bench.level == bench.committed
        if rng.random() < 0.1 and bench.steps:
            bench.undo()
            bench.select()
    bench.leave()
    while bench.steps:
        bench.undo()


@pytest.mark.parametrize("number", range(len(all_tools())))
def test_whatever_comes_the_contract_holds(number, exhaustive):
    """A gesture is one step, a cancelled one none, and every step can be taken back."""
    for seed in range(200 if exhaustive else 4):
        play(number, random.Random(seed), 40)


def test_numbers_are_written_as_designers_read_them():
    """Two decimals, a real minus, no minus zero, whole degrees."""
    assert messages.metres(-1.5) == "−1.50 m"
    assert messages.number(-0.001) == "0.00"
    assert messages.degrees(-0.1) == "354°"
    assert messages.degrees(6.2831) == "0°"
    assert messages.size(4, 2.5) == "4.00 × 2.50 m"


def test_hints_drop_what_does_not_fit():
    """From the end."""
    text = messages.hint("A" * 60 + ".", "b" * 20, "c" * 20)
    assert "b" in text
    assert "c" not in text
