"""The page *Problems* of the manual describes every rule: finding, reason, fix, silencing."""

import re
from pathlib import Path

import pytest

from navcore.proof.from_run import RUN_RULES
from navcore.proof.problems import RULES

PAGE = Path(__file__).parents[2] / "resources" / "manual" / "problems.md"
ALL = {**RULES, **RUN_RULES}
LABELS = ("Why it matters", "Mend", "Silence")


def sections() -> dict[str, tuple[str, str]]:
    """Return severity and text by code."""
    text = PAGE.read_text(encoding="utf-8").split("\n## The rules\n")[1]
    parts = re.split(r"^### (\S+) \((\w+)\)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::3], zip(parts[1::3], parts[2::3], strict=True), strict=True))


def test_page_has_a_section_for_each_rule_in_order() -> None:
    """There are no other sections."""
    assert list(sections()) == list(ALL)


@pytest.mark.parametrize("code", ALL)
def test_section_tells_all(code: str) -> None:
    """It has the severity of the table, and a sentence or more for each question."""
    severity, text = sections()[code]
    assert severity == ALL[code].severity
    text = text.split("\n## ")[0]
    what, *answers = re.split(r"^- \*\*([^*]+)\*\*: ", text.strip(), flags=re.MULTILINE)
    assert what.strip().endswith(".")
    assert tuple(answers[::2]) == LABELS
    assert all(answer.strip().endswith(".") for answer in answers[1::2])
