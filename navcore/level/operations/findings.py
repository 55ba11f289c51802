"""Edit how a level treats findings: severities of rules, and accepted findings."""

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
    """Set the severity of findings of a rule in this level; None restores the default.

    `title` is the name of the rule for people.
    """
    said = {code: weight for code, weight in level.settings.severities.items() if code != rule}
    if severity is not None:
        said[rule] = severity
    settings = replace(level.settings, severities=dict(sorted(said.items())))
    return Edit.put(level, [settings], tr("Change how much counts: {0}").format(title))


def mean(
    level: Level, rule: str, elements: Ids, about: str, reason: str, members: tuple[Ids, ...] = ()
) -> Edit:
    """Accept a finding as intended, for a reason; accepting again changes the reason.

    Args:
        level: The level before the edit.
        rule: Code of the rule.
        elements: Ids of the elements of the finding.
        about: Name of the table row that the finding is about.
        reason: Why, in the designer's words.
        members: For a finding about many elements: ids of each group that it reports.

    Raises:
        NavcoreError: if the reason is empty.
    """
    reason = reason.strip()
    if not reason:
        raise NavcoreError(tr("Say why this is intended."))
    known_by, parts = _known_by(elements, about), _sorted(members)
    others = _other_findings(level, rule, known_by, about, parts)
    acceptance = Meant(rule=rule, elements=known_by, about=about, members=parts, reason=reason)
    settings = replace(level.settings, meant=(*others, acceptance))
    return Edit.put(level, [settings], tr("Mark as intended: {0}").format(reason))


def not_meant(
    level: Level, rule: str, elements: Ids, about: str, members: tuple[Ids, ...] = ()
) -> Edit:
    """Stop accepting a finding and all groups that it reports; see `mean`."""
    left = _other_findings(level, rule, _known_by(elements, about), about, _sorted(members))
    settings = replace(level.settings, meant=left)
    return Edit.put(level, [settings], tr("Mark as not intended"))


def _other_findings(
    level: Level, rule: str, elements: Ids, about: str, members: tuple[Ids, ...]
) -> tuple[Meant, ...]:
    """Return the other accepted findings; of a finding about many, its other groups."""
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
    """Return the ids that identify a finding: none if one finding is about many elements."""
    return () if about == MANY else tuple(sorted(elements))


def _sorted(members: tuple[Ids, ...]) -> tuple[Ids, ...]:
    return tuple(sorted({tuple(sorted(ids)) for ids in members}))
