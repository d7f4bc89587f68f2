#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""debian_packages.py COMPONENTS NAME FOLDER: takes a package of this release of Debian out of its archive, and installs nothing.

What is in the package is then in FOLDER/unpacked. For packages of components that apt is not set up for, such as contrib.
"""

import pathlib
import re
import subprocess
import sys


def here():
    """The name of this release of Debian; another system has none of the table's packages by these names."""
    text = pathlib.Path("/etc/os-release").read_text(encoding="utf-8")
    name = re.search(r"^VERSION_CODENAME=(\w+)", text, re.MULTILINE)
    return name.group(1) if name else "sid" if "sid" in text else ""


def run(command, **more):
    """Runs, and ends the test with what was said where that fails."""
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    if done.returncode != 0:
        raise RuntimeError("$ " + " ".join(map(str, command)) + "\n" + done.stdout[-6000:])
    return done.stdout


def unpacked_packages(release, components, names, folder):
    """Packages of any release, unpacked in a folder."""
    unpacked = folder / "unpacked"
    files = [pathlib.Path("/etc/apt/sources.list"), *sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*"))]
    sources = "".join(each.read_text(encoding="utf-8") for each in files if each.is_file())
    mirror = re.search(r"https?://\S*/debian/?(?=\s)", sources + " ")
    work = folder / "apt"
    for made in ("lists/partial", "cache/archives/partial"):
        (work / made).mkdir(parents=True, exist_ok=True)
    if not mirror:
        raise RuntimeError(f"no source of apt names Debian's archive, from which {' '.join(names)} would come")
    (work / "sources").write_text(
        f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirror.group(0)} {release} {components}\n", encoding="utf-8")
    (work / "status").write_text("", encoding="utf-8")
    options = ["-qq"]
    for name, value in (("Dir::Etc::SourceList", work / "sources"), ("Dir::Etc::SourceParts", "/dev/null"), ("Dir::State::Lists", work / "lists"),
                        ("Dir::State::status", work / "status"), ("Dir::Cache", work / "cache"), ("APT::Sandbox::User", "root")):
        options += ["-o", f"{name}={value}"]
    run(["apt-get", *options, "update"])
    run(["apt-get", *options, "download", *names], cwd=work)
    for package in work.glob("*.deb"):
        run(["dpkg", "-x", package, unpacked])
        package.unlink()
    return unpacked


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    if not here():
        sys.exit("debian_packages: this is no Debian")
    try:
        unpacked_packages(here(), sys.argv[1], [sys.argv[2]], pathlib.Path(sys.argv[3]).resolve())
    except RuntimeError as error:
        sys.exit(f"debian_packages: {error}")
