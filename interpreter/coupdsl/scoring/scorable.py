"""Which rulesets can be scored, and what people may be called at such a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coupdsl.code.instructions import DrawPieces
from coupdsl.code.seats import usual_seats
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.remembered import name_for, remembered
from coupdsl.play.spelling import folded
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.compose import compose, flawless
from coupdsl.rulesets.composed import Composed
from coupdsl.scoring.sentences import COMMANDS, FRENCH_COMMANDS, REST

ENTERED = "hands.entered"  # the option by which a game says that it can be told; see contracts/mechanics/entered.coup
LONGEST = 20
_UNDER_WHEN = (
    f"a rule for play alone stands under `when {ENTERED} is false {{ … }}`, also with `replace`; "
    f"what is asked instead, under `when {ENTERED} is true {{ … }}`"
)


def scored(ruleset: str, options: Mapping[str, Any]) -> tuple[int, str]:
    """How many usually play under a ruleset, and its language; raises Problems where it cannot be scored."""
    composed = flawless(compose(ruleset))
    if not _can_be(composed):
        message = f"`{composed.name}` cannot be scored: its rules do not say what to enter for a game with real cards"
        help_ = f"these can: {', '.join(able())}; rules of your own say it with `use entered {{ rule to_tell = … }}`"
        raise Problems([Diagnostic(codes.NOT_SCORED, composed.program.span, message, help_)])
    return usual_seats(composed, options), composed.locale


def _can_be(composed: Composed) -> bool:
    return ENTERED in composed.options


def able() -> list[str]:
    """The shipped rulesets that can be scored; worked out once, as all of them are composed for it."""
    return remembered(name_for("scorable"), _found_able)


def _found_able() -> list[str]:
    found = {name: compose(name)[0] for name in shipped_variants()}
    return sorted(name for name, composed in found.items() if composed is not None and _can_be(composed))


def refuse_dealt(rules: Rules) -> None:
    """Raises Problems where rules that are to be scored deal pieces that not everybody sees: nobody could tell them."""
    code = rules.code
    for step, drawing in code.drawings.items():
        if any(code.layout.zones[zone].seen_by != "all" for _, zone in drawing.moves):
            message = f"`{rules.name}` cannot be scored: this is dealt where a game with real cards is told, too"
            dealt = code.instructions[step]
            assert isinstance(dealt, DrawPieces)
            raise Problems([Diagnostic(codes.NOT_SCORED, dealt.span, message, _UNDER_WHEN)])


def is_scored(rules: Rules) -> bool:
    setting = rules.options.get(ENTERED)
    return setting is not None and setting.value is True


def wrong_names(names: Sequence[str]) -> str | None:
    """What is wrong with the names of people, in a sentence."""
    taken = {*COMMANDS, *FRENCH_COMMANDS, *REST}
    seen: set[str] = set()
    for name in names:
        text = folded(name)
        if not name or len(name) > LONGEST or not name.isprintable():
            return f"a name has 1 to {LONGEST} letters, and this is none: `{name}`"
        if any(sign in name for sign in " ;/") or name.isdecimal():
            return f"`{name}` cannot be a name here: a name is one word, and no number"
        if text in taken:
            return f"`{name}` cannot be a name here: it is a word that the table understands"
        if text in seen:
            return f"two people are called `{name}`"
        seen.add(text)
    return None
