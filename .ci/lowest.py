"""Print the lowest version of each dependency that pyproject.toml admits, as pip's constraints."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
for dependency in project["dependencies"]:
    name, lowest = re.fullmatch(r"([\w-]+)>=([\w.]+)(?:,.*)?", dependency).groups()
    print(f"{name}=={lowest}")
