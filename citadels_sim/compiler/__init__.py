"""What touches Numba: decorators, linking of compiled parts, function tables, the cache and its key, and machine code without Numba.

Everything that depends on the inside of Numba or LLVM is in this package. It was seen to work with Numba 0.68.1 (``constraints.txt``);
``pyproject.toml`` has the bounds. Where a place that `linking` replaces is missing, none of its patches applies: `patches` warns, and
``citadels bench`` names the place. The figures are those that the commits and comments of each change give, measured on different days and
machines: games of ``classic-2000`` with four ``builder``, or the time of a first compilation; the time of a warm run of 4,000 of them is
a multiple of that of ``import numpy, polars, numba``.

===============  ==============================================  ==============================================  ==========================
module           what is used or replaced                        why                                             measured
===============  ==============================================  ==============================================  ==========================
lazy             option ``_nrt=False``                           rules allocate nothing: no reference counts     17,000 -> 40,000 games/s
lazy             ``get_call_template`` of `typed` rules          one signature for all widths of integers        cold compile 24 -> 21 s
lazy             ``get_call_template`` of other rules of ours    no variants for constants or integer widths     a first run, CPU -12 %
linking          ``CPUCodeLibrary.finalize``                     parts stay intermediate code, linked once       cold compile 55 -> 23 s
linking          ``create_cpython_wrapper``, ``_cfunc_wrapper``  the same: no program of its own for a part      (with the one above)
linking          ``get_executable``                              the same, and environments of parts are set     (with the one above)
linking          ``Record.__repr__``                             the text of a record type is kept               cold 51, 43 -> 36, 38 s
modules          linkage and names of linked functions           LLVM sees that nobody else calls them           33,400 -> 37,200 games/s
modules          ``_final_module`` of parts, two by two          LLVM reads all of what it links to              the rules, CPU -4 %
linking          ``_optimize_final_module``: one round           no reference counts to remove                   40,400 -> 42,300 games/s
linking          ``_optimize_functions``: none for a part        the entry point is optimised as a whole         8 entry points, CPU -6 %
linking          ``get_call_type`` of functions and operators    each signature is looked for once               the same, CPU -9 %
linking          a compiler of fewer passes (public, as such)    half of Numba's do nothing for a rule           the same, CPU -11, -4 %
linking          ``refresh`` of both contexts                    only after a declaration                        the rules, CPU -6 %
linking          ``get_abi_sizeof``                              each type is measured once                      (with the one below)
linking          ``post_lowering``                               LLVM is told how often branches are taken       7 % more games
compiling        ``_cblist`` of LLVM's lock                      no events of each call of LLVM                  the rules, CPU -5 %
modules          none: a second function for compiled callers    they get numbers in registers                   1.5 % more games
modules          ``_get_host_cpu_name``, ``_cpu_features``       code is loaded together with its constants      2 % more games
linking          attribute ``cold`` of cold rules                hot code stays together                         30,067 -> 32,208 games/s
linking          LLVM option ``-min-jump-table-entries``         comparisons are predicted better than jumps     7 % more games
linking          ``fix_integer_index``, ``call_function``        no negative indices, results not zeroed         6 % of the instructions
linking          ``_finalize_final_module``, ``_tm``             an entry point becomes an object file, no more  (with the one below)
compiling        ``_numba_type_``, ``FunctionValue``, templates  a warm start needs no Numba (`lazy`, `native`)  a run of 4,000: 4.1 -> 2.0
function_tables  intrinsics of `keeper`                          the bot of a seat is read from memory           5 % more games
===============  ==============================================  ==============================================  ==========================
"""
