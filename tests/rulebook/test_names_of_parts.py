"""What charts call the parts of an entry."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from coupdsl.commands.main import app


def test_a_part_is_called_by_the_name_that_it_states(tmp_path: Path) -> None:
    (tmp_path / "late.coup").write_text(
        """edition 1

contract late plays tricks {
  name: en "Late" fr "Tard"
  motto: en "Not the last but one" fr "Pas l'avant-dernière"
  item last_but_one = first of last(2) of marks {
    name: en "last trick but one" fr "avant-dernière levée"
    each: 250
  }
  collect: 700
  forfeit: 800
}
""",
        "utf-8",
    )
    variant, out = tmp_path / "ours.yaml", tmp_path / "ours.md"
    variant.write_text("variant: ours\nextends: parker-1966\ncontracts: {add: [./late.coup]}\n", "utf-8")
    for language, name in (("en", "last trick but one"), ("fr", "avant-dernière levée")):
        words = ["rulebook", str(variant), "--sheet", "--lang", language, "--out", str(out)]
        called = CliRunner().invoke(app, words)
        assert called.exit_code == 0, called.output
        told = [line for line in out.read_text("utf-8").splitlines() if line.startswith(("| Late ", "| Tard "))]
        assert len(told) == 2 and all(f"| {name} |" in line for line in told), told
