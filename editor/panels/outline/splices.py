"""Runs of rows that an edit takes out of folders, and the rows that come in their place.

No Qt. Views take each run at once, so that thousands of rows cost no more than a few; where many
runs would have to be told one by one, all of a folder are told as one, with what lies between.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from editor.panels.outline.tree import Node, Place, RowKey

MOST_RUNS: Final = 16
"""Of more runs in a folder views hear as of one; telling them of one takes some 0.1 ms."""


class Splice(NamedTuple):
    """Rows that replace a run of others right in a folder."""

    node: Node
    first: int
    """Index in the folder's `rows` of the first that goes, or before which rows come."""
    gone: int
    """How many rows go."""
    come: list[RowKey]
    """Those that come, in order."""


def splices(goes: Iterable[Place], comes: Iterable[Place]) -> Iterator[Splice]:
    """Yield what replaces these rows by those, folder by folder, in each from the end up.

    Carried out one after the other, none moves the rows of the next.

    Args:
        goes: Rows that are there.
        comes: Rows that are not there, in folders that are.
    """
    going, coming = _by_folder(goes), _by_folder(comes)
    for node in dict.fromkeys((*going, *coming)):
        yield from _splices_of(node, going.get(node, []), coming.get(node, []))


def _by_folder(places: Iterable[Place]) -> dict[Node, list[RowKey]]:
    found: dict[Node, list[RowKey]] = {}
    for node, row in places:
        found.setdefault(node, []).append(row)
    return found


def _splices_of(node: Node, going: list[RowKey], coming: list[RowKey]) -> Iterator[Splice]:
    at = {bisect_left(node.rows, row) for row in going}
    spans = [(number, number + 1) for number in at]
    spans += [(place, place) for place in {bisect_left(node.rows, row) for row in coming}]
    joined = _joined(spans)
    if len(joined) > MOST_RUNS:
        joined = [(joined[0][0], joined[-1][1])]
    coming.sort()
    for first, last in reversed(joined):
        low = bisect_left(coming, node.rows[first - 1]) if first else 0
        come = [node.rows[number] for number in range(first, last) if number not in at]
        come += coming[low:]
        del coming[low:]
        come.sort()
        yield Splice(node, first, last - first, come)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that touch each other as one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
