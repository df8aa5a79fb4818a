"""The wheel holds all that the package needs, so that it works in any folder without the checkout; the sdist all that makes the wheel."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from citadels_sim import __version__

ROOT = Path(__file__).resolve().parents[1]


def build(kind: str, source: Path, target: Path) -> Path:
    """Build the wheel or the sdist of a source tree; return the file."""
    code = f"from hatchling.build import build_{kind}; print(build_{kind}({str(target)!r}))"
    built = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return target / built.stdout.split()[-1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as its wheel installs it."""
    target = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(build("wheel", ROOT, target)) as wheel:
        wheel.extractall(target / "site")
    return target / "site"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source tree of the sdist."""
    target = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build("sdist", ROOT, target)) as archive:
        archive.extractall(target, filter="data")
    return next(path for path in target.iterdir() if path.is_dir())


def answer(installed: Path, folder: Path, code: str) -> str:
    """What a program prints that finds the installed package before any other, run in a foreign folder."""
    program = f"import sys; sys.path.insert(0, {str(installed)!r}); {code}"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_package_in_the_wheel_is_the_one_that_is_tried(installed: Path, tmp_path: Path) -> None:
    assert answer(installed, tmp_path, "import citadels_sim; print(citadels_sim.__file__)").startswith(str(installed))


def test_every_file_of_the_package_is_in_the_wheel(installed: Path) -> None:
    def files(folder: Path) -> set[str]:
        result = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        return {str(path) for path in result if "__pycache__" not in path.parts and path.parts[0] != "configs"}

    assert files(installed / "citadels_sim") == files(ROOT / "citadels_sim")


def test_every_config_is_in_the_wheel_as_it_is(installed: Path) -> None:
    def contents(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.toml")}

    packaged = contents(installed / "citadels_sim" / "configs")
    assert packaged
    assert packaged == contents(ROOT / "configs")


def test_the_tests_and_scripts_stay_out_of_the_wheel(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {"citadels_sim"}


def test_a_packaged_variant_is_found_by_name_in_any_folder(installed: Path, tmp_path: Path) -> None:
    code = "import citadels_sim as cs; print(cs.load_variant('classic-2000').name)"
    assert answer(installed, tmp_path, code) == "classic-2000"


def test_the_command_of_the_wheel_works_in_any_folder(installed: Path, tmp_path: Path) -> None:
    code = "from citadels_sim.cli.main import main; sys.exit(main(['variants', 'list', '--json']))"
    assert "classic-2000" in answer(installed, tmp_path, code)


def test_a_packaged_experiment_is_found_by_name_in_any_folder(installed: Path, tmp_path: Path) -> None:
    code = "from citadels_sim.cli.main import main; sys.exit(main(['experiments', 'show', 'bots', '--json']))"
    assert '"name": "bots"' in answer(installed, tmp_path, code)


def names(folder: Path) -> set[str]:
    """The files below a folder, without what Python and this test leave there."""
    result = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {str(path) for path in result if "__pycache__" not in path.parts}


@pytest.mark.parametrize("folder", ["citadels_sim", "configs", "docs", "reports/examples", "scripts", "tests"])
def test_the_sdist_has_every_file_of(folder: str, unpacked: Path) -> None:
    assert names(unpacked / folder) == names(ROOT / folder)


def test_the_sdist_has_the_pages_and_the_pins(unpacked: Path) -> None:
    expected = {path.name for path in ROOT.glob("*.md")} | {"LICENSE", "CITATION.cff", "constraints.txt", "pyproject.toml"}
    assert expected <= {path.name for path in unpacked.iterdir()}


def test_the_sdist_builds_the_same_wheel(installed: Path, unpacked: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", unpacked, tmp_path)) as wheel:
        wheel.extractall(tmp_path / "site")
    assert names(tmp_path / "site") == names(installed)


def test_the_citation_is_of_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {__version__}" in lines
    assert "license: MIT" in lines
