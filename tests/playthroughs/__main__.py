"""`python -m tests.playthroughs [NAME …]`: write the golden games anew; all, or those whose name begins so.

Stored records are only added, never rewritten: that old matches still replay is what they are for. Together with
raising a game's version its records are renamed by hand (`battle-farm-2-short.v1.json`) if they still replay, else
deleted.
"""

import sys

from tests.playthroughs.cases import BRANCHED, CASES, Case

from parlour.core import record


def chosen(names: list[str]) -> list[Case]:
    return [case for case in CASES if not names or any(case.name.startswith(name) for name in names)]


def main(names: list[str]) -> None:
    cases = chosen(names)
    if not cases:
        sys.exit(f"There is no such playthrough; there are: {', '.join(case.name for case in CASES)}.")
    for case in cases:
        text = case.text()
        old = case.file.read_text(encoding="utf-8") if case.file.exists() else None
        case.file.write_text(text, encoding="utf-8", newline="\n")
        print(f"{case.file.name}: {'new' if old is None else 'unchanged' if old == text else 'changed'}")
        if not case.record_file.exists():
            record.save(case.record(), case.record_file)
            print(f"records/{case.record_file.name}: new")
        if case in BRANCHED and not case.branch_file.exists():
            record.save(case.branch(), case.branch_file)
            print(f"records/{case.branch_file.name}: new")


if __name__ == "__main__":
    main(sys.argv[1:])
