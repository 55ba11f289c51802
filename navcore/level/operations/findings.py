"""What a level says of the problems that rules find in it: how much they weigh, what is meant."""

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Meant
from navcore.level.tables import MANY


def set_severity(level: Level, rule: str, severity: str | None, title: str) -> Edit:
    """Findings of a rule weigh so much in this level; None: as is usual.

    `title` is what people call the rule.
    """
    said = {code: weight for code, weight in level.settings.severities.items() if code != rule}
    if severity is not None:
        said[rule] = severity
    settings = replace(level.settings, severities=dict(sorted(said.items())))
    return Edit.put(level, [settings], tr("Change how much counts: {0}").format(title))


def mean(level: Level, rule: str, elements: tuple[int, ...], about: str, reason: str) -> Edit:
    """A finding is meant, for this reason; one that was meant gets another reason.

    Raises:
        NavcoreError: if there is no reason.
    """
    reason = reason.strip()
    if not reason:
        raise NavcoreError(tr("Say why it is meant."))
    others = _others(level, rule, elements, about)
    meant = Meant(rule=rule, elements=_known_by(elements, about), about=about, reason=reason)
    settings = replace(level.settings, meant=(*others, meant))
    return Edit.put(level, [settings], tr("Mean it: {0}").format(reason))


def not_meant(level: Level, rule: str, elements: tuple[int, ...], about: str) -> Edit:
    """A finding is meant no longer."""
    settings = replace(level.settings, meant=_others(level, rule, elements, about))
    return Edit.put(level, [settings], tr("Mean it no longer"))


def _others(level: Level, rule: str, elements: tuple[int, ...], about: str) -> tuple[Meant, ...]:
    """What else is meant."""
    key = (rule, _known_by(elements, about), about)
    return tuple(
        one for one in level.settings.meant
        if (one.rule, _known_by(one.elements, one.about), one.about) != key
    )  # fmt: skip


def _known_by(elements: tuple[int, ...], about: str) -> tuple[int, ...]:
    """The ids by which a finding is known: none where one finding tells of many elements."""
    return () if about == MANY else tuple(sorted(elements))
