"""The list of games, as a page without a script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Template

from coupdsl.language.signs import made_safe
from coupdsl.language.tongues import Count
from coupdsl.rulebook.page_templates import page_templates
from coupdsl.table.games_on_disk import KeptGames
from coupdsl.table.hall import path_of
from coupdsl.table.page_words import GAMES_WORDS
from coupdsl.table.sitting import Sitting


def games_page(kept: KeptGames, opened: Mapping[str, Sitting], language: str, said: str | None) -> str:
    """Games that are kept, with links to them, and rulesets to begin another of; `said` is why one cannot be had."""
    return made_safe(
        _template().render(
            words=GAMES_WORDS[language], language=language, said=said, path_of=path_of, count=Count,
            kept=kept.listed(language, opened), rulesets=kept.rulesets(language),
        )
    )  # fmt: skip


@cache
def _template() -> Template:
    return page_templates(Path(__file__).parent / "page").get_template("games.html.jinja")


__all__ = ["games_page"]
