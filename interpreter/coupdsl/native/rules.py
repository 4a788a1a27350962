"""Rules that are worked out, each a function of the module; those known before play are constants."""

from __future__ import annotations

from dataclasses import dataclass

from coupdsl.engine.closures import Fixed
from coupdsl.language import program as p
from coupdsl.language.types import Type, set_of
from coupdsl.native.compiler import Compiler
from coupdsl.native.constants import Constants
from coupdsl.native.emitter import Emitter, aggregate
from coupdsl.native.scope import Scope
from coupdsl.native.values import Held, Listing, Ratio, form, word

SHORT_RULE = 90  # instructions of rules that are written out wherever they are asked for


@dataclass(frozen=True)
class Function:
    name: str
    may_fail: bool


class RuleFunctions:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.module = compiler.module
        self.made: dict[tuple[p.Rule, p.Entry | None, Type], Function] = {}

    def call(self, rule: p.Rule, entry: p.Entry | None, arguments: list[Held], scope: Scope) -> Held:
        """The value of `rule` in the name of `entry`."""
        f, evaluator = scope.f, self.module.evaluator
        body = evaluator.body(rule, entry)
        if isinstance(body, Fixed):
            return self.compiler.fixed(body.value, rule.type)
        if len(arguments) == 1 and form(rule.type) in ("number", "flag", "set"):
            version, _ = evaluator.rule(rule, entry)
            table = evaluator.table(rule, entry, evaluator.slot(version.parameters[0], entry), body)
            if table is not None and isinstance(arguments[0], str):
                return self.module.look_up(f, [int(value) for value in table], arguments[0], rule.type)
        return self._called(rule, entry, rule.type, arguments, scope)

    def call_as_set(self, expr: p.Apply, scope: Scope) -> str:
        """What is in the list that a rule gives."""
        kinds, value = expr.rule.parameter_types, self.compiler.value
        arguments = [value(argument, kind, scope) for argument, kind in zip(expr.arguments, kinds, strict=True)]
        assert expr.type.of is not None
        found = self._called(expr.rule, scope.entry, set_of(expr.type.of), arguments, scope)
        assert isinstance(found, str)
        return found

    def _called(self, rule: p.Rule, entry: p.Entry | None, kind: Type, arguments: list[Held], scope: Scope) -> Held:
        """Calls the function of a rule that gives its value as one of type `kind`."""
        f, module = scope.f, self.module
        function = self.made.get((rule, entry, kind)) or self._make(rule, entry, kind)
        given = ["ptr %s"]
        for argument, wanted in zip(arguments, rule.parameter_types, strict=True):
            given += _given(argument, wanted, module)
        if form(kind) == "list":
            room = module.new_list(f, kind)
            given.append(f"ptr {room.place}")
        parts = f.call(function.name, given, [*_kinds(kind, module), *["i1"] * function.may_fail])
        if function.may_fail:
            f.fail_if(parts.pop())
        return room if form(kind) == "list" else Ratio(*parts) if form(kind) == "ratio" else parts[0]

    def _make(self, rule: p.Rule, entry: p.Entry | None, kind: Type) -> Function:
        module = self.module
        version, _ = module.evaluator.rule(rule, entry)
        assert version.value is not None
        parameters, names = ["ptr %s"], {}
        for number, (local, wanted) in enumerate(zip(version.parameters, rule.parameter_types, strict=True)):
            value = _parameter(f"%p{number}", wanted, module)
            parameters += _given(value, wanted, module)
            names[local] = value
        name = f"@rule{len(self.made)}"
        if form(kind) == "list":
            parameters.append("ptr %out")
        called = rule.name if entry is None else f"{rule.name} of {entry.path}"
        f = module.function("")
        self.made[rule, entry, kind] = Function(name, True)  # the numbers of functions are their own
        parts = self._parts(f, self.compiler.value(version.value, kind, Scope(f, entry, names)))
        kinds = _kinds(kind, module)
        function = self.made[rule, entry, kind] = Function(name, f.fails is not None)
        if function.may_fail:  # as one more value: a function that writes nothing is quicker to call
            kinds.append("i1")
            parts.append("false")
        f.give(list(zip(kinds, parts, strict=True)))
        f.close_failed(lambda: f.give([*((kind, "poison") for kind in kinds[:-1]), ("i1", "true")]))
        f.signature = f"; {called}\ndefine internal {aggregate(kinds)} {name}({', '.join(parameters)})"
        if len(f.lines) <= SHORT_RULE:
            f.signature += " alwaysinline"
        module.functions.append(f.text())
        return function

    def _parts(self, f: Emitter, value: Held) -> list[str]:
        """The words of a value; the members of a list are written where the caller has room."""
        if isinstance(value, Listing):
            self.module.memory.copy_list(f, value, "%out", value.size)
            return []
        return list(value) if isinstance(value, Ratio) else [value]


def _kinds(kind: Type, module: Constants) -> list[str]:
    """The kinds of the words in which a function gives a value."""
    found = form(kind)
    return [] if found == "list" else ["i64", "i64"] if found == "ratio" else [word(kind, module.shapes)]


def _parameter(name: str, kind: Type, module: Constants) -> Held:
    found = form(kind)
    if found == "list":
        return Listing(name, module.shapes.element(kind.of), module.shapes.list_size(kind.of))
    return Ratio(f"{name}o", f"{name}u") if found == "ratio" else name


def _given(value: Held, kind: Type, module: Constants) -> list[str]:
    """A value as arguments of a call are written."""
    if isinstance(value, Listing):
        return [f"ptr {value.place}"]
    if isinstance(value, Ratio):
        return [f"i64 {part}" for part in value]
    return [f"{word(kind, module.shapes)} {value}"]
