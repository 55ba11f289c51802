"""Find the smallest set of switches for which a condition holds, with few trials.

An implicit hitting set: each set that fails is grown as long as it still fails; the remaining
switches are then a group of which at least one is needed. The smallest set with a member of every
group found so far is tried next; the first that holds is the smallest of all, because no smaller
set has a member of every group. The condition must be monotone: more switches never make it fail.
Growing adds halves at a time, so that a group is found in few trials for each member.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import TypeVar

ThingT = TypeVar("ThingT", bound=Hashable)

__all__ = ["smallest_set"]


def smallest_set(
    prices: Mapping[ThingT, float], holds: Callable[[frozenset[ThingT]], bool]
) -> frozenset[ThingT] | None:
    """Return the cheapest set for which `holds` is true; None if it fails even for all.

    Args:
        prices: Everything that can be switched, with its price, over 0.
        holds: Whether a set is enough; must stay true for larger sets.
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
    """Return the largest set found that still fails; with all of `more` it would hold."""
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
    """Return the cheapest set with a member of every group, by branch and bound."""
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
