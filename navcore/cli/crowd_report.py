"""Statistics of a crowd, as `navcore simulate` reports them."""

from typing import Any, Final

from navcore.level.model import Level
from navcore.proof.from_run import problems_from_run
from navcore.sim.judging import CrowdJudge, Moment, PassageFigures

_NARROW: Final = 5
"""Most narrow places in the text report: those with the most agents waiting."""


def crowd_data(judge: CrowdJudge) -> dict[str, Any]:
    """Return the figures under the names that `--json` gives them."""
    figures, pushes = judge.figures, judge.pushes
    ticks = max(1, figures.agent_ticks)
    minutes = figures.wanted / 60
    gates = judge.passages.figures()
    return {
        "overlap": _moment(figures.overlap),
        **{f"overlap{part}": figures.depth(part / 100) for part in (50, 90, 99)},
        "densest": _moment(figures.densest),
        "deepPairs": round(1000 * figures.deep_pairs / ticks, 3),
        "push": _moment(pushes.most),
        "pushes": pushes.count,
        "waited": round(figures.waited, 3),
        "waitedShare": round(figures.waited / figures.wanted, 4) if figures.wanted else 0.0,
        "turnsBack": figures.turns,
        "turnsBackAMinute": round(figures.turns / minutes, 3) if minutes else 0.0,
        "doors": [
            {"id": gate.id, "name": gate.name, **_gate(gate)} for gate in gates if gate.id >= 0
        ],
        "narrowPlaces": [
            {"place": [round(number, 3) for number in gate.place], **_gate(gate)}
            for gate in gates
            if gate.id < 0
        ],
        "speedByDensity": [
            {
                "density": round(one.density, 3),
                "speed": round(one.speed, 3),
                "agentSeconds": round(one.agent_seconds, 1),
            }
            for one in figures.speeds()
        ],
    }


def crowd_rows(crowd: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rows of the text report."""
    rows = []
    deepest, push = crowd["overlap"], crowd["push"]
    if deepest is not None:
        text = f"{deepest['value']:.0%} of both radii at {deepest['seconds']:.1f} s"
        rows.append(("deepest overlap", f"{text}, 99 of 100 below {crowd['overlap99']:.0%}"))
    if push is not None and push["value"] >= 0.001:
        text = f"{100 * push['value']:.1f} cm in a step at {push['seconds']:.1f} s"
        rows.append(("farthest push", f"{text}, {crowd['pushes']} over 5 cm"))
    if crowd["densest"] is not None:
        dense = crowd["densest"]
        x, z = dense["place"]
        text = f"{dense['value']:.2f} agents per m² at {dense['seconds']:.1f} s, {x:.1f}, {z:.1f}"
        rows.append(("densest place", text))
    share = f"{crowd['waitedShare']:.0%} of the time"
    rows.append(("waited", f"{crowd['waited']:.1f} s in all, {share}"))
    if crowd["turnsBack"]:
        text = f"{crowd['turnsBack']} times, {crowd['turnsBackAMinute']:.1f} a minute and walker"
        rows.append(("turned back", text))
    rows += [
        (door["name"] or f"door {door['id']}", _passed(door))
        for door in crowd["doors"]
        if door["passed"]
    ]
    narrow = sorted(crowd["narrowPlaces"], key=lambda place: -place["queued"])
    for place in narrow[:_NARROW]:
        x, z = place["place"]
        rows.append((f"gap at {x:.1f}, {z:.1f}", _passed(place)))
    return rows


def run_findings(level: Level, judge: CrowdJudge) -> list[dict[str, Any]]:
    """Return where agents waited, overlapped or turned back, for `--json`."""
    return [
        {
            "code": one.code,
            "severity": one.severity,
            "text": one.text,
            "elements": [{"id": key, "name": level.element(key).name} for key in one.elements],
            "place": [round(number, 3) for number in one.place],
            "layer": one.layer,
            "seconds": round(one.finding.seconds or 0.0, 3),
            "agents": list(one.finding.agents),
            "meant": one.meant,
        }
        for one in problems_from_run(level, judge.figures.spots)
    ]


def finding_rows(found: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return the rows of findings for the text report: kind, when and where, what."""
    return [
        (one["code"], f"{one['seconds']:.1f} s at {one['place'][0]:.1f}, {one['place'][1]:.1f}",
         one["text"])
        for one in found if one["meant"] is None
    ]  # fmt: skip


def _gate(gate: PassageFigures) -> dict[str, Any]:
    return {
        "width": round(gate.width, 3),
        "passed": gate.passed,
        "queued": round(gate.queued, 1),
        "flow": None if gate.flow is None else round(gate.flow, 3),
        "gap": None if gate.gap is None else round(gate.gap, 3),
    }


def _passed(gate: dict[str, Any]) -> str:
    text = f"{gate['passed']} passed {gate['width']:.2f} m"
    if gate["flow"] is not None:
        text += f", {gate['flow']:.2f} per m and s, {gate['gap']:.2f} s apart"
    if gate["queued"]:
        text += f", {gate['queued']:.1f} s of waiting before it"
    return text


def _moment(moment: Moment) -> dict[str, Any] | None:
    if not moment.agents:
        return None
    return {
        "value": round(moment.value, 4),
        "seconds": round(moment.seconds, 3),
        "agents": list(moment.agents),
        "place": [round(number, 3) for number in moment.place],
    }
