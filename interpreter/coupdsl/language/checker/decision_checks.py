"""Checks decisions: who is asked, what is offered, and what is done with the answer."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker import hints, line_hints
from coupdsl.language.checker.context import Scope, citations_of
from coupdsl.language.checker.expression_types import Expressions
from coupdsl.language.foreign_words import EVERYBODY
from coupdsl.language.source import Span

Blocks = Callable[[tuple[tree.Node, ...], Scope, Span], p.Block]


class Decisions:
    """`block` checks the lines that an answer stands for."""

    def __init__(self, expressions: Expressions, block: Blocks) -> None:
        self.context = expressions.context
        self.expressions = expressions
        self.block = block

    def choose(self, node: tree.Choose, scope: Scope) -> tuple[p.Stmt | None, Scope]:
        chance = isinstance(node.who, tree.Name) and node.who.text == "chance" and "chance" not in scope.locals
        who = None if chance else self._chooser(node, scope)
        alternatives = []
        after = scope
        for written in node.alternatives:
            inner, picks = scope, []
            word = written.word.text if written.word is not None else ""
            for place, pick in enumerate(written.picks):
                self.context.to_come = {later.name.text for later in written.picks[place:]}
                self.context.each_to_come = pick.name.text
                source = self._offered(pick, node, inner)
                self.context.to_come, self.context.each_to_come = set(), None
                local = self.context.local(pick.name, self.expressions.element(source), inner)
                inner = inner.binding(local)
                picks.append(ps.Pick(local, source))
            if written.word is None:
                self._word_by_itself(picks[0])
            if len(picks) > 2:
                help_ = "ask for the others in a second `chooses`"
                self.context.report(codes.OUT_OF_PLACE, written.span, "a move picks at most two things", help_)
            condition = None
            if written.condition is not None:
                self.context.picked = picks[-1].local.name if picks else None
                condition = self.expressions.demand(written.condition, inner, ty.FLAG)
                self.context.picked = None
            body = self.block(written.body.lines, inner, written.body.span) if written.body is not None else None
            alternatives.append(ps.Alternative(word, tuple(picks), condition, body, written.last_resort, written.span))
            if not node.menu:
                after = inner
        words = [a.word for a in alternatives if a.word]
        for word in sorted({w for w in words if words.count(w) > 1}):
            self.context.report(codes.DUPLICATE_NAME, node.name.span, f"the word `{word}` appears twice in this choice")
        first_body = node.alternatives[0].body if node.menu else None
        cited = citations_of(node, scope, first_body)
        told = self._told(node, chance, scope)
        return ps.Choose(node.span, cited, who, node.secretly, told, node.name.text, tuple(alternatives)), after

    def _chooser(self, node: tree.Choose, scope: Scope) -> p.Expr:
        if isinstance(node.who, tree.Name) and node.who.text in EVERYBODY and not self.context.has(node.who, scope):
            message, help_ = f"`{node.who.text}` is not declared", line_hints.each_chooses(node, "seats", scope)
            self.context.report(codes.UNKNOWN_NAME, node.who.span, message, help_)
            return self.expressions.anything(node.who.span)
        who = self.expressions.check(node.who, scope, ty.SEAT)
        if who.type.is_collection and who.type.of == ty.SEAT:
            help_ = line_hints.each_chooses(node, who.span.words, scope)
            return self.expressions.wrong(who.span, f"`{hints.short(who.span)}` is {ty.a(who.type)}, not a seat", help_)
        return self.expressions.fit(who, ty.SEAT)

    def _offered(self, pick: tree.Pick, node: tree.Choose, scope: Scope) -> p.Expr:
        """What is picked from; `hand of s or pass` are two alternatives."""
        if (joined := line_hints.joined_picks(pick)) is not None and not self.context.has(joined[0], scope):
            return self.expressions.wrong(pick.source.span, "two picks need a comma between them, not `and`", joined[1])
        if not isinstance(pick.source, tree.Binary) or pick.source.operator != "or":
            return self.expressions.collection(pick.source, scope)
        help_ = line_hints.several_offered(pick, pick.source, node)
        return self.expressions.wrong(pick.source.span, "`or` joins conditions, not choices", help_)

    def _told(self, node: tree.Choose, chance: bool, scope: Scope) -> p.Expr | None:
        if node.told is None:
            return None
        if not (chance and node.secretly):
            message = "only a secret choice of chance can be `for` a seat, the only one that is told"
            self.context.report(codes.OUT_OF_PLACE, node.told.span, message, "write `chance secretly chooses … for s`")
            return None
        return self.expressions.demand(node.told, scope, ty.SEAT)

    def _word_by_itself(self, pick: ps.Pick) -> None:
        kind = pick.local.type
        if kind.name not in ("suit", "rank", *self.context.program.kinds) and kind != ty.ANY:
            help_ = f"write a word before `{pick.local.name}`"
            message = f"only suits, ranks and entries are words by themselves, and `{pick.local.name}` is a {kind}"
            self.context.report(codes.WRONG_TYPE, pick.local.span, message, help_)
