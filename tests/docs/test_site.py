"""The documentation site: links survive the move into it, its pages from the code miss nothing, and its check finds what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from citadels_sim.bots.registry import bot_names
from citadels_sim.cli.commands import command_groups
from citadels_sim.limits import LIMITS
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.metrics import declared
from citadels_sim.variants import NUMBERS, SWITCHES, edition_names, variant_names
from citadels_sim.variants.numbers import on_card
from scripts._site import cards, check, commands, gallery, numbers, reference
from scripts._site.markdown import plain, table
from scripts._site.rulebooks import linked
from scripts._site.sources import BESIDE, ROOT, placed, translated
from scripts.research import gallery as played

HOME = Path("docs/how-to/page.md")
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("link", "there"),
    [
        ("[runs](../runs.md)", "[runs](../runs.md)"),
        ("[recipe](../../CONTRIBUTING.md#a-metric)", "[recipe](../CONTRIBUTING.md#a-metric)"),
        ("[example](../../reports/examples/too-strong.md)", "[example](../reports/examples/too-strong.md)"),
        ("![page](../page.png)", "![page](../page.png)"),
        ("[two\nlines](../../CHANGELOG.md)", "[two\nlines](../CHANGELOG.md)"),
        ("[report](../../reports/sample/report.md)", '<a href="../reports/sample/index.html">report</a>'),
        ("[made](../reference/figures.md#estimands)", "[made](../reference/figures.md#estimands)"),
        ("[out](https://example.org/a.md)", "[out](https://example.org/a.md)"),
        ("[here](#a-place)", "[here](#a-place)"),
        ("```bash\n[no](../../CHANGELOG.md)\n```\n", "```bash\n[no](../../CHANGELOG.md)\n```\n"),
    ],
)
def test_a_link_of_the_repository_leads_to_the_same_page_of_the_site(link: str, there: str) -> None:
    assert translated(link, HOME) == there


def test_code_ends_where_its_fence_ends() -> None:
    text = "````md\n```\n[a](../../CHANGELOG.md)\n```\n````\n[b](../../CHANGELOG.md)\n"
    assert translated(text, HOME) == "````md\n```\n[a](../../CHANGELOG.md)\n```\n````\n[b](../CHANGELOG.md)\n"


def test_pages_of_docs_move_up_and_others_stay() -> None:
    assert placed(Path("docs/how-to/page.md")) == Path("how-to/page.md")
    assert placed(Path("reports/strength.md")) == Path("reports/strength.md")
    assert [pattern for pattern in BESIDE if not any(ROOT.glob(pattern))] == []


def test_text_from_code_is_not_read_as_markup() -> None:
    assert plain("a *b* [c] <d> | e_f `g|h`\n i") == r"a \*b\* \[c\] \<d\> \| e\_f `g\|h` i"
    assert table(("a",), []) == ""


def test_every_command_has_a_page_with_each_of_its_options() -> None:
    pages = commands.pages()
    names = [name for group in command_groups().values() for name in group]
    assert {f"reference/commands/{name}.md" for name in names} < set(pages)
    forks = pages["reference/commands/forks.md"]
    assert "`--replicates <int>`" in forks
    assert "Continuations per option and node." in forks
    assert "\ncitadels forks runs/forks --json\n" in forks
    assert "## citadels variants diff" in pages["reference/commands/variants.md"]


def test_every_switch_figure_column_limit_and_bot_has_its_place() -> None:
    pages = reference.pages()
    assert [key for key in SWITCHES if f"### `{key}`\n" not in pages["reference/switches.md"]] == []
    assert [row["name"] for row in declared() if f"### `{row['name']}`\n" not in pages["reference/figures.md"]] == []
    text = pages["reference/tables.md"]
    columns = [column.name for design in DESIGNS.values() for one in design.tables for column in one.columns]
    assert [name for name in columns if f"| `{name}` |" not in text] == []
    assert [name for name in LIMITS if f"| `{name}` |" not in pages["reference/limits.md"]] == []
    assert [name for name in bot_names() if f"## `{name}`\n" not in pages["reference/bots.md"]] == []


def test_every_number_has_its_place_with_its_card_and_what_the_card_does_stands_first() -> None:
    text = numbers.pages()["reference/numbers.md"]
    sections = {part.partition(")=")[0]: part for part in text.split("\n(numbers-")[1:]}
    for key in NUMBERS:
        section, card, *rest = key.split(".")
        place = "game" if section == "game" else card if on_card(key) else f"any-{section.removesuffix('s')}"
        assert f"| `{'.'.join(rest or [card])}` |" in sections[place], key
    merchant = sections["merchant"]
    assert merchant.index("Gets 1 gold for each trade district, and 1 extra gold.") < merchant.index("| `bonus.gold` | `1` | 0 to 10 |")
    assert "[classic 3.1](rules-classic.md#31-base-eight)" in merchant
    assert "the Witch" not in sections["any-character"]  # whose numbers it is made of
    assert [*sections].index("assassin") < [*sections].index("merchant") < [*sections].index("dragon-gate")


@pytest.mark.parametrize("rule", sorted({each.rule for each in (*NUMBERS.values(), *SWITCHES.values())}))
def test_a_source_leads_to_a_section_that_is_there(rule: str) -> None:
    text = linked(rule)
    for edition, anchor in re.findall(r"\]\(rules-(\w+)\.md#([\w-]+)\)", text):
        headings = [
            line for line in (ROOT / f"docs/reference/rules-{edition}.md").read_text(encoding="utf-8").splitlines() if line[:1] == "#"
        ]
        assert anchor in {re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower().replace(" ", "-")) for line in headings}
    assert re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text) == plain(rule)
    cited = re.search(r"\b(classic|2016) \d", rule)
    assert not cited or "](rules-" in text


def test_a_switch_says_its_values_its_default_and_its_source() -> None:
    text = reference.pages()["reference/switches.md"].split("### `murdered_king_crown`\n")[1].split("\n(switch-")[0]
    assert '| `"heir"` |' in text
    assert "| classic, 2016 |" in text
    assert "*Source:* [classic 1.9](rules-classic.md#19-crown)" in text


def test_every_variant_has_a_page_of_its_rules_and_one_in_the_gallery() -> None:
    assert {f"reference/variants/{name}.md" for name in variant_names()} < set(cards.pages())
    assert {f"gallery/{name}.md" for name in edition_names()} < set(gallery.pages())


def test_the_gallery_was_played_by_the_present_form_of_the_script() -> None:
    data = json.loads(played.DATA.read_text(encoding="utf-8"))
    assert data["form"] == played.form(), "scripts/research/run gallery plays something else by now: run it again"
    assert played.lines(data) == played.DATA.read_text(encoding="utf-8")
    for study in data["studies"].values():
        assert set(study) == {"title", "rules_version", *played.FIGURES}


def made_up(characters: list[list[object]], beside: list[list[object]]) -> dict[str, str]:
    """Pages of a gallery of one variant, of which only the characters matter."""
    data = json.loads(played.DATA.read_text(encoding="utf-8"))
    study = data["studies"]["dark-city"] | {"characters": characters, "beside": beside}
    study["picked"] = [[row[0], 0.5, 0.4, 0.6] for row in characters]
    return gallery.written(data | {"studies": {"dark-city": study}})


def test_a_page_of_the_gallery_says_what_is_out_of_balance_and_what_only_the_weaker_bot_shows() -> None:
    characters = [
        ["witch", 0.03, 0.02, 0.04, "too strong"],
        ["abbot", -0.0001, -0.015, 0.015, "balanced"],
        ["wizard", -0.01, -0.02, -0.001, "undecided"],
    ]
    pages = made_up(characters, [["witch", 0.02, 0.011, 0.03], ["abbot", 0, -0.02, 0.02], ["wizard", 0.05, 0.04, 0.06]])
    page, index = pages["gallery/dark-city.md"], pages["gallery/index.md"]
    assert "**Too strong: Witch (+3.0 [+2.0, +4.0]).** 1 of 3 characters balanced, 1 undecided." in page
    assert f"`planner`, a weaker bot, shows what `learner` does not: the Wizard (+5.0, here {MINUS}1.0) is too strong." in page
    assert f"| Abbot | +0.0 [{MINUS}1.5, +1.5] | balanced |" in page
    assert "| Witch +3.0 | - | Wizard +5.0 |" in index
    assert (
        "shows 2 out of balance. `learner` does not confirm 1 of these, and shows the opposite sign for 1, most of all the Wizard" in index
    )


def test_a_page_of_the_gallery_of_which_nothing_is_shown_says_so() -> None:
    pages = made_up([["abbot", 0, -0.02, 0.02, "undecided"]], [["abbot", 0, -0.02, 0.02]])
    assert "**No character is shown to be too strong or too weak.** 0 of 1 characters balanced" in pages["gallery/dark-city.md"]
    assert "a weaker bot" not in pages["gallery/dark-city.md"]


@pytest.mark.slow
def test_games_of_the_gallery_are_those_of_the_present_code(tmp_path: Path) -> None:
    import citadels_sim as cs
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    keys = played.experiments()["games"] | {"variants": ["classic-2000", "dark-city"]}
    run = cs.Run(run_experiment(make_experiment(keys, "test"), tmp_path / "games").folder)
    studies = json.loads(played.DATA.read_text(encoding="utf-8"))["studies"]
    result = dict(run.metric("game.mean_rounds", by=["variant"]).select("variant", "value").iter_rows())
    assert {name: round(value, 4) for name, value in result.items()} == {name: studies[name]["rounds"][0][1] for name in result}


def faults(folder: Path, body: str) -> list[str]:
    """What the check says of a site of two pages."""
    (folder / "a.html").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    (folder / "b.html").write_text('<h1 id="top">b</h1>', encoding="utf-8")
    return list(check.faults(folder, folder / "_none"))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="c.html">c</a>', "the link c.html leads nowhere"),
        ('<a href="b.html#low">b</a>', "the link b.html#low names a place that b.html does not have"),
        ('<a href="#low">a</a>', "the link #low names a place that a.html does not have"),
        ('<script src="https://example.org/x.js"></script>', "loads https://example.org/x.js; nothing may come from another host"),
        ('<img src="//example.org/x.png">', "loads //example.org/x.png; nothing may come from another host"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "loads https://example.org/x.css; nothing may come from another host"),
        ('<img src="x.png">', "loads x.png, which is not there"),
    ],
)
def test_what_is_wrong_with_a_page_is_found(body: str, fault: str, tmp_path: Path) -> None:
    assert faults(tmp_path, body) == [f"a.html: {fault}"]


def test_a_page_with_good_links_has_no_faults(tmp_path: Path) -> None:
    body = '<p id="x"><a href="#x">x</a> <a href="b.html#top">b</a> <a href="https://example.org">out</a> <img src="data:,"></p>'
    assert faults(tmp_path, body) == []


def test_a_style_sheet_that_loads_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "s.css").write_text("@font-face { src: url(https://example.org/f.woff) }", encoding="utf-8")
    assert faults(tmp_path, "") == ["s.css: loads from another host"]


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_results_and_begins_with_its_title(file: Path) -> None:
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in cells if cell["cell_type"] == "code" and (cell["outputs"] or cell["execution_count"] is not None)] == []
    assert cells[0]["source"][0].startswith("# ")
