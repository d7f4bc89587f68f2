# SPDX-License-Identifier: BSL-1.0
"""CPU seconds that compilers take for small programs: the library's, raw ones, and those of other libraries."""
import os
import statistics
import subprocess
import sys
import tempfile
from collections import namedtuple

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
TASKS = 1000

HEADER = "`#include <allotype/allotype.hpp>`"
PLAN_HEADERS = "the headers of layouts and packing"
CLUSTER_HEADERS = "the headers of a cluster with three flavours"
# What a compiler takes for the same loop written by hand: the unit of the budgets, so that they hold on any machine.
RAW = {"g++": "axpy, raw loop", "nvcc": "axpy, raw kernel"}
# budget: CPU time, as a multiple of RAW's; added_budget: of the part beyond what the program `headers` takes.
Program = namedtuple("Program", "title compiler options file budget added_budget headers", defaults=(None, None, HEADER))
Result = namedtuple("Result", "program best median mebibytes")


def tasks(called):
    """So many tasks, each of a type of its own."""
    profiles = ("1g.5gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb")
    lines = ["#include <allotype/allotype.hpp>", "namespace at = allotype;", "using namespace at::literals;"]
    for i in range(TASKS):
        lines.append(f'constexpr auto task_{i} = at::task<at::any_of<at::A100::partition<"{profiles[i % 5]}">, at::cpu>, '
                     f'at::limits<at::cpus<{i + 1}>, at::memory<8_GiB>>>("task_{i}", [](auto&) {{ return {i}; }});')
    if called:
        lines.append("int sum_of_all() {\n  int sum = 0;")
        lines += [f"  sum += task_{i}().value();" for i in range(TASKS)]
        lines.append("  return sum;\n}")
    return "\n".join(lines) + "\n"


def tasks_with_needs(searched):
    """So many tasks with needs, no two of which are the same; on a slice that the user named, or on the smallest."""
    slices = (("1g.5gb", 4800, 14, 1), ("2g.10gb", 9800, 28, 2), ("3g.20gb", 19900, 42, 3), ("4g.20gb", 19900, 56, 4),
              ("7g.40gb", 40100, 98, 7))
    lines = ["#include <allotype/allotype.hpp>", "namespace at = allotype;", "using namespace at::literals;"]
    for i in range(TASKS):
        name, mebibytes, sms, copy_engines = slices[i % 5]
        needs = (f"at::needs<at::memory<{mebibytes - i}_MiB>, at::sm_count<{sms}>, at::copy_engines<{copy_engines}>, at::bf16, "
                 f"at::shared_memory_per_block<96_KiB>, at::threads_per_block<{i % 1024 + 1}>, at::compute_capability<8, 0>>")
        place = f"at::smallest<at::A100, {needs}>" if searched else f'at::A100::partition<"{name}">'
        lines.append(f"constexpr auto task_{i} = at::task<at::any_of<{place}, at::cpu>, {needs}>"
                     f'("task_{i}", [](auto&) {{ return {i}; }});')
    return "\n".join(lines) + "\n"


def programs(setup, folder):
    generated = {"tasks.cpp": tasks(called=False), "tasks_called.cpp": tasks(called=True),
                 "tasks_with_needs.cpp": tasks_with_needs(searched=False),
                 "tasks_on_the_smallest.cpp": tasks_with_needs(searched=True)}
    for name, text in generated.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def system(include):
        return ["-isystem", include]

    gcc = [
        Program("empty file", "g++", ["-O0"], "empty.cpp"),
        Program(HEADER, "g++", ["-O0"], "include.cpp", 1.4),
        Program("every device and partition of the catalogue, named", "g++", ["-O0"], "catalogue.cpp"),
        Program(f"{TASKS} tasks of as many types", "g++", ["-O2"], os.path.join(folder, "tasks.cpp"), 45),
        Program(f"{TASKS} tasks of as many types, each called", "g++", ["-O0"], os.path.join(folder, "tasks_called.cpp"), 45),
        Program(f"{TASKS} tasks with needs, no two the same", "g++", ["-O2"], os.path.join(folder, "tasks_with_needs.cpp"), 45),
        Program(f"{TASKS} tasks with needs, each on the smallest partition that meets them", "g++", ["-O2"],
                os.path.join(folder, "tasks_on_the_smallest.cpp"), 45),
        Program(PLAN_HEADERS, "g++", ["-O0"], "include_plan.cpp"),
        Program("all 2,318 layouts of a board, listed", "g++", ["-O0"], "layouts.cpp", None, 2.7, PLAN_HEADERS),
        Program("8 tasks packed on the fewest GPUs", "g++", ["-O0"], "pack.cpp", None, 2.7, PLAN_HEADERS),
        Program(CLUSTER_HEADERS, "g++", ["-O0"], "include_cluster.cpp"),
        Program("20 tasks served together by 4 pools", "g++", ["-O0"], "serve.cpp", None, 4.5, CLUSTER_HEADERS),
        Program(RAW["g++"], "g++", ["-O2"], "axpy_raw.cpp"),
        Program("axpy, allotype `for_each`", "g++", ["-O2"], "axpy_allotype.cpp", 3.2),
        Program("dot product, allotype `reduce`", "g++", ["-O2"], "dot_allotype.cpp"),
    ]
    if setup["tbb"]:
        gcc.append(Program("axpy, oneTBB", "g++", ["-O2"], "axpy_tbb.cpp"))
    if setup["kokkos_include"]:
        gcc.append(Program("axpy, Kokkos, serial", "g++", ["-O2", *system(setup["kokkos_include"])], "axpy_kokkos.cpp"))
    if setup["cccl_include"]:
        gcc.append(Program("axpy, Thrust, OpenMP", "g++",
                           ["-O2", "-fopenmp", *system(setup["cccl_include"]), *setup["thrust_on_openmp"]],
                           "axpy_thrust.cpp"))
    if not setup["nvcc"]:
        return gcc
    nvcc = [
        Program("empty file", "nvcc", [], "empty.cpp"),
        Program(HEADER, "nvcc", [], "include.cpp", 1.8),
        Program("every device and partition of the catalogue, named", "nvcc", [], "catalogue.cpp"),
        Program(PLAN_HEADERS, "nvcc", [], "include_plan.cpp"),
        Program("all 2,318 layouts of a board, listed", "nvcc", [], "layouts.cpp", None, 0.7, PLAN_HEADERS),
        Program("8 tasks packed on the fewest GPUs", "nvcc", [], "pack.cpp", None, 0.35, PLAN_HEADERS),
        Program(RAW["nvcc"], "nvcc", [], "axpy_raw.cu"),
        Program("axpy, allotype `for_each`", "nvcc", [], "axpy_allotype.cpp", 1.8),
        Program("dot product, allotype `reduce`", "nvcc", [], "dot_allotype.cpp", 3.6),
        Program("axpy, Thrust, CUDA", "nvcc", [], "axpy_thrust.cpp"),
    ]
    return gcc + nvcc


def command(setup, program):
    file = os.path.join(PROGRAMS, program.file)
    includes = [f"-I{i}" for i in setup["includes"] if i != "/usr/include"]
    if program.compiler == "nvcc":
        return [setup["nvcc"], "-std=c++20", "-O2", "-arch=sm_80", *includes, "-x", "cu", file, "-c", "-o", os.devnull]
    return [setup["cxx"], "-std=c++20", *program.options, *includes, file, "-c", "-o", os.devnull]


def cpu_seconds_and_mebibytes(arguments):
    """CPU time of the process and all that it started and waited for; the most memory that one of them had."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(arguments, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            output.seek(0)
            sys.exit(f"{' '.join(arguments)}\n{output.read().decode(errors='replace')}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(setup, rounds):
    """[Result]; every round compiles every program once."""
    with tempfile.TemporaryDirectory() as folder:
        all_programs = programs(setup, folder)
        times = {program: [] for program in range(len(all_programs))}
        memory = {}
        for i in range(rounds):
            print(f"compile time: round {i + 1} of {rounds}", file=sys.stderr)
            for program, seconds in times.items():
                taken, memory[program] = cpu_seconds_and_mebibytes(command(setup, all_programs[program]))
                seconds.append(taken)
        return [Result(all_programs[p], min(s), statistics.median(s), memory[p]) for p, s in times.items()]
