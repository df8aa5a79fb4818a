"""A file of rules that says nothing, or that is not there, is one message about just that."""

from __future__ import annotations

from pathlib import Path

import pytest

import citadels_sim as cs
from citadels_sim.errors import VariantError
from citadels_sim.variants.reader import variant_of


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_says_what_it_needs(text: str, tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text(text)
    message = r"empty\.toml: the file is empty\. It needs a name and what it extends, such as"
    with pytest.raises(VariantError, match=message):
        cs.load_variant(file)
    with pytest.raises(VariantError, match=message):
        variant_of(text, file)


def test_a_folder_is_not_suggested_for_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").mkdir()
    with pytest.raises(VariantError, match="there is no such file") as refused:
        cs.load_variant(tmp_path / "rule.toml")
    assert "Did you mean" not in str(refused.value)
    (tmp_path / "rules-2.toml").write_text('name = "rules-2"\nextends = "classic-2000"\n')
    with pytest.raises(VariantError, match=r"Did you mean 'rules-2\.toml'"):
        cs.load_variant(tmp_path / "rule-2.toml")
