"""What the rules do, as numbered sentences: one a statement, with those inside it below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import begun_anew, in_block, mentions
from coupdsl.phrases.inline import Code, Phrase, Source, Term, begun, bracketed, fill, joined, merged
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Step
from coupdsl.rulebook.shared_ends import is_lost, is_shared

_WHO = ("is", "in")
_LONGEST_QUOTE = 200
_BEFORE = 40  # letters of a text that lead to what differs in it


_Branch = tuple[p.Expr | None, p.Block, p.Stmt | None]  # the last is the line that it is, if it is one of its own


class Statements:
    """`called` and `played` collect what sentences send the reader to, rules and mechanics; `asked` the decisions.

    In `short`, as players are told it, an end says who wins rather than by which numbers.
    """

    def __init__(self, book: Book, short: bool = False) -> None:
        self.book = book
        self.short = short
        self.expressions = Expressions(book)
        self.called: dict[p.Rule, None] = {}
        self.played: dict[p.Mechanic, None] = {}
        self.asked: dict[ps.Choose, None] = {}
        self.above: list[p.Stmt] = []

    def block(self, block: p.Block, scope: Scope) -> tuple[Step, ...]:
        """The sentences of all lines, up to one that always ends them."""
        found: list[Step] = []
        for line in block.lines:
            found += self.line(line, scope)
            if isinstance(self._only(line, scope), ps.Give | ps.Leave | ps.Again | ps.Finish):
                break
        return tuple(found)

    def _only(self, line: p.Stmt, scope: Scope) -> p.Stmt:
        """The last line of the branch that the options take, where they decide it."""
        while isinstance(line, ps.If):
            known = self.book.known(line.condition, scope.entry)
            taken = line.then if known else line.otherwise if known is False else None
            if taken is None or not taken.lines:
                break
            line = taken.lines[-1]
        return line

    def line(self, statement: p.Stmt, scope: Scope) -> Iterable[Step]:
        """The sentences of one statement; where there is no good one, the rule's own line."""
        self.above.append(statement)
        try:
            steps: Iterable[Step] = _TELLERS[type(statement)](self, statement, scope)
        except Unsayable:
            return [Step(self.book.say("quote", (Code(quoted(statement.span.text)),)))]
        finally:
            self.above.pop()
        return self._with_source(tuple(Step(begun(step.text), step.steps) for step in steps), statement)

    def _with_source(self, steps: tuple[Step, ...], statement: p.Stmt) -> tuple[Step, ...]:
        """With what the statement cites, where it is not that of a line above."""
        if not steps or not statement.citations or any(statement.citations == one.citations for one in self.above):
            return steps
        sources = Source(" ".join(str(citation) for citation in statement.citations))
        first, *others = steps
        return (Step(fill("{0} {1}", first.text, (sources,)), first.steps), *others)

    # ---- values and calls
    def _say(self, key: str, *given: Phrase | str) -> Step:
        return Step(self.book.say(key, *given))

    def _value(self, expr: p.Expr, scope: Scope) -> Phrase:
        return self.expressions.value(expr, scope)

    def _given(self, value: p.Expr | None, call: ps.CallRule | None, scope: Scope) -> Phrase:
        if call is not None:
            self.called.setdefault(call.rule)
            return self.book.say("answer_of", self.expressions.applied(call, scope))
        assert value is not None
        return self._value(value, scope)

    def _condition(self, value: p.Expr | None, scope: Scope) -> Phrase | None:
        """What has to hold, where a value is yes or no by what is compared there."""
        if value is None or value.type.name != "flag" or not isinstance(value, pe.Op | pe.Quantified | pe.Cond):
            return None
        return None if self.book.known(value, scope.entry) is not None else self.expressions.case(value, scope)

    def _bind(self, line: ps.Bind, scope: Scope) -> Iterable[Step]:
        name = self.book.local(line.local)
        if not line.revealed and (condition := self._condition(line.value, scope)) is not None:
            return [self._say("let_if", name, condition)]
        given = self.book.beside(self._given(line.value, line.call, scope), name)
        return [self._say("told" if line.revealed else "let", name, given)]

    def _assign(self, line: ps.Assign, scope: Scope) -> Iterable[Step]:
        target = self._value(line.target, scope)
        if (condition := self._condition(line.value, scope)) is not None:
            return [self._say("becomes_if", target, condition)]
        given = self.book.beside(self._given(line.value, line.call, scope), target)
        return [self._say("becomes", target, given)]

    def _call(self, line: ps.CallRule, scope: Scope) -> Iterable[Step]:
        if self.book.is_idle(line.rule):
            return []
        self.called.setdefault(line.rule)
        name = self.book.term(line.rule.name, line.rule.owner)
        if line.entry is not None and not isinstance(line.entry, pe.Self):
            name = self.book.say("under", name, self.expressions.part(line.entry, scope))
        given = joined(self.expressions.part(argument, scope) for argument in line.arguments)
        return [self._say("do_for", name, given) if given else self._say("do", name)]

    def _give(self, line: ps.Give, scope: Scope) -> Iterable[Step]:
        if line.value is None and line.call is None:
            return [self._say("stop")]
        if (condition := self._condition(line.value, scope)) is not None:
            return [self._say("give_if", condition)]
        return [self._say("give", self._given(line.value, line.call, scope))]

    # ---- branches and loops
    def _if(self, line: ps.If, scope: Scope) -> Iterable[Step]:
        """Each `else if` is one branch more."""
        branches: list[_Branch] = [(line.condition, line.then, None)]
        while (inner := self._else_if(line, scope)) is not None:
            line = inner
            branches.append((line.condition, line.then, line))
        return self._branches([*branches, (None, line.otherwise or p.Block((), line.span), None)], scope)

    def _else_if(self, line: ps.If, scope: Scope) -> ps.If | None:
        """What is asked where the condition does not hold, if nothing else is done there; not what has to be quoted."""
        inner = line.otherwise.lines[0] if line.otherwise is not None and len(line.otherwise.lines) == 1 else None
        if not isinstance(inner, ps.If):
            return None
        try:
            self.expressions.case(inner.condition, scope)
        except Unsayable:
            return None
        return inner

    def _switch(self, line: ps.Switch, scope: Scope) -> Iterable[Step]:
        return self._branches(((condition, block, None) for condition, block in line.branches), scope)

    def _branches(self, branches: Iterable[_Branch], scope: Scope) -> Iterable[Step]:
        """Those branches that the options leave open; of a branch that is always taken, its lines alone."""
        found: list[Step] = []
        for condition, block, line in branches:
            known = self.book.known(condition, scope.entry) if condition is not None else True
            if known is False:
                continue
            if line is not None:
                self.above.append(line)
            steps = self.block(block, scope)
            if known:
                told = (Step(self.book.say("otherwise"), steps),) if found and steps else steps
            else:
                assert condition is not None
                text = self.book.say("or_if" if found else "if", self.expressions.case(condition, scope))
                told = (Step(text, steps or (self._say("nothing_happens"),)),)
            found += self._with_source(told, self.above.pop()) if line is not None else told
            if known:
                break
        while found and found[-1].steps == (self._say("nothing_happens"),):
            found.pop()
        return found

    def _for(self, line: ps.For, scope: Scope) -> Iterable[Step]:
        source_is_empty = (
            isinstance(line.source, pe.Filter) and self.book.known(line.source.condition, scope.entry) is False
        )
        steps = () if source_is_empty else self.block(line.body, scope)
        if not steps:
            return []
        name, source = self.book.local(line.local), self._value(line.source, scope)
        if line.condition is not None:
            text = self.book.say("for_while", name, source, self.expressions.case(line.condition, scope))
        else:
            text = self.book.say("together" if line.together else "for", name, source)
        return [Step(text, steps)]

    def _repeat(self, line: ps.Repeat, scope: Scope) -> Iterable[Step]:
        name, steps = self.book.term(line.name), self.block(line.body, scope)
        most = self.expressions.part(line.bound, scope)
        if line.until is None or self.book.known(line.until, scope.entry) is False:
            if most == ("0",):
                return []
            if most == ("1",):
                return [Step(self.book.say("once", name), steps)] if self._is_spoken_of(line) else steps
            return [Step(self.book.say("times" if bracketed(most) == most else "as_many_times", most, name), steps)]
        until = self.expressions.case(line.until, scope)
        return [Step(self.book.say("until_most", until, bracketed(most), name), steps)]

    def _is_spoken_of(self, loop: ps.Repeat) -> bool:
        """Does a line end it or go on with it, or is anything set back with it?"""
        jumps = (line for line in in_block(loop.body) if isinstance(line, ps.Leave | ps.Again))
        return any(line.name == loop.name for line in jumps) or bool(begun_anew(self.book.program, loop))

    def _leave(self, line: ps.Leave | ps.Again, scope: Scope) -> Iterable[Step]:
        return [self._say("leave" if isinstance(line, ps.Leave) else "again", self.book.term(line.name))]

    # ---- choices
    def _choose(self, line: ps.Choose, scope: Scope) -> Iterable[Step]:
        self.asked.setdefault(line)
        who = self._value(line.who, scope) if line.who is not None else self.book.say("chance")
        if line.secretly:
            told = () if line.told is None else (", ", *self.book.say("told_alone", self._value(line.told, scope)))
            who = merged((*who, " (", self.book.words["secretly"], *told, ")"))
        question = self.book.labels.get(f"decisions.{line.name}") if line.who is not None else None
        asked = self.book.say("asked", question) if question is not None else self.book.term(line.name)
        only = line.alternatives[0]
        plain = only.picks and only.condition is None and not (only.body and only.body.lines)
        if len(line.alternatives) == 1 and plain and len(only.picks) == 1:
            pick = only.picks[0]
            text = self.book.say("chooses", who, self.book.local(pick.local), self._value(pick.source, scope))
            return [Step(merged((*text, *((" ", *asked) if question is not None else ()))))]
        open_ones = [a for a in line.alternatives if self._can_be(a, scope)]
        return [Step(self.book.say("decides", who, asked), tuple(self._alternative(a, scope) for a in open_ones))]

    def _can_be(self, alternative: ps.Alternative, scope: Scope) -> bool:
        return alternative.condition is None or self.book.known(alternative.condition, scope.entry) is not False

    def _alternative(self, one: ps.Alternative, scope: Scope) -> Step:
        parts: list[Phrase] = []
        if one.word:
            parts.append((Term(self.book.label(f"moves.{one.word}"), strong=True),))
        picks = joined(self.book.say("pick", self.book.local(k.local), self._value(k.source, scope)) for k in one.picks)
        if picks:
            parts.append(picks)
        text = joined(parts, " ")
        if one.condition is not None and self.book.known(one.condition, scope.entry) is None:
            text = merged((*text, ", ", *self.book.say("only_if", self.expressions.case(one.condition, scope))))
        if one.last_resort:
            text = merged((*text, ", ", *self.book.say("last_resort")))
        return Step(text, self.block(one.body, scope) if one.body is not None else ())

    # ---- pieces and money
    def _move(self, line: ps.MovePieces, scope: Scope) -> Iterable[Step]:
        key = "move_unseen" if line.unseen else "move"
        return [self._say(key, self._value(line.what, scope), self._value(line.to, scope))]

    def _draw(self, line: ps.Draw, scope: Scope) -> Iterable[Step]:
        count = bracketed(self.expressions.value(line.count, scope))  # as in `the first (the number of players)`
        key = ("draw_one" if count == ("1",) else "draw") + ("_unseen" if line.unseen else "")
        return [self._say(key, count, self._value(line.source, scope), self._value(line.to, scope))]

    def _shuffle(self, line: ps.Shuffle, scope: Scope) -> Iterable[Step]:
        return [self._say("shuffle", self._value(line.zone, scope))]

    def _pay(self, line: ps.Pay, scope: Scope) -> Iterable[Step]:
        told = self.expressions.enclosed
        amount = told(line.amount, scope) if line.amount is not None else self.book.say("everything")
        given = (told(line.payer, scope), amount, told(line.payee, scope))
        if line.reason is None:
            return [self._say("pays", *given)]
        return [self._say("pays_for", *given, self._value(line.reason, scope))]

    def _show(self, line: ps.Reveal, scope: Scope) -> Iterable[Step]:
        to = self._value(line.to, scope) if line.to is not None else self.book.say("everybody")
        return [self._say("hide" if line.hide else "show", self._value(line.what, scope), to)]

    # ---- the end, and mechanics
    def _finish(self, line: ps.Finish, scope: Scope) -> Iterable[Step]:
        """What counts for each player; what is the same for all decides nothing, but where all win or lose together."""
        if is_lost(self.book, line):
            return [self._say("lost")]
        if self.short and (winning := self.winning(line, scope)) is not None:
            return [self._say("won", winning[0])]
        if is_shared(self.book, line):
            return [self._shared(line, scope)]
        counts = self._counts(line, scope, ("highest_wins", "lowest_wins"))
        if line.among is None:
            return [self._say("finish", counts) if counts else self._say("drawn")]
        among = self._value(line.among, scope)
        return [self._say("finish_among", counts, among) if counts else self._say("won", among)]

    def _shared(self, line: ps.Finish, scope: Scope) -> Step:
        """An end that all win or lose together, or who plays alone."""
        counts = self._counts(line, scope, ("more_is_better", "less_is_better"))
        if isinstance(line.among, pe.Filter):
            asked = self.expressions.condition(line.among.condition, self._counted(line.among.local, scope))
            return self._say("finish_shared_if", counts, asked) if counts else self._say("won_together_if", asked)
        if counts:
            return self._say("finish_shared", counts)
        return self._say("won_together" if self.book.may_all_lose else "drawn")

    def _counts(self, line: ps.Finish, scope: Scope, better: tuple[str, str]) -> Phrase:
        """What is compared at this end, one after the other; `better` says of each what is better, much or little."""
        counting = [(local, key, low) for local, key, low in line.keys if self.book.constant(key, scope.entry) is None]
        said = (
            self.book.say(better[low], self._value(key, self._counted(local, scope))) for local, key, low in counting
        )
        return joined(said, self.book.words["and_then"])

    def winning(self, line: ps.Finish, scope: Scope) -> tuple[Phrase, bool] | None:
        """Who wins, where nothing else counts than who somebody is; and whether that is one player alone."""
        book, entry = self.book, scope.entry
        counting = [(local, key, low) for local, key, low in line.keys if book.constant(key, entry) is None]
        if len(counting) != 1 or line.among is not None:
            return None
        local, key, low = counting[0]
        if not isinstance(key, pe.Cond) or not isinstance(key.condition, pe.Op) or key.condition.name not in _WHO:
            return None
        who, named = key.condition.arguments
        values = [book.fixed(key.then, entry), book.fixed(key.otherwise, entry)]
        if not (isinstance(who, pe.Load) and who.local is local) or mentions(named, local) or None in values:
            return None
        gained = {(one > other, one < other) for one, other in zip(values[0] or (), values[1] or (), strict=True)}
        said = self._value(named, scope)
        if gained == {(not low, low)}:
            return said, key.condition.name == "is"
        return (book.say("all_but", said), False) if gained == {(low, not low)} else None

    def _counted(self, local: p.Local, scope: Scope) -> Scope:
        return scope.naming(local, self.book.say("the_player"))

    def _play(self, line: ps.PlayMechanic, scope: Scope) -> Iterable[Step]:
        played = [line.mechanic] if line.mechanic is not None else self._mechanics(line.entry)
        for mechanic in played:
            self.played.setdefault(mechanic)
        what = self.book.term(played[0].name) if line.entry is None else self._value(line.entry, scope)
        pairs = zip(played[0].parameters, line.arguments, strict=True)
        given = joined(
            self.book.say("argument", self.book.term(parameter.name), self._value(argument, scope))
            for parameter, argument in pairs
        )
        return [self._say("play_with", what, given) if given else self._say("play", what)]

    def _mechanics(self, entry: p.Expr | None) -> list[p.Mechanic]:
        assert entry is not None
        kind = self.book.program.kinds[entry.type.name]
        return list(dict.fromkeys(e.plays for e in self.book.entries(kind) if e.plays is not None))


def quoted(text: str) -> str:
    """A line of a rule file on one line, cut where it is very long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_QUOTE else line[:_LONGEST_QUOTE] + " …"


def quoted_apart(one: str, other: str) -> tuple[str, str]:
    """Both quoted, from shortly before the first difference on where that would be cut off."""
    at = next((n for n, (here, there) in enumerate(zip(one, other, strict=False)) if here != there), 0)
    begin = one.rfind(" ", 0, max(at - _BEFORE, 0)) + 1 if at > _LONGEST_QUOTE - _BEFORE else 0
    ahead = "… " if begin else ""
    return ahead + quoted(one[begin:]), ahead + quoted(other[begin:])


_Teller = Callable[[Statements, Any, Scope], Iterable[Step]]
_TELLERS: dict[type[p.Stmt], _Teller] = {
    ps.Bind: Statements._bind, ps.Assign: Statements._assign, ps.CallRule: Statements._call, ps.If: Statements._if,
    ps.Switch: Statements._switch, ps.For: Statements._for, ps.Repeat: Statements._repeat,
    ps.Choose: Statements._choose, ps.MovePieces: Statements._move, ps.Draw: Statements._draw,
    ps.Shuffle: Statements._shuffle, ps.Pay: Statements._pay, ps.Reveal: Statements._show, ps.Leave: Statements._leave,
    ps.Again: Statements._leave, ps.Give: Statements._give, ps.Finish: Statements._finish,
    ps.PlayMechanic: Statements._play,
}  # fmt: skip
