"""How .yaml files are laid out, by example: what was written, and what comes of it."""

from __future__ import annotations

from coupdsl.language.source import Source
from coupdsl.rulesets.laid_out import formatted


def laid_out(text: str) -> str:
    result, problems = formatted(Source("some.yaml", text), True)
    assert problems == []
    assert formatted(Source("some.yaml", result), True) == (result, [])
    return result


def test_levels_are_two_blanks_deep() -> None:
    assert laid_out(
        "a:\n    b:\n         - c\n         -    d: 1\n              e: 2\n         - - f\n           - g"
    ) == ("a:\n  b:\n    - c\n    - d: 1\n      e: 2\n    - - f\n      - g\n")


def test_a_value_on_a_line_of_its_own_stands_deeper() -> None:
    assert laid_out("a:\n      b:\n       1\n") == "a:\n  b:\n    1\n"


def test_a_list_stands_deeper_than_its_key() -> None:
    assert laid_out("a:\n- b\n# of the list\n- c: 1\n  d:\n  - 2\n# of g\ng: [1]\n") == (
        "a:\n  - b\n  # of the list\n  - c: 1\n    d:\n      - 2\n# of g\ng: [1]\n"
    )


def test_blanks_around_signs() -> None:
    assert laid_out("a :   1\nb:  { c : d ,e: [ 1,2 , 3 ] , 'f':g}\nh: {i: , j: }\n") == (
        "a: 1\nb: {c: d, e: [1, 2, 3], 'f': g}\nh: {i: , j: }\n"
    )


def test_lists_in_brackets_may_go_on() -> None:
    assert (
        laid_out("a:\n  b: [\n1,\n 2\n]\n  c: {d: 1,\n e: 2}")
        == "a:\n  b: [\n    1,\n    2\n  ]\n  c: {d: 1,\n    e: 2}\n"
    )


def test_texts_in_quotes_stand_in_one_column() -> None:
    assert laid_out('a:\n  b: "1"\n  long: \'2\'\n  longer: 3\n  longest:\n    ask: "4"') == (
        'a:\n  b:    "1"\n  long: \'2\'\n  longer: 3\n  longest:\n    ask: "4"\n'
    )


def test_values_of_several_lines_keep_what_they_say() -> None:
    assert laid_out(
        'a:\n      b: |\n         one\n           two\n\n\n      c: three\n          four\n      d: "5\n        6"'
    ) == ('a:\n  b: |\n    one\n      two\n\n  c: three\n    four\n  d: "5\n    6"\n')
    assert laid_out("a:\n     b: |+\n       one\n\n     c: |2\n         two\n") == (
        "a:\n  b: |+\n    one\n\n  c: |2\n      two\n"
    )


def test_a_value_of_several_lines_may_be_followed() -> None:
    assert laid_out("a: {b: one\n     two , c: 3} # d\n") == f"a: {{b: one\n{'    two, c: 3}':<43}# d\n"


def test_comments_stand_where_they_were_written() -> None:
    assert laid_out("# top\na:   # head\n    # first\n    b: 1\n    # last of a\n# of c\nc: 2\n  # end") == (
        f"# top\n{'a:':<43}# head\n  # first\n  b: 1\n  # last of a\n# of c\nc: 2\n# end\n"
    )
    empty = "a:\n  # of a\n\n  # of a too\n# of b\nb:\n  c:\n    # of c\n  # of b\n"
    assert laid_out(empty) == empty
    assert laid_out("a:\n    b: 1\n    # last") == "a:\n  b: 1\n  # last\n"
    long = "a: " + "b" * 60
    assert laid_out(f"{long} # c") == f"{long}    # c\n"


def test_lines_end_as_the_first_one_does() -> None:
    assert laid_out("a:  1\r\nb: 2\n") == "a: 1\r\nb: 2\r\n"


def test_what_cannot_be_read_stays() -> None:
    text, problems = formatted(Source("some.yaml", "a:  [1\n"), True)
    assert text == "a:  [1\n"
    assert problems
