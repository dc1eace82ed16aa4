"""How Numba compiles a function that only ever becomes part of others.

Left alone, it optimises every function with all that it calls, and makes machine code of it: for one that nobody calls
from Python that is done for nothing, as all of it is done again for each of its callers.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Part(JITCodeLibrary):
    """Code that is optimised, and made machine code of, in its callers."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is none to call it by."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Its callers have the globals that Python's objects would be reached by, and kernels reach for none."""


class Inlined(Compiler):
    def define_pipelines(self) -> Any:
        self.state.library = _Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()
