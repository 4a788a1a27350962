"""What charts at the table say of entries is said in words of the texts, and not by what rules call it."""

from __future__ import annotations

import pytest
from tests.helpers import TABLES, rules_of, sample

from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words


class InWords(Words):
    """Words that have none for what the texts do not name."""

    def term(self, name: str, kind: str | None = None) -> str:
        paths = [f"terms.{kind}.{name}", f"terms.{name}", f"names.{name}"]
        assert any(map(self.find, paths)), f"{self.rules.name} has no word for `{name}` in {self.language}"
        return super().term(name, kind)

    def entry(self, path: str) -> str:
        plural = self.kind_plurals[path]
        assert plural in {*self._shapes, *self._teams} or self.find(f"{plural}.{path}.name"), path
        return super().entry(path)


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", sample([*TABLES], 15))
def test_charts_and_options_are_told_in_words(name: str, language: str) -> None:
    rules = rules_of(name, TABLES[name][-1])
    drawing = Drawing(InWords(rules, language, True))
    assert drawing.chart() and drawing.options()
    for kind in rules.program.charted:
        for entry in rules.entries(kind):
            drawing.stated(entry)
