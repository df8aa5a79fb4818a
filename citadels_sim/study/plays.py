"""Which rules the games of a file are of: the versions of a study, a variant, or what a sheet is stamped with; and where they are kept."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from citadels_sim.errors import CitadelsError, RunError, nearest
from citadels_sim.foreign import is_file
from citadels_sim.plays.reading import Stamp
from citadels_sim.plays.reading.entry import quoted
from citadels_sim.plays.sheet import DIGITS
from citadels_sim.plays.store import FOLDER, Kept, kept_of
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.study.folder import is_study, read_study, run_folders
from citadels_sim.study.versions import versions_of
from citadels_sim.variants import Variant, load_variant, variant_names

_STUDIES = "studies"


class Rules(NamedTuple):
    """Rules that games are of: the variant, the folder of their study, there or not yet, and the number of their version, if any."""

    variant: Variant
    study: Path
    version: int | None = None

    @property
    def words(self) -> str:
        """Their name, with the version."""
        return f"{self.variant.name}, version {self.version}" if self.version else self.variant.name


def study_of(variant: Variant, study: Path | None = None) -> Path:
    """Return the folder of a variant's study: the one that is named, or the usual one."""
    return study if study is not None else Path(_STUDIES) / variant.name


def rules_of(name: str, study: Path | None = None) -> Rules:
    """Return the rules that a variant's name or file has now.

    Raises
    ------
    VariantError
        If there are none.
    """
    variant = load_variant(name)
    place = study_of(variant, study)
    return Rules(variant, place, _number(place, variant))


def _number(study: Path, variant: Variant) -> int | None:
    """Return the number of the version of a study that plays some rules; None where none does."""
    return next((one.number for one in versions_of(study) if one.rules is not None and one.plays(variant)), None)


def rules_read(read: Variant | Stamp | None, named: str | None, study: Path | None = None) -> Rules:
    """Return the rules of the games of a file.

    Parameters
    ----------
    read : Variant, Stamp or None
        What the file says.
    named : str or None
        The variant that the command names.
    study : pathlib.Path or None
        The folder that the command names.

    Raises
    ------
    RunError
        If neither says, or they say different things.
    """
    own = None if named is None else rules_of(named, study)
    if read is None:
        if own is None:
            raise RunError("does not name the rules of its games. Name them with --variant NAME or --variant FILE.")
        return own
    if isinstance(read, Variant):
        if own is not None and own.variant.digest != read.digest:
            raise RunError(f"was played by rules of '{read.name}' that differ from --variant {named}. Leave --variant out.")
        return Rules(read, place := study_of(read, study), _number(place, read))
    return _stamped(read, own, study)


def _stamped(stamp: Stamp, own: Rules | None, study: Path | None) -> Rules:
    """Find the rules that a sheet is stamped with, among the versions of their study and the packaged variants."""
    said = f"is stamped with '{stamp.variant}'{f', version {stamp.version}' if stamp.version else ''}, rules {stamp.rules or 'unknown'}"
    if len(stamp.rules) != DIGITS:
        raise RunError(f"{said}: the column 'rules' should have the {DIGITS} characters that `citadels plays sheet` wrote.")
    if own is not None and own.variant.digest.startswith(stamp.rules):
        return own
    place = own.study if own is not None else study if study is not None else _usual(stamp.variant)
    for version in versions_of(place) if is_study(place) else ():
        if version.rules is not None and (variant := _loaded(version.rules)) is not None and variant.digest.startswith(stamp.rules):
            return Rules(variant, place, version.number)
    packaged = _loaded(stamp.variant) if stamp.variant in variant_names() else None
    if own is None and packaged is not None and packaged.digest.startswith(stamp.rules):
        return Rules(packaged, study_of(packaged, study))
    if own is not None:
        raise RunError(f"{said}, which are not those of {own.words} (rules {own.variant.digest[:DIGITS]}), nor of a version in {place}.")
    near = "" if is_study(place) or packaged is not None else nearest(stamp.variant, variant_names())
    raise RunError(f"{said}, which no version in {place} has.{near} Name the file that has these rules with --variant.")


def version_fault(stamp: Stamp, rules: Rules) -> str:
    """State what is wrong with the version that a sheet is stamped with, whose rules were found; "" where nothing is known to be.

    Parameters
    ----------
    stamp : Stamp
    rules : Rules
        Those with its digest.
    """
    if stamp.version in ("", str(rules.version or "")):
        return ""
    said = f"{quoted(stamp.version)}rules {stamp.rules} are"
    if rules.version is not None:
        return f"{said} version {rules.version} of {rules.study}. Write {rules.version}, or leave the column empty."
    if rules.variant.name in variant_names() or is_study(rules.study):
        return f"{said} {rules.variant.name}, which has no versions. Leave the column empty."
    number = stamp.version
    # A sheet of a study that is not here: its rules are known, and any number may be theirs.
    return "" if number.isascii() and number.isdigit() and int(number) else f"{quoted(number)}should be the number of a version, or empty."


def _usual(name: str) -> Path:
    """Return the usual folder of a study by a name that a file says, which may be anything."""
    return Path(_STUDIES) / (name if name and Path(name).name == name and name not in (".", "..") else "unknown")


def _loaded(name: str | Path) -> Variant | None:
    try:
        return load_variant(name)
    except CitadelsError:
        return None


def found(what: str, study: Path | None = None, version: int | None = None) -> Rules:
    """Return the rules that a report is about.

    Parameters
    ----------
    what : str
        A variant's name or file, or the folder of a study: its last variant.
    study : pathlib.Path or None
        The folder of the study of a variant; None: the usual one.
    version : int or None
        Of a study of rules of one's own; None: what the file has now, of a folder the last one.

    Raises
    ------
    CitadelsError
        If there is no such thing.
    """
    path = Path(what)
    folder = path if path.is_dir() and is_study(path) else None
    if folder is None and not is_file(path) and what not in variant_names() and is_study(Path(_STUDIES) / what):
        folder = Path(_STUDIES) / what
    if folder is None and version is None:
        return rules_of(what, study)
    place = folder if folder is not None else rules_of(what, study).study
    versions = {one.number: one for one in versions_of(place)}
    if version is not None and version not in versions:
        raise RunError(f"--version {version}: {place} has {f'versions 1 to {len(versions)}' if versions else 'no study'}.")
    chosen = versions[version if version is not None else max(versions)]
    name = str(chosen.rules or chosen.record.question.variants[-1])
    return Rules(load_variant(name), place, chosen.number if chosen.rules is not None else None)


def plays_of(folder: Path) -> tuple[list[Kept], list[str]]:
    """Return the games that people played by the rules of a study, or of a version of one, and why some cannot be read."""
    record = read_study(folder)
    root = folder.parent if record.version is not None and record.version.number > 1 else folder
    plays: list[Kept] = []
    faults: list[str] = []
    if (root / FOLDER).is_dir():
        for variant in filter(None, map(_loaded, record.question.variants)):
            try:
                kept = kept_of(root, variant)
            except RunError as error:
                faults.append(f"People's games: {error}")
                continue
            plays += [kept] if kept.games else []
    return plays, faults


def runs_of(rules: Rules) -> list[Run]:
    """Read the runs of games of the study of some rules; none where nothing was played."""
    versions = list(versions_of(rules.study))
    played = [one for one in versions if one.number == (rules.version or 1)]
    folders = [folder for one in played for folder in run_folders(one.folder)]
    return [load_run(folder) for folder in folders if _holds_games(folder)]


def _holds_games(folder: Path) -> bool:
    try:
        manifest = read_manifest(folder)
    except RunError:
        return False
    return manifest.experiment.kind == "games" and manifest.state == "complete"
