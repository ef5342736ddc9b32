"""The bill of materials: what an install of the wheel brings along, as CycloneDX JSON.

What Python installs is read from the environment itself, what the browser client holds from the
licences that its build wrote.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

FORMAT = "1.6"
# Run by the environment that is described; it has neither this package nor any other tool.
_LIST = """
import json
from importlib.metadata import distributions
rows = []
for each in distributions():
    told = each.metadata
    rows.append({
        "name": told["Name"],
        "version": each.version,
        "licence": told.get("License-Expression") or "",
        "words": told.get("License") or "",
        "classifiers": [
            line for line in told.get_all("Classifier", []) if line.startswith("License")
        ],
        "requires": each.requires or [],
    })
print(json.dumps(rows))
"""
_CARRIED = re.compile(r"^## (?P<name>\S+) - (?P<version>\S+) \((?P<licence>[^)]+)\)$", re.MULTILINE)


def installed(python: Path) -> list[dict[str, Any]]:
    """Every distribution of an environment."""
    done = subprocess.run([python, "-I", "-c", _LIST], capture_output=True, text=True, check=True)
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return sorted(rows, key=lambda row: normal(row["name"]))


def normal(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def write_sbom(product: str, rows: list[dict[str, Any]], licences: str) -> dict[str, Any]:
    """The document; the product itself is what the document is about."""
    known = {normal(row["name"]): row for row in rows}
    if product not in known:
        raise ValueError(f"expected {product} among what is installed")
    python = [_python_component(row) for name, row in known.items() if name != product]
    carried = [_npm_component(found) for found in _CARRIED.finditer(licences)]
    main = _python_component(known[product]) | {"type": "application"}
    links = [
        {
            "ref": _purl(row),
            "dependsOn": sorted(
                {_purl(known[each]) for each in _needed(row) if each in known and each != name}
            ),
        }
        for name, row in known.items()
    ]
    for link in links:
        if link["ref"] == main["bom-ref"]:
            link["dependsOn"] = [*link["dependsOn"], *(each["bom-ref"] for each in carried)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORMAT,
        "version": 1,
        "metadata": {"component": main},
        "components": [*python, *carried],
        "dependencies": links,
    }


def _needed(row: dict[str, Any]) -> set[str]:
    """Return the distributions that are required without any extra."""
    needed = set()
    for requirement in row["requires"]:
        found = re.match(r"[A-Za-z0-9._-]+", requirement)
        if found and "extra ==" not in requirement:
            needed.add(normal(found[0]))
    return needed


def _purl(row: dict[str, Any]) -> str:
    return f"pkg:pypi/{normal(row['name'])}@{row['version']}"


def _python_component(row: dict[str, Any]) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": _purl(row),
        "name": row["name"],
        "version": row["version"],
        "purl": _purl(row),
    }
    if row["licence"]:
        component["licenses"] = [{"expression": row["licence"]}]
    elif row["classifiers"]:
        names = [line.rpartition(" :: ")[2] for line in row["classifiers"]]
        component["licenses"] = [{"license": {"name": name}} for name in names]
    elif row["words"]:
        # Some write the name of a licence here, some its whole text.
        component["licenses"] = [{"license": {"name": row["words"].splitlines()[0]}}]
    return component


def _npm_component(found: re.Match[str]) -> dict[str, Any]:
    purl = f"pkg:npm/{found['name'].replace('@', '%40')}@{found['version']}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": found["name"],
        "version": found["version"],
        "purl": purl,
        "licenses": [{"license": {"name": found["licence"]}}],
    }
