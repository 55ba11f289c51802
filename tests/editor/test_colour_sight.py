"""Islands and charts are legible, and distinguishable with colour blindness or without colour."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from colour_sight import ciede2000, contrast, difference
from PySide6.QtGui import QColor

from editor.canvas.painting.terrain_looks import TerrainLook, look_of
from editor.look import pens
from editor.look.plots.strokes import Stroke, stroke_of
from editor.look.style import CANVAS, DARK, ISLANDS, LIGHT, Theme
from editor.panels.fit.panel import STACKS
from editor.panels.run.series import STROKES
from navcore.level.model import Profile
from navcore.level.tables import TERRAINS

THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)


def tints(theme: Theme) -> list[str]:
    """Colours of islands over the floor, by size."""
    mixed = (pens.mixed(theme.walkable, colour, CANVAS.island_alpha) for colour in ISLANDS)
    return [QColor(colour).name() for colour in mixed]


def test_the_measure_is_the_published_one() -> None:
    """Pairs 1, 7 and 17 of the table of Sharma, Wu and Dalal."""
    for one, other, expected in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ):
        assert ciede2000(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


@THEMES
class TestIslands:
    """The overlay of islands."""

    def test_no_island_looks_like_the_largest(self, theme: Theme) -> None:
        """Which keeps the colour of the floor."""
        assert min(difference(theme.walkable, tint) for tint in tints(theme)) >= 8

    def test_islands_of_about_one_size_differ(self, theme: Theme) -> None:
        """The next smaller one, also where colours come again."""
        shown = tints(theme)
        assert min(difference(a, b) for a, b in pairwise([*shown, shown[0]])) >= 9

    @pytest.mark.parametrize("line", ["area_line", "door_open", "door_shut", "path", "selection"])
    def test_lines_show_by_themselves_or_by_their_casing(self, theme: Theme, line: str) -> None:
        """Lines over islands have a casing in the canvas colour, or are dark enough."""
        colour = getattr(theme, line)
        assert contrast(colour, theme.outside) >= 3
        for tint in tints(theme):
            assert max(contrast(colour, tint), contrast(theme.outside, tint)) >= 3

    def test_numbers_are_legible(self, theme: Theme) -> None:
        """In their halo; and the halo, or the number, shows on the island."""
        assert contrast(theme.text, theme.outside) >= 4.5
        for tint in tints(theme):
            assert max(contrast(theme.text, tint), contrast(theme.outside, tint)) >= 3


@THEMES
def test_ghosts_of_other_storeys_show_and_stay_behind(theme: Theme) -> None:
    """They show on bare ground; outlines of the active storey are stronger on every ground."""
    for ground in (theme.outside, theme.walkable):
        ghost = QColor(pens.mixed(ground, theme.area_line, CANVAS.ghost_alpha)).name()
        assert contrast(ghost, ground) >= 2
        assert contrast(theme.area_line, ground) >= 1.5 * contrast(ghost, ground)
    ghost = QColor(pens.mixed(theme.outside, theme.area_line, CANVAS.ghost_alpha)).name()
    assert contrast(ghost, theme.outside) >= 3


@THEMES
def test_links_show_on_every_ground_and_are_told_from_other_lines(theme: Theme) -> None:
    """Selected ones also differ by width, casing and handles."""
    for ground in (theme.outside, theme.walkable, theme.band, theme.obstacle):
        assert contrast(theme.link, ground) >= 3
    for line in ("path", "door_open", "door_shut", "area_line", "walkable_edge", "error"):
        assert difference(theme.link, getattr(theme, line)) >= 10, line
    assert difference(theme.link, theme.selection) >= 8


EVERYBODY = Profile(abilities=("swim", "fireproof"))


def terrain_tint(theme: Theme, look: TerrainLook) -> str:
    """A terrain over the floor."""
    return pens.mixed(theme.walkable, look.colour or theme.walkable, look.alpha)


@THEMES
class TestTerrain:
    """The usual terrains, for types that can enter all of them and for types that can't."""

    def test_terrains_are_told_apart(self, theme: Theme) -> None:
        """They differ by patterns, or by colours that colour-blind people can distinguish."""
        looks = [look_of(terrain, EVERYBODY, theme) for terrain in TERRAINS]
        for one, other in combinations(looks, 2):
            apart = difference(terrain_tint(theme, one), terrain_tint(theme, other))
            assert one.pattern != other.pattern or apart >= 6, (one, other)

    def test_patterns_show(self, theme: Theme) -> None:
        """They are visible on their tint, also on terrain that no agent can enter."""
        for terrain in TERRAINS:
            for profile in (None, EVERYBODY):
                look = look_of(terrain, profile, theme)
                if look.pattern:
                    tint = terrain_tint(theme, look)
                    ink = pens.mixed(tint, look.ink, CANVAS.terrain_ink_alpha)
                    assert contrast(ink, tint) >= 2

    def test_lines_show_by_themselves_or_by_their_casing(self, theme: Theme) -> None:
        """Outlines of areas are over terrain as over islands."""
        for terrain in TERRAINS:
            tint = terrain_tint(theme, look_of(terrain, EVERYBODY, theme))
            for line in (theme.area_line, theme.text):
                assert max(contrast(line, tint), contrast(theme.outside, tint)) >= 3


@THEMES
class TestCharts:
    """Lines, bars and words of charts."""

    def test_lines_show(self, theme: Theme) -> None:
        """They show on the panel, and so does the cursor."""
        every = {stroke.token for stroke in (*STROKES, *map(stroke_of, range(20)))}
        for token in every | {"accent", "text"}:
            assert contrast(getattr(theme, token), theme.panel) >= 3

    @pytest.mark.parametrize("strokes", [STROKES, tuple(map(stroke_of, range(20)))])
    def test_lines_are_told_apart(self, theme: Theme, strokes: tuple[Stroke, ...]) -> None:
        """They differ by dashes, or by colours that colour-blind people can distinguish."""
        for one, other in combinations(strokes, 2):
            apart = difference(getattr(theme, one.token), getattr(theme, other.token))
            assert one.dash != other.dash or apart >= 11, (one, other)

    def test_bars_are_told_apart(self, theme: Theme) -> None:
        """By their patterns; each shows on the panel."""
        assert len({pattern for _, _, pattern in STACKS}) == len(STACKS)
        for _, token, _ in STACKS:
            assert contrast(getattr(theme, token), theme.panel) >= 3

    def test_words_are_legible(self, theme: Theme) -> None:
        """At the axes and at lines, and of events that are still to come."""
        for token in ("text", "text2"):
            assert contrast(getattr(theme, token), theme.panel) >= 4.5
            assert contrast(getattr(theme, token), theme.accent_fill) >= 4.5
