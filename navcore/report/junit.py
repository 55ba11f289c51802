"""Reports as JUnit XML: one suite for each level, one case for each rule and each test.

Rules of runs have cases if there was a run. The format follows the schema of Apache Ant's JUnit
task, which has one failure per case: several findings of a rule share one, a line each.
"""

import socket
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final
from xml.etree import ElementTree as ET

from navcore.proof.from_run import RUN_RULES
from navcore.proof.problems import RULES
from navcore.report.findings import Checked, Found, Report, Unread, in_states
from navcore.report.tested import FAILED, add_cases
from navcore.report.text import plain

UNREAD: Final = "bad-input"
"""Name of the case of a file that could not be checked."""


def junit_of(report: Report) -> str:
    """Return a report as JUnit XML; what fails the check is a failure, all else output."""
    root = ET.Element("testsuites")
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    for number, level in enumerate(report.levels):
        _add_suite(root, level, number, stamp)
    for number, one in enumerate(report.unread, start=len(report.levels)):
        _add_unread(root, one, number, stamp)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _add_suite(root: ET.Element, level: Checked, number: int, stamp: str) -> None:
    by_rule: dict[str, list[Found]] = defaultdict(list)
    for one in level.problems:
        by_rule[one.code].append(one)
    failing = {one.elements[0].id for one in by_rule.pop(FAILED.code, ()) if one.fails}
    failures = sum(any(one.fails for one in found) for found in by_rule.values()) + len(failing)
    name = plain(level.file)
    rules = dict(RULES) if level.ran is None else {**RULES, **RUN_RULES}
    suite = _suite(root, name, number, stamp, len(rules) + len(level.tests), failures)
    pictures: list[str] = []
    for code, rule in rules.items():
        case = ET.SubElement(suite, "testcase", name=code, classname=name, time="0")
        failed = [one for one in by_rule.get(code, ()) if one.fails]
        if failed:
            failure = ET.SubElement(case, "failure", message=plain(rule.title), type=code)
            failure.text = plain("\n".join(map(line_of, failed)))
            pictures += [one.picture for one in failed if one.picture is not None]
    add_cases(suite, name, level.tests, failing)
    pictures += [
        one.picture for one in level.problems
        if one.code == FAILED.code and one.fails and one.picture is not None
    ]  # fmt: skip
    told = [line_of(one) for one in level.problems if not one.fails]
    # The line by which Jenkins and GitLab find what belongs to a test.
    told += [f"[[ATTACHMENT|{picture}]]" for picture in pictures]
    ET.SubElement(suite, "system-out").text = plain("\n".join(told))
    ET.SubElement(suite, "system-err").text = plain("\n".join(level.notes))


def _add_unread(root: ET.Element, one: Unread, number: int, stamp: str) -> None:
    """Add a suite with one case, an error: the file could not be checked."""
    name = plain(one.file)
    suite = _suite(root, name, number, stamp, 1, 0, errors=1)
    case = ET.SubElement(suite, "testcase", name=UNREAD, classname=name, time="0")
    said = plain(one.text)
    ET.SubElement(case, "error", message=said, type=UNREAD).text = said
    ET.SubElement(suite, "system-out")
    ET.SubElement(suite, "system-err")


def _suite(
    root: ET.Element, name: str, number: int, stamp: str, tests: int, failures: int, errors: int = 0
) -> ET.Element:
    suite = ET.SubElement(
        root, "testsuite", name=name, package=name, id=str(number), timestamp=stamp,
        hostname=socket.gethostname() or "localhost", tests=str(tests),
        failures=str(failures), errors=str(errors), time="0",
    )  # fmt: skip
    ET.SubElement(suite, "properties")
    return suite


def line_of(one: Found) -> str:
    """Return a finding as a line: its severity, its place if it has one, and text."""
    x, z = one.place
    where = f" at {x:.2f}, {z:.2f}" if one.placed else ""
    return f"{one.severity} {one.code}{where}: {one.text}{in_states(one)}{_notes_text(one)}"


def _notes_text(one: Found) -> str:
    notes: Iterable[str] = (
        *(["known"] if not one.new else []),
        *([f"meant: {one.meant}"] if one.meant is not None else []),
        *([f"picture: {one.picture}"] if one.picture is not None else []),
    )
    return "".join(f" ({note})" for note in notes)
