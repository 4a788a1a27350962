"""Why a move is possible or not, and what a payment is made of, as lines in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from coupdsl.code.errors import SENTENCES, IllegalMove, UnknownMove
from coupdsl.engine.refusals import Because
from coupdsl.engine.tracing import Part

WORDS = {
    "en": {
        **SENTENCES,
        "refused": "`{0}` is not legal: {1}",
        "unknown": "`{0}` is not a move: {1}",
        "amount": "{0}: {1}",
        "legal": "`{0}` is legal now.",
        "times": "{0} × {1} = {2}",
    },
    "fr": {
        "did_you_mean": "vouliez-vous dire `{0}` ?",
        "possible_here": "possible ici : {0}",
        "not_by_chance": "le hasard ne peut pas donner cela ici",
        "not_offered": "« {0} » ne l'offre pas maintenant",
        "not_your_turn": "ce n'est pas votre tour",
        "takes": "« {0} » prend ce qui est dans {1}",
        "asks": "« {0} » demande {1}",
        "last_resort": "il y a autre chose à faire",
        "fails": "`{0}` n'est pas rempli",
        "fails_for_it": "`{0}` n'est pas rempli ici",
        "others_first": "certains choix remplissent `{0}`, et ils passent d'abord : {1}",
        "one_of": "il fait partie de `{0}`",
        "inside": "il est dans `{0}`",
        "elsewhere": "il n'est pas dans `{0}`",
        "not_in": "il n'est pas dans `{0}`",
        "holds": "`{0}` est rempli",
        "none_better": "rien ne remplit `{0}`, qui ne compte donc pas",
        "because": ", car `{0}` l'est",
        "because_not": ", car `{0}` ne l'est pas",
        "now": " : {0}",
        "is": "`{0}` vaut {1}",
        "refused": "« {0} » n'est pas possible : {1}",
        "unknown": "« {0} » n'est pas un coup : {1}",
        "amount": "{0} : {1}",
        "legal": "« {0} » est possible maintenant.",
        "times": "{0} × {1} = {2}",
    },
}


def words_of(language: str) -> dict[str, str]:
    return WORDS.get(language, WORDS["en"])


def refused(illegal: IllegalMove, language: str) -> str:
    """Why a move is refused, with the rules and the place."""
    words = words_of(language)
    if illegal.because is None:
        return str(illegal)
    head = "unknown" if isinstance(illegal, UnknownMove) else "refused"
    said = words[head].format(illegal.move, illegal.because.told(words))
    return said + _source(illegal.rules, illegal.place or "")


def possible(move: str, reasons: Iterable[Because], language: str) -> list[str]:
    """That a move is possible, and a line for each condition that it fulfils."""
    words = words_of(language)
    told = [f"  {because.reason.told(words)}{_source(because.rules, because.place)}" for because in reasons]
    return [words["legal"].format(move), *dict.fromkeys(told)]


def _source(rules: tuple[str, ...], place: str) -> str:
    cited = f" [{', '.join(dict.fromkeys(rules))}]" if rules else ""
    return f"{cited} ({place})" if place else cited


# ---- payments
@dataclass
class _Factor:
    """An amount with what it was worked out from, and the elements it counts for, each with those inside it."""

    value: object
    text: str
    rules: tuple[str, ...]
    place: str
    of: list[tuple[object, ...]]
    factors: list[_Factor] = field(default_factory=list)

    @property
    def alike(self) -> tuple[object, ...]:
        return (self.value, self.text, self.rules, self.place, self.of[0][1:] if self.of else ())


def made_of(part: Part, language: str, named: Callable[[object], str] = str) -> list[str]:
    """What an amount was made of, a line for each factor; `named` writes the elements of a sum."""
    whole = _factor(part)
    return list(_lines(whole, words_of(language), named, 1))


def _factor(part: Part) -> _Factor:
    """Without what adds nothing, and without steps that only hand an amount on."""
    inner = [_factor(one) for one in part.parts if one.kind != "flag" and one.value and isinstance(one.value, int)]
    of: tuple[object, ...] = (part.of,) if part.of is not None else ()
    if len(inner) == 1 and inner[0].value == part.value:
        only = inner[0]
        only.rules = part.rules + only.rules
        if only.text.startswith(("if ", "case ")) or only.text.isdigit():  # rather by the name it has
            only.text = part.text
        only.of = [(*of, *(only.of[0] if only.of else ()))] if of or only.of else []
        return only
    grouped: list[_Factor] = []
    for one in inner:
        known = next((other for other in grouped if one.of and other.alike == one.alike), None)
        if known is None:
            grouped.append(one)
        else:
            known.of += one.of
    return _Factor(part.value, part.text, part.rules, part.place, [of] if of else [], grouped)


def _lines(factor: _Factor, words: dict[str, str], named: Callable[[object], str], depth: int) -> Iterator[str]:
    value, count = factor.value, len(factor.of)
    amount = str(value)
    if count > 1 and isinstance(value, int):
        amount = words["times"].format(count, value, count * value)
    about = " ".join(named(of[0]) for of in factor.of)
    more = ", ".join(named(element) for element in factor.of[0][1:]) if factor.of else ""
    about += f" ({more})" if more else ""
    text = f"{about}, `{factor.text}`" if about else f"`{factor.text}`"
    yield "  " * depth + words["amount"].format(amount, text) + _source(factor.rules, factor.place)
    for inner in factor.factors:
        yield from _lines(inner, words, named, depth + 1)


__all__ = ["made_of", "possible", "refused"]
