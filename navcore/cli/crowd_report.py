"""Figures of a crowd as `navcore simulate` tells them."""

from typing import Any

from navcore.sim.judging import CrowdFigures, Moment


def crowd_data(figures: CrowdFigures) -> dict[str, Any]:
    """Return the figures under the names that `--json` gives them."""
    ticks = max(1, figures.agent_ticks)
    return {
        "overlap": _moment(figures.overlap),
        **{f"overlap{part}": figures.depth(part / 100) for part in (50, 90, 99)},
        "deepPairs": round(1000 * figures.deep_pairs / ticks, 3),
        "push": _moment(figures.push),
        "pushes": figures.pushes,
        "waited": round(figures.waited, 3),
        "waitedShare": round(figures.waited / figures.wanted, 4) if figures.wanted else 0.0,
        "doors": [
            {
                "id": door.id,
                "name": door.name,
                "passed": door.passed,
                "flow": None if door.flow is None else round(door.flow, 3),
                "gap": None if door.gap is None else round(door.gap, 3),
            }
            for door in figures.doors()
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
    share = f"{crowd['waitedShare']:.0%} of the time"
    rows.append(("waited", f"{crowd['waited']:.1f} s in all, {share}"))
    for door in crowd["doors"]:
        if door["passed"]:
            text = f"{door['passed']} passed"
            if door["flow"] is not None:
                text += f", {door['flow']:.2f} per m and s, {door['gap']:.2f} s apart"
            rows.append((door["name"] or f"door {door['id']}", text))
    return rows


def _moment(moment: Moment) -> dict[str, Any] | None:
    if not moment.agents:
        return None
    return {
        "value": round(moment.value, 4),
        "seconds": round(moment.seconds, 3),
        "agents": list(moment.agents),
        "place": [round(number, 3) for number in moment.place],
    }
