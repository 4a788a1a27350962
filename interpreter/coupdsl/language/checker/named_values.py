"""The values that have names of their own: suits, ranks, cells, words, reasons, entries and accounts."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.source import Span
from coupdsl.language.types import Type


class NamedValues:
    def __init__(self, context: Context) -> None:
        self.context = context

    def find(self, name: str, wanted: Type, scope: Scope, span: Span) -> p.Expr | None:
        """The value of type `wanted` called `name`, such as a suit, an entry or a reason."""
        program = self.context.program
        if wanted.name in ("suit", "rank"):
            for face in program.suits if wanted.name == "suit" else program.ranks:
                if face.name == name:
                    self.context.use(face)
                    return pe.Const(face.type, span, face.index)
        elif wanted.name == "cell" and program.grid is not None and name in program.grid.names():
            return pe.Const(ty.CELL, span, program.grid.names().index(name))
        elif wanted.name == "word" and name in wanted.words:
            return pe.Const(wanted.definite, span, wanted.words.index(name))
        elif wanted.name == "reason" and not self._holds_a_reason(name, scope):
            if name not in program.reasons:
                program.reasons.append(name)
            return pe.Const(ty.REASON, span, program.reasons.index(name))
        elif wanted.name in program.kinds:
            for entry in program.kinds[wanted.name].entries:
                if entry.name == name and (entry.parent is None or entry.parent is scope.entry):
                    self.context.use(entry)
                    return pe.Const(entry.kind.type, span, entry.index)
        elif wanted.name == "party":
            account = self.context.program.names.get(name)
            if isinstance(account, p.Account) and not account.per_seat:
                self.context.find(name, scope, span)
                return pe.Op(ty.PARTY, span, "account", (pe.Const(ty.NUMBER, span, account),))
        return None

    def _holds_a_reason(self, name: str, scope: Scope) -> bool:
        """Is it declared as something that can be asked for by its name alone? Any other word is a reason itself."""
        own = scope.kind.members.get(name) if scope.kind is not None else None
        declared = own if own is not None else self.context.peek(name, scope)
        if isinstance(declared, p.State):
            return declared.per is None and declared.type.definite == ty.REASON
        if not isinstance(declared, p.Rule) or declared.parameter_types or declared.acts:
            return False
        self.context.settle(declared, declared.span)
        return declared.type.definite == ty.REASON

    def names(self, wanted: Type | None) -> list[str]:
        """The words of a type, for suggestions."""
        wanted = wanted.of if wanted is not None and wanted.is_collection else wanted
        if wanted is None:
            return []
        program = self.context.program
        if wanted.name in ("suit", "rank"):
            return [face.name for face in (program.suits if wanted.name == "suit" else program.ranks)]
        if wanted.name == "party":
            return [account.name for account in program.accounts if not account.per_seat]
        if wanted.name in program.kinds:
            return [entry.name for entry in program.kinds[wanted.name].entries]
        if wanted.name == "cell" and program.grid is not None:
            return program.grid.names()
        return list(wanted.words)
