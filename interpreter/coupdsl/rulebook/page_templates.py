"""How pages are made of templates: all text in them is escaped, and what a template asks for has to be there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def page_templates(folder: Path, finalize: Callable[[object], object] | None = None) -> Environment:
    """The templates of a folder; `finalize` changes whatever is put into one."""
    return Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=finalize,
    )  # fmt: skip


__all__ = ["page_templates"]
