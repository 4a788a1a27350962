"""What rules add up for a seat from pieces that name it, as all that somebody owes.

So it is with `rule debt(s: seat) = sum of owed over (open where debtor is s)`, where all see what lies in `open`.
"""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.records import by_value


@by_value
class SumBySeat:
    """The rule of this name sums up the field `of` of the pieces in `zone` whose field `by` is the seat."""

    rule: str
    zone: str
    by: str
    of: str


def sums_by_seat(program: p.Program) -> Iterator[SumBySeat]:
    """Those of a program, as they are in force whatever is answered."""
    for rule in program.rules:
        match rule.possible:
            case [
                p.Version(
                    parameters=(seat,),
                    value=pe.Fold(
                        operation="sum",
                        local=summed,
                        source=pe.Filter(
                            local=sought,
                            source=pe.GetZone(zone=zone, index=None),
                            condition=pe.Op(
                                name="is",
                                arguments=(pe.GetState(state=by, index=pe.Load(local=found)), pe.Load(local=asked)),
                            ),
                            preferring=False,
                        ),
                        value=pe.GetState(state=of, index=pe.Load(local=counted)),
                    ),
                )
            ] if seat.type.name == "seat" and zone.seen_by == "all":
                if asked is seat and found is sought and counted is summed:
                    yield SumBySeat(rule.name, zone.name, by.name, of.name)


__all__ = ["SumBySeat", "sums_by_seat"]
