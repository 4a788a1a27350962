"""Files replaced in one step, so that an interruption leaves the old one or the new one, never half of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Makes `parts` the text of the file; a link goes on leading to it, and its rights stay as they were."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.writelines(parts)
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            Path(temporary).chmod(0o666 & ~_mask())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mask() -> int:
    """The rights that this user keeps from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
