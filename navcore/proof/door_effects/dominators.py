"""Dominators: the nodes through which every path from the start to a node leads.

A node is dominated by another if each path to it leads through the other one; removing a node cuts
off exactly the nodes that it dominates, so one tree answers for all nodes at once. Immediate
dominators are found by iterating over the nodes in reverse postorder until nothing changes (Cooper,
Harvey and Kennedy, A simple, fast dominance algorithm, 2001).
"""

from collections.abc import Callable, Iterable
from typing import Final

ROOT: Final = 0
"""Number of the node before all starts."""


class Dominators:
    """Nodes that are cut off from the starts if one node is removed."""

    def __init__(self, starts: Iterable[int], onward: Callable[[int], Iterable[int]]) -> None:
        """Analyse the nodes reachable from `starts`; `onward` returns the successors of a node."""
        begun = list(dict.fromkeys(starts))
        ahead = {node: list(onward(node)) for node in _all_from(begun, onward)}
        order = _postorder(begun, ahead)
        numbers = {node: n for n, node in enumerate(reversed(order), start=1)}
        before: list[list[int]] = [[] for _ in range(len(order) + 1)]
        for node in begun:
            before[numbers[node]].append(ROOT)
        for node, ends in ahead.items():
            for end in ends:
                before[numbers[end]].append(numbers[node])
        above = _immediate(before)
        below: list[list[int]] = [[] for _ in above]
        for number in range(1, len(above)):
            below[above[number]].append(number)
        nodes = list(reversed(order))
        self._nodes: list[int] = []
        """All nodes, each directly followed by the nodes that it dominates."""
        self._spans: dict[int, tuple[int, int]] = {}
        stack = [(ROOT, False)]
        while stack:
            number, done = stack.pop()
            if done:
                self._spans[nodes[number - 1]] = (
                    self._spans[nodes[number - 1]][0], len(self._nodes),
                )  # fmt: skip
                continue
            if number != ROOT:
                self._spans[nodes[number - 1]] = (len(self._nodes), 0)
                self._nodes.append(nodes[number - 1])
                stack.append((number, True))
            stack += [(child, False) for child in reversed(below[number])]

    def __contains__(self, node: object) -> bool:
        """Return whether a node is reached at all."""
        return node in self._spans

    def cut_off_by(self, node: int) -> list[int]:
        """Return the nodes that are reached through this one only, itself left out."""
        if node not in self._spans:
            return []
        first, end = self._spans[node]
        return self._nodes[first + 1 : end]


def _all_from(starts: list[int], onward: Callable[[int], Iterable[int]]) -> set[int]:
    found, ahead = set(starts), list(starts)
    while ahead:
        for node in onward(ahead.pop()):
            if node not in found:
                found.add(node)
                ahead.append(node)
    return found


def _postorder(starts: list[int], ahead: dict[int, list[int]]) -> list[int]:
    order, seen = list[int](), set[int]()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(ahead[start]))]
        while stack:
            node, rest = stack[-1]
            following = next((one for one in rest if one not in seen), None)
            if following is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(ahead[following])))
    return order


def _immediate(before: list[list[int]]) -> list[int]:
    """Immediate dominators by number; nodes are numbered in reverse postorder, ROOT first."""
    above = [-1] * len(before)
    above[ROOT] = ROOT
    changed = True
    while changed:
        changed = False
        for number in range(1, len(before)):
            found = -1
            for one in before[number]:
                if above[one] >= 0:
                    found = one if found < 0 else _meet(above, one, found)
            if found != above[number]:
                above[number] = found
                changed = True
    return above


def _meet(above: list[int], one: int, other: int) -> int:
    while one != other:
        while one > other:
            one = above[one]
        while other > one:
            other = above[other]
    return one
