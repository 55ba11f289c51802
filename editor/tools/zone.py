"""Zone tool: floor of another terrain, drawn like areas and obstacles, in one of three shapes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from editor.tools.groups import Group
from editor.tools.options import Choice, Number, Option, Switch, Where
from editor.tools.outline_span import Outline, SpanTool
from editor.tools.polygon import PolygonTool
from editor.tools.preview import Preview
from editor.tools.rectangle import Rectangle
from editor.tools.regular import Regular
from editor.tools.terrain_choice import TerrainChoice
from editor.tools.tool import Drag, Effect, Entry, KeyResult, Pointer, Tool, ToolView
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Zone
from navcore.level.naming import NewId


class _ZonePolygon(PolygonTool):
    """Corner by corner."""

    kind: ClassVar[str] = "zone"


class _ZoneRectangle(SpanTool):
    """Zone rectangles between two corners."""

    kind: ClassVar[str] = "zone"
    draws = Rectangle


class _ZoneRegular(SpanTool):
    """Zone polygons and circles from the centre outwards."""

    kind: ClassVar[str] = "zone"
    draws = Regular


_SHAPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "polygon": mark("Polygon"),
        "rectangle": mark("Rectangle"),
        "regular": mark("Regular polygon"),
    }
)
"""Names of the shapes in the strip."""


class ZoneTool(Tool):
    """Draws floor of a terrain. Its key goes through the shapes while it is in hand."""

    name: ClassVar[str] = "zone"
    title: ClassVar[str] = mark("Zone")
    summary: ClassVar[str] = mark("Draw floor of another terrain: mud, water, ice")
    words: ClassVar[str] = mark("terrain ground cost swamp road surface")
    shortcut: ClassVar[str] = "Shift+X"
    place: ClassVar[tuple[int, int]] = (Group.TERRAIN, 0)
    shows: ClassVar[frozenset[str]] = frozenset({"terrain", "zones"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """A polygon."""
        self.shape = Choice(
            "shape", mark("Shape"), tuple(_SHAPES.items()), "polygon", mark("How it is drawn")
        )
        self.terrain = TerrainChoice()
        self._tools: dict[str, PolygonTool | SpanTool] = {
            "polygon": _ZonePolygon(), "rectangle": _ZoneRectangle(), "regular": _ZoneRegular(),
        }  # fmt: skip
        self._used = "polygon"
        """The shape that was last drawn with; another one may be chosen in the strip."""
        own: list[Option] = []
        for name, tool in self._tools.items():
            tool.make = self._make
            for option in tool.options:
                if isinstance(option, Number | Switch):
                    option.where = Where(self.shape, (name,))
                own.append(option)
        self.options = (self.terrain.choice, self.shape, *own)

    def _make(self, level: Level, outline: Outline, new_id: NewId) -> Edit:
        terrain = self.terrain.follow(level)
        return operations.add(
            level, Zone, new_id,
            polygon=outline.ring, shape=outline.shape, terrain=terrain,
        )  # fmt: skip

    @property
    def _tool(self) -> PolygonTool | SpanTool:
        """The tool of the chosen shape; unfinished work of another shape is dropped."""
        if self._used != self.shape.value:
            self._tools[self._used].activate()
            self._used = self.shape.value
        return self._tools[self._used]

    @property
    def entry(self) -> Entry[Any]:  # type: ignore[override]
        """Box for typed input of the shape."""
        return self._tool.entry

    def activate(self) -> None:
        """Start with a clean slate."""
        for tool in self._tools.values():
            tool.activate()

    def deactivate(self, view: ToolView) -> Effect:
        """Add the zone if it is valid; else drop it."""
        return self._tool.deactivate(view)

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is."""
        self._tool.hover(pointer, view)

    def leave(self) -> None:
        """Forget the pointer."""
        self._tool.leave()

    def press(self, pointer: Pointer, view: ToolView) -> Drag | None:
        """Set a corner, or begin a shape."""
        return self._tool.press(pointer, view)

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """End a polygon."""
        return self._tool.double_click(pointer, view)

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Undo the last step."""
        return self._tool.secondary(pointer, view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Handle the keys of the shape; the tool's own key chooses the next shape."""
        if key != "Again":
            return self._tool.key(key, view)
        effect = self._tool.deactivate(view)
        shapes = list(_SHAPES)
        self.shape.set(shapes[(shapes.index(self.shape.value) + 1) % len(shapes)])
        return KeyResult(True, effect)

    def can_take_back(self) -> bool:
        """Return whether something is set."""
        return self._tool.can_take_back()

    def can_set_again(self) -> bool:
        """Return whether something was taken back."""
        return self._tool.can_set_again()

    def preview(self, view: ToolView) -> Preview:
        """Return the outline so far."""
        return self._tool.preview(view)

    def hint(self, view: ToolView) -> str:
        """Return what the next click does."""
        return self._tool.hint(view)


TOOLS = (ZoneTool,)
