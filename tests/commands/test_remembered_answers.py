"""What commands tell a second time is what they told first, and nothing is worked out again until a file changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import called, write
from tests.engine.test_kept_rules import refused
from tests.helpers import sample

from coupdsl.authoring import validation
from coupdsl.language import cache_folder
from coupdsl.rulesets import compose, laid_out

pytestmark = pytest.mark.usefixtures("own_cache", "checkout")
TWICE = (
    ("list",),
    ("list", "--format", "json"),
    ("show", "french"),
    ("show", "french", "--format", "json", "--lang", "fr"),
    ("show", "coup", "--schema"),
    ("explain", "french", "loan.unit"),
    ("explain", "french", "siege", "--format", "json"),
    ("validate", "variants/french.yaml", "--games", "1"),
    ("fmt", "--check", "contracts/coup"),
    ("run", "coup", "--games", "2"),
)


@pytest.mark.unmeasured
@pytest.mark.parametrize("words", sample(TWICE, 4), ids=" ".join)
def test_the_same_is_told_without_reading_rules(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    first = called(*words)
    assert first.exit_code == 0
    for module, name in ((compose, "compose"), (compose, "compose_file"), (validation, "compose_file")):
        monkeypatch.setattr(module, name, refused)
    monkeypatch.setattr(laid_out, "formatted", refused)
    second = called(*words)
    assert (second.exit_code, second.output) == (0, first.output)


def test_each_tells_of_an_edit(checkout: Path) -> None:
    """Of `french` all but its layout; of the name that `list` tells, the words beside the rules."""
    asked = [words for words in TWICE if words[0] not in ("fmt", "validate", "run") and "coup" not in words]
    first = [called(*words).output for words in asked]
    variant = (checkout / "variants" / "french.yaml").read_text("utf-8")
    write(checkout / "variants", "french.yaml", "# one line more\n" + variant.replace("French edition", "New edition"))
    second = [called(*words).output for words in asked]
    told = {words[0] for words, one, other in zip(asked, first, second, strict=True) if one != other}
    assert told == {"show", "explain"}  # `list` tells of what is shipped, which is not this copy


def test_a_mistake_made_later_is_found(checkout: Path) -> None:
    assert called("validate", "variants/french.yaml", "--games", "0").exit_code == 0
    variant = (checkout / "variants" / "french.yaml").read_text("utf-8")
    write(checkout / "variants", "french.yaml", variant + "nonsense: 1\n")
    for _ in range(2):
        result = called("validate", "variants/french.yaml", "--games", "0")
        assert result.exit_code == 1
        assert "`nonsense` is not known here" in result.output
    write(checkout / "variants", "french.yaml", variant)
    assert called("validate", "variants/french.yaml", "--games", "0").exit_code == 0


def test_warnings_are_told_each_time(checkout: Path) -> None:
    write(checkout, "mine.yaml", "variant: mine\nextends: french\ncontracts: {remove: [siege, siege]}\n")
    told = [called("validate", "mine.yaml", "--games", "0").output for _ in range(2)]
    assert "out of play already" in told[0]
    assert told[0] == told[1]


def test_what_one_asks_for_is_not_another(checkout: Path) -> None:
    more = ((), ("--players", "3"), ("--option", "loan.unit=500"), ("--lang", "en"))
    asked = [("short",), *(("french", *words) for words in more)]
    first = [called("show", *words, "--format", "json").output for words in asked]
    assert len(set(first)) == len(first)
    assert [called("show", *words, "--format", "json").output for words in asked] == first


def test_a_file_laid_out_badly_is_told_each_time(checkout: Path) -> None:
    write(checkout, "a.coup", "edition 1\ngame  a { seats [2]\n finish by 1\n limit 5 moves { finish by 0 }\n}\n")
    assert [called("fmt", "--check", "a.coup").exit_code for _ in range(2)] == [1, 1]
    assert called("fmt", "a.coup").exit_code == 0
    assert [called("fmt", "--check", "a.coup").exit_code for _ in range(2)] == [0, 0]


def test_a_link_is_laid_out_as_what_it_leads_to(checkout: Path) -> None:
    text = "edition 1\ngame a {\n  seats [2]\n  finish by 1\n  limit 5 moves { finish by 0 }\n}\n"
    write(checkout, "a.coup", text)
    write(checkout, "b.yaml", text)
    (checkout / "l.yaml").symlink_to("a.coup")
    for _ in range(2):
        assert [called("fmt", "--check", name).exit_code for name in ("b.yaml", "l.yaml")] == [1, 0]


def test_without_a_cache_all_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise OSError("no folder")

    first = [called(*words).output for words in TWICE[3:7]]
    monkeypatch.setattr(cache_folder, "folder", none)
    assert [called(*words).output for words in TWICE[3:7]] == first
