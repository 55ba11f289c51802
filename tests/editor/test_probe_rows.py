"""Which cells of the table of probes are told to have changed."""

from editor.panels.probes.rows import COLUMNS, ProbeRow
from editor.panels.probes.table import ProbeModel

ENDS = ((0.0, 0.0), (5.0, 0.0))


def row(*cells: str, reached: bool = True) -> ProbeRow:
    """The row of a pin with these texts."""
    texts = (*cells, *("",) * (len(COLUMNS) - len(cells)))
    return ProbeRow("pin", ENDS, "ground", texts, reached, 1)


def test_cells_with_other_texts_and_the_sign_of_another_result_are_told() -> None:
    """Nothing of a path that came out the same."""
    differ = ProbeModel().columns_that_differ
    assert list(differ(row("1", "anyone", "ok"), row("1", "anyone", "ok"))) == []
    assert list(differ(row("1", "anyone", "ok"), row("1", "cart", "ok", "5 m"))) == [1, 3]
    assert list(differ(row("1"), row("1", reached=False))) == [0]
