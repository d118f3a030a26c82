"""The files for containers name what exists, run as nobody special, and fit together."""

import re
import subprocess
from pathlib import Path

import yaml

from parlour.server.settings import Settings

ROOT = Path(__file__).parents[2]
IMAGE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
STEPS = [step for step in re.sub(r"\\\n\s*", "", IMAGE).splitlines() if step and not step.startswith("#")]
LAST = STEPS[max(number for number, step in enumerate(STEPS) if step.startswith("FROM")) :]
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yml").read_text(encoding="utf-8"))


def test_the_image_copies_only_what_there_is() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    copied = [word for step in STEPS if step.startswith("COPY") and "--from" not in step for word in step.split()[1:-1]]
    assert len(copied) >= 8
    for name in copied:
        assert any(file == name or file.startswith(f"{name}/") for file in tracked), name


def test_every_image_has_a_version() -> None:
    images = [step.split()[1] for step in STEPS if step.startswith("FROM")]
    images += [service["image"] for service in COMPOSE["services"].values() if "build" not in service]
    for image in images:
        assert re.search(r":\d", image), image


def test_the_image_runs_as_nobody_special_and_tells_whether_it_is_well() -> None:
    assert [step for step in LAST if step.startswith("USER")] == ["USER 10001"]
    assert not any("apt-get" in step for step in LAST)
    assert any(step.startswith("HEALTHCHECK") and "/health" in step for step in LAST)
    for step in STEPS:
        if "apt-get install" in step:
            assert "--no-install-recommends" in step and "rm -rf /var/lib/apt/lists" in step


def test_two_processes_share_a_database_and_news_behind_one_door() -> None:
    services = COMPOSE["services"]
    houses = [name for name, service in services.items() if "build" in service]
    assert len(houses) == 2
    for name in houses:
        house = services[name]
        assert house["read_only"] and house["cap_drop"] == ["ALL"]
        assert "@database/" in house["environment"]["PARLOUR_DB"] and "//news" in house["environment"]["PARLOUR_REDIS"]
        assert set(house["depends_on"]) <= set(services)
        [volume] = house["volumes"]
        assert volume.split(":")[0] in COMPOSE["volumes"]
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"reverse_proxy (.+) \{", caddy) == [" ".join(f"{name}:{Settings.port}" for name in houses)]
    assert services["door"]["volumes"][0].startswith("./Caddyfile:")


def test_docker_leaves_out_the_same_files_as_podman() -> None:
    ignored = [(ROOT / name).read_text(encoding="utf-8").split() for name in (".containerignore", ".dockerignore")]
    assert ignored[0] == ignored[1] and {".git", "build", "**/*.so", "src/parlour/_web"} <= set(ignored[0])
