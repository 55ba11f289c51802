"""Members of findings about many elements at once, such as all gaps that are too narrow.

Each member has the key of a finding about it alone: the rule and the ids of its elements.
Acceptance and baselines therefore apply to members, whether they are reported alone or together,
and a new member is reported.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from navcore.level.tables import MANY
from navcore.proof.problem import Finding, Key, Member, Problem, key_of

__all__ = ["first_place", "keys_of_parts", "newcomers", "parts_of", "pointed"]


def keys_of_parts(
    code: str, elements: Iterable[int], about: str, members: Iterable[Iterable[int]]
) -> tuple[Key, ...]:
    """Return the keys of the parts of a finding: its members, or the finding itself."""
    parts = tuple(key_of(code, ids, "") for ids in members) if about == MANY else ()
    return parts or (key_of(code, elements, about),)


def parts_of(problem: Problem) -> tuple[Key, ...]:
    """Return the keys of the parts of a problem: its members, or the problem itself."""
    members = (one.elements for one in problem.finding.members)
    return keys_of_parts(problem.code, problem.elements, problem.about, members)


def newcomers(problem: Problem, known: Collection[Key]) -> tuple[Member, ...]:
    """Return the members of a problem that are not known, if others are; none if all are new."""
    members = problem.finding.members
    fresh = tuple(one for one in members if key_of(problem.code, one.elements, "") not in known)
    return fresh if len(fresh) < len(members) else ()


def pointed(finding: Finding, members: tuple[Member, ...], said: str) -> Finding:
    """Return a finding reduced to some of its members, with a sentence about them."""
    ids = tuple(dict.fromkeys(key for one in members for key in one.elements))
    return replace(
        finding, text=f"{finding.text} {said}", place=members[0].place, layer=members[0].layer,
        elements=(*ids, *(key for key in finding.elements if key not in set(ids))),
    )  # fmt: skip


def first_place(members: tuple[Member, ...]) -> tuple[str, str]:
    """Return x and z of the first of some members as text, for a sentence about them."""
    x, z = members[0].place
    return f"{x:.2f}", f"{z:.2f}"
