"""Changes since an earlier level as rows of a table: worst first."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from editor.look.row_table import Column, RowModel
from editor.look.style import SIZE
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.level.tables import GROUND
from navcore.proof.problem import Problem
from navcore.report.comparing.comparison import Comparison
from navcore.report.comparing.floors import FloorChange
from navcore.report.comparing.patches import Patch

LEAST: Final = 0.5
"""Square metres of floor from which on a piece has a row."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change."""

    icon: str
    colour: str
    """Colour token of the icon."""
    kind: str
    """Kind in one or two words, translated."""
    text: str
    place: Point | None
    layer: str
    ids: tuple[int, ...] = ()
    """Elements that it is about."""
    quiet: bool = False
    """True if it is no problem."""
    problem: Problem | None = None


def rows_of(found: Comparison) -> Iterator[ChangeRow]:
    """Yield the rows of a comparison: worse results, better results, then edited elements."""
    icons = {"error": ("error", "error"), "warning": ("warning", "warn")}
    for one in found.new:
        if one.severity in icons:
            yield ChangeRow(*icons[one.severity], tr("New problem"), one.text, one.place, one.layer,
                            one.elements, problem=one)  # fmt: skip
    for test in found.tests:
        if not test.passed:
            yield ChangeRow("error", "error", tr("Test fails"), test.text, test.place, test.layer,
                            (test.id,))  # fmt: skip
    for agent in found.agents:
        if agent.worse:
            yield ChangeRow("error", "error", tr("Agent"), agent.text, agent.place, agent.layer,
                            (agent.id,))  # fmt: skip
    for floor in found.floors:
        yield from _floor(floor, floor.cut_off, "error", "error", tr("Cut off"),
                          tr("{0} m² of {1} can't be reached any more"))  # fmt: skip
    for floor in found.floors:
        yield from _floor(floor, floor.lost_at, "warning", "warn", tr("Floor lost"),
                          tr("{0} m² of floor lost in {1}"))  # fmt: skip
    for door in found.doors:
        yield ChangeRow("door", "text2", tr("Door"), door.text, door.place, door.layer, (door.id,))
    for change in found.changes:
        sign = {"added": "plus", "removed": "trash"}.get(change.what, "element")
        kind = {"added": tr("Added"), "removed": tr("Removed")}.get(change.what, tr("Changed"))
        yield ChangeRow(sign, "text2", kind, change.text, change.place, change.layer,
                        (change.id,) if change.id else ())  # fmt: skip
    yield from _better(found)


def _better(found: Comparison) -> Iterator[ChangeRow]:
    for floor in found.floors:
        for patches, kind, words in (
            (floor.joined, tr("Joined"), tr("{0} m² of {1} can be reached now")),
            (floor.gained_at, tr("Floor gained"), tr("{0} m² of floor gained in {1}")),
        ):
            yield from _floor(floor, patches, "check", "ok", kind, words, quiet=True)
    for agent in found.agents:
        if not agent.worse:
            yield ChangeRow("check", "ok", tr("Agent"), agent.text, agent.place, agent.layer,
                            (agent.id,), quiet=True)  # fmt: skip
    for test in found.tests:
        if test.passed:
            yield ChangeRow("check", "ok", tr("Test passes"), test.text, test.place, test.layer,
                            (test.id,), quiet=True)  # fmt: skip
    for one in found.gone:
        yield ChangeRow("check", "ok", tr("Solved"), one.text, one.place, one.layer, one.elements,
                        quiet=True)  # fmt: skip
    for one in found.new:
        if one.severity == "note":
            yield ChangeRow("info", "text2", tr("New note"), one.text, one.place, one.layer,
                            one.elements, quiet=True, problem=one)  # fmt: skip


def _floor(
    floor: FloorChange, patches: tuple[Patch, ...], sign: str, token: str, kind: str, words: str,
    *, quiet: bool = False,
) -> Iterator[ChangeRow]:  # fmt: skip
    for patch in patches:
        if patch.area >= LEAST:
            text = words.format(f"{patch.area:.1f}", patch.room or tr("no area"))
            if floor.type:
                text = tr("{0}, for {1}").format(text, floor.type)
            yield ChangeRow(sign, token, kind, text, patch.place, floor.layer, quiet=quiet)


class ChangeModel(RowModel[ChangeRow]):
    """A row a thing that changed."""

    columns = (
        Column(mark("What changed")),
        Column(mark("Kind"), width=SIZE.problem_where * 2 // 3),
        Column(mark("Where"), width=SIZE.problem_where * 2 // 3),
    )

    def cells(self, row: ChangeRow) -> tuple[str, ...]:
        """Return what, which kind, where."""
        return row.text, row.kind, _where(row)

    def key(self, row: ChangeRow) -> Hashable:
        """Return what changed, and where."""
        return (row.kind, row.text, row.ids, row.place)

    def told(self, row: ChangeRow) -> str:
        """Return what changed."""
        return row.text

    def heard(self, row: ChangeRow) -> str:
        """Return which kind, and what changed."""
        return f"{row.kind}: {row.text}"

    def sign(self, row: ChangeRow) -> tuple[str, str]:
        """Return icon and colour: worse, better, or drawn."""
        return (row.icon, row.colour)

    def is_quiet(self, row: ChangeRow, column: int) -> bool:
        """Return whether a cell is dimmed: harmless changes, kinds and places are."""
        return row.quiet or column > 0


def _where(row: ChangeRow) -> str:
    if row.place is None:
        return tr("the level")
    place = f"{row.place[0]:.2f}, {row.place[1]:.2f}".replace("-", "−")
    return place if row.layer == GROUND else f"{place} · {row.layer}"
