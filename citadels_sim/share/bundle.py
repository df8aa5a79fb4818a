"""The files of a shared study, and the ZIP file that holds them."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Final

import polars as pl

from citadels_sim import __version__
from citadels_sim.errors import RunError
from citadels_sim.plays.store import FOLDER
from citadels_sim.processes import cores
from citadels_sim.report import Progress, make_report
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.share.bots import FOLDER as BOTS
from citadels_sim.share.bots import bots_to_share
from citadels_sim.share.games import games_to_watch
from citadels_sim.share.page import shared_page
from citadels_sim.share.workbook import workbook
from citadels_sim.study.folder import is_study, read_study, run_folders
from citadels_sim.study.question import Question
from citadels_sim.study.repairs import facts_of
from citadels_sim.text import command_line, visible_line
from citadels_sim.variants import Variant, load_variant, variant_names
from citadels_sim.variants.template import complete_file, toml_text

_STUDY: Final = "study.toml"
_RULES: Final = "rules"
_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Of all files in the archive: the same study gives the same bytes."""


def share_study(
    folder: Path, *, xlsx: bool = False, notify: Callable[[str], None] = lambda _: None, progress: Progress | None = None
) -> tuple[bytes, list[str]]:
    """Put a study into a ZIP file.

    Parameters
    ----------
    folder : pathlib.Path
        Of a study, or of a version of one.
    xlsx : bool
        Whether the tables are there as a workbook, too.
    notify : callable
        Gets a line before a long wait.
    progress : Progress, optional

    Returns
    -------
    archive : bytes
    left_out : list of str
        What is not in it, and why.

    Raises
    ------
    RunError
        If there is no study, or nothing of it was played.
    """
    if not is_study(folder):
        raise RunError(f"{folder}: is not the folder of a study. Give the folder that `citadels study` wrote, such as studies/NAME.")
    question, runs = read_study(folder).question, run_folders(folder)
    if not runs:
        raise RunError(
            f"{folder}: nothing has been played yet. Continue the study first: {command_line(['citadels', 'study', str(folder)])}."
        )
    variants = [load_variant(name) for name in question.variants]
    own = {name: variant for name, variant in zip(question.variants, variants, strict=True) if name not in variant_names()}
    keys = _keys(question, own)
    facts = replace(facts_of(folder), variants=tuple(keys["variants"]))  # what its commands name lies beside the page
    with tempfile.TemporaryDirectory(prefix="citadels-") as place:
        report = make_report(runs, Path(place) / "report", study=facts, workers=cores(), progress=progress)
        files = {str(path.relative_to(report.folder)): path.read_bytes() for path in sorted(report.folder.rglob("*")) if path.is_file()}
        files = {Path(name).as_posix(): data for name, data in files.items()}
    kept = [one for one in runs if read_manifest(one).experiment.kind == "games"]
    games, left_out = games_to_watch(kept, variants[-1].name, notify)
    how = [f"pip install citadels-sim=={__version__}", f"citadels study {_STUDY} --out studies/{question.name}"]
    files["index.html"] = shared_page(files["index.html"].decode(), variants, min(question.players), games, how).encode()
    files |= {f"{_RULES}/{variant.name}.toml": complete_file(variant).encode() for variant in own.values()}
    bots, values, missing = bots_to_share((), folder) if question.learns else bots_to_share(question.bots, folder)
    files |= values
    # A study whose `learner` has not learned yet names no bots: it learns again.
    files[_STUDY] = toml_text(keys | ({"bots": bots} if bots else {})).encode()
    for one in facts.plays:
        files[f"{FOLDER}/{one.variant}-{one.rules[:12]}.json"] = one.model_dump_json(by_alias=True, indent=1).encode()
    left_out = [*report.left_out, *left_out, *missing]
    if xlsx:
        files["tables.xlsx"] = workbook((*report.headlines, *report.findings), _tables(files))
    files["README.md"] = _about(question.title or variants[-1].title or question.name, files, how, left_out).encode()
    return _zipped(files, question.name), left_out


def _keys(question: Question, own: Mapping[str, Variant]) -> dict[str, Any]:
    """Return the keys of a study file that asks the same again, without bots; rules of one's own lie beside it."""
    keys = question.model_dump(exclude_none=True, exclude={"learns", "bots", "named_bots"}, mode="json")
    return keys | {"variants": [f"{_RULES}/{own[name].name}.toml" if name in own else name for name in question.variants]}


def _tables(files: Mapping[str, bytes]) -> dict[str, pl.DataFrame]:
    names = [name for name in files if name.startswith("tables/") and name.endswith(".csv")]
    return {Path(name).stem: pl.read_csv(files[name], infer_schema_length=None) for name in names}


def _about(title: str, files: Mapping[str, bytes], how: list[str], left_out: list[str]) -> str:
    """Write what is in the archive, and how to repeat the study."""
    what = {
        "index.html": "findings, rules and games to watch in one file; open it in a browser",
        "details.html": "all chapters, with methods",
        "report.md": "the report as text",
        "report.json": "all figures as data",
        "tables.xlsx": "the tables as a workbook",
        "study.toml": "the study file, to repeat the study",
    }
    lines = [
        f"# {escape(visible_line(title), quote=False)}",
        "",
        *(f"- `{name}`: {words}" for name, words in what.items() if name in files),
    ]
    folders = {
        "tables/": "the tables as CSV",
        f"{_RULES}/": "the complete rules of each variant",
        f"{BOTS}/": "what the bots have learned, and values of their parameters",
        f"{FOLDER}/": "games that people played",
    }
    lines += [f"- `{name}`: {words}" for name, words in folders.items() if any(one.startswith(name) for one in files)]
    lines += ["", "Repeat it, in this folder:", "", *(f"    {line}" for line in how)]
    lines += ["", *(f"Left out: {words}" for words in left_out)] if left_out else []
    return "\n".join(lines) + "\n"


def _zipped(files: Mapping[str, bytes], top: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{top}/{name}", _DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return stream.getvalue()
