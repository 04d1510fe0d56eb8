"""What a user gets from the package index: the wheel, made from the source distribution, holds every room
whole.
"""

from __future__ import annotations

import email
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import rulewright

ROOT = Path(__file__).parents[2]
ROOMS = ("grammar", "interpreter", "cli", "games", "schemas")

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed; a failure shows both of its streams."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked(*folders: str) -> set[str]:
    """The files under these folders that are under version control, with `/` between their parts.

    Where git is missing or this is no clone, every file counts that is not made by running the code.
    """
    try:
        listed = run("git", "-c", "safe.directory=*", "ls-files", "-z", "--", *folders)
    except (AssertionError, FileNotFoundError):
        found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
        return {
            path.relative_to(ROOT).as_posix()
            for path in found
            if path.is_file() and "__pycache__" not in path.parts
        }
    return set(listed.split("\0")) - {""}


@pytest.fixture(scope="module")
def expected() -> set[str]:
    """The paths that the wheel must hold, apart from its metadata."""
    return {f"rulewright/{path}" for path in tracked(*ROOMS)} | {
        "rulewright/__init__.py",
        "rulewright/__main__.py",
        "rulewright/py.typed",
    }


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel that was made from it, without the network."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    return out


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a new environment that holds the wheel; its dependencies are borrowed from this
    one.
    """
    home = tmp_path_factory.mktemp("env")
    venv.create(home)
    paths = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)}, scheme="venv")
    scripts, packages = Path(paths["scripts"]), Path(paths["purelib"])
    run(
        *(sys.executable, "-m", "pip", "--python", scripts / "python", "--disable-pip-version-check"),
        *("install", "--no-index", "--no-deps", wheel),
    )
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return scripts


def test_wheel_made_from_the_sdist_holds_exactly_the_tracked_files_of_the_rooms(
    wheel: Path, expected: set[str]
) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in held if ".dist-info/" not in name} == expected


def test_sdist_holds_tests_seeds_and_documentation_of_the_same_state(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert held >= tracked("tests", "seeds", "docs", "bench")
    assert held >= {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"}


def test_metadata_names_licence_python_and_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
        assert any(name.endswith("/licenses/LICENSE") for name in archive.namelist())
    assert metadata["Name"] == "rulewright"
    assert metadata["Version"] == rulewright.__version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"


def test_console_script_of_the_installed_wheel_runs(installed: Path, tmp_path: Path) -> None:
    printed = run(installed / "rulewright", "--version", cwd=tmp_path)
    assert printed == f"rulewright, version {rulewright.__version__}\n"
    assert run(installed / "rulewright", "--help", cwd=tmp_path).startswith("Usage: rulewright ")


LIST_RESOURCES = """
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable

import rulewright

assert rulewright.__file__.startswith(sys.prefix), rulewright.__file__

def walk(folder: Traversable, path: str) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            walk(entry, f"{path}/{entry.name}")
        elif not entry.name.endswith(".pyc"):
            entry.read_bytes()
            print(f"{path}/{entry.name}")

walk(files("rulewright"), "rulewright")
"""


def test_installed_wheel_finds_all_its_data_as_resources(
    installed: Path, expected: set[str], tmp_path: Path
) -> None:
    assert set(run(installed / "python", "-c", LIST_RESOURCES, cwd=tmp_path).splitlines()) == expected
