"""Links between the pages lead to files and headings that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "web" / "README.md",
    *sorted((ROOT / "src" / "parlour").rglob("README.md")),
]
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)


def links(page: Path) -> list[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link and not link.startswith("/")]


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub names them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = [title.lower() for title in re.findall(r"^#+ (.+)$", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", title).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("doc", PAGES, ids=lambda doc: str(doc.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(doc: Path) -> None:
    for link in links(doc):
        path, _, anchor = link.partition("#")
        target = (doc.parent / path).resolve() if path else doc
        assert target.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in headings(target), f"{link}: no such heading"
