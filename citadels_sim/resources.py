"""Where the packaged configuration files lie, in an installed wheel and in a checkout alike."""

from __future__ import annotations

from pathlib import Path


def configs_dir() -> Path:
    """Folder of the packaged configurations (``variants/``, ``experiments/``).

    The wheel carries the top-level ``configs`` folder inside the package; in a checkout (also an
    editable install) it lies beside the package.

    Returns
    -------
    pathlib.Path
        An existing folder, independent of the current directory.

    Raises
    ------
    FileNotFoundError
        If the installation lacks its configurations: a fault of the packaging, not of the user.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "configs", package.parent / "configs"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"this installation of citadels_sim has no configs folder beside or in {package}")
