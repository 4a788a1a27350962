"""From LLVM assembly to code in memory, by llvmlite. Code is for processors like this machine's."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeVar

import llvmlite.binding as llvm  # type: ignore[import-untyped]

T = TypeVar("T")
QUICK, CAREFUL = 0, 2
# JITLink lays code and constants side by side, so that each finds the other from where it stands. Elsewhere they may
# lie far apart.
SIDE_BY_SIDE = sys.platform != "win32"
DEPOSITS = "+bmi2"  # an instruction that lays the bits of one word where another has some
USEFUL = ("bmi", "bmi2", "popcnt")
SLOW = ("bdver4", "znver1", "znver2")  # processors on which the useful are slower than without them


def object_code(text: str, speed: int) -> tuple[bytes, list[str]]:
    """What the processor runs, and the functions of it that can be called from outside.

    `QUICK` code is there at once and runs a few times slower than `CAREFUL` code, which takes seconds for a large game.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = _machine(speed)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    if speed > QUICK:
        options = llvm.create_pipeline_tuning_options(speed_level=speed)
        options.loop_vectorization = options.slp_vectorization = False
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
    outside = [f.name for f in module.functions if f.linkage.name == "external" and not f.is_declaration]
    return machine.emit_object(module), outside


def heeding(work: Callable[[], T]) -> T:
    """What `work` gives, done by a thread: LLVM hears nobody, and who waits for it hears Ctrl-C and leaves it alone."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    done: SimpleQueue[tuple[T, None] | tuple[None, BaseException]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    found, error = done.get()
    if error is not None:
        raise error
    return found  # type: ignore[return-value]


class Compiled:
    """The functions of a module, ready to be called; they live as long as this does."""

    def __init__(self, code: bytes, names: list[str]) -> None:
        llvm.initialize_native_target()
        builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        self.code, self.names = code, names
        for name in names:
            builder.export_symbol(name)
        self._linker = llvm.create_lljit_compiler(_machine(QUICK), use_jit_link=SIDE_BY_SIDE)
        self._library = builder.link(self._linker, "rules")

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))

    def address(self, name: str) -> int:
        """Where a function lies, for other machine code to call it, as long as this lives."""
        return int(self._library[name])


@cache
def processor() -> str:
    """What this machine's processor can do beyond all of its family, as LLVM names it; empty for nothing of use."""
    if not llvm.get_default_triple().startswith("x86_64") or llvm.get_host_cpu_name() in SLOW:
        return ""
    there = llvm.get_host_cpu_features()
    return ",".join(f"+{name}" for name in USEFUL) if all(there.get(name) for name in USEFUL) else ""


def _machine(speed: int) -> Any:
    near = {"reloc": "pic", "codemodel": "small"} if SIDE_BY_SIDE else {"codemodel": "large"}
    return llvm.Target.from_default_triple().create_target_machine(cpu="", features=processor(), opt=speed, **near)


def end_with_parent() -> None:
    """This process is gone as soon as its parent is, or is interrupted."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # the signal for when the parent has ended
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _as_a_process() -> None:
    """Reads LLVM assembly and writes its object code, made with care."""
    end_with_parent()
    sys.stdout.buffer.write(object_code(sys.stdin.buffer.read().decode(), CAREFUL)[0])


if __name__ == "__main__":
    _as_a_process()
