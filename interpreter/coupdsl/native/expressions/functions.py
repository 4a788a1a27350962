"""Rules that are worked out, each a function of the module; those known before play are constants."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.language.records import by_value
from coupdsl.language.types import Type, set_of
from coupdsl.native.constants import Constants
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.emitter import Emitter, aggregate
from coupdsl.native.memory.held import Held, Listing, Ratio, form, word

SHORT_RULE = 90  # instructions of rules that are written out wherever they are asked for


@by_value
class Written:
    name: str
    may_fail: bool


class Functions:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.module = compiler.module
        self.made: dict[tuple[x.Function, Type], Written] = {}

    def call(self, rule: x.Function, arguments: list[Held], scope: Scope) -> Held:
        """The value of a rule."""
        if isinstance(rule.body, x.Fixed):
            return self.compiler.fixed(rule.body.value, rule.type)
        if rule.table is not None and form(rule.type) in ("number", "flag", "set") and isinstance(arguments[0], str):
            return self.module.look_up(scope.f, [int(value) for value in rule.table], arguments[0], rule.type)
        return self._called(rule, rule.type, arguments, scope)

    def call_as_set(self, expr: x.Call, scope: Scope) -> str:
        """What is in the list that a rule gives."""
        kinds, value = expr.function.types, self.compiler.value
        arguments = [value(argument, kind, scope) for argument, kind in zip(expr.arguments, kinds, strict=True)]
        assert expr.type.of is not None
        found = self._called(expr.function, set_of(expr.type.of), arguments, scope)
        assert isinstance(found, str)
        return found

    def _called(self, rule: x.Function, kind: Type, arguments: list[Held], scope: Scope) -> Held:
        """Calls the function of a rule that gives its value as one of type `kind`."""
        f, module = scope.f, self.module
        written = self.made.get((rule, kind)) or self._write(rule, kind)
        given = ["ptr %s"]
        for argument, wanted in zip(arguments, rule.types, strict=True):
            given += _given(argument, wanted, module)
        if form(kind) == "list":
            room = module.new_list(f, kind)
            given.append(f"ptr {room.place}")
        parts = f.call(written.name, given, [*_kinds(kind, module), *["i1"] * written.may_fail])
        if written.may_fail:
            f.fail_if(parts.pop())
        return room if form(kind) == "list" else Ratio(*parts) if form(kind) == "ratio" else parts[0]

    def _write(self, rule: x.Function, kind: Type) -> Written:
        module = self.module
        parameters, names = ["ptr %s"], {}
        for number, (parameter, wanted) in enumerate(zip(rule.parameters, rule.types, strict=True)):
            value = _parameter(f"%p{number}", wanted, module)
            parameters += _given(value, wanted, module)
            names[parameter] = value
        name = f"@rule{len(self.made)}"
        if form(kind) == "list":
            parameters.append("ptr %out")
        f = module.function("")
        self.made[rule, kind] = Written(name, True)  # the numbers of functions are their own
        parts = self._parts(f, self.compiler.value(rule.body, kind, Scope(f, names)))
        kinds = _kinds(kind, module)
        written = self.made[rule, kind] = Written(name, f.fails is not None)
        if written.may_fail:  # as one more value: a function that writes nothing is quicker to call
            kinds.append("i1")
            parts.append("false")
        f.give(list(zip(kinds, parts, strict=True)))
        f.close_failed(lambda: f.give([*((kind, "poison") for kind in kinds[:-1]), ("i1", "true")]))
        f.signature = f"; {rule.name}\ndefine internal {aggregate(kinds)} {name}({', '.join(parameters)})"
        if len(f.lines) <= SHORT_RULE:
            f.signature += " alwaysinline"
        module.functions.append(f.text())
        return written

    def _parts(self, f: Emitter, value: Held) -> list[str]:
        """The words of a value; the members of a list are written where the caller has room."""
        if isinstance(value, Listing):
            self.module.memory.copy_list(f, value, "%out", value.size)
            return []
        return list(value) if isinstance(value, Ratio) else [value]


def _kinds(kind: Type, module: Constants) -> list[str]:
    """The kinds of the words in which a function gives a value."""
    found = form(kind)
    return [] if found == "list" else ["i64", "i64"] if found == "ratio" else [word(kind, module.offsets)]


def _parameter(name: str, kind: Type, module: Constants) -> Held:
    found = form(kind)
    if found == "list":
        return Listing(name, module.offsets.element(kind.of), module.offsets.list_size(kind.of))
    return Ratio(f"{name}o", f"{name}u") if found == "ratio" else name


def _given(value: Held, kind: Type, module: Constants) -> list[str]:
    """A value as arguments of a call are written."""
    if isinstance(value, Listing):
        return [f"ptr {value.place}"]
    if isinstance(value, Ratio):
        return [f"i64 {part}" for part in value]
    return [f"{word(kind, module.offsets)} {value}"]
