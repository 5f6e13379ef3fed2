"""Imports run one way, quiz → game → game.engine, and the engine needs no installed package."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def imports(folder: str) -> Iterator[tuple[Path, str]]:
    """(file, full name of an imported module) for every import under a folder."""
    for file in (ROOT / folder).rglob("*.py"):
        package = file.relative_to(ROOT).parent.parts
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield file, alias.name
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else ()
                module = ".".join([*base, *([node.module] if node.module else [])])
                for alias in node.names:  # `from game import engine` imports game.engine
                    yield file, f"{module}.{alias.name}"


def within(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def test_the_engine_imports_only_the_standard_library_and_itself() -> None:
    found = list(imports("game/engine"))
    assert found
    for file, name in found:
        standard = name.split(".")[0] in sys.stdlib_module_names
        assert standard or within(name, "game.engine"), f"{file} imports {name}"


def test_the_game_never_imports_the_quiz() -> None:
    for file, name in imports("game"):
        assert not within(name, "quiz"), f"{file} imports {name}"


def test_no_app_imports_the_tests() -> None:
    for folder in ("carti_site", "game", "quiz"):
        for file, name in imports(folder):
            assert not within(name, "tests"), f"{file} imports {name}"


def test_the_engine_runs_without_any_installed_package() -> None:
    check = "import sys, game.engine; sys.exit('django' in sys.modules)"
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append('.'); {check}"],
        cwd=ROOT,
        check=True,
    )
