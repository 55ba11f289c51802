"""Complete gestures of a monkey: routes, mirrors, pivots, arrays, charts, and floating widgets."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from hand import ALT, CTRL, LEFT, NONE, RIGHT, SHIFT
from monkey_input import KEY, MODIFIERS
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from editor.bars.rail import RailButton
from editor.dialogs.array.dialog import ArrayDialog
from editor.look.plots.plot import Plot
from editor.tools.options import Choice, Number, Switch
from navcore.level.model import Point

if TYPE_CHECKING:
    from monkey import Monkey


def _routes(monkey: "Monkey") -> None:
    """Lay stops for one agent or several, take some back, end or close them, or leave them."""
    agents = list(monkey.window.document.level.agents)
    if monkey.held is not None or not agents:
        return
    _pick(monkey, agents)
    _take(monkey, "route")
    first = monkey.place()
    for number in range(monkey.random.randint(1, 5)):
        monkey.hand.click(monkey.place() if number else first, keys=monkey.random.choice(MODIFIERS))
    if monkey.random.random() < 0.4:
        monkey.hand.key(monkey.random.choice((KEY.Key_Backspace, KEY.Key_Up, KEY.Key_Down)))
    if monkey.random.random() < 0.3:
        monkey.hand.click(monkey.place(), RIGHT)
    if monkey.random.random() < 0.4:
        monkey.hand.click(first)
    if monkey.random.random() < 0.6:
        monkey.hand.key(monkey.random.choice((KEY.Key_Return, KEY.Key_Escape)))


def _stops(monkey: "Monkey") -> None:
    """Take a stop of a selected agent by either tool, and drag it."""
    level = monkey.window.document.level
    routed = [agent for agent in level.agents.values() if agent.goals]
    if monkey.held is not None or not routed:
        return
    agent = monkey.random.choice(routed)
    monkey.window.document.select(frozenset({agent.id}))
    _take(monkey, monkey.random.choice(("select", "vertices")))
    _drag(monkey, monkey.random.choice(agent.goals))
    if monkey.random.random() < 0.3:
        monkey.hand.key(KEY.Key_Delete)


def _mirrors(monkey: "Monkey") -> None:
    """Mirror about any clicked or dragged axis, with any of the options."""
    if monkey.held is not None:
        return
    _pick(monkey, [e.id for e in monkey.window.document.level.elements()])
    _take(monkey, "mirror")
    _set_options(monkey)
    if monkey.random.random() < 0.4:
        _drag(monkey, monkey.place())
    else:
        monkey.hand.click(monkey.place(), keys=monkey.random.choice(MODIFIERS))
        monkey.hand.click(monkey.place(), keys=monkey.random.choice(MODIFIERS))
    monkey.hand.key(monkey.random.choice((KEY.Key_Return, KEY.Key_Escape, KEY.Key_Backspace)))


def _pivots(monkey: "Monkey") -> None:
    """Put the pivot somewhere, drag it, and turn or scale about it."""
    document = monkey.window.document
    if monkey.held is not None:
        return
    _pick(monkey, [e.id for e in document.level.elements()])
    _take(monkey, "select")
    monkey.hand.move(monkey.place())
    table = monkey.window.commands.table
    name = monkey.random.choice(("pivot", "pivot", "pivot_back"))
    if table[name].isEnabled():
        table[name].trigger()
    if document.selection.pivot is not None:
        _drag(monkey, document.selection.pivot)
        if monkey.random.random() < 0.3:
            monkey.hand.double_click(document.selection.pivot or monkey.place())
    _drag(monkey, monkey.place())


def _options(monkey: "Monkey") -> None:
    """Other numbers, switches and choices of the tool in hand."""
    if monkey.held is None:
        _set_options(monkey)


def _arrays(monkey: "Monkey") -> None:
    """Open the array dialog, maybe click a centre, and accept or cancel."""
    window = monkey.window
    ids = [e.id for e in window.document.level.elements()]
    if monkey.held is not None or not ids or len(ids) > 200:
        return
    _pick(monkey, ids)
    window.canvas.settle()
    if not window.commands.table["array"].isEnabled():
        return
    window.commands.table["array"].trigger()
    for dialog in QApplication.allWidgets():
        if isinstance(dialog, ArrayDialog) and dialog.isVisible():
            dialog.ways.setCurrentIndex(monkey.random.randrange(3))
            if monkey.random.random() < 0.7:
                pick = next(
                    b for b in dialog.ring.findChildren(QAbstractButton) if "Pick" in b.text()
                )
                pick.click()
                monkey.hand.move(monkey.place())
                if monkey.random.random() < 0.7:
                    monkey.hand.click(monkey.place())
                elif monkey.random.random() < 0.5:
                    monkey.hand.key(KEY.Key_Escape)
                QApplication.processEvents()
            elif dialog.make.isEnabled() and monkey.random.random() < 0.5:
                dialog.make.click()
            break


def _docks(monkey: "Monkey") -> None:
    """Open or close a panel, or all of them."""
    window = monkey.window
    if monkey.held is not None:
        return
    docked = [
        name for name, panel in window.panels.items() if panel.place in window.arrangement.docks
    ]
    name = monkey.random.choice(docked)
    monkey.random.choice((window.show_panel, window.toggle_panel))(name)
    if monkey.random.random() < 0.2:
        window.arrangement.close("bottom")


def _charts(monkey: "Monkey") -> None:
    """Click, drag, zoom and step in a chart that is shown."""
    plots = [
        w for w in QApplication.allWidgets()
        if isinstance(w, Plot) and w.isVisible() and w.window() is monkey.window
    ]  # fmt: skip
    if monkey.held is not None:
        return
    if not plots:
        monkey.window.show_panel(monkey.random.choice(("fit", "coverage", "run")))
        return
    plot = monkey.random.choice(plots)
    keys = monkey.random.choice((NONE, SHIFT, CTRL))
    target = plot.viewport()
    QTest.mousePress(target, LEFT, keys, _pixel(monkey, target))
    QTest.mouseMove(target, _pixel(monkey, target))
    QTest.mouseRelease(target, LEFT, keys, _pixel(monkey, target))
    if monkey.random.random() < 0.3:
        QTest.mouseDClick(target, LEFT, NONE, _pixel(monkey, target))
    plot.setFocus()
    for key in monkey.random.choices(
        (KEY.Key_Left, KEY.Key_Right, KEY.Key_Home, KEY.Key_End, KEY.Key_Plus, KEY.Key_Minus,
         KEY.Key_Backspace, KEY.Key_Delete, KEY.Key_Space, KEY.Key_Return), k=3,
    ):  # fmt: skip
        QTest.keyClick(plot, key)


def _floats(monkey: "Monkey") -> None:
    """Click the legend, the link of the islands, or open a flyout of the rail."""
    window = monkey.window
    if monkey.held is not None:
        return
    kind = monkey.random.choice(("legend", "islands", "flyout", "list"))
    if kind == "legend" and window.canvas.chrome.legend.isVisible():
        legend = window.canvas.chrome.legend
        QTest.mouseClick(legend, LEFT, NONE, QPoint(legend.width() // 2, 10))
        QTest.mouseDClick(legend, LEFT, NONE, _pixel(monkey, legend))
    elif kind == "islands":
        window.commands.table["overlay_islands"].trigger()
    elif kind == "flyout":
        shown = [w for w in QApplication.allWidgets() if isinstance(w, RailButton)]
        flyouts = [b for b in shown if b.isVisible() and b.window() is window and len(b.tools) > 1]
        if flyouts:
            monkey.random.choice(flyouts).open_flyout()
    else:
        window.canvas.chrome.show_bar.open_list()


def _set_options(monkey: "Monkey") -> None:
    for option in monkey.window.canvas.gestures.tool.options:
        if isinstance(option, Switch):
            option.on = monkey.random.random() < 0.5
        elif isinstance(option, Choice):
            option.set(monkey.random.choice([value for value, _ in option.choices]))
        elif isinstance(option, Number) and monkey.random.random() < 0.3:
            option.set(monkey.random.uniform(-3, 9))


def _pick(monkey: "Monkey", ids: Collection[int]) -> None:
    count = min(len(ids), monkey.random.choice((0, 1, 1, 2, 3)))
    monkey.window.document.select(frozenset(monkey.random.sample(sorted(ids), count)))


def _take(monkey: "Monkey", name: str) -> None:
    gestures = monkey.window.canvas.gestures
    gestures.choose(next(tool for tool in gestures.tools if tool.name == name))


def _drag(monkey: "Monkey", start: Point) -> None:
    """Drag to a random place; now and then cancel, or change the level meanwhile."""
    keys = monkey.random.choice((NONE, NONE, SHIFT, CTRL, ALT))
    monkey.hand.hold(start, monkey.place(), monkey.place(), keys=keys)
    chance = monkey.random.random()
    if chance < 0.1:
        monkey.hand.key(KEY.Key_Escape)
    elif chance < 0.2:
        monkey.hand.press(monkey.place(), RIGHT)
    elif chance < 0.3:
        monkey.window.canvas.undo()
    elif chance < 0.4:
        monkey.window.run.clock.step_once()
    elif chance < 0.5:
        monkey.window.run.clock.stop_to_start()
    monkey.hand.release(monkey.place(), keys=keys)


def _pixel(monkey: "Monkey", widget: QWidget) -> QPoint:
    return QPoint(
        monkey.random.randrange(max(1, widget.width())),
        monkey.random.randrange(max(1, widget.height())),
    )


WAYS: Final[tuple[tuple[float, Callable[["Monkey"], None]], ...]] = (
    (3, _routes), (2, _stops), (3, _mirrors), (3, _pivots), (1, _options), (1, _arrays),
    (1, _docks), (1, _charts), (1, _floats),
)  # fmt: skip
"""Frequency and function of each kind of event."""
