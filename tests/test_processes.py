"""Processes that are started import nothing from the folder that one is in: it may be one that somebody handed over."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.processes import cores, same_modules

PACKAGE = Path(__file__).resolve().parent.parent / "citadels_sim"
STARTS = """
from citadels_sim.processes import ignore_sigint, single_threaded, spawning


def work(lock):
    pass


if __name__ == "__main__":
    context = spawning()
    lock = context.Lock()
    with single_threaded(), ignore_sigint():
        process = context.Process(target=work, args=(lock,))
        process.start()
    process.join()
    raise SystemExit(process.exitcode)
"""
# What multiprocessing imports, or this package, in the first moments of a process.
TRAPS = ("struct", "signal", "runpy", "numpy", "llvmlite", "citadels_sim")


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder with modules that say that they were imported."""
    folder = tmp_path / "handed-over"
    folder.mkdir()
    for name in TRAPS:
        (folder / f"{name}.py").write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'RUN')!r}).touch()\n")
    return folder


def test_a_worker_imports_nothing_from_the_current_folder(trap: Path, tmp_path: Path) -> None:
    (tmp_path / "starts.py").write_text(STARTS)
    subprocess.run([sys.executable, str(tmp_path / "starts.py")], cwd=trap, check=True, timeout=60)
    assert not (tmp_path / "RUN").exists()


@pytest.mark.parametrize("words", [("-c", "import citadels_sim, struct"), ("-m", "citadels_sim", "--version")], ids=["text", "module"])
def test_a_command_that_is_started_imports_nothing_from_the_current_folder(trap: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    subprocess.run([sys.executable, *words], cwd=trap, env=same_modules(), check=True, timeout=60, stdout=subprocess.DEVNULL)
    assert not (tmp_path / "RUN").exists()


def called(tree: ast.AST) -> set[str]:
    """Names by which a file calls what starts processes, apart from those that are given an environment."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    safe = ("same_modules()", '"-SP"')
    names = {"get_context", "Popen", "run", "check_call", "check_output", "system"}
    result = [
        call
        for call in calls
        if call.func.attr in names and ast.unparse(call.func).split(".")[0] in ("multiprocessing", "subprocess", "os")
    ]  # type: ignore[attr-defined]
    return {ast.unparse(call) for call in result if not any(word in ast.unparse(call).replace("'", '"') for word in safe)}


def test_every_process_is_started_in_one_of_these_ways() -> None:
    result = {path.relative_to(PACKAGE).as_posix(): called(ast.parse(path.read_text())) for path in PACKAGE.rglob("*.py")}
    assert {name: calls for name, calls in result.items() if calls} == {"processes.py": {"multiprocessing.get_context('spawn')"}}


@pytest.mark.skipif(cores() < 2, reason="one core has one thread")
@pytest.mark.parametrize("first", ["", "one_thread()"], ids=["the library", "a command"])
def test_a_run_from_python_leaves_the_cores_to_its_workers_although_numpy_was_there_before(first: str) -> None:
    """The threads of NumPy's products otherwise take as many cores as the workers do."""
    program = f"""
import numpy, threadpoolctl
from citadels_sim.processes import one_thread, products_in_one_thread
{first}
def threads(): return {{pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"}}
before = threads()
with products_in_one_thread():
    print(before != {{1}}, threads() == {{1}})
print(threads() == before)
"""
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    played = subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=60, capture_output=True, text=True)
    assert played.stdout.split() == ["True", "True", "True"]
