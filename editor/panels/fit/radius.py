"""Another agent radius, tried on the canvas before it is the level's."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import Elided, NumberField, number_text
from editor.look.icons import icon
from editor.look.slider import Slider
from editor.look.style import SIZE
from editor.look.widgets import make_label, named
from editor.services.bake.shown_floor import ShownFloor
from navcore.i18n import several, tr
from navcore.level.limits import LIMITS
from navcore.level.model import Level
from navcore.world import World

STEP: Final = 0.01
"""Metres of a step of the slider."""
LEAST_MOST: Final = 2.0
"""Metres that the slider reaches at least."""


class RadiusField(NumberField):
    """The radius as a number. Esc ends the trial."""

    ended = Signal(object)

    def __init__(self) -> None:
        """Allow radii from 0 to the limit."""
        limit = LIMITS["agent_radius"]
        super().__init__("m", limit.least, limit.greatest, round(5 * STEP, 9))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel typed text and the preview with Esc."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.ended.emit(None)


class RadiusTrial(QWidget):
    """A slider and a number for trying a radius, and a button that applies it."""

    def __init__(
        self,
        shown: ShownFloor,
        level: Callable[[], Level],
        world: Callable[[], World],
        use: Callable[[float], None],
        leave: Callable[[], None],
    ) -> None:
        """`use` makes a radius the type's; `leave` gives the focus back to the canvas."""
        super().__init__()
        self._shown, self._level, self._world = shown, level, world
        self._use, self._leave = use, leave
        self.slider = Slider(round(0.05 / STEP), round(0.25 / STEP))
        self.field = RadiusField()
        self.fault = make_label(name="fault", wraps=True)
        """Why a radius that was typed is none."""
        self.fault.hide()
        self.told = Elided()
        self.told.setObjectName("label")
        self.take = QPushButton()
        self.back = QToolButton()
        self.back.setIcon(icon("reset"))
        self.back.setFixedSize(SIZE.field, SIZE.field)
        self._name()
        self._lay_out()
        self.slider.valueChanged.connect(self._slid)
        self.slider.left.connect(self._end)
        self.slider.taken.connect(self._take)
        self.field.take = self._typed
        self.field.refused.connect(self._show_fault)
        self.field.left.connect(self._left_field)
        self.field.ended.connect(self._end)
        self.take.clicked.connect(self._take)
        self.back.clicked.connect(self._end)
        shown.changed.connect(self.refresh)
        self.refresh()

    def _name(self) -> None:
        tip = tr("Shows the cells for characters of another radius; the level stays as it is")
        for widget in (self.slider, self.field):
            widget.setAccessibleName(tr("Try a radius"))
            widget.setToolTip(tip)
        self.take.setAccessibleName(tr("Use this radius"))
        named(self.back, tr("Back"), tr("Show the type's own radius again"))

    def _lay_out(self) -> None:
        self.field.setFixedWidth(SIZE.number_field)
        title = make_label(tr("Try a radius"), buddy=self.slider)
        title.setMinimumWidth(1)
        title.setToolTip(title.text())
        head = fill(horizontal(gap=SIZE.related), (title, 1), self.take, self.back)
        row = fill(horizontal(gap=SIZE.related), (self.slider, 1), self.field)
        fill(vertical(self, gap=SIZE.inside, margins=0), head, row, self.fault, self.told)
        for button in (self.take, self.back):
            # Keep the button's room, so that nothing moves when a trial begins.
            kept = button.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            button.setSizePolicy(kept)

    # Display.

    def refresh(self, _: object = None) -> None:
        """Show the radius that is tried, or the type's own."""
        level, radius = self._level(), self._shown.tried
        shown = self._shown.radius_in(level.settings)
        radii = [agent.radius for agent in level.agents.values()]
        radii += [level.settings.agent_radius]
        radii += [p.radius for p in level.settings.profiles if p.radius is not None]
        most = max(LEAST_MOST, 2 * level.settings.agent_radius, *radii, shown)
        was = self.slider.blockSignals(True)
        self.slider.setRange(0, round(most / STEP))
        self.slider.setValue(round(shown / STEP))
        self.slider.blockSignals(was)
        self.slider.show_changed(changed=radius is not None)
        self.slider.show_marks(round(one / STEP) for one in radii)
        self.field.show_value(shown)
        for widget in (self.take, self.back):
            widget.setVisible(radius is not None)
        if radius is None:
            name, told = self._shown.type_name, tr("The radius of {0}; its cells show.")
            own = tr("Its cells show on the canvas.")
            self.told.setText(told.format(name) if name else own)
        else:
            length = number_text(radius, "m")
            self.take.setText(tr("Use {0}").format(length))
            name = self._shown.type_name
            meant = tr("Makes it the radius of {0}").format(name)
            self.take.setToolTip(meant if name else tr("Makes it the level's agent radius"))
            self._show_figures(length)

    def _show_figures(self, length: str) -> None:
        seen = self._shown.of(self._world())
        if seen is None or seen.profile.radius != self._shown.tried:
            self.told.setText(tr("{0}: computing…").format(length))
            return
        islands = several(seen.islands, "1 island", "{0} islands")
        area = tr("{0} m²").format(f"{seen.walkable:,.1f}")
        self.told.setText(tr("{0}: {1}, {2}").format(length, islands, area))

    def _show_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    # Input.

    def _slid(self, value: int) -> None:
        self._shown.try_radius(round(value * STEP, 2))

    def _typed(self, radius: float) -> None:
        self._shown.try_radius(radius)

    def _take(self, _: object = None) -> None:
        radius = self._shown.tried
        if radius is not None:
            self._use(radius)
            self._end()

    def _left_field(self, _: object = None) -> None:
        """Keep the preview after Enter."""
        self._leave()

    def _end(self, _: object = None) -> None:
        self._shown.end_trial()
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the trial when the panel is hidden, so that it doesn't affect the canvas unseen."""
        self._shown.end_trial()
        super().hideEvent(event)
