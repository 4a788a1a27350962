"""How the tests call the program, and the small games they give it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from coupdsl.commands.main import app

ROOT = Path(__file__).resolve().parents[2]
INTERPRETER = ROOT / "interpreter"
GOOD = """edition 1
game small {
  seats [2]
  account cash per seat = 100
  account bank = 0
  kind job as jobs {
    wage: amount
    hard: flag = false
  }
  job cook = 10
  state turns: number = 0
  option a.b = yes | no
  repeat x 3 times {
    first of seats chooses go {
      on { turns := turns + 1 }
      off j from jobs { first of seats pays wage of j to bank for fee }
    }
  }
  if a.b is no and hard of cook { turns := 0 }
  finish by cash, turns
  limit 5 moves { finish by 0 }
}
"""
WRONG = "edition 1\ngame small {\n  seats [2]\n  let a = nobody\n  finish by 0\n  limit 5 moves { finish by 0 }\n}\n"


def called(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


def process(*words: object, code: str | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    code = code or "from coupdsl.commands.main import main; main()"
    env = {**os.environ, "PYTHONPATH": str(INTERPRETER), **more}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, env=env, cwd=ROOT, check=False
    )


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
