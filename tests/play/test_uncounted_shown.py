"""What people are shown of an account that is not counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting, started
from typer.testing import CliRunner

from coupdsl.commands.main import app

OPTIONS = {"treasury.size": "unlimited", "treasury.short": "illegal_action", "setup.first_player": "seat0"}


@pytest.mark.parametrize(("language", "said"), [("en", "Treasury: unlimited"), ("fr", "Trésor: sans limite")])
def test_at_the_table(language: str, said: str) -> None:
    sitting = Sitting(started(4, 3, "coup", **OPTIONS), ["look"], language=language)
    sitting.table.play()
    assert said in sitting.text.replace(" :", ":")


def test_in_a_reason() -> None:
    sitting = Sitting(started(4, 3, "coup", **OPTIONS), ["why tax"])
    sitting.table.play()
    assert "its gain (3) is at most unlimited (" in " ".join(sitting.text.split())


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "*Treasury* always has enough: it is not counted."), ("fr", "*Trésor* : toujours assez")],
)
def test_in_the_rulebook(language: str, said: str, tmp_path: Path) -> None:
    variant, out = tmp_path / "endless.yaml", tmp_path / "endless.md"
    variant.write_text("variant: endless\nextends: coup\noptions:\n  treasury.size: unlimited\n", "utf-8")
    called = CliRunner().invoke(app, ["rulebook", str(variant), "--out", str(out), "--lang", language])
    assert called.exit_code == 0, called.output
    assert said in out.read_text("utf-8")


def test_saved_and_read_again_it_is_the_same() -> None:
    rules = rules_of("coup", 4, OPTIONS)
    state = rules.start(5)
    while not state.is_over:
        again = rules.restore(state.save())
        assert again == state
        assert again.view(0)["accounts"]["treasury"] is None
        state.apply(state.legal_moves()[-1])
