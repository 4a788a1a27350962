"""From LLVM assembly to code in memory, by llvmlite. Code is for any processor of the machine's family."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

QUICK, CAREFUL = 0, 2
# JITLink lays code and constants side by side, so that each finds the other from where it stands. Elsewhere they may
# lie far apart.
SIDE_BY_SIDE = sys.platform != "win32"


class Compiled:
    """The functions of a module, ready to be called; they live as long as this does.

    `QUICK` code is there at once and runs a few times slower than `CAREFUL` code, which takes seconds for a large game.
    """

    def __init__(self, text: str, speed: int) -> None:
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
        builder = llvm.JITLibraryBuilder().add_object_img(machine.emit_object(module)).add_current_process()
        for function in module.functions:
            if function.linkage.name == "external" and not function.is_declaration:
                builder.export_symbol(function.name)
        self._linker = llvm.create_lljit_compiler(_machine(speed), use_jit_link=SIDE_BY_SIDE)
        self._library = builder.link(self._linker, "rules")

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *arguments)(self._library[name])


def _machine(speed: int) -> Any:
    near = {"reloc": "pic", "codemodel": "small"} if SIDE_BY_SIDE else {"codemodel": "large"}
    return llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=speed, **near)
