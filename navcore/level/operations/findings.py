"""What a level says of the problems that rules find in it: how much they weigh, what is meant."""

from typing import TypeAlias

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Meant
from navcore.level.tables import MANY

Ids: TypeAlias = tuple[int, ...]
"""Ids of elements."""


def set_severity(level: Level, rule: str, severity: str | None, title: str) -> Edit:
    """Findings of a rule weigh so much in this level; None: as is usual.

    `title` is what people call the rule.
    """
    said = {code: weight for code, weight in level.settings.severities.items() if code != rule}
    if severity is not None:
        said[rule] = severity
    settings = replace(level.settings, severities=dict(sorted(said.items())))
    return Edit.put(level, [settings], tr("Change how much counts: {0}").format(title))


def mean(
    level: Level, rule: str, elements: Ids, about: str, reason: str, members: tuple[Ids, ...] = ()
) -> Edit:
    """A finding is meant, for this reason; one that was meant gets another reason.

    Args:
        level: The one that says so.
        rule: Code of the rule.
        elements: Ids of what the finding is about.
        about: The row of a table that it is about.
        reason: Why, in the designer's words.
        members: Of a finding of many the ids of each thing that it tells of.

    Raises:
        NavcoreError: if there is no reason.
    """
    reason = reason.strip()
    if not reason:
        raise NavcoreError(tr("Say why it is meant."))
    known_by, parts = _known_by(elements, about), _sorted(members)
    others = _others(level, rule, known_by, about, parts)
    meant = Meant(rule=rule, elements=known_by, about=about, members=parts, reason=reason)
    settings = replace(level.settings, meant=(*others, meant))
    return Edit.put(level, [settings], tr("Mean it: {0}").format(reason))


def not_meant(
    level: Level, rule: str, elements: Ids, about: str, members: tuple[Ids, ...] = ()
) -> Edit:
    """A finding is meant no longer, nor any of the things that it tells of; see `mean`."""
    left = _others(level, rule, _known_by(elements, about), about, _sorted(members))
    settings = replace(level.settings, meant=left)
    return Edit.put(level, [settings], tr("Mean it no longer"))


def _others(
    level: Level, rule: str, elements: Ids, about: str, members: tuple[Ids, ...]
) -> tuple[Meant, ...]:
    """What else is meant: of a finding of many those things that this one does not tell of."""
    here = {*members} if about else {elements}
    left = []
    for one in level.settings.meant:
        known_by = _known_by(one.elements, one.about)
        if one.rule != rule:
            left.append(one)
        elif one.members and (members or about != MANY):
            rest = tuple(ids for ids in one.members if ids not in here)
            left += [replace(one, members=rest)] if rest else []
        elif (known_by, one.about) != (elements, about) and (one.about or known_by not in here):
            left.append(one)
    return tuple(left)


def _known_by(elements: Ids, about: str) -> Ids:
    """Return the ids by which a finding is known: none where one finding tells of many elements."""
    return () if about == MANY else tuple(sorted(elements))


def _sorted(members: tuple[Ids, ...]) -> tuple[Ids, ...]:
    return tuple(sorted({tuple(sorted(ids)) for ids in members}))
