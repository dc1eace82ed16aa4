"""`make release` on a small project in a repository of its own: what it finds amiss, and what it makes else."""

import os
import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

CHANGES = "# Changelog\n\n## Unreleased\n\n## 1.0.0 (2027-01-31)\n\n- Everything.\n"

Run = Callable[..., CompletedProcess[str]]


def git(repository: Path, *arguments: str) -> None:
    somebody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for role in ("AUTHOR", "COMMITTER"):
        somebody |= {f"GIT_{role}_NAME": "Ann", f"GIT_{role}_EMAIL": "ann@example.org"}
    subprocess.run(["git", *arguments], cwd=repository, env={**os.environ, **somebody}, check=True, capture_output=True)


def write(repository: Path, name: str, text: str) -> None:
    (repository / name).write_text(text)
    git(repository, "add", "--all")
    git(repository, "commit", "--message", name)


@pytest.fixture
def repository(project: Path) -> Path:
    settings = project / "pyproject.toml"
    settings.write_text(re.sub('^version = ".*"', 'version = "1.0.0"', settings.read_text(), flags=re.MULTILINE))
    (project / "Makefile").write_text(
        "site:\n\t@mkdir -p src/pasar/web/local && echo [] > src/pasar/web/local/games.json\n"
    )
    git(project, "init", "--initial-branch", "main")
    write(project, "CHANGELOG.md", CHANGES)
    return project


@pytest.fixture
def release(repository: Path, run: Run) -> Callable[[], CompletedProcess[str]]:
    return lambda: run(repository, "tools/release.py", TESTED="1")


def test_it_makes_both_files_and_says_what_is_left(
    repository: Path, release: Callable[[], CompletedProcess[str]]
) -> None:
    done = release()
    assert done.returncode == 0, done.stderr
    assert sorted(file.name for file in (repository / "dist").iterdir()) == [
        "pasar-1.0.0-py3-none-any.whl",
        "pasar-1.0.0.tar.gz",
    ]
    assert "git tag -s v1.0.0" in done.stdout and "twine upload dist/pasar-1.0.0.tar.gz" in done.stdout
    with zipfile.ZipFile(repository / "dist" / "pasar-1.0.0-py3-none-any.whl") as wheel:
        assert "pasar/web/local/games.json" in wheel.namelist()
    first = [file.read_bytes() for file in sorted((repository / "dist").iterdir())]
    assert release().returncode == 0
    assert [file.read_bytes() for file in sorted((repository / "dist").iterdir())] == first


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("src/pasar/__init__.py", '__version__ = "1.0.1"\n', "src/pasar/__init__.py has 1.0.1"),
        ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Everything.\n", "CHANGELOG.md has no chapter `## 1.0.0"),
        (
            "CHANGELOG.md",
            CHANGES.replace("Unreleased\n", "Unreleased\n\n- More.\n"),
            "still has lines under Unreleased",
        ),
    ],
)
def test_what_is_amiss_is_named(
    repository: Path, release: Callable[[], CompletedProcess[str]], name: str, text: str, answer: str
) -> None:
    write(repository, name, text)
    done = release()
    assert done.returncode == 1 and answer in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (repository / "dist").exists()


def test_only_a_clean_commit_with_a_new_number(repository: Path, release: Callable[[], CompletedProcess[str]]) -> None:
    (repository / "web" / "page.html").write_text("two")
    assert "changes that are not committed: M web/page.html" in release().stderr
    git(repository, "checkout", "--", ".")
    git(repository, "tag", "v1.0.0")
    assert "version 1.0.0 is released already" in release().stderr


def test_a_file_that_git_does_not_know_is_found(repository: Path, release: Callable[[], CompletedProcess[str]]) -> None:
    """Ignored by git, taken along by the build: what a stray entry in the build's settings would do."""
    settings = repository / "pyproject.toml"
    write(
        repository, "pyproject.toml", settings.read_text().replace('"/src/pasar/web/**", "!', '"/src/pasar/x.py", "!')
    )
    (repository / ".git" / "info" / "exclude").write_text("x.py\n")
    (repository / "src" / "pasar" / "x.py").write_text("")
    assert "the wheel and the commit do not hold the same files: src/pasar/x.py" in release().stderr
