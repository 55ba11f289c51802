"""Says in the strip over the canvas why there is no path, and offers what makes one."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QPointF

from editor.actions.targets import commit
from editor.actions.workbench import Workbench
from editor.bars.message import MessageStrip
from editor.bars.strips import Strips
from editor.canvas.camera import grown
from editor.files.prompts import Notice
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations.transform import bounds_of
from navcore.proof.explanation import Explanation, Mark, Reason

_QUIET: Final = frozenset({Reason.NONE, Reason.NO_GOAL, Reason.SWITCHED_OFF})
"""Reasons that may be intended."""


class ReasonStrip(QObject):
    """Shows the reason in the strip, and removes it when there is a path again."""

    def __init__(self, bench: Workbench, strip: MessageStrip, strips: Strips) -> None:
        """Listen to the reasons of the probe and of agents.

        Args:
            bench: The window's workbench.
            strip: Shows the sentence.
            strips: Hold the strip, and keep off what the sentence is about.
        """
        super().__init__(strip)
        self._bench, self._strip, self._strips = bench, strip, strips
        self._notice: Notice | None = None
        self._told: tuple[str, str] | None = None
        """The sentence and fix that are shown, or were shown until they were closed."""
        bench.probe.reasons.changed.connect(self._show_reason)
        strip.closed.connect(self._closed)

    def _show_reason(self, found: Explanation | None) -> None:
        self._put(found)
        marks = found.marks if found is not None else ()
        self._strips.keep_off(lambda: self._pixels(marks), self._bench.canvas.chrome.legend)

    def _pixels(self, marks: Iterable[Mark]) -> list[QPointF]:
        """Return where the marks of the reason in the strip are on the canvas."""
        if self._notice is None or self._strip.notice is not self._notice:
            return []
        camera = self._bench.canvas.viewport.camera
        places = [place for mark in marks for place in (mark.place, *(mark.line or ()))]
        return [QPointF(*camera.to_pixel(place)) for place in places]

    def _put(self, found: Explanation | None) -> None:
        about_agent = self._bench.probe.reasons.agent is not None
        if found is None or (found.reason is Reason.NONE and not about_agent):
            self._strip.withdraw(self._notice)
            self._notice = self._told = None
            return
        fix = found.fix if found.fix and _fits(self._bench.document.level, found.fix) else None
        content = (found.text, "" if fix is None else fix.label)
        if content == self._told:
            return
        if self._strip.notice is not None and self._strip.notice is not self._notice:
            # Other notices have priority; the status bar shows this reason.
            return
        self._told = content
        buttons: list[tuple[str, Callable[[], object]]] = []
        if fix is not None:
            buttons.append((fix.label, lambda: self._fix(fix)))
        if found.marks:
            buttons.append((tr("Show"), lambda: self._show(found)))
        sign = "info" if found.reason in _QUIET else "warning"
        self._notice = Notice(found.text, sign, tuple(buttons))
        self._strip.show_notice(self._notice)

    def _closed(self, notice: Notice | None) -> None:
        """Remove an agent's marks with the sentence; the probe keeps its path and its result.

        If another notice had prevented a reason, it is shown now.
        """
        reasons = self._bench.probe.reasons
        if notice is not self._notice:
            self._show_reason(reasons.found)
        elif reasons.agent is not None:
            reasons.clear()

    def _fix(self, fix: Edit) -> None:
        """Commit the edit as one step, if the level is still as it was."""
        bench = self._bench
        bench.canvas.settle()
        if _fits(bench.document.level, fix):
            commit(bench, lambda: fix)
        bench.canvas.setFocus()

    def _show(self, found: Explanation) -> None:
        """Bring all marks into view, and select their elements."""
        bench = self._bench
        bench.canvas.settle()
        level, storey = bench.document.level, bench.document.storey
        if storey.name not in {None, found.marks[0].layer}:
            storey.show(found.marks[0].layer)
        bench.document.select(frozenset(i for i in found.elements if level.get(i) is not None))
        chosen = bench.document.selection.ids
        elements = [level.element(one) for one in chosen]
        boxes = [bounds_of(elements, level.get)] if elements else []
        for mark in found.marks:
            boxes += [(*place, *place) for place in (mark.place, *(mark.line or ()))]
        left, low, right, high = zip(*boxes, strict=True)
        margin = level.settings.agent_radius + level.settings.cell_size
        bench.canvas.frame_box(grown((min(left), min(low), max(right), max(high)), margin))
        bench.canvas.setFocus()


def _fits(level: Level, edit: Edit) -> bool:
    """Return whether an edit still applies to a level: a run may have other doors open."""
    return all(level.get(key) == item for key, item in edit.before.items())
