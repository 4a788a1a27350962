"""How lines that change only what is hidden are written so that the same is seen to happen, whatever is hidden."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.hints import WHOLE, in_brackets
from coupdsl.language.checker.labels import Labels
from coupdsl.language.checker.who_knows import HIDDEN, Around, Known, Label, owned
from coupdsl.language.free_names import free_name
from coupdsl.language.types import AMOUNT, FLAG, Type
from coupdsl.language.walk import alike, all_asked, mentions

LONGEST = 90  # letters of what is written out
Change = tuple[pe.GetState, p.Expr]


def in_every_way(labels: Labels, s: ps.If, around: Around, why: Label) -> str | None:
    """How `if` around one change is written as a change that always happens."""
    then, otherwise = _changes(s.then), _changes(s.otherwise)
    if then is None or otherwise is None or len(then) != 1 or len(otherwise) > 1:
        return None
    ((target, value),) = then
    if otherwise and not alike(target, otherwise[0][0]):
        return None
    asked = [s.condition, *(value for _, value in (*then, *otherwise))]
    if not _is_kept(labels, target, asked, around, why):
        return None
    rest = _operand(otherwise[0][1]) if otherwise else target.span.words
    return f"`{_changed(target, s.condition.span.words, value, rest)}`"


def for_all(labels: Labels, s: ps.For, around: Around, why: Label) -> str | None:
    """How a loop that only changes what is kept for its element goes through all there are."""
    changes, all_there_are = _changes(s.body), _whole(s.local.type)
    if not changes or all_there_are is None or s.condition is not None or s.together:
        return None
    around = around.binding((s.local, Known()))  # it stands for each of all
    states = {target.state for target, _ in changes}
    for target, value in changes:
        others = [one for one in _states(value) if not alike(one, target)]
        if not mentions(target, s.local) or not states.isdisjoint(one.state for one in others):
            return None  # the passes would hang on one another
        if not _is_kept(labels, target, [s.source, value], around, why):
            return None
    if not states.isdisjoint(one.state for one in _states(s.source)):
        return None
    is_one = f"{s.local.name} in {in_brackets(s.source.span.words)}"
    lines = [_changed(target, is_one, value, target.span.words) for target, value in changes]
    return f"`for {s.local.name} in {all_there_are} {{ {'`, `'.join(lines)} }}`"


def told_by_chance(target: pe.GetState, value: p.Expr | None) -> str:
    """How one seat alone is told what it may not see by itself, and keeps it."""
    if value is None or target.index is None or value.type.optional or value.type.is_collection or value.type == AMOUNT:
        return "what chance tells one seat is `chance secretly chooses … for s`"
    name = free_name(target.span, "n", "x", "news_now")
    text = value.span.words if len(value.span.words) <= LONGEST else "…"
    begins, whom, keeps = "chance secretly chooses news", target.index.span.words, f"{target.span.words} :="
    if value.type.is_numeric:
        is_it = f"{name} is {in_brackets(text)}"
        told = f"`{begins} for {whom} {{ tell {name} from 0 .. 20 if {is_it} {{ {keeps} {name} }} }}`"
    elif value.type == FLAG:
        both = f"`so if {text} {{ {keeps} true }}`, `otherwise not_so {{ {keeps} false }} }}`"
        told = f"`{begins} for {whom} {{`, {both}"
    else:
        told = f"`{begins} {name} from [{text}] for {whom}`, `{keeps} {name}`"
    return f"to tell that seat alone, let chance do it: {told}"


def _changes(block: p.Block | None) -> list[Change] | None:
    """The changes of states that a block consists of; None where it does anything else."""
    found: list[Change] = []
    for line in block.lines if block is not None else ():
        if not (isinstance(line, ps.Assign) and isinstance(line.target, pe.GetState) and line.value is not None):
            return None
        found.append((line.target, line.value))
    return found


def _is_kept(labels: Labels, target: pe.GetState, asked: list[p.Expr], around: Around, why: Label) -> bool:
    """May what is `asked` be kept there, as all that see the place know it?"""
    which = labels.of(target.index, around) if target.index is not None else Known()
    second = labels.of(target.second, around).label if target.second is not None else frozenset()
    allowed = owned(target.state.seen_by, which)
    told = why.union(second, *(labels.of(one, around).label for one in asked))
    return HIDDEN in allowed or bool(allowed and which.label <= why and told <= allowed)


def _states(expr: p.Expr) -> list[pe.GetState]:
    """The states that an expression reads, itself or by rules that it asks."""
    return [one for one in all_asked(expr) if isinstance(one, pe.GetState)]


def _changed(target: pe.GetState, condition: str, value: p.Expr, rest: str) -> str:
    asked = condition if len(condition) <= LONGEST else "…"
    return f"{target.span.words} := if {asked} then {_operand(value)} else {rest}"


def _operand(value: p.Expr) -> str:
    """A value between the words of `if`, in brackets where it has such words itself."""
    text = value.span.words
    return f"({text})" if text.split()[0] in ("if", "case") else text


def _whole(kind: Type) -> str | None:
    """What all things of a type are called; None where they cannot be gone through."""
    if kind.family:
        return "cards" if kind.name == "card" else kind.name if kind.name != "piece" else None
    return WHOLE.get(kind.name)
