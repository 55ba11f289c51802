"""The preference that all agents plan again when floor opens, for future runs."""

from pathlib import Path

from small_level import GUARD, TABLE

from editor.settings.settings import Settings
from editor.shell.window import MainWindow


def test_the_choice_counts_at_once_at_the_start(window: MainWindow) -> None:
    """It is kept with the preferences, and in the recording of the run."""
    action, run = window.commands.table["seek_shorter"], window.run
    assert not run.record.simulation.settings.seeks_shorter
    action.trigger()
    window.commands.refresh()
    assert action.isChecked()
    assert run.playhead.at_start
    assert window.settings.seeks_shorter
    run.clock.step_once()
    assert run.record.recording.settings.seeks_shorter


def test_a_run_that_is_on_keeps_its_rules(window: MainWindow) -> None:
    """So that its recording can be gone on from; the next one has the new rules."""
    run = window.run
    run.clock.step_once()
    window.commands.table["seek_shorter"].trigger()
    run.clock.step_once()
    assert not run.record.recording.settings.seeks_shorter
    assert window.status.shown == "It takes effect at the next start of the run."
    run.clock.stop_to_start()
    assert run.record.simulation.settings.seeks_shorter


def test_whoever_walks_plans_again_when_an_obstacle_is_knocked_down(window: MainWindow) -> None:
    """With the option, even if its path is not near the obstacle; without it, no agent does."""
    run = window.run
    plans = []
    for chosen in (False, True):
        window.settings.seeks_shorter = chosen
        run.clock.stop_to_start()
        for _ in range(75):
            run.clock.step_once()
        agents = run.record.simulation.agents
        before = int(agents.replans[agents.index[GUARD]])
        run.commands.switch([TABLE])
        for _ in range(3):
            run.clock.step_once()
        agents = run.record.simulation.agents
        plans.append(int(agents.replans[agents.index[GUARD]]) - before)
    assert plans == [0, 1]


def test_the_choice_is_read_from_the_preferences(tmp_path: Path) -> None:
    """Off unless it was chosen."""
    settings = Settings(tmp_path / "preferences.ini")
    assert not settings.seeks_shorter
    settings.store.setValue("seeksShorter", "true")
    assert settings.seeks_shorter
