"""Pictures of checks, drawn without Qt, look like the canvas in its light theme."""

import pytest

from editor.look.style import BLOCKED, CANVAS, COSTS
from editor.look.style.themes import LIGHT
from navcore.report.pictures import style
from navcore.report.pictures.shapes import Pattern

TOKENS = [
    "outside", "walkable", "walkable_edge", "band", "band_hatch", "obstacle", "obstacle_line",
    "area_line", "door_open", "door_shut", "link", "edge", "path", "agent", "agent_rim", "error",
    "warn", "accent", "text", "text2", "panel", "line",
]  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
def test_colour_is_that_of_the_light_theme(token: str) -> None:
    """Token by token."""
    assert getattr(style, token.upper()) == getattr(LIGHT, token)


def test_no_colour_is_without_a_token() -> None:
    """Every colour of the table is compared."""
    colours = {name for name, value in vars(style).items() if str(value).startswith("#")}
    costs = {"COST_MIDDLING", "COST_HIGH", "BLOCKED"}
    assert colours == {token.upper() for token in TOKENS} | costs


def test_terrain_has_the_colours_of_its_costs() -> None:
    """The source's, as on the canvas."""
    assert COSTS[1:] == (style.COST_MIDDLING, style.COST_HIGH)
    assert style.BLOCKED == BLOCKED


def test_patterns_have_the_steps_of_the_canvas() -> None:
    """They are the patterns of the edge band, shut doors and differences."""
    terrain = {Pattern.ROUGH, Pattern.SLOW, Pattern.BARRED}
    steps = {pattern: pattern.value[1] for pattern in Pattern if pattern not in terrain}
    assert steps == {
        Pattern.BAND: CANVAS.hatch_step, Pattern.SHUT: CANVAS.door_hatch_step,
        Pattern.LOST: CANVAS.difference_step, Pattern.GAINED: CANVAS.difference_step,
        Pattern.JOINED: CANVAS.difference_step, Pattern.CUT_OFF: CANVAS.cut_off_step,
    }  # fmt: skip
    assert Pattern.BAND.value[3] == CANVAS.hatch_alpha
