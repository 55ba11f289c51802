"""Actions of users in the editor other than drawing: files, runs, dialogs, panels, home page."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from answers import Answers
from monkey import Monkey
from play_stage import Clock
from PySide6.QtCore import Qt

from editor.dialogs import all_dialogs
from editor.shell.program import Program
from editor.shell.window import MainWindow
from navcore import samples
from navcore.formats import save_level
from navcore.level.model import ExportTarget
from navcore.level.operations import set_settings

FILES: Final = 5
"""Number of file names under which levels are saved in turn."""
FRAME: Final = 0.1
"""Time in seconds between two frames of a run, by a simulated clock."""


class Ways:
    """One method for each action; `random` decides everything, so a seed repeats a session."""

    def __init__(
        self,
        program: Program,
        window: MainWindow,
        answers: Answers,
        monkey: Monkey,
        levels: Path,
        chance: random.Random,
    ) -> None:
        """Act on this window; levels are saved to and opened from the folder `levels`."""
        self.program, self.window, self.answers, self.monkey = program, window, answers, monkey
        self.levels, self.random = levels, chance
        self.clock = Clock()
        window.run.clock.now = self.clock

    @property
    def weighted(self) -> list[tuple[float, Callable[[], None]]]:
        """Return all actions with their weights relative to those of the monkey."""
        return [
            (3, self.save), (1, self.save_as), (1, self.open_again), (1, self.reload),
            (1, self.touch_outside), (0.7, self.sample), (1, self.go_home), (2, self.probe),
            (2, self.play_on), (2, self.look_back), (1, self.export), (0.5, self.keep_recording),
            (1, self.ask), (1, self.back_up), (1, self.undo_much), (2, self.copy_and_paste),
            (1, self.show_panel), (1, self.drag_and_take_back),
        ]  # fmt: skip

    def save(self) -> None:
        """Save to the level's file, or to one of a few names."""
        self.answers.place = self._some_file(".json")
        self.window.files.save()

    def save_as(self) -> None:
        """Save under another name."""
        self.answers.place = self._some_file(".json")
        self.window.files.save_as()

    def open_again(self) -> None:
        """Open one of the saved levels."""
        path = self._some_file(".json")
        if path.exists():
            self.window.files.open(path)

    def reload(self) -> None:
        """Reload the level from its file."""
        if self.window.document.path is not None and self.window.document.path.exists():
            self.window.files.reload()

    def touch_outside(self) -> None:
        """Let another program write or delete the open file."""
        path = self.window.document.path
        if path is None:
            return
        if self.random.random() < 0.2:
            path.unlink(missing_ok=True)
        else:
            level = self.window.document.level
            save_level(set_settings(level, title=f"{self.random.random()}").apply(level), path)
        self.window.files.watch.look()
        if self.random.random() < 0.5:
            self.window.files.keep_mine()

    def sample(self) -> None:
        """Open a random sample."""
        self.window.files.open_sample(self.random.choice(samples.names()))

    def go_home(self) -> None:
        """Close the level, which shows the home page; the next action opens another level."""
        self.program.go_home()

    def come_back(self) -> None:
        """Open a level from the home page."""
        tiles = self.program.home.recent.tiles
        kind = self.random.randrange(3)
        if kind == 0 and tiles:
            self.random.choice(tiles).click()
        elif kind == 1:
            self.program.new()
        if self.program.level is None:
            self.program.open_sample(self.random.choice(samples.names()))

    def probe(self) -> None:
        """Keep a probed path shown, or clear it."""
        if self.random.random() < 0.2:
            self.window.probe.clear()
        else:
            x0, z0, x1, z1 = self.window.canvas.viewport.camera.box
            places = [(self.random.uniform(x0, x1), self.random.uniform(z0, z1)) for _ in range(2)]
            self.window.probe.set(places[0], places[1])

    def play_on(self) -> None:
        """Play the run for some seconds, with doors toggled."""
        run = self.window.run
        run.clock.speed = self.random.choice((1.0, 4.0, 16.0))
        run.clock.play()
        doors = [area.id for area in self.window.document.level.areas.values() if area.door]
        for _ in range(self.random.randint(1, 20)):
            self.clock.now += FRAME / run.clock.speed
            run.clock.advance()
            if doors and self.random.random() < 0.1:
                run.commands.switch([self.random.choice(doors)])
        if self.random.random() < 0.7:
            run.clock.pause()

    def look_back(self) -> None:
        """Show moments of the run; sometimes continue from one, or switch to the other run."""
        run = self.window.run
        for _ in range(self.random.randint(1, 5)):
            run.timeline.seek(self.random.uniform(0.0, run.playhead.length))
        way = self.random.randrange(5)
        if way == 0:
            run.timeline.go_on_here()
        elif way == 1:
            run.timeline.change_runs()
        elif way == 2:
            run.timeline.step_back()

    def export(self) -> None:
        """Export the grids that the level names."""
        if self.monkey.held is None and not self.window.document.dragging:
            suffix, kind = self.random.choice(((".txt", "txt"), (".json", "json")))
            path = self.levels / f"soak.grid{suffix}"
            self.window.exports.allow(path)
            target = ExportTarget(path=str(path), format=kind)
            self.window.canvas.settle()
            level = self.window.document.level
            self.window.document.commit(set_settings(level, exports=(target,)))
            self.window.exports.export()

    def keep_recording(self) -> None:
        """Save a recording, and open a saved one."""
        table = self.window.commands.table
        self.answers.place = self.levels / "soak.wwrec"
        if table["save_recording"].isEnabled():
            table["save_recording"].trigger()
        elif self.answers.place.exists():
            table["open_recording"].trigger()
        self.answers.place = self._some_file(".json")

    def ask(self) -> None:
        """Open a random dialog, which the monkey answers."""
        name = self.random.choice(list(all_dialogs()))
        if self.window.document.selection.ids or name not in {"array", "rename"}:
            self.window.ask(name)

    def back_up(self) -> None:
        """Write a backup now."""
        safety = self.window.safety
        assert safety is not None
        self.random.choice((safety.autosave.snapshot, safety.autosave.flush, safety.save_now))()

    def undo_much(self) -> None:
        """Undo many steps, and redo some."""
        for _ in range(self.random.randint(1, 40)):
            self.window.canvas.undo()
        for _ in range(self.random.randint(0, 40)):
            self.window.canvas.redo()

    def copy_and_paste(self) -> None:
        """Copy some elements, and paste them."""
        table, document = self.window.commands.table, self.window.document
        ids = [element.id for element in document.level.elements()]
        if ids and self.monkey.held is None:
            document.select(frozenset(self.random.sample(ids, min(len(ids), 3))))
            for name in (self.random.choice(("copy", "cut")), "paste"):
                if table[name].isEnabled():
                    table[name].trigger()

    def show_panel(self) -> None:
        """Bring a panel to the front."""
        arrangement, panels = self.window.arrangement, self.window.panels.values()
        arrangement.bring_up(
            self.random.choice([panel for panel in panels if panel.place in arrangement.docks])
        )

    def drag_and_take_back(self) -> None:
        """Drag over many places, then cancel with Esc."""
        canvas, hand = self.window.canvas, self.monkey.hand
        if self.monkey.held is None:
            x0, z0, x1, z1 = canvas.viewport.camera.box
            places = [(self.random.uniform(x0, x1), self.random.uniform(z0, z1)) for _ in range(12)]
            hand.hold(places[0], *places[1:])
            if self.random.random() < 0.5:
                hand.key(Qt.Key.Key_Escape)
            hand.release(places[-1])
            canvas.settle()

    def _some_file(self, suffix: str) -> Path:
        return self.levels / f"level_{self.random.randrange(FILES)}{suffix}"
