# SPDX-License-Identifier: BSL-1.0
"""CPU seconds that compilers take for small programs: the library's, raw ones, and those of other libraries."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import tomllib
from collections import namedtuple

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs.toml")
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
TASKS = 1000
KERNELS = 100

HEADER = "`#include <allotype/allotype.hpp>`"
# What a compiler takes for the same loop written by hand: the unit of the budgets, so that they hold on any machine.
RAW = {"g++": "axpy, raw loop", "nvcc": "axpy, raw kernel"}
# A row of programs.toml; `raw` is the program by hand, where it is not that of RAW.
Program = namedtuple("Program", "title compiler options file budget added_budget headers raw", defaults=(None, None, HEADER, None))
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


def kernels():
    """So many lambdas in one file, on the CPU or on a GPU."""
    lines = ["#include <allotype/allotype.hpp>", "namespace at = allotype;", "#ifdef __CUDACC__", "using accelerator = at::A100;", "#else",
             "using accelerator = at::cpu;", "#endif",
             "void all(at::queue<accelerator>& on, at::buffer<float, accelerator>& to, at::buffer<float, accelerator>& from) {",
             "  auto const y = to.view(on), x = from.view(on);", "  at::extents const n{static_cast<int>(to.size())};"]
    lines += [f"  at::for_each(on, n, [=] ALLOTYPE_FN(int i) {{ y(i) += {k}.5f * x(i); }});" for k in range(KERNELS)]
    return "\n".join([*lines, "}"]) + "\n"


def loops():
    """The same by hand: loops with OpenMP, or kernels of CUDA."""
    of_cuda = [f"__global__ void kernel_{k}(int n, float const* x, float* y) {{\n  int const i = blockIdx.x * blockDim.x + threadIdx.x;\n"
               f"  if (i < n) y[i] += {k}.5f * x[i];\n}}" for k in range(KERNELS)]
    launches = [f"  kernel_{k}<<<(n + 255) / 256, 256, 0, on>>>(n, x, y);" for k in range(KERNELS)]
    of_openmp = [f"#pragma omp parallel for\n  for (int i = 0; i < n; ++i) y[i] += {k}.5f * x[i];" for k in range(KERNELS)]
    return "\n".join(["#ifdef __CUDACC__", *of_cuda, "void all(cudaStream_t on, float const* x, float* y, int n) {", *launches, "}", "#else",
                      "void all(float const* x, float* y, int n) {", *of_openmp, "}", "#endif"]) + "\n"


def lambdas_by_hand(short_loops, checked=False):
    """The same with lambdas and the least function templates around them, by hand. With `short_loops` they have the structure of the
    library's: a short loop in place, and a function for a share of a long one, which something that is compiled once calls. `checked`: with the
    least that for_each asks, a kernel that is copied as bytes and called with an index, a queue that is open, and no negative number of indices."""
    of_cuda = ["template <class Kernel> __global__ void __launch_bounds__(256) kernel_of(int n, Kernel const kernel) {",
               "  int const i = blockIdx.x * blockDim.x + threadIdx.x;", "  if (i < n) kernel(i);", "}",
               "template <class Kernel> void for_each(cudaStream_t on, int n, Kernel const& kernel) {",
               "  kernel_of<<<(n + 255) / 256, 256, 0, on>>>(n, kernel);", "}"]
    of_regions = ["template <class Kernel> void for_each(stream, int n, Kernel const kernel) {", "#pragma omp parallel for",
                  "  for (int i = 0; i < n; ++i) kernel(i);", "}"]
    declared = ["void check_is_open(stream);", "void negative(int);", "template <class Kernel>",
                "concept right = __is_trivially_copyable(Kernel) && requires(Kernel const& kernel) { kernel(0); };"]
    asked = ["  static_assert(right<Kernel>);", "  check_is_open(on);", "  if (n < 0) negative(n);"]
    of_shares = [*(declared if checked else []),
                 "void on_threads(long& cost, int n, void const* kernel, unsigned long size, void (*share)(void const*, int, int));",
                 "template <class Kernel> void share_of(void const* kernel, int begin, int end) {",
                 "  Kernel const own = *static_cast<Kernel const*>(kernel);", "  for (int i = begin; i < end; ++i) own(i);", "}",
                 "template <class Kernel> void for_each([[maybe_unused]] stream on, int n, Kernel const& kernel) {", *(asked if checked else []),
                 "  static thread_local long cost;",
                 "  if ((cost -= n) >= 0) {", "    Kernel const own = kernel;", "    for (int i = 0; i < n; ++i) own(i);", "  } else {",
                 "    Kernel const copy = kernel;", "    on_threads(cost, n, &copy, sizeof copy, &share_of<Kernel>);", "  }", "}"]
    return "\n".join(["#ifdef __CUDACC__", "#define MARK __host__ __device__", "using stream = cudaStream_t;", *of_cuda, "#else", "#define MARK",
                      "struct stream {};", *(of_shares if short_loops else of_regions), "#endif",
                      "struct view {", "  float* elements;", "  int size;", "  MARK float& operator()(int i) const { return elements[i]; }", "};",
                      "void all(stream on, view const y, view const x, int n) {",
                      *(f"  for_each(on, n, [=] MARK(int i) {{ y(i) += {k}.5f * x(i); }});" for k in range(KERNELS)), "}"]) + "\n"


def programs(setup, folder):
    generated = {"kernels.cpp": kernels(), "loops.cpp": loops(), "lambdas_by_hand.cpp": lambdas_by_hand(short_loops=False),
                 "short_loops_by_hand.cpp": lambdas_by_hand(short_loops=True),
                 "checked_by_hand.cpp": lambdas_by_hand(short_loops=True, checked=True), "tasks.cpp": tasks(called=False), "tasks_called.cpp": tasks(called=True),
                 "tasks_with_needs.cpp": tasks_with_needs(searched=False),
                 "tasks_on_the_smallest.cpp": tasks_with_needs(searched=True)}
    for name, text in generated.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    found = []
    for row in tomllib.loads(pathlib.Path(LIST).read_text(encoding="utf-8"))["program"]:
        needs, more = row.pop("needs", None), row.pop("more", None)
        if needs and not setup[needs]:
            continue
        filled = {key: value.format(tasks=TASKS, kernels=KERNELS, folder=folder) if isinstance(value, str) else value for key, value in row.items()}
        options = [each.format_map(setup) for each in row.get("options", [])] + list(setup[more] if more else [])
        found.append(Program(**{**filled, "options": options}))
    return found


def command(setup, program):
    file = os.path.join(PROGRAMS, program.file)
    includes = [f"-I{i}" for i in setup["includes"] if i != "/usr/include"]
    if program.compiler == "nvcc":
        return [setup["nvcc"], "-std=c++20", "-O2", "-arch=sm_80", *program.options, *includes, "-x", "cu", file, "-c", "-o", os.devnull]
    compiler = setup["clang"] if program.compiler == "clang++" else setup["cxx"]
    return [compiler, "-std=c++20", *program.options, *includes, file, "-c", "-o", os.devnull]


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
