"""Lighthouse's measure of our pages: the lobby, a table and the rules, on a phone and on a desktop.

    make bench-pages [ARGS="--runs 3"]
    python -m bench.pages [--runs 1] [--installed build/lighthouse] [--json]

Needs node and Chromium; `make bench-pages` installs Lighthouse apart, in build/. The phone is Lighthouse's: a processor
four times slower and 1.6 Mbit/s with a round trip of 150 ms, both simulated from what was loaded. Of several runs the
medians are shown. Each page is opened by a guest who comes for the first time; the table is one to be watched.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.load import conditions

CATEGORIES = ("performance", "accessibility", "best-practices")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
LOBBY_KB, USABLE_S, LEAST = 400, 3.5, 95  # what the house promises itself
PORT = 8973


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1, help="how often each page is measured")
    parser.add_argument("--installed", type=Path, default=Path("build/lighthouse"), help="where Lighthouse is")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    given = parser.parse_args()
    if given.runs < 1:
        parser.error(f"--runs is {given.runs}, but it must be at least 1.")
    program = given.installed / "node_modules" / ".bin" / "lighthouse"
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if not program.is_file():
        sys.exit(f"bench.pages: there is no Lighthouse in {given.installed}; `make bench-pages` installs it.")
    if browser is None:
        sys.exit("bench.pages: no Chromium was found; install it or name it in CHROMIUM.")
    lines: list[dict[str, Any]] = []
    with house() as address:
        for page, path in pages(address):
            for device in ("phone", "desktop"):
                runs = [measure(program, browser, address + path, device) for _ in range(given.runs)]
                medians = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
                lines.append({"page": page, "device": device, **medians})
    if given.json:
        print(json.dumps({"conditions": conditions(), "pages": lines}, indent=2))
    else:
        print(table(lines))
    if short := [line for line in lines if not holds(line)]:
        sys.exit(f"bench.pages: {len(short)} of {len(lines)} are below what the house promises itself.")


@contextmanager
def house() -> Iterator[str]:
    """A house of its own, with a demonstration to look at."""
    address = f"http://127.0.0.1:{PORT}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(PORT), "--db", f"{folder}/house.db"]
        process = subprocess.Popen(command, env={**os.environ, "PARLOUR_DATA": folder}, stdout=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 60
            while True:
                try:
                    urllib.request.urlopen(f"{address}/health", timeout=2).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > until:
                        sys.exit("bench.pages: the house does not open.")
                    time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(30)


def ask(address: str, path: str, data: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{address}/api/{path}", json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def pages(address: str) -> list[tuple[str, str]]:
    """What is measured, and where it is."""
    token = str(ask(address, "guests", {"name": "Marigold"})["token"])
    table = ask(address, "tables", {"game": "kata-tcg", "seats": ["me", "easy"]}, token)["id"]
    return [("lobby", "/"), ("table", f"/table/{table}"), ("rules", "/rules/kata-tcg")]


def measure(program: Path, browser: str, address: str, device: str) -> dict[str, float]:
    command = [str(program.resolve()), address, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    if device == "desktop":
        command.append("--preset=desktop")
    done = subprocess.run(command, env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"bench.pages: Lighthouse failed on {address}: {done.stderr.strip()[-300:]}")
    told = json.loads(done.stdout)
    audits = told["audits"]
    return {
        **{name: round(100 * told["categories"][name]["score"]) for name in CATEGORIES},
        "usable_s": round(audits["interactive"]["numericValue"] / 1000, 2),
        "painted_s": round(audits["largest-contentful-paint"]["numericValue"] / 1000, 2),
        "kB": round(audits["total-byte-weight"]["numericValue"] / 1000),
    }


def holds(line: dict[str, Any]) -> bool:
    """The promise is about the lobby and the table; the rules are shown for comparison."""
    if line["page"] == "rules":
        return True
    light = line["page"] != "lobby" or (line["kB"] < LOBBY_KB and line["usable_s"] <= USABLE_S)
    return light and all(line[name] >= LEAST for name in CATEGORIES)


def table(found: list[dict[str, Any]]) -> str:
    head = "| page | on a | performance | accessibility | best practices | largest paint | usable after | loads |"
    lines = [
        f"| {line['page']} | {line['device']} | {line['performance']:g} | {line['accessibility']:g} "
        f"| {line['best-practices']:g} | {line['painted_s']:g} s | {line['usable_s']:g} s | {line['kB']:g} kB |"
        for line in found
    ]
    return "\n".join([head, "|---|---|---|---|---|---|---|---|", *lines])


if __name__ == "__main__":
    main()
