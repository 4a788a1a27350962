"""Data classes whose methods are made when one of them is first called."""

from __future__ import annotations

from copy import copy
from dataclasses import field, fields, replace
from typing import ClassVar

import pytest

from coupdsl.language.records import by_value, entity, record


@record
class Animal:
    name: str
    legs: int = 4
    young: list[str] = field(default_factory=list)
    kinds: ClassVar[int] = 2


@record
class Bird(Animal):
    wings: int = 2


class Owl(Bird):
    """No record itself."""


@by_value
class Nest:
    place: str
    eggs: tuple[int, ...] = ()
    note: str = field(default="", repr=False)


@entity
class Flock:
    birds: int
    says: str = ""

    def __repr__(self) -> str:
        return "a flock"


def test_a_record_takes_its_fields_and_those_above_it() -> None:
    assert [one.name for one in fields(Bird)] == ["name", "legs", "young", "wings"]
    assert vars(Owl("tawny", wings=3)) == {"name": "tawny", "legs": 4, "young": [], "wings": 3}
    assert vars(Bird("wren", 2)) == {"name": "wren", "legs": 2, "young": [], "wings": 2}
    assert Bird("wren").young is not Bird("wren").young
    with pytest.raises(TypeError):
        Animal()  # type: ignore[call-arg]


def test_a_record_can_be_changed_in_a_copy_and_matched() -> None:
    match replace(Bird("wren"), legs=1):
        case Bird(name, legs, _, wings):
            assert (name, legs, wings) == ("wren", 1, 2)


def test_records_and_entities_are_compared_by_identity() -> None:
    one, other = Animal("cat"), Animal("cat")
    assert one != other and len({one, other}) == 2 and one != copy(one)
    flock = Flock(1)
    flock.says = "whoo"
    assert flock != Flock(1, "whoo") and repr(flock) == "a flock"


def test_values_are_compared_by_what_they_hold() -> None:
    assert Nest("oak", (1,)) == Nest("oak", (1,)) != Nest("oak")
    assert {Nest("oak"): 1}[Nest("oak")] == 1
    assert Nest("oak") != ("oak", (), "")
    assert repr(Nest("oak", note="old")).endswith("Nest(place='oak', eggs=())")


@pytest.mark.parametrize("asked", [repr, hash, lambda one: one == one])
def test_whatever_is_asked_first_of_a_value_is_answered(asked: object) -> None:
    @by_value
    class Egg:
        colour: str

    made = Egg.__new__(Egg)
    made.__dict__["colour"] = "blue"
    assert callable(asked) and asked(made)
    assert made == Egg("blue")
