# SPDX-License-Identifier: BSL-1.0
"""portable_program.py SOURCE WORK [FAKE_NVML SCENARIO]: the program for machines without a compiler, as packaging/program.py makes it.

The wheel and the archive are installed by the lines of doc/install.md, in a new environment and a new home, without a network. Both have
the same program. It needs no library but the C library's, in the version that the wheel's name says at most. It lists layouts, reads YAML,
refuses with a message and a status, with an old C library, too, and finds the driver's library while it runs.
"""
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import checks

OF_THE_C_LIBRARY = {"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1"}
DATA = ("share/man/man1/allotype.1", "share/bash-completion/completions/allotype", "share/zsh/site-functions/_allotype",
        "share/fish/vendor_completions.d/allotype.fish", "share/allotype/cluster.schema.json", "share/allotype/tasks.schema.json")
LAYOUTS = "2318 layouts of 127 sets of instances"
OLDEST_ON_DEBIAN = (2, 31)  # what packaging/program.py links with there
CLUSTER = "pools:\n- name: train\n  system: slurm\n  nodes: 2\n  gpus:\n  - device: A100\n    layout: [3g.20gb, 2g.10gb]\n"


def said(*words, **more):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout + done.stderr


def lines_of(page, name):
    """The lines of the page's block behind <!-- in the folder of the program: NAME -->."""
    return re.search(rf"<!-- in the folder of the program: {name} -->\n```sh\n(.*?)```", page, re.DOTALL)[1]


def newest_glibc(program):
    found = re.findall(r"GLIBC_(\d+)\.(\d+)", said("objdump", "-T", program)[1])
    return max((int(major), int(minor)) for major, minor in found)


def main():
    source, work, *fake = (pathlib.Path(each).resolve() for each in sys.argv[1:])
    check = checks.Checks()
    shutil.rmtree(work, ignore_errors=True)
    made = work / "made"
    status, text = said(sys.executable, source / "packaging/program.py", "--folder", made, "--build-type", "None")
    check.require(status == 0, "the wheel and the archive are made", text)
    [wheel] = made.glob("*.whl")
    tag = re.search(r"-py3-none-manylinux_(\d+)_(\d+)_", wheel.name)
    check.require(tag is not None, f"{wheel.name} is for any Python and many Linuxes", text)

    status, text = said(sys.executable, "-m", "venv", work / "environment")
    page = (source / "doc/install.md").read_text(encoding="utf-8")
    alone = {"HOME": str(work / "home"), "PATH": f"{work}/environment/bin:/usr/bin:/bin", "PIP_NO_INDEX": "1",
             "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for way in ("pip", "archive"):
        status, text = said("bash", "-euc", lines_of(page, way), cwd=made, env=alone)
        check.require(status == 0 and LAYOUTS in text, f"doc/install.md: {way}, and it lists layouts", text)
    program = work / "environment/bin/allotype"
    missing = [each for each in DATA if not (work / "environment" / each).is_file()]
    check.require(not missing, "manual page, completions and schemas are there", missing)

    needed = set(re.findall(r"NEEDED +(\S+)", said("objdump", "-p", program)[1]))
    others = {each for each in needed - OF_THE_C_LIBRARY if not each.startswith("ld-linux")}
    check.require(needed and not others, "it needs the C library alone", sorted(others))
    newest, allowed = newest_glibc(program), (int(tag[1]), int(tag[2]))
    check.require(newest <= allowed, f"it needs glibc {newest[0]}.{newest[1]}, and the wheel says so", f"the wheel says {allowed}")
    if "\nID=debian\n" in "\n" + pathlib.Path("/etc/os-release").read_text(encoding="utf-8"):
        check.require(newest <= OLDEST_ON_DEBIAN, f"that is no newer than {OLDEST_ON_DEBIAN}", newest)

    bare = {"PATH": "/usr/bin:/bin", "HOME": str(work)}
    (work / "lab.yaml").write_text(CLUSTER, encoding="utf-8")
    status, text = said(program, "cluster", work / "lab.yaml", env=bare)
    check.require(status == 0 and "train" in text, "it reads YAML", text)
    status, text = said(program, "show", "A1000", env=bare)
    check.require(status == 2 and "the nearest" in text, "what is unknown has a message and a status", f"{status}: {text}")
    # On Debian, the C library that it was linked with, and not this machine's.
    for loader in (source / "build/program/bullseye/unpacked/lib").glob("*/ld-2.31.so"):
        status, text = said(loader, "--library-path", loader.parent, program, "show", "A1000", env=bare)
        check.require(status == 2 and "the nearest" in text, "the same with the C library of Debian 11", f"{status}: {text}")
    if fake:
        driver = {**bare, "LD_LIBRARY_PATH": str(fake[0]), "FAKE_NVML_SCENARIO": str(fake[1])}
        status, text = said(program, "probe", env=driver)
        check.require(status == 0 and "A100 3g.20gb" in text, "it finds the driver's library", text)

    local = work / "home/.local"
    same = (local / "bin/allotype").read_bytes() == program.read_bytes() and all((local / each).is_file() for each in DATA)
    check.require(same, "the archive has the same files", sorted(local.rglob("*")))
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
