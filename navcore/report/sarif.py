"""Reports as SARIF 2.1.0, which code hosts show beside changed lines.

Source: OASIS, Static Analysis Results Interchange Format 2.1.0, sections 3.13 to 3.49.
"""

import json
from pathlib import Path
from typing import Final
from urllib.parse import quote

from navcore.proof.from_run import RUN_RULES
from navcore.proof.problem import Rule
from navcore.proof.problems import RULES
from navcore.report.findings import Checked, Found, Json, Report, in_states
from navcore.report.tested import FAILED

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ALL: Final = {**RULES, FAILED.code: FAILED, **RUN_RULES}
"""All rules, with the rule of failing tests and the rules of runs."""
_KEY: Final = "waywrightKey/v1"


def sarif_of(report: Report, *, baseline: bool) -> str:
    """Return a report as SARIF.

    Args:
        report: The report of a check.
        baseline: Whether it was compared with a baseline, so that results say if they are new.
    """
    driver: Json = {
        "name": "navcore check",
        "rules": [_rule(rule) for rule in _ALL.values()],
    }
    if report.navcore:
        driver["version"] = report.navcore
    run: Json = {
        "tool": {"driver": driver},
        "invocations": [
            {
                "executionSuccessful": not report.unread,
                "toolExecutionNotifications": [
                    *(_notification(one.file, one.text, "error") for one in report.unread),
                    *(
                        _notification(level.file, note, "note")
                        for level in report.levels
                        for note in level.notes
                    ),
                ],
            }
        ],
        "artifacts": [{"location": {"uri": _uri(level.file)}} for level in report.levels],
        "results": [
            _result(level, number, one, baseline=baseline)
            for number, level in enumerate(report.levels)
            for one in level.problems
        ],
        "columnKind": "unicodeCodePoints",
    }
    whole = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _notification(file: str, text: str, level: str) -> Json:
    """Return a notification: an error for a file that could not be checked, else a note about it.

    A file that could not be checked would seem fine without one.
    """
    return {
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file)}}}],
    }


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.code.split("-")),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.why},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(level: Checked, number: int, one: Found, *, baseline: bool) -> Json:
    line = min((subject.line for subject in one.elements), default=1)
    result: Json = {
        "ruleId": one.code,
        "ruleIndex": list(_ALL).index(one.code),
        "level": one.severity,
        "message": {"text": one.text + in_states(one)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(level.file), "index": number},
                    "region": {"startLine": line},
                },
                "logicalLocations": [
                    {"name": subject.name or str(subject.id), "kind": subject.kind}
                    for subject in one.elements
                ],
            }
        ],
        "partialFingerprints": {_KEY: fingerprint(one)},
        "properties": {},
    }
    if one.placed:
        result["properties"] = {"x": one.place[0], "z": one.place[1], "layer": one.layer}
    if one.seconds is not None:
        result["properties"]["seconds"] = one.seconds
    if baseline:
        result["baselineState"] = "new" if one.new else "unchanged"
    if one.meant is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": one.meant}]
    if one.picture is not None:
        result["attachments"] = [
            {
                "description": {"text": "Picture of the place"},
                "artifactLocation": {"uri": _uri(one.picture)},
            }
        ]
    return result


def fingerprint(one: Found) -> str:
    """Return the key of a finding as one text: code, ids, table row."""
    code, ids, about = one.key
    return "/".join((code, "+".join(map(str, ids)), about)).rstrip("/")


def _uri(file: str) -> str:
    """A reference to a file; a colon in a relative one would look like the name of a scheme."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(file, safe="/")
