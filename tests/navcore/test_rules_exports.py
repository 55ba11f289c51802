"""The rule about exports agrees with what writes them."""

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from rule_levels import SETTINGS, level_of

from navcore.errors import NavcoreError
from navcore.export import write_exports
from navcore.level.model import ExportTarget, Layer, Level, Profile, State
from navcore.proof.problems import RULES, Problem, problems
from navcore.world import World

RULE = RULES["export-broken"]


def exporting(*targets: ExportTarget) -> Level:
    """Return two rooms with an agent type, a state and a storey, and these exports."""
    settings = replace(
        SETTINGS, profiles=(Profile(name="cart", radius=0.6),), states=(State("Night"),),
        layers=(Layer(name="ground"), Layer(name="loft")), exports=targets,
    )  # fmt: skip
    return level_of(settings=settings)


def broken(level: Level) -> tuple[Problem, ...]:
    """Return what the rule finds."""
    return problems(World.build(level), (RULE,))


@pytest.mark.parametrize(
    ("profile", "state", "layer"),
    [*product(("", "cart", "wagon"), ("", "Night", "Noon"), ("", "ground", "attic"))],
)
def test_export_is_broken_if_it_can_not_be_written(
    profile: str, state: str, layer: str, tmp_path: Path
) -> None:
    """The fix takes only what is missing out of it; then it is written."""
    target = ExportTarget(
        path="rooms.grid.json", format="json", profile=profile, state=state, layer=layer
    )
    level, file = exporting(target), tmp_path / "rooms.json"
    found = broken(level)
    if not {"wagon", "Noon", "attic"} & {profile, state, layer}:
        assert found == ()
        assert write_exports(World.build(level), file, level.settings.exports)
        return
    with pytest.raises(NavcoreError):
        write_exports(World.build(level), file, level.settings.exports)
    (problem,) = found
    assert (problem.severity, problem.elements, problem.about) == ("error", (), "rooms.grid.json")
    assert problem.fix is not None
    fixed = problem.fix.apply(level)
    assert problem.fix.inverse().apply(fixed) == level
    assert broken(fixed) == ()
    (left,) = fixed.settings.exports
    for field, kept in (("profile", profile), ("state", state), ("layer", layer)):
        assert getattr(left, field) in {"", kept}
        assert (getattr(left, field) == kept) == (kept not in {"wagon", "Noon", "attic"})
    assert write_exports(World.build(fixed), file, fixed.settings.exports)


def test_export_is_told_in_words() -> None:
    """All that it names in vain stands in one sentence; a sound one beside it is left alone."""
    one = ExportTarget(path="a.grid.txt", state="Noon")
    two = ExportTarget(path="b.grid.txt", profile="wagon", state="Noon", layer="attic")
    good = ExportTarget(path="c.grid.txt", profile="cart")
    level = exporting(one, good, two)
    first, second = broken(level)
    assert first.text == (
        "The export a.grid.txt names the state Noon, which the level lacks, so it can't be written."
    )
    assert second.text == (
        "The export b.grid.txt names the agent type wagon, the state Noon and the storey attic, "
        "which the level lacks, so it can't be written."
    )
    assert first.fix is not None
    assert second.fix is not None
    assert first.fix.label == "Export a.grid.txt as drawn"
    assert second.fix.label == "Export b.grid.txt without these names"
    assert second.fix.apply(level).settings.exports == (
        one, good, ExportTarget(path="b.grid.txt"),
    )  # fmt: skip
