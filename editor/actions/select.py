"""The Select menu."""

from itertools import chain
from typing import Final

from editor.actions.order import any_grouped
from editor.actions.table import Action, drawn, row, selected
from editor.actions.workbench import Workbench
from navcore.level.kinds import kind_of_type, words_of
from navcore.level.operations import in_group
from navcore.level.operations.organise import group_path, parent_of


def _free(bench: Workbench) -> frozenset[int]:
    """Everything that can be taken: nothing hidden, nothing locked."""
    document = bench.document
    return frozenset(e.id for e in document.level.elements()) - document.untouchable


def _select_all(bench: Workbench) -> None:
    bench.document.select(_free(bench))


def _invert(bench: Workbench) -> None:
    bench.document.select(_free(bench) - bench.document.selection.ids)


def _same_kind(bench: Workbench) -> None:
    """All areas, doors, obstacles or agents, whichever of these are selected."""
    document = bench.document
    ids, level = document.selection.ids, document.level
    kinds = {words_of(level.element(element_id)).stem for element_id in ids}
    picked = (held.values() for kind, held in level.held.items() if kind_of_type(kind).picked)
    every = chain.from_iterable(picked)
    same = frozenset(e.id for e in every if words_of(e).stem in kinds) - document.untouchable
    document.select(ids | same)


def _the_group(bench: Workbench) -> None:
    """Select all elements of the selection's groups; if they are selected, of the outer groups."""
    document = bench.document
    level, ids = document.level, document.selection.ids
    paths = {group_path(level.element(element_id).group) for element_id in ids} - {""}
    wanted = ids
    while paths and wanted <= ids:
        inside = {element.id for path in paths for element in in_group(level, path)}
        wanted = ids | (inside & _free(bench))
        paths = {parent_of(path) for path in paths} - {""}
    document.select(wanted)


def _select_none(bench: Workbench) -> None:
    bench.document.select(frozenset())
    bench.run.agents.choose(())


ROWS: Final[tuple[Action, ...]] = (
    row("select_all", "Select", "All", _select_all, "Ctrl+A", enabled=drawn),
    row("select_none", "Select", "None", _select_none, "Ctrl+Shift+A",
        enabled=lambda b: selected(b) or bool(b.run.agents.chosen)),
    row("invert", "Select", "Invert", _invert, enabled=drawn),
    row("same_kind", "|Select", "Same kind", _same_kind, enabled=selected),
    row("the_group", "Select", "The group", _the_group, enabled=any_grouped),
    row("find", "|Select", "Find…", lambda b: b.frame.search(), "Ctrl+F", icon="search"),
)  # fmt: skip
