"""The icons keep to one grid, one stroke and one colour, so that they look like one set."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ICONS = Path(__file__).parent.parent / "resources" / "icons"
NAMES = {path.stem for path in ICONS.glob("*.svg")}
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}path", f"{SVG}circle", f"{SVG}rect"}


def parse(name: str) -> ET.Element:
    """The root element of the icon."""
    return ET.parse(ICONS / f"{name}.svg").getroot()


def test_that_what_the_program_uses_is_there() -> None:
    """Each tool, action, row and message has its icon."""
    tools = {
        "select", "vertices", "polygon_area", "rectangle_area", "polygon_obstacle",
        "rectangle_obstacle", "regular_area", "regular_obstacle", "wall", "door", "agent", "probe",
    }  # fmt: skip
    actions = {
        "undo", "redo", "play", "pause", "step", "back", "restart", "eye", "search", "new",
        "open", "save", "export", "trash", "close", "check",
    }  # fmt: skip
    signs = {
        "area", "obstacle", "chevron_right", "chevron_down", "warning", "info", "error", "app",
    }  # fmt: skip
    assert tools | actions | signs <= NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_that_an_icon_is_an_svg_of_plain_shapes(name: str) -> None:
    """Nothing but shapes: no scripts, no pictures, no text."""
    root = parse(name)
    assert root.tag == f"{SVG}svg"
    assert len(root) > 0
    assert {child.tag for child in root.iter()} - {root.tag} <= SHAPES


@pytest.mark.parametrize("name", sorted(NAMES - {"app"}))
def test_that_an_icon_keeps_to_the_grid_the_stroke_and_the_colour(name: str) -> None:
    """There is one grid, one stroke and the colour of the text; filled parts have 35 %."""
    root = parse(name)
    assert root.get("viewBox") == "0 0 20 20"
    assert root.get("stroke-width") == "1.5"
    assert root.get("stroke-linecap") == root.get("stroke-linejoin") == "round"
    assert root.get("stroke") == "currentColor"
    assert root.get("fill") == "none"
    for shape in root:
        assert not {"stroke", "stroke-width", "style", "class", "transform"} & set(shape.keys())
        assert shape.get("fill") in {None, "currentColor"}
        assert (shape.get("fill") is None) == (shape.get("fill-opacity") is None)
        assert shape.get("fill-opacity") in {None, "0.35"}


@pytest.mark.parametrize("kind", ["polygon", "rectangle", "regular"])
def test_that_an_obstacle_is_the_same_shape_as_the_area(kind: str) -> None:
    """Matter is the floor's shape, filled."""
    area = (ICONS / f"{kind}_area.svg").read_text(encoding="utf-8")
    obstacle = (ICONS / f"{kind}_obstacle.svg").read_text(encoding="utf-8")
    assert area == re.sub(' fill="currentColor" fill-opacity="0.35"', "", obstacle)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_that_qt_draws_something_inside_the_margin(name: str) -> None:
    """Ink in the picture, none on its border."""
    gui = pytest.importorskip("PySide6.QtGui")
    svg = pytest.importorskip("PySide6.QtSvg")
    text = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    renderer = svg.QSvgRenderer(text.replace("currentColor", "#000000").encode())
    assert renderer.isValid()
    image = gui.QImage(20, 20, gui.QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = gui.QPainter(image)
    renderer.render(painter)
    painter.end()
    inked = {(x, y) for x in range(20) for y in range(20) if gui.qAlpha(image.pixel(x, y)) > 40}
    assert len(inked) > 15
    assert not [(x, y) for x, y in inked if {x, y} & {0, 19} and name != "app"]
