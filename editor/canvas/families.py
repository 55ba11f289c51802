"""Tools that share a button of the rail, and which of them was in hand last."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from editor.canvas.input.gestures import Gestures
from editor.tools.tool import Tool


class ToolFamilies(QObject):
    """The tools of the rail by family; a tool without one is a family of its own."""

    used = Signal(object)
    """This tool is in hand now."""
    others_wanted = Signal(object)
    """The tool in hand was chosen once more: its family is to be shown."""

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
        """Tools that were in hand, the last one first."""
        gestures.tool_changed.connect(self._note)

    def of(self, tool: Tool) -> tuple[Tool, ...]:
        """Return the family of a tool of the rail."""
        return next(family for family in self.all if tool in family)

    def last_of(self, tools: Sequence[Tool]) -> Tool:
        """Return the one of these tools that was in hand last, else the first of them."""
        return next((tool for tool in self._recent if tool in tools), tools[0])

    def choose(self, tool: Tool) -> None:
        """Take a tool into the hand; one that is there already goes on to its next shape.

        One that has none shows its family.
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
