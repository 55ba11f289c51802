"""Families of tools that share a button of the rail, and the last used tool of each."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from editor.canvas.input.gestures import Gestures
from editor.tools.tool import Tool


class ToolFamilies(QObject):
    """The tools of the rail by family; a tool without one is a family of its own."""

    used = Signal(object)
    """Emitted with the tool that was chosen, also if it was active already."""
    others_wanted = Signal(object)
    """Emitted when the active tool was chosen again, to show its family."""

    def __init__(self, gestures: Gestures) -> None:
        """The families of these tools, in the order of the rail."""
        super().__init__(gestures)
        self._gestures = gestures
        found: dict[str, list[Tool]] = {}
        for tool in gestures.tools:
            if tool.on_rail:
                found.setdefault(tool.family or tool.name, []).append(tool)
        self.all = tuple(map(tuple, found.values()))
        self._recent: list[Tool] = []
        """Tools that were used, the last one first."""
        gestures.tool_changed.connect(self._note)

    def of(self, tool: Tool) -> tuple[Tool, ...]:
        """Return the family of a tool of the rail."""
        return next(family for family in self.all if tool in family)

    def last_of(self, tools: Sequence[Tool]) -> Tool:
        """Return the last used one of these tools, else the first."""
        return next((tool for tool in self._recent if tool in tools), tools[0])

    def choose(self, tool: Tool) -> None:
        """Make a tool active; if it is active already, go to its next shape.

        If it has no further shape, show its family.
        """
        if tool is not self._gestures.tool:
            self._gestures.choose(tool)
            return
        self._gestures.settle()
        if self._gestures.key("Again"):
            self.used.emit(tool)
        elif len(self.of(tool)) > 1:
            self.others_wanted.emit(tool)

    def _note(self, tool: Tool) -> None:
        self._recent = [tool, *_without(self._recent, tool)]
        self.used.emit(tool)


def _without(tools: Iterable[Tool], left_out: Tool) -> list[Tool]:
    return [tool for tool in tools if tool is not left_out]
