#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests the compilers that are promised: the rows of toolchains.toml.

toolchains.py names [--sample]       a toolchain a line; --sample: those that can be had here and that every run of all tests has
toolchains.py packages NAME          Debian's packages of one, beside those that every build needs
toolchains.py run NAME FOLDER [--wrong-programs]
                                     compiles and runs its programs in the folder, and those of test/compile_fail, which takes minutes,
                                     where the row asks for them; exits 77 where it cannot be had here
toolchains.py table [--write|--check]    the table of doc/install.md
"""

import argparse
import concurrent.futures
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tomllib
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "doc/install.md"
WORKFLOW = ROOT / ".github/workflows/test.yml"
BEGIN, END = "<!-- toolchains -->\n", "<!-- end of toolchains -->\n"
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror".split()
UNITS = ("core/units", "core/number_formats", "plan/smallest", "machine/visible_devices", "dispatch/verbs")
CUDA_12_4 = "test/toolchains/cuda_12.4_requirements.txt"


# What a row of the table may leave out.
DEFAULTS = {"options": "", "units": UNITS, "rooms": [], "runs_with": "", "linker": "", "cuda": "", "architectures": [], "sample": False,
            "wrong_programs": False, "says_else": [], "remark": ""}
ROWS = tomllib.loads(pathlib.Path(__file__).with_name("toolchains.toml").read_text(encoding="utf-8"))
BY_NAME = {name: types.SimpleNamespace(**{**DEFAULTS, "name": name, **row}) for name, row in ROWS.items()}
TABLE = list(BY_NAME.values())
SYSTEMS = {"bookworm": "Debian 12", "trixie": "Debian 13", "sid": "Debian sid"}
IMAGES = {"bookworm": "debian:12", "trixie": "debian:13", "sid": "debian:sid"}
WRONG_PROGRAMS = "wrong programs"
OLD_GPUS = {"70": "V100", "60": "P100"}


def here():
    """The name of this release of Debian; another system has none of the table's packages by these names."""
    system = platform.freedesktop_os_release()
    return system.get("VERSION_CODENAME", "sid") if system["ID"] == "debian" else ""


def run(command, said=6000, **more):
    """Runs, and ends the test with the end of what was said where that fails."""
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    if done.returncode != 0:
        raise RuntimeError("$ " + " ".join(map(str, command)) + "\n" + done.stdout[-said:])
    return done.stdout


def cuda_toolkit(which, folder):
    """A toolkit in a folder, of PyPI's parts; 12.4's compiler driver is in a package of Debian 13, which is not installed."""
    root = folder / "cuda"
    if (root / "complete").exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    parts = folder / "parts"
    run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps", "--upgrade", "--target", parts,
         "-r", ROOT / which.cuda])
    if which.cuda != CUDA_12_4:
        (parts / "nvidia/cu13").rename(root)
        (root / "complete").touch()
        return root
    run([ROOT / "test/toolchains/debian_packages", "trixie", "main non-free", folder, "nvidia-cuda-toolkit", "libcub-dev", "libthrust-dev",
         "libcu++-dev"])
    unpacked = folder / "unpacked"
    nvidia = unpacked / "usr/lib/nvidia-cuda-toolkit/bin"
    shutil.copytree(parts / "nvidia/cuda_nvcc/nvvm", root / "nvvm")
    for part in ("cuda_nvcc", "cuda_runtime"):
        shutil.copytree(parts / "nvidia" / part / "include", root / "include", dirs_exist_ok=True)
    for part in ("cub", "thrust", "cuda", "nv"):
        shutil.copytree(unpacked / "usr/include" / part, root / "include" / part)
    for made in ("bin", "nvvm/bin", "lib64"):
        (root / made).mkdir(parents=True, exist_ok=True)
    for program in ("cudafe++", "fatbinary", "nvlink", "bin2c", "ptxas"):
        shutil.copy(unpacked / "usr/bin" / program, root / "bin")
    shutil.copy(nvidia / "nvcc", root / "bin")
    shutil.copytree(nvidia / "crt", root / "bin/crt")
    shutil.copy(nvidia / "cicc", root / "nvvm/bin")
    (root / "bin/nvcc.profile").write_text(
        "TOP = $(_HERE_)/..\nCICC_PATH = $(TOP)/nvvm/bin\nNVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice\n"
        'PATH += $(CICC_PATH):$(_HERE_):\nINCLUDES += "-I$(TOP)/include" $(_SPACE_)\n', encoding="utf-8")
    (root / "version.json").write_text('{"cuda": {"name": "CUDA SDK", "version": "12.4.1"}}\n', encoding="utf-8")
    (root / "complete").touch()
    return root


class Work:
    """What one toolchain compiles and runs."""

    def __init__(self, which, folder):
        self.which, self.folder = which, folder
        folder.mkdir(parents=True, exist_ok=True)
        self.compiler = [which.compiler, *which.options.format(boost=self.headers_of_boost()).split()]

    def headers_of_boost(self):
        """A folder with nothing but Boost, as the system's folder has another processor's headers beside it."""
        folder = self.folder / "boost"
        folder.mkdir(exist_ok=True)
        for name in ("boost", "catch2", "nlohmann"):
            link = folder / name
            if not link.exists():
                link.symlink_to(f"/usr/include/{name}")
        return folder

    def headers(self, file="headers.cpp", compiler=None):
        names = sorted(each.name for each in (ROOT / "include/allotype").glob("*.hpp"))
        file = self.folder / file
        file.write_text("".join(f"#include <allotype/{each}>\n" for each in names if each not in ("nvtx.hpp", "program.hpp")), encoding="utf-8")
        run([*(compiler or [*self.compiler, *STRICT, "-fsyntax-only"]), "-std=c++20", f"-I{ROOT}/include", file])

    def page(self, page):
        run([sys.executable, ROOT / "test/documented.py", "compile", ROOT / page, self.folder / pathlib.Path(page).stem, *self.compiler,
             "-std=c++20", "-fsyntax-only", f"-I{ROOT}/include"])

    def run_program(self, program, *arguments):
        return run([*self.which.runs_with.split(), program, *arguments])

    def program(self):
        out = self.folder / "program"
        run([*self.compiler, "-std=c++20", "-O1", f"-I{ROOT}/include", ROOT / "test/toolchains/program.cpp", "-o", out])
        said = self.run_program(out)
        if said != "49501 on cpu\n":
            raise RuntimeError(f"the program says {said!r}")

    def unit(self, unit):
        out, main = self.folder / unit.replace("/", "_"), self.folder / "catch_main.cpp"
        libraries = []
        if pathlib.Path("/usr/include/catch2/catch.hpp").exists():
            if not main.exists():
                main.write_text("#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n", encoding="utf-8")
                run([*self.compiler, "-std=c++20", "-O0", "-c", main, "-o", main.with_suffix(".o")])
            libraries = [main.with_suffix(".o")]
        else:
            libraries = ["-lCatch2Main", "-lCatch2"]
        run([*self.compiler, "-std=c++20", "-O1", f"-I{ROOT}/include", f"-I{ROOT}/test/unit", f'-DALLOTYPE_TEST_DATA="{ROOT}/test/data"',
             "-c", ROOT / f"test/unit/{unit}.cpp", "-o", f"{out}.o"])
        run([*([self.which.linker] if self.which.linker else self.compiler), f"{out}.o", *libraries, "-o", out])
        self.run_program(out)

    def jobs_for_cpu(self):
        if self.which.units:
            yield "unit " + self.which.units[0], lambda: self.unit(self.which.units[0])  # with Catch2's main, once
        yield "headers", self.headers
        for page in ("README.md", "doc/start.md"):
            yield page, lambda page=page: self.page(page)
        yield "program", self.program
        for unit in self.which.units[1:]:
            yield "unit " + unit, lambda unit=unit: self.unit(unit)
        if self.which.rooms:
            yield "unit tests of " + ", ".join(self.which.rooms), self.unit_tests_of_rooms
        if self.which.wrong_programs:
            yield WRONG_PROGRAMS, lambda: self.wrong_programs("clang", *self.compiler, "-fsyntax-only", "-Wall", "-Wextra", "-ferror-limit=0")

    def unit_tests_of_rooms(self):
        """As the project builds them, with CMake's cross-compiling emulator."""
        build = self.folder / "build"
        run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={self.which.name}",
             f"-DCMAKE_CXX_COMPILER={self.which.compiler}", f"-DCMAKE_CROSSCOMPILING_EMULATOR={';'.join(self.which.runs_with.split())}",
             "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1", "-DALLOTYPE_BUILD_TESTS=ON", "-DALLOTYPE_TEST_KINDS=unit", "-DALLOTYPE_CUDA=OFF"])
        run(["ninja", "-C", build, "-k", "0", *(f"test/unit/{room}/all" for room in self.which.rooms)])
        for room in self.which.rooms:
            run(["ctest", "--test-dir", build / "test/unit" / room, "--output-on-failure", "--no-tests=error", "--parallel", str(os.cpu_count()),
                 "--exclude-regex", r"^unit\.forks$"], env={**os.environ, "ALLOTYPE_TEST_EMULATOR": self.which.runs_with})
        if "dispatch" in self.which.rooms:  # QEMU ends at its own assertion where a child of a program with threads starts one
            self.run_program(build / "test/unit/backend/unit_forks", "~a thread that a child starts has threads")

    def wrong_programs(self, kind, *command):
        """What must not compile, as test/compile_fail/CMakeLists.txt has it compiled."""
        files = sorted(each for each in (ROOT / "test/compile_fail").glob("*.cpp") if each.stem not in ("errors_in_short", *self.which.says_else))
        run([sys.executable, ROOT / "test/compile_fail/check.py", "together", kind, *files, "--", *command, "-std=c++20", f"-I{ROOT}/include"],
            said=200000)

    def interpreter(self, toolkit):
        """The runtime of the tests of device code, by the system's compiler."""
        library = self.folder / "interpreter"
        library.mkdir(exist_ok=True)
        names = "arithmetic control cuda_runtime decode fat_binary interpreter matrix memory memory_access ptx_parser race_detector traffic".split()

        def compile_one(name):
            run(["g++", "-std=c++20", "-O1", "-ffp-contract=off", "-frounding-math", "-isystem", toolkit / "include", "-c",
                 ROOT / f"src/device_tests/{name}.cpp", "-o", library / f"{name}.o"])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, names))
        return [library / f"{name}.o" for name in names]

    def jobs_for_cuda(self):
        toolkit = cuda_toolkit(self.which, self.folder)
        source = self.folder / "program.cu"
        shutil.copy(ROOT / "test/toolchains/program.cpp", source)
        if self.which.compiler != "nvcc":
            for architecture, _ in self.which.architectures:
                yield f"sm_{architecture}", lambda architecture=architecture: run([
                    self.which.compiler, "-x", "cuda", f"--cuda-path={toolkit}", f"--cuda-gpu-arch=sm_{architecture}", "-std=c++20", "-Wall",
                    "-Wextra", "-Werror", "-Wno-unknown-cuda-version", f"-DOLD_GPU={OLD_GPUS[architecture]}", f"-I{ROOT}/include", "-c", source,
                    "-o", self.folder / f"clang_{architecture}.o"])
            return
        host = self.which.packages.split()[0]
        reads = [toolkit / "bin/nvcc", "-ccbin", host, "-arch=sm_80", "--cuda", "-o", self.folder / "unused.ii"]
        yield "headers", lambda: self.headers("headers.cu", [*reads, "--extended-lambda", "-Werror=all-warnings"])
        yield "a task of a program", lambda: self.task_of_a_program(toolkit, host)
        objects = self.interpreter(toolkit)
        for architecture, device in self.which.architectures:
            yield f"sm_{architecture}", lambda a=architecture, d=device: self.on_interpreter(toolkit, host, source, objects, a, d)
        if self.which.wrong_programs:
            yield WRONG_PROGRAMS, lambda: self.wrong_programs("nvcc", *reads, "-Xcudafe", "--error_limit=10000")

    def task_of_a_program(self, toolkit, host):
        """The host's compiler reads what nvcc writes of it: nvcc 12.4 has written an alias wrongly that it reads itself."""
        source = self.folder / "task_of_a_program.cu"
        shutil.copy(ROOT / "test/compile_fail/program_with_an_enumeration_without_names.cpp", source)
        run([toolkit / "bin/nvcc", "-ccbin", host, "-arch=sm_80", "-std=c++20", "--extended-lambda", "-Werror=all-warnings", "-DTWIN",
             f"-I{ROOT}/include", "-c", source, "-o", source.with_suffix(".o")])

    def on_interpreter(self, toolkit, host, source, objects, architecture, device):
        out = self.folder / f"program_{architecture}"
        old = OLD_GPUS.get(architecture)
        run([toolkit / "bin/nvcc", "-ccbin", host, "-std=c++20", "--extended-lambda", "-Werror=all-warnings", "--no-compress",
             "-cudart=none", f"-gencode=arch=compute_{architecture},code=compute_{architecture}", *([f"-DOLD_GPU={old}"] if old else ["-DOLD_GPU=A100"]),
             f"-I{ROOT}/include", source, *objects, "-o", out])
        said = run([out], env={**os.environ, "ALLOTYPE_TEST_DEVICE": device})
        if not said.startswith(f"49501 on {device}\n"):  # the interpreter's own line follows
            raise RuntimeError(f"the program says {said!r}")


def test(name, folder, with_wrong_programs):
    which = BY_NAME[name]
    required = os.environ.get("CI") == "true" and here() in which.systems
    compiler = which.compiler if which.compiler != "nvcc" else which.packages.split()[0]
    if not shutil.which(compiler):
        print(f"{which.title} is not here: it is a package of {' and of '.join(SYSTEMS[each] for each in which.systems)}: {which.packages}")
        return 1 if required else 77
    work, failed = Work(which, folder), []

    def one(job):
        try:
            job[1]()
            return f"ok      {job[0]}"
        except RuntimeError as error:
            failed.append(job[0])
            return f"FAILED  {job[0]}\n{error}"
    jobs = work.jobs_for_cuda() if which.cuda else work.jobs_for_cpu()
    jobs = (job for job in jobs if with_wrong_programs or job[0] != WRONG_PROGRAMS)
    first = next(jobs)
    print(one(first), flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(one, list(jobs)):
            print(said, flush=True)
    print(f"{which.title}: {'failed: ' + ', '.join(failed) if failed else 'all of it passed'}")
    return 1 if failed else 0


def table():
    lines = ["| `./dev test --toolchain` | compiler | in | packages | what is compiled and run |", "|---|---|---|---|---|"]
    for each in TABLE:
        systems = ", ".join(SYSTEMS[system] for system in each.systems)
        if each.cuda:
            what = ("all headers, a task of a program, a task with a sort, as " if each.runs_with or each.compiler == "nvcc" else "a task with a sort, compiled as ") + \
                " and ".join(f"sm_{a}" for a, _ in each.architectures) + (" code, run on the tests' interpreter" if each.compiler == "nvcc" else " code")
        else:
            run_too = f"all unit tests of {', '.join(each.rooms)}" if each.rooms else f"{len(each.units) + 1} programs run"
            what = "all headers, the programs of README and start page, " + run_too
        if each.wrong_programs:
            what += "; what it says of programs that must not compile"
        if each.remark:
            what += "; " + each.remark
        source = f"`{each.packages}`" + (", PyPI" if each.cuda else "") + (", Debian 13's non-free" if each.cuda == CUDA_12_4 else "")
        lines.append(f"| `{each.name}` | {each.title} | {systems} | {source} | {what} |")
    return "\n".join(lines) + "\n"


def jobs_of_workflow():
    return "".join(f'          - {{toolchain: "{each.name}", system: "{IMAGES[each.systems[0]]}"}}\n' for each in TABLE)


def write_table(check):
    wrong = 0
    for file, begin, end, text in ((PAGE, BEGIN, END, "\n" + table() + "\n"),
                                   (WORKFLOW, "          # the table of test/toolchains/toolchains.toml\n", "          # end of the table\n", jobs_of_workflow())):
        old = file.read_text(encoding="utf-8")
        before, rest = old.split(begin)
        _, behind = rest.split(end)
        new = before + begin + text + end + behind
        if new != old and check:
            print(f"{file.relative_to(ROOT)} does not show the table: test/toolchains/toolchains.py table --write")
            wrong = 1
        elif new != old:
            file.write_text(new, encoding="utf-8")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("names", "packages", "run", "table"))
    parser.add_argument("name", nargs="?", choices=tuple(BY_NAME))
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--wrong-programs", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.command == "names":
        print("\n".join(each.name for each in TABLE if not given.sample or (each.sample and here() in each.systems)))
    elif given.command == "packages":
        print(BY_NAME[given.name].packages)
    elif given.command == "run":
        return test(given.name, given.folder.resolve(), given.wrong_programs)
    elif given.write or given.check:
        return write_table(given.check)
    else:
        print(table(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
