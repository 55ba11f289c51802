"""The tool rail: families with flyouts, and folding where the window is low."""

from collections.abc import Iterator

import pytest
from hand import SHIFT, Hand
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.actions.menus import Actions
from editor.bars.rail import RailButton, ToolRail
from editor.canvas.families import ToolFamilies
from editor.look.style import SIZE
from editor.shell.window import MainWindow
from editor.tools.groups import Group
from editor.tools.tool import Tool

KEY = Qt.Key


@pytest.fixture(autouse=True)
def _flyouts_are_closed(window: MainWindow) -> Iterator[None]:
    """Close all flyouts after the test."""
    yield
    while popup := QApplication.activePopupWidget():
        popup.close()


def button(window: MainWindow, tool: str) -> RailButton:
    """The button that stands for a tool."""
    return window.rail.buttons[tool]


def opened(window: MainWindow, tool: str) -> bool:
    """Return whether the flyout of a tool's button is open."""
    flyout = button(window, tool).flyout
    return flyout is not None and flyout.isVisible()


def in_hand(window: MainWindow) -> str:
    """The name of the active tool."""
    return window.canvas.gestures.tool.name


def test_shapes_share_a_button(window: MainWindow) -> None:
    """They are in the standard order, with at most 15 buttons."""
    buttons = list(dict.fromkeys(window.rail.buttons.values()))
    names = [[tool.name for tool in one.tools] for one in buttons]
    assert names[:4] == [
        ["select"],
        ["vertices"],
        ["polygon_area", "rectangle_area", "regular_area"],
        ["polygon_obstacle", "rectangle_obstacle", "regular_obstacle"],
    ]
    assert ["agent", "spawn"] in names
    assert len(buttons) <= 15
    assert [one.y() for one in buttons] == sorted(one.y() for one in buttons)


def test_a_button_shows_the_tool_of_its_family_used_last(window: MainWindow) -> None:
    """Also after another tool; a click takes it again."""
    window.commands.table["tool_rectangle_area"].trigger()
    window.commands.table["tool_door"].trigger()
    area = button(window, "polygon_area")
    assert area is button(window, "rectangle_area")
    assert not area.isChecked()
    assert area.accessibleName() == "Area: rectangle, and 2 more tools"
    assert area.toolTip().startswith("Area: rectangle  R  ")
    QTest.mouseClick(area, Qt.MouseButton.LeftButton)
    assert in_hand(window) == "rectangle_area"
    assert area.isChecked()


def test_a_right_click_opens_the_flyout(window: MainWindow) -> None:
    """Its rows are the actions of the menu, with their keys; a chosen tool becomes active."""
    area = button(window, "polygon_area")
    place = area.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, area.mapToGlobal(place))
    QCoreApplication.sendEvent(area, event)
    assert opened(window, "polygon_area")
    assert area.flyout is not None
    assert [action.objectName() for action in area.flyout.actions()] == [
        "tool_polygon_area", "tool_rectangle_area", "tool_regular_area"
    ]  # fmt: skip
    QTest.keyClick(area.flyout, KEY.Key_Down)
    QTest.keyClick(area.flyout, KEY.Key_Return)
    assert in_hand(window) == "rectangle_area"
    assert not opened(window, "polygon_area")


def test_a_long_press_opens_it(window: MainWindow) -> None:
    """Qt's own: the button has a menu that comes late."""
    area = button(window, "polygon_area")
    assert area.menu() is area.flyout
    assert area.popupMode() == RailButton.ToolButtonPopupMode.DelayedPopup
    assert button(window, "select").menu() is None


def test_the_key_once_more_opens_it_and_goes_on_in_it(window: MainWindow, hand: Hand) -> None:
    """Other shapes' keys choose at once; a tool alone has nothing to open."""
    hand.key(KEY.Key_R)
    assert not opened(window, "rectangle_area")
    hand.key(KEY.Key_R)
    assert opened(window, "rectangle_area")
    flyout = button(window, "rectangle_area").flyout
    assert flyout is not None
    assert flyout.activeAction().objectName() == "tool_rectangle_area"
    QTest.keyClick(flyout, KEY.Key_R)
    assert flyout.activeAction().objectName() == "tool_regular_area"
    QTest.keyClick(flyout, KEY.Key_P)
    assert in_hand(window) == "polygon_area"
    assert not flyout.isVisible()
    hand.key(KEY.Key_D)
    hand.key(KEY.Key_D)
    assert QApplication.activePopupWidget() is None


def test_keys_of_other_tools_work_while_a_flyout_is_open(window: MainWindow, hand: Hand) -> None:
    """Pressing the key of the active tool does not swallow the next key."""
    hand.key(KEY.Key_R, KEY.Key_R)
    flyout = button(window, "rectangle_area").flyout
    assert flyout is not None
    QTest.keyClick(flyout, KEY.Key_D)
    assert in_hand(window) == "door"
    assert not flyout.isVisible()


def test_o_once_more_opens_the_flyout_of_obstacles(window: MainWindow, hand: Hand) -> None:
    """It is the key of the whole family."""
    hand.key(KEY.Key_R, modifiers=SHIFT)
    hand.key(KEY.Key_V, KEY.Key_O)
    assert in_hand(window) == "rectangle_obstacle"
    hand.key(KEY.Key_O)
    assert opened(window, "rectangle_obstacle")


def test_the_corner_mark_says_that_there_are_more(window: MainWindow) -> None:
    """Where there are none there is no mark."""

    def marked(name: str) -> bool:
        one = button(window, name)
        picture = one.grab().toImage()
        ratio = picture.devicePixelRatio()
        x, y = one.width() - SIZE.inside - 1.5, one.height() - SIZE.inside - 1.5
        ground = picture.pixelColor(round(2 * ratio), round(one.height() * ratio / 2))
        return picture.pixelColor(round(x * ratio), round(y * ratio)) != ground

    window.commands.table["tool_measure"].trigger()
    assert marked("polygon_area")
    assert marked("agent")
    assert not marked("door")
    assert not marked("probe")


class _Rail:
    """A rail with as many made-up tools as fit at the standard size."""

    def __init__(self, window: MainWindow) -> None:
        counts = {
            Group.SELECT: 2, Group.BUILD: 4, Group.TERRAIN: 2, Group.AGENTS: 4, Group.CHECK: 3
        }  # fmt: skip
        self.families = ToolFamilies(window.canvas.gestures)
        tools = []
        for group, count in counts.items():
            for number in range(count):
                tool = Tool()
                tool.name = f"{group.name.lower()}_{number}"  # type: ignore[misc]
                tool.place = (group, number)  # type: ignore[misc]
                tools.append((tool,))
        self.families.all = tuple(tools)
        action = window.commands.table["tool_select"]
        self.rail = ToolRail(self.families, {f"tool_{tool.name}": action for (tool,) in tools})
        self.rail.setParent(window)
        self.rail.setOrientation(Qt.Orientation.Vertical)

    def fitted(self, height: int) -> tuple[int, int]:
        """Return the number of buttons at a height, and their height."""
        self.rail.resize(SIZE.tool_rail, height)
        self.rail.show()
        QCoreApplication.processEvents()
        buttons = set(self.rail.buttons.values())
        shown = [one for one in self.rail.findChildren(RailButton) if one.isVisible()]
        assert {*shown} == buttons
        foot = max(one.mapTo(self.rail, QPoint(0, one.height())).y() for one in shown)
        return len(buttons), foot


def test_the_last_groups_fold_where_the_window_is_low(window: MainWindow) -> None:
    """Fifteen buttons where there is room; never squeezed, never cut."""
    rail = _Rail(window)
    count, foot = rail.fitted(800)
    assert count == 15
    assert foot <= 800
    for height in (600, 500, 420, 300):
        fewer, foot = rail.fitted(height)
        assert fewer < count
        assert foot <= height
        count = fewer
        for one in set(rail.rail.buttons.values()):
            assert one.height() == SIZE.tool_button_height
    assert rail.rail.buttons["check_0"] is rail.rail.buttons["check_2"]
    assert rail.rail.buttons["check_0"].flyout is not None
    count, _ = rail.fitted(800)
    assert count == 15
    rail.rail.close()
    rail.rail.deleteLater()


def test_nothing_is_cut_in_the_smallest_window(window: MainWindow) -> None:
    """All buttons are within the rail."""
    size = window.size()
    window.resize(SIZE.least_width, SIZE.least_height)
    QCoreApplication.processEvents()
    for one in window.rail.buttons.values():
        place = one.mapTo(window.rail, QPoint(0, one.height()))
        assert place.y() <= window.rail.height()
        assert one.height() == SIZE.tool_button_height
    window.resize(size)


def test_choosing_a_tool_brings_the_actions_up_to_date_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are some 400, and each updates its state and text."""
    asked: list[None] = []
    refresh = Actions.refresh
    window.commands.catch_up()
    monkeypatch.setattr(Actions, "refresh", lambda self: (asked.append(None), refresh(self))[1])
    window.commands.table["tool_door"].trigger()
    # No events: an answer of a thread, which may come at any time, is a reason of its own.
    window.commands.catch_up()
    assert len(asked) == 1
    assert window.commands.table["tool_door"].isChecked()
