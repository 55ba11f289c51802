"""The smallest set of things to switch after which something holds, with as few trials as can be.

An implicit hitting set: whatever set fails is grown as far as it still fails, and what is left out
then is a group of which one thing at least is needed. The smallest set with a member of every
group found so far is tried next; the first that holds is the smallest of all, for nothing smaller
has a member of every group. It asks that more switches never make worse. Growing adds halves at a
time, so that a group is found in few trials for each of its members.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import TypeVar

ThingT = TypeVar("ThingT", bound=Hashable)

__all__ = ["smallest_set"]


def smallest_set(
    prices: Mapping[ThingT, float], holds: Callable[[frozenset[ThingT]], bool]
) -> frozenset[ThingT] | None:
    """Return the cheapest set for which `holds` is true; None if it is not even for all.

    Args:
        prices: Everything that can be switched, and what it counts; over 0.
        holds: Whether a set is enough. With more of them it stays so.
    """
    every = frozenset(prices)
    if not holds(every):
        return None
    groups: list[frozenset[ThingT]] = []
    while True:
        found = _cheapest(groups, prices)
        if holds(found):
            return found
        grown = _grown(found, [one for one in prices if one not in found], holds)
        groups.append(every - grown)


def _grown(
    failing: frozenset[ThingT],
    more: Sequence[ThingT],
    holds: Callable[[frozenset[ThingT]], bool],
) -> frozenset[ThingT]:
    """The set with as many more as leave it failing; together with all of them it would hold."""
    left = [list(more)]
    while left:
        some = left.pop()
        if not some:
            continue
        if not holds(failing.union(some)):
            failing = failing.union(some)
        elif len(some) > 1:
            half = len(some) // 2
            left += [some[half:], some[:half]]
    return failing


def _cheapest(
    groups: Sequence[frozenset[ThingT]], prices: Mapping[ThingT, float]
) -> frozenset[ThingT]:
    """The cheapest set with a member of every group, by branch and bound."""
    best: tuple[float, frozenset[ThingT]] = (inf, frozenset())
    order = {one: number for number, one in enumerate(prices)}
    stack: list[tuple[float, frozenset[ThingT], frozenset[ThingT]]] = [
        (0.0, frozenset(), frozenset())
    ]
    while stack:
        price, chosen, refused = stack.pop()
        open_groups = [group - refused for group in groups if chosen.isdisjoint(group)]
        if price >= best[0]:
            continue
        if not open_groups:
            best = (price, chosen)
            continue
        group = min(open_groups, key=len)
        members = sorted(group, key=lambda one: (prices[one], order[one]))
        branches = [
            (price + prices[one], chosen | {one}, refused.union(members[:number]))
            for number, one in enumerate(members)
        ]
        stack += reversed(branches)
    return best[1]
