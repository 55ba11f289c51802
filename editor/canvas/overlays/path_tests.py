"""Tests of the level: a tick or a cross at both ends, and the paths of selected ones."""

import math
from itertools import islice, pairwise
from typing import ClassVar, Final, NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.path_test_signs import SignStamps
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.model import PathTest, Point
from navcore.level.naming import called
from navcore.level.pick import pick_index
from navcore.level.storeys import layers_of
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.words import outcome

MOST: Final = 300
"""Most tests whose signs are painted; more would be unreadable."""


class _Seen(NamedTuple):
    """A test in view: its result, and its ends on the active storey."""

    test: PathTest
    answer: Answer | None
    ends: tuple[Point, ...]


class PathTestsOverlay(Overlay):
    """Path colour with a tick where a test passes, shut colour with a cross where it fails."""

    name: ClassVar[str] = "tests"
    title: ClassVar[str] = mark("Tests")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW, Preset.CHECK})
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.TESTS, Reads.LEVEL, Reads.SELECTION})
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start without painted signs."""
        super().__init__()
        self._stamps = SignStamps()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the signs in view."""
        theme = style.current()
        found = {one.answer.passed for one in _seen(scene) if one.answer is not None}
        rows = {
            True: LegendRow(tr("test passes"), theme.outside, theme.path, mark="tick"),
            False: LegendRow(tr("test fails"), theme.outside, theme.door_shut, mark="cross"),
        }
        return tuple(row for passes, row in rows.items() if passes in found)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return the name of the test there, and what came out."""
        reach = CANVAS.handle_reach / scene.scale
        near = [(math.dist(end, place), one) for one in _seen(scene) for end in one.ends]
        distance, one = min(near, key=lambda pair: pair[0], default=(math.inf, None))
        if one is None or one.answer is None or distance > reach:
            return ""
        told = outcome(scene.tests.level, one.test, one.answer)
        return tr("{0}: {1}").format(called([one.test]), told)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint paths of selected tests first, signs above them."""
        seen = _seen(scene)
        chosen = scene.document.selection.ids
        for one in seen:
            if one.test.id in chosen and one.answer is not None:
                _paint_path(painter, one.answer, one.test, scene, camera)
        signs: dict[tuple[bool | None, bool], list[Point]] = {}
        for one in seen:
            passes = None if one.answer is None else one.answer.passed
            is_loud = passes is False or one.test.id in chosen
            inside = [end for end in one.ends if camera.sees((*end, *end))]
            if inside:
                signs.setdefault((passes, is_loud), []).extend(inside)
        # Failing tests are above passing ones.
        for passes, is_loud in sorted(signs, key=lambda sign: (sign[0] is False, sign[1])):
            radius = CANVAS.test_sign if is_loud else CANVAS.test_sign_quiet
            pixels = camera.to_pixels(signs[passes, is_loud]).tolist()
            self._stamps.put(painter, pixels, radius, scene.device_ratio, passes=passes)


def _seen(scene: Scene) -> list[_Seen]:
    """Tests with an end in view on the active storey, in drawing order."""
    document, service = scene.document, scene.tests
    level, unseen, storey = document.level, document.unseen, document.storey.name
    if not level.of(PathTest):
        return []
    found: list[_Seen] = []
    several = len(level.settings.layer_names) > 1
    box = grown(scene.box, CANVAS.test_sign / scene.scale)
    near = (one for one in pick_index(level).elements_in(box, PathTest) if one.id not in unseen)
    for test in islice(near, MOST):
        ends = test.points
        if several and storey is not None:
            layers = layers_of(level.settings, test)
            storeys = (layers[0], layers[-1])
            ends = tuple(end for end, on in zip(ends, storeys, strict=False) if storey == on)
        # A result for another drawing may name elements that no longer exist.
        known = service.level.get(test.id) is not None and test.enabled
        found.append(_Seen(test, service.answers.get(test.id) if known else None, ends))
    return found


def _paint_path(
    painter: QPainter, answer: Answer, test: PathTest, scene: Scene, camera: Camera
) -> None:
    """The path that was found; a dotted line from end to end where there is none."""
    theme, storey = style.current(), scene.document.storey.name
    token = theme.path if answer.passed else theme.door_shut
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    places = answer.path or test.points
    dash = () if answer.path else CANVAS.path_rest_dash
    layers = answer.layers or ("",) * len(places)
    for pen in (
        pens.pen(theme.outside, CANVAS.path_casing, alpha=CANVAS.path_casing_alpha),
        pens.pen(token, CANVAS.path_line, dash),
    ):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        if not answer.layers:
            painter.drawPolyline(QPolygonF([QPointF(*camera.to_pixel(one)) for one in places]))
            continue
        for (a, b), (on, to) in zip(pairwise(places), pairwise(layers), strict=True):
            if storey is None or on == to == storey:
                painter.drawLine(QPointF(*camera.to_pixel(a)), QPointF(*camera.to_pixel(b)))


OVERLAYS = (PathTestsOverlay,)
