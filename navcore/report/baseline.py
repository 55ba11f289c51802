"""Baselines: mark findings as new or known from the report of an earlier check."""

from collections.abc import Callable

import msgspec

from navcore.i18n import several
from navcore.level.tables import MANY
from navcore.proof.problem import Key
from navcore.report.findings import Checked, Found

__all__ = ["against", "pointed_at_news"]


def against(checked: Checked, baseline: Checked | None) -> Checked:
    """Return a check with each finding marked as new, or known from a baseline.

    A finding about many elements is new if one of its members is; a baseline finding about many
    elements knows each of its members.
    """
    before = () if baseline is None else baseline.problems
    known = {part for one in before for part in one.parts}
    # Reports of older versions don't list members.
    loose = {
        one.code: {subject.id for subject in one.elements}
        for one in before if one.about == MANY and not one.members
    }  # fmt: skip

    def is_new(part: Key) -> bool:
        code, ids, _ = part
        return part not in known and not (ids and loose.get(code, set()).issuperset(ids))

    return msgspec.structs.replace(
        checked, problems=tuple(_marked(one, is_new) for one in checked.problems)
    )


def _marked(one: Found, is_new: Callable[[Key], bool]) -> Found:
    news = [is_new(part) for part in one.parts]
    members = tuple(
        msgspec.structs.replace(member, new=new)
        for member, new in zip(one.members, news, strict=False)
    )
    return msgspec.structs.replace(one, new=any(news), members=members)


def pointed_at_news(one: Found) -> Found:
    """Return a finding as shown to people: a partly known one only lists its new members."""
    news = [member for member in one.members if member.new]
    if not one.new or len(news) in {0, len(one.members)}:
        return one
    first = news[0]
    ids = {key for member in news for key in member.elements}
    more = several(
        len(news), "1 of them is not in the baseline, at {1}, {2}.",
        "{0} of them are not in the baseline, the first at {1}, {2}.",
        f"{first.place[0]:.2f}", f"{first.place[1]:.2f}",
    )  # fmt: skip
    return msgspec.structs.replace(
        one, text=f"{one.text} {more}", place=first.place, layer=first.layer,
        elements=tuple(sorted(one.elements, key=lambda subject: subject.id not in ids)),
    )  # fmt: skip
