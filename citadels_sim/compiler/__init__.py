"""How rules, bots and kernels are compiled, kept on disk, and called.

What declares compiled code does without Numba: `decorators`, `types`, `lazy`, `entry_points` and `function_tables`. `cache` and `cache_key`
keep it, `native` loads and calls it. All that imports Numba is in `backend`, whose ``__init__`` is the only door.

`backend` replaces some places inside Numba. It was seen to work with Numba 0.68.1 (``constraints.txt``); ``pyproject.toml`` has the bounds.
Where a place is missing, none of the patches applies: `patches` warns, and ``citadels bench`` names the place. A patch is kept only if it
alone is worth 5 % of the games or of a first compilation, needs no upkeep by hand, and cannot change what code means. What each is
worth, and what went, is in ``docs/speed.md``.

=================  ==============================================  ================================================================
module             what is used or replaced                        why
=================  ==============================================  ================================================================
backend.parts      option ``_nrt=False``                           rules allocate nothing: no reference counts
backend.parts      ``get_call_template`` of rules of ours          no variants for constants or widths of integers
backend.parts      a compiler of fewer passes (public, as such)    half of Numba's do nothing for a rule
backend.linking    ``CPUCodeLibrary.finalize``                     parts stay intermediate code, linked once
backend.linking    ``create_cpython_wrapper``, ``_cfunc_wrapper``  the same: no program of its own for a part
backend.linking    ``get_executable``                              the same, and environments of parts are set
backend.linking    ``_optimize_functions``: none for a part        the entry point is optimised as a whole
backend.linking    ``_optimize_final_module``: one round           no reference counts to remove
backend.linking    ``_finalize_final_module``, ``_tm``             an entry point becomes an object file, no more
backend.linking    ``call_function``                               results are not zeroed before they are there
backend.linking    ``get_call_type`` of functions and operators    each signature is looked for once
backend.linking    LLVM option ``-min-jump-table-entries``         comparisons are predicted better than jumps
backend.modules    linkage and names of linked functions           LLVM sees that nobody else calls them
backend.modules    attribute ``cold`` of cold rules                hot code stays together
backend.compiling  ``_numba_type_``, ``FunctionValue``, templates  a warm start needs no Numba (`lazy`, `native`)
=================  ==============================================  ================================================================
"""
