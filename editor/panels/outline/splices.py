"""Runs of rows that an edit removes from folders, and the rows that replace them.

No Qt. Views process each run at once, so that thousands of rows cost little more than a few; if a
folder has many runs, they are merged into one, together with the rows between them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from editor.panels.outline.tree import Node, Place, RowKey

MOST_RUNS: Final = 16
"""Most runs of a folder; more are merged into one. Reporting a run takes about 0.1 ms."""


class Splice(NamedTuple):
    """Rows that replace a run of others right in a folder."""

    node: Node
    first: int
    """Index in the folder's `rows` of the first that goes, or before which rows come."""
    gone: int
    """Number of removed rows."""
    come: list[RowKey]
    """Inserted rows, in order."""


def splices(goes: Iterable[Place], comes: Iterable[Place]) -> Iterator[Splice]:
    """Yield replacements of rows, folder by folder, from the end of each folder to its start.

    Carried out in this order, no replacement moves the rows of a later one.

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
    """Return sorted spans; touching spans are merged."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
