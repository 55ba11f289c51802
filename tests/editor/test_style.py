"""Design tokens: legible contrasts, and no colours or sizes outside of them."""

import re
from pathlib import Path

import pytest
from colour_sight import contrast

import editor
from editor.look import pens, style
from editor.look.sheet import SHEET, sheet
from editor.look.style import DARK, LIGHT, MARKS, STROKES, Theme
from editor.tools.preview import MARK_STYLES, STROKE_STYLES

SURFACES = ("window", "panel", "raised", "field", "hover")
TEXTS = ("text", "text2", "ok", "warn", "error", "accent")
FLOORS = ("outside", "walkable", "band", "obstacle")
LINES = (
    "obstacle_line", "area_line", "door_open", "door_shut", "path", "selection",
)  # fmt: skip


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
class TestContrast:
    """Promises of the style page."""

    @pytest.mark.parametrize("text", TEXTS)
    @pytest.mark.parametrize("surface", SURFACES)
    def test_text_is_legible_on_every_surface(self, theme: Theme, text: str, surface: str) -> None:
        """Text is legible on every surface."""
        assert contrast(getattr(theme, text), getattr(theme, surface)) >= 4.5

    @pytest.mark.parametrize("surface", ["accent_fill", "accent"])
    def test_text_is_legible_on_what_is_selected(self, theme: Theme, surface: str) -> None:
        """The contrast is sufficient."""
        text = theme.on_accent if surface == "accent" else theme.text
        assert contrast(text, getattr(theme, surface)) >= 4.5

    @pytest.mark.parametrize("line", LINES)
    @pytest.mark.parametrize("floor", FLOORS)
    def test_canvas_lines_show_on_every_floor(self, theme: Theme, line: str, floor: str) -> None:
        """Canvas lines show on every floor."""
        assert contrast(getattr(theme, line), getattr(theme, floor)) >= 3

    @pytest.mark.parametrize("floor", ["outside", "walkable", "band"])
    def test_the_walkable_edge_shows(self, theme: Theme, floor: str) -> None:
        """The walkable edge shows."""
        assert contrast(theme.walkable_edge, getattr(theme, floor)) >= 3

    @pytest.mark.parametrize("floor", FLOORS)
    def test_agents_show_by_their_disc_or_its_rim(self, theme: Theme, floor: str) -> None:
        """Agents show by their disc or its rim."""
        best = max(contrast(c, getattr(theme, floor)) for c in (theme.agent, theme.agent_rim))
        assert best >= 3

    @pytest.mark.parametrize("surface", ["panel", "window", "field"])
    def test_borders_that_must_be_seen_are(self, theme: Theme, surface: str) -> None:
        """Their contrast is sufficient."""
        assert contrast(theme.control, getattr(theme, surface)) >= 3


def test_every_style_name_of_the_tools_has_a_look() -> None:
    """Every style name of the tools has a look."""
    assert set(STROKE_STYLES) <= set(STROKES)
    assert set(MARK_STYLES) <= set(MARKS)
    for look in (*STROKES.values(), *MARKS.values()):
        for token in (getattr(look, name, None) for name in ("colour", "line", "fill")):
            assert token is None or hasattr(DARK, token)


def test_both_themes_name_a_colour_for_every_token() -> None:
    """Both themes name a colour for every token."""
    for theme in (DARK, LIGHT):
        for name in Theme.__slots__:
            value = getattr(theme, name)
            if isinstance(value, str) and name != "name":
                assert re.fullmatch(r"#[0-9A-F]{6}", value), name


def test_the_style_sheet_is_short_and_complete() -> None:
    """The style sheet is short and complete."""
    assert SHEET.template.count("\n") < 80
    for theme in (DARK, LIGHT):
        assert "$" not in sheet(theme)


def test_no_colour_and_no_pixel_size_stands_outside_the_tokens() -> None:
    """No colour and no pixel size stands outside the tokens."""
    colour = re.compile(r"#[0-9A-Fa-f]{6}\b|QColor\(\s*\d|Qt\.GlobalColor\.(?!transparent)")
    pixels = re.compile(
        r"set(?:Fixed|Minimum|Maximum)(?:Size|Width|Height)\(\s*[1-9]\d+|setSpacing\(\s*[1-9]"
        r"|setPixelSize\(\s*\d|setPointSize\(|setWidthF?\(\s*[1-9]"
    )
    root = Path(editor.__file__).parent
    for file in root.rglob("*.py"):
        if file.parent.name == "style":
            continue
        text = file.read_text(encoding="utf-8")
        assert not colour.search(text), f"{file}: {colour.search(text)}"
        assert not pixels.search(text), f"{file}: {pixels.search(text)}"


def test_dash_lengths_are_pixels_whatever_the_width(qapp: object) -> None:
    """They don't scale with the pen."""
    pen = pens.pen(DARK.path, 2.5, (5.0, 5.0))
    assert pen.widthF() == 2.5
    assert pen.dashPattern() == [2.0, 2.0]
    assert pens.font().pixelSize() == 12


def test_dark_and_light_can_be_chosen() -> None:
    """Dark and light can be chosen."""
    before = style.current()
    style.use(LIGHT)
    assert style.current() is LIGHT
    style.use(before)
