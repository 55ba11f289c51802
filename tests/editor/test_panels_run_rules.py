"""Rules of movement in the panel of a run: choice, sliders, fields, resets."""

from collections.abc import Iterator

import pytest
from fields_hand import press, type_into
from playtest_level import go, level
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor.panels.run.constants import CONSTANTS
from editor.panels.run.panel import RunPanel
from editor.panels.run.rules import RulesPage
from editor.shell.window import MainWindow
from navcore.level.limits import LIMITS
from navcore.level.model import Settings
from navcore.level.settings import MOVEMENT

KEY = Qt.Key
USUAL = Settings()


@pytest.fixture
def window(window: MainWindow) -> Iterator[MainWindow]:
    """The window, with the level at the start."""
    window.document.load(level(), None)
    window.bake.wait()
    yield window
    window.run.clock.stop_to_start()


@pytest.fixture
def page(window: MainWindow) -> RulesPage:
    """The page, reached by its menu."""
    window.activateWindow()
    window.commands.table["rules"].trigger()
    panel = window.panels["run"]
    assert isinstance(panel, RunPanel)
    return panel.rules


def settings_of(window: MainWindow) -> Settings:
    """The level's settings now."""
    return window.document.level.settings


def choose(page: RulesPage, key: str) -> None:
    """Choose rules from the list by keyboard."""
    page.rules.setFocus()
    QTest.keyClick(page.rules, KEY.Key_Down if key == "source" else KEY.Key_Up)


class TestPlace:
    """Where it is."""

    def test_its_menu_shows_it_though_nothing_runs(self, page: RulesPage) -> None:
        """The choice has the focus."""
        assert page.isVisible()
        assert page.rules.hasFocus()

    def test_all_constants_are_offered(self, page: RulesPage) -> None:
        """Each number of the level appears once, with its limits and meaning (S0-117)."""
        assert {one.key for one in CONSTANTS} | {"rules", "knows_crowd"} == set(MOVEMENT)
        for one in CONSTANTS:
            row = page.rows[one.key]
            assert one.most <= LIMITS[one.key].greatest
            assert row.slider.value() * one.step == pytest.approx(getattr(USUAL, one.key))
            assert one.source in row.slider.toolTip()
            assert row.slider.accessibleName() == row.field.accessibleName()
            assert row.reset.isHidden()

    def test_a_narrow_panel_has_one_block(self, window: MainWindow, page: RulesPage) -> None:
        """A wide one has two side by side."""
        columns = []
        for width in (1600, 1024):
            window.resize(width, 800)
            QTest.qWait(1)
            columns.append(len({row.slider.x() for row in page.rows.values()}))
        assert columns == [2, 1]


class TestChoice:
    """Which rules count."""

    def test_it_is_an_edit_of_the_level(self, window: MainWindow, page: RulesPage) -> None:
        """Undone like others; the run at the start has them at once."""
        choose(page, "source")
        assert settings_of(window).rules == "source"
        assert page.meaning.text().startswith("Agents walk straight")
        window.bake.wait()
        assert window.run.record.simulation.settings.rules == "source"
        window.document.stack.undo()
        assert settings_of(window).rules == "crowd"
        assert page.rules.currentData() == "crowd"
        window.bake.wait()
        assert window.run.record.simulation.settings.rules == "crowd"

    def test_recordings_of_the_run_remember_it(self, window: MainWindow, page: RulesPage) -> None:
        """Also when the level has other rules by then."""
        choose(page, "source")
        window.bake.wait()
        go(window, 3)
        choose(page, "crowd")
        assert window.run.record.recording.settings.rules == "source"

    def test_a_run_that_is_on_keeps_its_rules(self, window: MainWindow, page: RulesPage) -> None:
        """The page says so, and a button restarts the run."""
        go(window, 3)
        assert page.waits.isHidden()
        choose(page, "source")
        assert not page.waits.isHidden()
        assert page.waits.text().endswith("keeps its rules: Give way.")
        go(window, 1)
        assert window.run.record.simulation.settings.rules == "crowd"
        press(page.again)
        window.run.clock.pause()
        assert window.run.record.simulation.settings.rules == "source"
        assert page.waits.isHidden()
        assert window.canvas.hasFocus()


class TestKnowing:
    """The switch for plans that know the crowd."""

    def test_it_is_an_edit_of_the_level(self, window: MainWindow, page: RulesPage) -> None:
        """On in new levels; the run at the start goes by it at once; undone like others."""
        assert page.knows.isChecked()
        page.knows.click()
        assert not settings_of(window).knows_crowd
        window.bake.wait()
        assert not window.run.record.simulation.settings.knows_crowd
        assert page.reset.isEnabled()
        window.document.stack.undo()
        assert page.knows.isChecked()
        window.bake.wait()
        assert window.run.record.simulation.settings.knows_crowd

    def test_a_run_that_is_on_keeps_it(self, window: MainWindow, page: RulesPage) -> None:
        """The page says so, and all defaults come back in one step."""
        go(window, 3)
        page.knows.click()
        assert not page.waits.isHidden()
        go(window, 1)
        assert window.run.record.simulation.settings.knows_crowd
        press(page.reset)
        assert settings_of(window).knows_crowd
        assert page.waits.isHidden()

    def test_it_is_offered_where_agents_give_way(self, page: RulesPage) -> None:
        """By the other rules its tool tip says why not."""
        assert page.knows.isEnabled()
        choose(page, "source")
        assert not page.knows.isEnabled()
        assert page.knows.toolTip().startswith("Not available")
        choose(page, "crowd")
        assert page.knows.isEnabled()


class TestNumbers:
    """Sliders, fields, ways back."""

    def test_a_key_on_the_slider(self, window: MainWindow, page: RulesPage) -> None:
        """One step each; those of one visit are one undo step."""
        row = page.rows["nudge_distance"]
        row.slider.setFocus()
        assert window.status.shown.startswith("How far an agent that stands in the way steps aside")
        for _ in range(3):
            QTest.keyClick(row.slider, KEY.Key_Right)
        assert settings_of(window).nudge_distance == 1.5
        assert row.field.text() == "1.50 m"
        assert window.document.stack.count() == 1
        window.document.stack.undo()
        assert settings_of(window).nudge_distance == 1.2
        assert row.slider.value() == 12
        QTest.keyClick(row.slider, KEY.Key_Escape)
        assert window.canvas.hasFocus()

    def test_a_drag_of_the_handle_is_one_undo_step(
        self, window: MainWindow, page: RulesPage
    ) -> None:
        """The run at the start has the final number."""
        slider = page.rows["replan_distance"].slider
        handle = QPoint(int(slider.width() * slider.value() / slider.maximum()), 14)
        QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=handle)
        for _ in range(4):
            handle += QPoint(10, 0)
            QTest.mouseMove(slider, handle)
        QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=handle)
        moved = settings_of(window).replan_distance
        assert moved > 1.8
        assert window.document.stack.count() == 1
        window.bake.wait()
        assert window.run.record.simulation.settings.replan_distance == moved
        window.document.stack.undo()
        assert settings_of(window).replan_distance == 1.8

    def test_a_number_is_typed(self, window: MainWindow, page: RulesPage) -> None:
        """Numbers beyond the slider are accepted; beyond the limit the limit is named."""
        row = page.rows["influence_distance"]
        type_into(row.field, "30")
        assert settings_of(window).influence_distance == 30.0
        assert row.slider.value() == row.slider.maximum()
        type_into(row.field, "-1")
        assert settings_of(window).influence_distance == 30.0
        assert window.status.shown == "Type a number from 0.00 m to 100.00 m."

    def test_passes_are_whole(self, window: MainWindow, page: RulesPage) -> None:
        """Two and a half are none."""
        row = page.rows["separation_iterations"]
        type_into(row.field, "2.5")
        assert settings_of(window).separation_iterations == 3
        assert window.status.shown == "Type a whole number."
        type_into(row.field, "5")
        assert settings_of(window).separation_iterations == 5
        assert row.field.text() == "5"

    def test_ways_back(self, window: MainWindow, page: RulesPage) -> None:
        """One number, or all and the rules; each is one undo step."""
        choose(page, "source")
        type_into(page.rows["nudge_distance"].field, "2")
        type_into(page.rows["talk_distance"].field, "3")
        assert not page.rows["nudge_distance"].reset.isHidden()
        press(page.rows["nudge_distance"].reset)
        assert settings_of(window).nudge_distance == 1.2
        assert page.rows["nudge_distance"].slider.hasFocus()
        before = window.document.stack.count()
        press(page.reset)
        assert all(getattr(settings_of(window), k) == getattr(USUAL, k) for k in MOVEMENT)
        assert window.document.stack.count() == before + 1
        assert not page.reset.isEnabled()
        window.document.stack.undo()
        assert settings_of(window).talk_distance == 3.0
        assert settings_of(window).rules == "source"

    def test_runs_go_by_the_numbers(self, window: MainWindow, page: RulesPage) -> None:
        """As the level has them when they begin."""
        type_into(page.rows["replan_cooldown"].field, "0.1")
        window.bake.wait()
        go(window, 1)
        assert window.run.record.simulation.settings.replan_cooldown == 0.1
