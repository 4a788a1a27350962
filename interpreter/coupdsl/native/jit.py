"""From LLVM assembly to code in memory, by llvmlite. Code is for any processor of the machine's family."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

QUICK, CAREFUL = 0, 2


class Compiled:
    """The functions of a module, ready to be called; they live as long as this does.

    `QUICK` code is there at once and runs a few times slower than `CAREFUL` code, which takes seconds for a large game.
    """

    def __init__(self, text: str, speed: int) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=speed)
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        if speed > QUICK:
            options = llvm.create_pipeline_tuning_options(speed_level=speed)
            options.loop_vectorization = options.slp_vectorization = False
            passes = llvm.create_pass_builder(machine, options)
            passes.getModulePassManager().run(module, passes)
        self.module = module
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *arguments)(self._engine.get_function_address(name))
