"""Pictures as SVG 1.1, a few kilobytes each, that browsers and code hosts show as they are."""

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from navcore.report.pictures.shapes import (
    CROSSED,
    DOTS,
    RISING,
    Disc,
    Part,
    Pattern,
    Picture,
    Points,
    Shape,
    Text,
)
from navcore.report.text import plain

_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"


def svg_of(picture: Picture) -> str:
    """Return a picture as SVG."""
    writer = _Writer()
    body = "".join(map(writer.part, picture.parts))
    title = escape(plain(picture.title))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" '
        f'height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}" role="img" '
        f'font-family="{_FONT}" stroke-linejoin="round">\n'
        f"<title>{title}</title>\n<defs>\n{''.join(writer.defs.values())}</defs>\n"
        f'<rect width="{picture.width}" height="{picture.height}" fill="{picture.ground}"/>\n'
        f"{body}</svg>\n"
    )


class _Writer:
    def __init__(self) -> None:
        self.defs: dict[str, str] = {}

    def part(self, part: Part) -> str:
        match part:
            case Shape():
                return self._shape(part)
            case Disc():
                return (
                    f'<circle cx="{_n(part.x)}" cy="{_n(part.y)}" r="{_n(part.radius)}" '
                    f"{_paint(part)}/>\n"
                )
            case Text():
                return _text(part)

    def _shape(self, shape: Shape) -> str:
        data = "".join(_line(points, shape.closed) for points in shape.lines if len(points))
        if not data:
            return ""
        text = f'<path d="{data}" {_paint(shape)}/>\n'
        if shape.pattern is not None and shape.ink is not None:
            inked = self._pattern(shape.pattern, shape.ink)
            text += f'<path d="{data}" fill="url(#{inked})" fill-rule="evenodd"/>\n'
        return text

    def _pattern(self, pattern: Pattern, ink: str) -> str:
        name = f"{pattern.name.lower()}{ink[1:]}"
        if name not in self.defs:
            angle, step, width, alpha = pattern.value
            paint = f'fill="{ink}" fill-opacity="{_n(alpha)}"'
            if angle == DOTS:
                half = _n(step / 2)
                mark = f'<circle cx="{half}" cy="{half}" r="{_n(width / 2)}" {paint}/>'
            else:
                mark = f'<rect width="{_n(step)}" height="{_n(width)}" {paint}/>'
            if angle == CROSSED:
                mark += f'<rect width="{_n(width)}" height="{_n(step)}" {paint}/>'
            turn = {RISING: -45, DOTS: 0}.get(angle, 45)
            self.defs[name] = (
                f'<pattern id="{name}" width="{_n(step)}" height="{_n(step)}" '
                f'patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">{mark}'
                "</pattern>\n"
            )
        return name


def _paint(part: Shape | Disc) -> str:
    words = [f'fill="{part.fill or "none"}"']
    if isinstance(part, Shape) and part.fill is not None:
        words.append('fill-rule="evenodd"')
        if part.fill_alpha != 1.0:
            words.append(f'fill-opacity="{_n(part.fill_alpha)}"')
    if part.line is not None:
        words.append(f'stroke="{part.line}"')
        words.append(f'stroke-width="{_n(part.width)}"')
        if part.dash:
            words.append(f'stroke-dasharray="{" ".join(map(_n, part.dash))}"')
        if isinstance(part, Shape) and part.line_alpha != 1.0:
            words.append(f'stroke-opacity="{_n(part.line_alpha)}"')
    return " ".join(words)


def _line(points: Points, closed: bool) -> str:
    return f"M{_pairs(points.tolist())}{'Z' if closed else ''}"


def _pairs(points: Iterable[tuple[float, float]]) -> str:
    return "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _text(part: Text) -> str:
    words = [f'x="{_n(part.x)}" y="{_n(part.y)}" font-size="{_n(part.size)}"']
    if part.anchor != "start":
        words.append(f'text-anchor="{part.anchor}"')
    if part.bold:
        words.append('font-weight="600"')
    text = (
        f"<text {' '.join(words)} fill={quoteattr(part.colour)}>{escape(plain(part.text))}</text>\n"
    )
    if part.halo is None:
        return text
    # Text is written twice, because not every viewer supports `paint-order`.
    rim = f'fill={quoteattr(part.halo)} stroke={quoteattr(part.halo)} stroke-width="3"'
    return text.replace(f"fill={quoteattr(part.colour)}", rim, 1) + text


def _n(value: float) -> str:
    """Return a number with two decimal places below 1, else with one, without what says nothing."""
    text = f"{value:.2f}" if abs(value) < 1 else f"{value:.1f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
