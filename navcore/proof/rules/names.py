"""Names that are missing, or that several elements of a kind share."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import all_kinds
from navcore.level.model import Agent, Area, Element, Link, Obstacle, Route, Waypoint
from navcore.level.naming import Names, called, names_in
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey

_NAMED = (Area, Obstacle, Agent, Route, Waypoint, Link)
"""Kinds whose elements games look up by name."""


def same_names(survey: Survey) -> Iterator[Finding]:
    """Yield names that two or more elements of one kind share."""
    level = survey.level
    for kind in all_kinds():
        if kind.type not in _NAMED:
            continue
        found: dict[str, list[Element]] = defaultdict(list)
        for element in sorted(level.of(kind.type).values(), key=lambda one: (one.order, one.id)):
            if element.name:
                found[element.name].append(element)
        for name, same in found.items():
            if len(same) < 2:
                continue
            taken = Names(names_in(level))
            renamed = [replace(element, name=taken.take(name)) for element in same[1:]]
            fix = Edit.put(level, renamed, tr("Rename {0}").format(called(same[1:])))
            said = tr("{0} are all named {1}: a game that asks for one gets any of them.")
            spot = next((one.anchor for one in same if one.anchor is not None), survey.middle)
            yield Finding(
                said.format(called(same), name), tuple(one.id for one in same), spot, fix,
                layer=level.settings.layer_of(same[0]),
            )  # fmt: skip
