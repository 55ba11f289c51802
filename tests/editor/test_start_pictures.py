"""Thumbnails of levels without a canvas: contents, and the cache for files."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from small_level import small_level

from editor.canvas import thumbnails as pictures_of_levels
from editor.canvas.thumbnails import Pictures, level_picture
from editor.look.style import CANVAS, DARK, LIGHT, Theme
from navcore import samples
from navcore.errors import NavcoreError
from navcore.formats import save_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Edge, Level, Settings, Waypoint

CARD = QSize(240, 136)


def colours(image: QImage) -> set[str]:
    """All colours of the picture."""
    return {
        QColor(image.pixel(x, y)).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_picture_shows_floor_band_obstacles_doors_and_agents(theme: Theme) -> None:
    """It has the colours of the requested theme, not of the current one."""
    image = level_picture(small_level(), CARD, theme, 1.0)
    assert (image.width(), image.height()) == (240, 136)
    found = colours(image)
    for token in (theme.outside, theme.walkable, theme.obstacle, theme.door_open, theme.agent):
        assert token in found


def test_a_player_wears_its_crown() -> None:
    """The crown is above its ring, as on the canvas; other agents have none."""

    def painted_above(player: bool) -> bool:
        agent = Agent(id=1, position=(0.0, 0.0), player=player)
        level = Level().with_items({1: agent, 2: Agent(id=2, position=(9.0, 0.0))})
        image = level_picture(level, CARD, DARK, 1.0)
        rows = [
            y
            for y in range(image.height())
            for x in range(image.width() // 2)
            if QColor(image.pixel(x, y)).name().upper() != DARK.outside
        ]
        middle = (max(rows) + min(rows)) / 2
        # Half a ring reaches as far up as down, a crown further up.
        return middle < image.height() / 2 - CANVAS.crown[1] / 4

    assert painted_above(True)
    assert not painted_above(False)


def test_device_pixels_follow_the_ratio() -> None:
    """At 200 % there are twice as many for the same size."""
    image = level_picture(small_level(), CARD, DARK, 2.0)
    assert (image.width(), image.height()) == (480, 272)
    assert image.deviceIndependentSize().toSize() == CARD


def test_an_empty_level_and_one_without_bake_have_pictures() -> None:
    """Nothing drawn, cells without number, cells without size."""
    assert colours(level_picture(Level(), CARD, DARK, 1.0)) == {DARK.outside}
    tiny = small_level().with_settings(Settings(cell_size=1e-4))
    broken = small_level().with_settings(Settings(cell_size=-1.0))
    for level in (tiny, broken):
        assert DARK.walkable in colours(level_picture(level, CARD, DARK, 1.0))


def test_pictures_of_files_are_kept_by_content(tmp_path: Path) -> None:
    """The same file again draws nothing; other content, theme or size is another picture."""
    level, folder = tmp_path / "small.json", tmp_path / "cache"
    save_level(small_level(), level)
    pictures = Pictures(folder)
    first = pictures.of_file(level, CARD, DARK, 1.0)
    (kept,) = folder.glob("*.png")
    marked = QImage(first)
    marked.setPixelColor(0, 0, QColor("red"))
    marked.save(str(kept))
    again = pictures.of_file(level, CARD, DARK, 1.0)
    assert again.pixelColor(0, 0) == QColor("red")
    assert pictures.of_file(level, CARD, LIGHT, 1.0).pixelColor(0, 0) == QColor(LIGHT.outside)
    save_level(Level(), level)
    assert pictures.of_file(level, CARD, DARK, 1.0).pixelColor(0, 0) == QColor(DARK.outside)


def test_pictures_from_a_clock_that_was_ahead_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise they would fill the folder for good, and each start would draw all new pictures."""
    monkeypatch.setattr(pictures_of_levels, "KEPT", 2)
    pictures, years = Pictures(tmp_path), 4 * 365 * 86_400
    for name in ("first_steps", "tavern"):
        pictures.of_file(samples.path(name), CARD, DARK, 1.0)
    ahead = {path: path.stat().st_mtime + years for path in tmp_path.glob("*.png")}
    for path, moment in ahead.items():
        os.utime(path, (moment, moment))
    for name in ("arena", "cave"):
        pictures.of_file(samples.path(name), CARD, DARK, 1.0)
    left = set(tmp_path.glob("*.png"))
    assert len(left) == 2
    assert left.isdisjoint(ahead)


def test_what_is_no_level_has_no_picture(tmp_path: Path) -> None:
    """A missing file, a broken one, a grid; a folder that can't be written costs only time."""
    pictures = Pictures(tmp_path / "cache")
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    for path in (tmp_path / "missing.json", broken):
        with pytest.raises(NavcoreError, match=path.name):
            pictures.of_file(path, CARD, DARK, 1.0)
    (tmp_path / "file").write_text("", encoding="utf-8")
    unkept = Pictures(tmp_path / "file" / "below")
    sample = samples.path("tavern")
    assert not unkept.of_file(sample, CARD, DARK, 1.0).isNull()


def test_networks_are_thin_lines_and_dots() -> None:
    """They have their colours: grey circles of their reach once hid the cave."""
    items = [
        Area(id=1, polygon=((0, 0), (40, 0), (40, 20), (0, 20))),
        Waypoint(id=2, position=(10.0, 10.0), type="guardPost", reach=8.0),
        Waypoint(id=3, position=(30.0, 10.0)),
        Edge(id=4, start=2, end=3),
    ]
    level = Edit.put(Level(), items).apply(Level())
    picture = level_picture(level, QSize(200, 100), DARK, 1.0)
    floor = QColor(DARK.walkable)

    def redder(x: int, y: int) -> bool:
        return picture.pixelColor(x, y).red() > floor.red() + 30

    assert all(redder(x, 49) or redder(x, 50) for x in range(75, 125)), "the edge"
    assert not any(redder(x, y) for x in range(75, 125) for y in (*range(30, 48), *range(52, 70)))
    reds = [x for x in range(30, 80) if picture.pixelColor(x, 50).red() > 190]
    assert 1 <= len(reds) <= 5, "the dot of the guard post"
