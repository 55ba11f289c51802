"""Bar under the canvas: buttons of the run, its time, speed and numbers of agents."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from editor.actions.workbench import Workbench
from editor.look import pens, style
from editor.look.boxes import STRETCH, Part, fill, horizontal, vertical
from editor.look.fields import ChoiceBox, Elided, ElidedButton
from editor.look.icons import icon
from editor.panels.panel import Panel
from editor.panels.timeline.panel import TimeLine
from editor.run.clock import SPEEDS
from editor.run.moments import RunCounts
from editor.run.playhead import PlayState
from editor.tools.messages.play import clock_text, no_agents
from navcore.i18n import mark, tr
from navcore.level.model import Waypoint, Zone

TOLD_SHARE: Final = 2
COUNTED_SHARE: Final = 1
"""Shares of the free width for the state of the run and for the counts."""

COUNT_SECONDS: Final = 0.2
"""Seconds between counts of agents while the run plays."""


@dataclass(slots=True)
class _Named:
    """Text of the tool tip of a button."""

    button: QToolButton
    action: str
    text: str
    line: str


class PlayBar(Panel):
    """Plays the level: from the start, back to the start, play or pause, one tick."""

    name = "play"
    title = mark("Play")
    place = "bar"

    def __init__(self, bench: Workbench) -> None:
        """A bar on the window's run."""
        super().__init__(bench)
        self._run = bench.run
        self._named: list[_Named] = []
        self._counted = 0.0
        """Time of the last count, seconds of the run's clock."""
        self.setObjectName("playbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Play bar"))
        self.setFixedHeight(style.SIZE.play_bar)
        self._build_buttons()
        self.time_line = TimeLine(self._run)
        self.time_line.left.connect(lambda _: bench.canvas.setFocus())
        self.time_label = self._label(tr("Time"))
        self.time_label.setFixedWidth(self.time_label.fontMetrics().horizontalAdvance("0000:00.0"))
        self.state_label = self._label(tr("State of play"), "label")
        self.inputs_label = self._label(tr("Inputs of this run"), "label")
        self.behind_label = self._label(tr("Speed"), "warn")
        self.behind_label.setToolTip(
            tr("The run is slower than the chosen speed; its results stay the same.")
        )
        self.speed_box = ChoiceBox(
            (speed, f"{self.locale().toString(speed, 'g', 3)} ×") for speed in SPEEDS
        )
        self.speed_box.left.connect(self.leave)
        self.speed_box.setAccessibleName(tr("Speed"))
        self.speed_box.view().setAccessibleName(tr("Speed"))
        self.speed_box.setToolTip(tr("Speed, times real time"))
        self.speed_box.take = self._choose_speed
        self.counts_button = ElidedButton()
        self.counts_button.setToolTip(tr("Agents, events and times of this run"))
        self.counts_button.clicked.connect(lambda: bench.frame.toggle_panel("run"))
        self._lay_out()
        bench.commands.keys_changed.connect(self._show_keys)
        self._run.signals.frame.connect(self._follow)
        self._run.signals.state_changed.connect(self._show_state)
        self._show_state(self._run.playhead.state)

    def _build_buttons(self) -> None:
        self.restart_button = self._button(
            "restart", tr("From the start"), "restart", tr("Play from the start"),
            self._run.clock.restart,
        )  # fmt: skip
        self.back_button = self._button(
            "back", tr("Back to the start"), "back",
            tr("Stop; all agents return to their starts"), self._run.clock.stop_to_start,
        )  # fmt: skip
        self.play_button = self._button("play", "", "play", "", self._run.clock.toggle)
        self.step_back_button = self._button(
            "step_back", tr("Step back"), "step_back",
            tr("Pause and go back by a tenth of a second"), self._run.timeline.step_back,
        )  # fmt: skip
        self.step_button = self._button(
            "step", tr("Step"), "step", tr("Pause and go forward by a tenth of a second"),
            self._run.clock.step_once,
        )  # fmt: skip
        self.go_on_button = self._button(
            "go_on", tr("Go on from here"), "go_on",
            tr("What was recorded after this moment is set aside"), self._run.timeline.go_on_here,
        )  # fmt: skip
        self.other_run_button = self._button(
            "other_run", tr("The other run"), "other_run", "", self._run.timeline.change_runs,
        )  # fmt: skip

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        column = vertical(
            self,
            gap=0,
            margins=(style.SIZE.margin, style.SIZE.line, style.SIZE.margin, style.SIZE.line),
        )
        fill(column, self.time_line, (row, 1))
        row.setSpacing(style.SIZE.inside)
        for button in (
            self.restart_button, self.back_button, self.play_button, self.step_back_button,
            self.step_button,
        ):  # fmt: skip
            row.addWidget(button)
        gap, group = style.SIZE.related, style.SIZE.group
        state_slot = _slot(self.state_label, group, self.inputs_label, STRETCH)
        counted = _slot(self.behind_label, STRETCH, self.counts_button)
        counted.setMinimumWidth(style.SIZE.counts_least)
        fill(row, gap, self.time_label, gap, self.go_on_button, self.other_run_button, gap)
        fill(row, (state_slot, TOLD_SHARE), gap, self.speed_box, gap, (counted, COUNTED_SHARE))

    def _button(
        self, icon_name: str, text: str, action: str, line: str, act: Callable[[], None]
    ) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setFixedSize(style.SIZE.tool_button_width, style.SIZE.play_button)
        button.setIconSize(QSize(style.SIZE.icon, style.SIZE.icon))
        button.setIcon(icon(icon_name))
        self._named.append(_Named(button, action, text, line))
        button.clicked.connect(act)
        return button

    def _label(self, name: str, object_name: str = "") -> Elided:
        label = Elided()
        label.setFont(pens.font())
        label.setAccessibleName(name)
        label.setObjectName(object_name)
        return label

    def _choose_speed(self, speed: float) -> None:
        self._run.clock.speed = speed

    def _show_state(self, state: object) -> None:
        playing = state is PlayState.PLAYING
        self.play_button.setIcon(icon("pause" if playing else "play"))
        named = next(named for named in self._named if named.button is self.play_button)
        named.text = tr("Pause") if playing else tr("Play")
        named.line = tr("Pause the run") if playing else tr("Let the agents walk")
        self._show_keys()
        self.back_button.setEnabled(state is not PlayState.START or self._run.playhead.looks_back)
        self._show_looking_back()
        self.speed_box.show_value(self._run.clock.speed)
        speed = self.speed_box.currentText()
        self.behind_label.setText(
            tr("slower than {0}").format(speed) if self._run.clock.behind else ""
        )
        self._show_frame()

    def _show_looking_back(self) -> None:
        """Show the actions for an earlier moment, and for a run that was set aside."""
        back, aside = self._run.playhead.looks_back, self._run.timeline.aside
        self.go_on_button.setEnabled(back)
        self.other_run_button.setEnabled(aside is not None)
        named = next(named for named in self._named if named.button is self.other_run_button)
        if aside is not None:
            named.line = tr(
                "Bring back the run that was set aside: it branches at {0} and lasts {1}"
            ).format(clock_text(self._run.timeline.parted), clock_text(aside.simulation.seconds))
        if back:
            self.state_label.setToolTip(
                tr(
                    "Agents and doors are shown as recorded. What you "
                    "draw stays in the level as it is now. Play shows the rest again; after a "
                    "change of the level, or an input by hand, the run goes on from here."
                )
            )
        else:
            self.state_label.setToolTip("")

    def _show_keys(self, _: object = None) -> None:
        """Name, key as it is now, and one line of each button."""
        for named in self._named:
            keys = self.bench.commands.key_of(named.action)
            named.button.setAccessibleName(named.text)
            named.button.setToolTip("  ".join(filter(None, (named.text, keys, named.line))))
        self._show_frame()

    def _follow(self, _fraction: object) -> None:
        """Update the time in every frame, everything else a few times per second."""
        since = self._run.clock.now() - self._counted
        if self._run.playhead.playing and 0.0 <= since < COUNT_SECONDS:
            self.time_label.setText(self._run.playhead.time_text)
        else:
            self._show_frame()

    def _show_frame(self) -> None:
        self._counted = self._run.clock.now()
        counts, at_start = self._run.timeline.counts(), self._run.playhead.at_start
        self.time_label.setText(self._run.playhead.time_text)
        self.state_label.setText(self._state_text(counts.agents))
        self._show_inputs()
        said = self._counts_text(counts, at_start=at_start)
        self.counts_button.setText(said)
        self.counts_button.setAccessibleName(tr("What agents do: {0}").format(said))

    def _state_text(self, agents: int) -> str:
        """Return the state of the run, or how to start one."""
        if not agents:
            return no_agents()
        if self._run.playhead.looks_back:
            text = tr("looking back") if not self._run.playhead.playing else tr("playing back")
            return tr("of {0} · {1}").format(clock_text(self._run.playhead.length), text)
        return {
            PlayState.START: tr("at the start"),
            PlayState.PLAYING: tr("playing"),
            PlayState.PAUSED: tr("paused"),
        }[self._run.playhead.state]

    def _show_inputs(self) -> None:
        """Show the number of changes that are not in the level, with a tip about them."""
        count = self._run.commands.count()
        one, many = tr("1 input of this run"), tr("{0} inputs of this run")
        self.inputs_label.setVisible(count > 0)
        self.inputs_label.setText(one if count == 1 else many.format(count))
        if not count:
            return
        made, level = self._run.inputs, self.bench.document.level
        switched = self._run.switches.switched.keys()
        listed = [
            text.format(len(of_kind))
            for of_kind, text in (
                (switched & level.areas.keys(), tr("doors toggled: {0}")),
                (switched & level.obstacles.keys(), tr("obstacles switched: {0}")),
                (switched & level.of(Zone).keys(), tr("zones switched: {0}")),
                (switched & level.of(Waypoint).keys(), tr("waypoints switched: {0}")),
                (made.moved, tr("agents moved: {0}")),
                (made.sent, tr("agents sent: {0}")),
                (made.added, tr("agents added: {0}")),
            )
            if of_kind
        ]
        fate = tr(
            "Not in the level, and gone when the run starts anew. Keep in the context menu, or "
            "in the Play menu, writes what is selected to the level."
        )
        self.inputs_label.setToolTip("\n".join([*listed, "", fate]))

    def _counts_text(self, counts: RunCounts, *, at_start: bool) -> str:
        """Return the numbers of agents by activity; waiting and stuck ones only if any."""
        if counts.agents == 0:
            return tr("no agents")
        one = tr("1 agent")
        parts = [one if counts.agents == 1 else tr("{0} agents").format(f"{counts.agents:,}")]
        if not at_start:
            parts.append(tr("{0} walking").format(f"{counts.walking:,}"))
        if counts.held_up and not at_start:
            parts.append(tr("{0} held up").format(f"{counts.held_up:,}"))
        if counts.waiting:
            parts.append(tr("{0} waiting").format(f"{counts.waiting:,}"))
        if counts.stuck:
            parts.append(tr("{0} stuck").format(f"{counts.stuck:,}"))
        return " · ".join(parts)


def _slot(*parts: Part) -> QWidget:
    """Return a part of the bar whose place and width only depend on the bar."""
    slot = QWidget()
    slot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    fill(horizontal(slot, gap=0, margins=0), *parts)
    return slot


PANELS = (PlayBar,)
