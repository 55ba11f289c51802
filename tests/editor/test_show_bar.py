"""Shown overlays: presets, changes by the user, and overlays of tools."""

import pytest
from hand import CTRL, NONE, SHIFT, Hand
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from editor.canvas.overlay_list import COLUMNS
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.look.style import SIZE
from editor.settings.settings import Settings
from editor.shell.window import MainWindow

KEY = Qt.Key


def shown(window: MainWindow) -> set[str]:
    """Names of the overlays that are shown, of those that can be hidden."""
    return {overlay.name for overlay in window.canvas.shown.listed if overlay.visible}


def of(window: MainWindow, preset: Preset) -> set[str]:
    """Names of the overlays that a preset shows at first."""
    return {o.name for o in window.canvas.shown.listed if preset in o.presets}


def active(window: MainWindow) -> list[str]:
    """Texts of the segments that are filled."""
    buttons = window.canvas.chrome.show_bar.presets.values()
    return [button.text() for button in buttons if button.isChecked()]


def test_each_preset_shows_what_its_work_needs(window: MainWindow) -> None:
    """The first start uses *Draw*; the level itself is in all of them."""
    assert active(window) == ["Draw"]
    assert shown(window) == of(window, Preset.DRAW)
    level = {"areas", "obstacles", "doors", "agents", "cells"}
    assert all(level <= of(window, preset) for preset in Preset)
    assert "agent_paths" in of(window, Preset.PLAY) - of(window, Preset.DRAW)
    assert "widths" in of(window, Preset.CHECK) - of(window, Preset.DRAW)


def test_the_segments_choose(window: MainWindow) -> None:
    """A click, and it is remembered."""
    bar = window.canvas.chrome.show_bar
    QTest.mouseClick(bar.presets[Preset.CHECK], Qt.MouseButton.LeftButton)
    assert active(window) == ["Check"]
    assert shown(window) == of(window, Preset.CHECK)
    assert window.settings.preset == "check"
    assert window.focusWidget() is window.canvas


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (((KEY.Key_F9, NONE),), "Play"),
        (((KEY.Key_F9, NONE),) * 3, "Draw"),
        (((KEY.Key_F9, SHIFT),), "Check"),
        (((KEY.Key_2, CTRL),), "Play"),
        (((KEY.Key_3, CTRL), (KEY.Key_1, CTRL)), "Draw"),
    ],
)
def test_keys_go_through_them(
    window: MainWindow, hand: Hand, keys: tuple[tuple[Qt.Key, Qt.KeyboardModifier], ...],
    expected: str,
) -> None:  # fmt: skip
    """F9, Shift+F9, and Ctrl with a digit."""
    for key, modifiers in keys:
        hand.key(key, modifiers=modifiers)
    assert active(window) == [expected]


def test_what_the_user_changes_is_said_kept_and_reset(window: MainWindow) -> None:
    """Each preset has its own changes; nothing moves for the star."""
    canvas = window.canvas
    bar = canvas.chrome.show_bar
    before = [button.geometry() for button in bar.presets.values()]
    bar.list.checks["traffic"].click()
    window.commands.catch_up()
    assert active(window) == ["Draw*"]
    assert [button.geometry() for button in bar.presets.values()] == before
    canvas.shown.take(Preset.PLAY)
    window.commands.catch_up()
    assert active(window) == ["Play"]
    assert "traffic" not in shown(window)
    canvas.shown.take(Preset.DRAW)
    assert "traffic" in shown(window)
    assert window.commands.table["reset_preset"].isEnabled()
    bar.list.back.click()
    window.commands.catch_up()
    assert shown(window) == of(window, Preset.DRAW)
    assert active(window) == ["Draw"]
    assert not window.commands.table["reset_preset"].isEnabled()
    assert window.commands.reason_of("reset_preset")


def test_preferences_of_earlier_versions_are_those_of_the_first_preset(
    window: MainWindow,
) -> None:
    """They had no preset in their names."""
    settings: Settings = window.settings
    settings.store.setValue("overlays/traffic", True)
    window.canvas.shown.take(Preset.DRAW)
    assert "traffic" in shown(window)
    window.canvas.shown.take(Preset.PLAY)
    assert "traffic" not in shown(window)


def test_a_tool_shows_what_it_works_on(window: MainWindow) -> None:
    """They are shown while it is active; no preset switches by itself."""
    canvas = window.canvas
    for name in ("obstacles", "path"):
        canvas.chrome.show_bar.list.checks[name].click()
    window.commands.table["tool_wall"].trigger()
    assert "obstacles" in shown(window)
    assert not canvas.chrome.show_bar.list.checks["obstacles"].isChecked()
    window.commands.table["tool_probe"].trigger()
    assert "obstacles" not in shown(window)
    assert "path" in shown(window)
    window.commands.table["tool_select"].trigger()
    assert not {"obstacles", "path"} & shown(window)
    window.run.clock.step_once()
    assert active(window) == ["Draw*"]


def test_tools_name_overlays_that_there_are(window: MainWindow) -> None:
    """A name of none would show nothing."""
    names = {overlay.name for overlay in window.canvas.shown.listed}
    for tool in window.canvas.gestures.tools:
        assert tool.shows <= names, tool.name


def test_the_corners_of_the_list_are_cut_off(window: MainWindow) -> None:
    """Without a compositor, what lies outside the round corners would be black."""
    overlays = window.canvas.chrome.show_bar.list
    window.commands.table["choose_shown"].trigger()
    cut, box = overlays.mask(), overlays.rect()
    corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
    assert not any(cut.contains(corner) for corner in corners)
    inside = box.adjusted(SIZE.radius_button, 0, -SIZE.radius_button, 0)
    assert cut.contains(inside.center())
    assert all(cut.contains(QPoint(inside.center().x(), y)) for y in (0, box.bottom() - 1))
    overlays.close()


def test_the_list_has_every_overlay_under_its_heading(window: MainWindow) -> None:
    """The keyboard works, too: arrows, Space, and Esc back to the canvas."""
    overlays = window.canvas.chrome.show_bar.list
    assert {*overlays.checks} == {o.name for o in window.canvas.shown.listed}
    assert {group for column in COLUMNS for group in column} == {*OverlayGroup}
    window.commands.table["choose_shown"].trigger()
    assert overlays.isVisible()
    first, second = [*overlays.checks.values()][:2]
    order = [check for check in overlays.checks.values() if check.isVisible()]
    assert first in order
    assert second in order
    before = shown(window)
    focused = overlays.focusWidget()
    QTest.keyClick(focused, KEY.Key_Space)
    assert shown(window) != before
    QTest.keyClick(focused, KEY.Key_Down)
    assert overlays.focusWidget() is not focused
    QTest.keyClick(overlays.focusWidget(), KEY.Key_Escape)
    assert not overlays.isVisible()
    assert window.focusWidget() is window.canvas


def test_the_list_scrolls_on_a_low_screen(window: MainWindow) -> None:
    """It stays on the screen, and the keys reach the last switch."""
    listed = window.canvas.chrome.show_bar.list
    screen = window.screen().availableGeometry()
    listed.open_at(QPoint(screen.right(), screen.bottom() - 300))
    QCoreApplication.processEvents()
    assert listed.geometry().bottom() <= screen.bottom()
    area = listed.findChild(QScrollArea)
    last = listed.checks["measure"]
    assert area is not None
    assert not area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))
    for _ in range(len(listed.checks) - 1):
        QTest.keyClick(listed, Qt.Key.Key_Down)
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))
    assert listed.back.isVisible()
    listed.open_at(QPoint(screen.right(), screen.top()))
    assert area.verticalScrollBar().maximum() == 0
    listed.close()


def test_the_legend_explains_what_is_shown(window: MainWindow) -> None:
    """A hidden overlay has no row; the list shows the same colours beside the names."""
    canvas = window.canvas
    canvas.chrome.show(canvas.scene())
    swatches = canvas.chrome.show_bar.list.swatches["obstacles"]
    assert "obstacle" in {row.text for row in canvas.chrome.legend.rows}
    assert [row.text for row in swatches.rows] == ["obstacle"]
    assert swatches.toolTip() == "obstacle"
    canvas.chrome.show_bar.list.checks["obstacles"].click()
    canvas.chrome.show(canvas.scene())
    assert "obstacle" not in {row.text for row in canvas.chrome.legend.rows}
    assert not swatches.rows
