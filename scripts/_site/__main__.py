"""Builds the documentation site: ``python -m scripts._site [--quick] [FOLDER]``; see `scripts/docs`."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from nbclient import NotebookClient
from sphinx.cmd.build import main as sphinx

from scripts._site import api, cards, check, claims, commands, gallery, numbers, reference
from scripts._site.sources import ROOT, gather


def main(arguments: Sequence[str]) -> int:
    """Build the site and return the exit code: 1 where anything is wrong with it."""
    quick = "--quick" in arguments
    _prepare_notebooks(ROOT / "build" / "docs" / "ipython")
    site = Path(next((word for word in arguments if not word.startswith("-")), "build/docs/site")).resolve()
    source = ROOT / "build" / "docs" / "source"
    untouched = gather(source)
    for part in (api, cards, claims, commands, gallery, numbers, reference):
        for name, text in part.pages().items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text, encoding="utf-8")
    gallery.draw(source)
    shutil.rmtree(site, ignore_errors=True)
    options = ["-D", "nb_execution_mode=off"] if quick else []
    built = sphinx(["-q", "-W", "--keep-going", "-E", "-b", "html", "-d", str(site.parent / "doctrees"), *options, str(source), str(site)])
    faults = list(check.faults(site, untouched)) if site.exists() else []
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if built or faults:
        sys.stderr.write(f"scripts/docs: the site has faults ({len(faults)} of its links and loads, and what is written above).\n")
        return 1
    sys.stdout.write(f"scripts/docs: wrote {site}/index.html\n")
    return 0


def _prepare_notebooks(profile: Path) -> None:
    """Let notebooks find `citadels` of this environment, and nothing of the user's own settings of IPython."""
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    os.environ["IPYTHONDIR"] = str(profile)
    # A command's output comes in pieces that end anywhere: joined as they are, lines stay whole.
    NotebookClient.__init__ = functools.partialmethod(NotebookClient.__init__, coalesce_streams=True)  # type: ignore[method-assign, assignment]
    settings = profile / "profile_default" / "ipython_kernel_config.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"IPKernelApp": {"log_level": 40}}', encoding="utf-8")  # no word on encryption: it talks within this machine


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
