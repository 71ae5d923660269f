#!/usr/bin/env python3
"""Makes the npm package of the modules, without a registry: archon-keyforge-VERSION.tgz in the folder, and package/, what is in it.

  sim/web/npm/make_npm.py build/wasm build/npm      of rater.wasm, archon.wasm and game.wasm

Without npm only package/ is made, and it says so."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MODULES = ["rater.wasm", "archon.wasm", "game.wasm"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    wasm, out = map(pathlib.Path, sys.argv[1:])
    missing = [each for each in MODULES if not (wasm / each).exists()]
    if missing:
        sys.exit(f"make_npm.py: {wasm} has no {' and no '.join(missing)} (cmake --build --preset wasm makes them)")
    package = out / "package"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for path in [*HERE.glob("*.*js"), HERE / "index.d.ts", HERE / "README.md", ROOT / "LICENSE", *(wasm / each for each in MODULES)]:
        shutil.copy(path, package)
    about = json.loads((HERE / "package.json").read_text())
    about["version"] = re.search(r"project\(archon VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    (package / "package.json").write_text(json.dumps(about, indent=2) + "\n")
    if not shutil.which("npm"):
        print(f"make_npm.py: npm is missing: 'npm pack' in {package} makes the package of what is there", file=sys.stderr)
        return 0
    return subprocess.run(["npm", "pack", "--offline", "--loglevel=error", "--pack-destination", out.resolve()], cwd=package).returncode


if __name__ == "__main__":
    sys.exit(main())
