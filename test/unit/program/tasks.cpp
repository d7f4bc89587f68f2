// SPDX-License-Identifier: BSL-1.0
// A program with inputs and outputs of every type, and with tasks that go wrong; check_program.py runs it.
#include <allotype/allotype.hpp>
#include <allotype/program.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "../../../example/own_accelerator/xpu.hpp"

namespace at = allotype;
namespace fs = std::filesystem;
using namespace at::literals;

struct point {
  BOOST_HANA_DEFINE_STRUCT(point, (std::int64_t, x), (double, y), (std::optional<std::string>, label));
};

struct every_type {
  BOOST_HANA_DEFINE_STRUCT(every_type, (bool, truth), (std::int8_t, small), (std::uint16_t, medium),
                           (std::int64_t, large), (std::uint64_t, unsigned_large), (float, single), (double, number),
                           (std::string, text), (std::vector<std::int64_t>, integers),
                           (std::vector<std::vector<std::string>>, lists), (std::map<std::string, double>, numbers),
                           (std::map<std::string, std::vector<bool>>, truths), (std::optional<std::int32_t>, maybe),
                           (std::optional<std::vector<double>>, maybe_list), (point, where), (std::vector<point>, path),
                           (std::map<std::string, point>, places), (std::optional<point>, maybe_point));
};

struct some_files {
  BOOST_HANA_DEFINE_STRUCT(some_files, (fs::path, first), (std::vector<fs::path>, more),
                           (std::map<std::string, fs::path>, named), (std::optional<fs::path>, maybe));
};

enum class method { fast, exact };
template <>
inline constexpr at::enumerator<method> at::enumerators<method>[] = {{"fast", method::fast}, {"exact!", method::exact}};

struct appointment {
  BOOST_HANA_DEFINE_STRUCT(appointment, (std::chrono::sys_time<std::chrono::microseconds>, when),
                           (std::chrono::microseconds, length), (method, how),
                           (std::variant<bool, std::string>, either));
};

/// Types that are names, times, or one of several.
struct times_and_names {
  using number_or_text = std::variant<std::int64_t, std::string, std::vector<double>>;
  BOOST_HANA_DEFINE_STRUCT(times_and_names, (std::chrono::system_clock::time_point, when), (std::chrono::sys_days, day),
                           (std::chrono::nanoseconds, length), (std::chrono::duration<double>, real),
                           (std::chrono::minutes, minutes), (method, how), (std::vector<method>, ways),
                           (number_or_text, either), (std::optional<number_or_text>, maybe),
                           (std::map<std::string, number_or_text>, several), (appointment, next),
                           (std::optional<std::chrono::system_clock::time_point>, last));
};

struct folders {
  BOOST_HANA_DEFINE_STRUCT(folders, (at::directory, folder), (at::dataset<"csv">, table),
                           (std::optional<at::dataset<"parquet">>, columns));
};

struct one_file {
  BOOST_HANA_DEFINE_STRUCT(one_file, (fs::path, file));
};

/// Names of options of the command `run`.
struct names_of_options {
  BOOST_HANA_DEFINE_STRUCT(names_of_options, (std::string, devices), (int, max_size));
};

/// Inputs with defaults of their own in C++.
struct scale {
  double factor = 2;
};
BOOST_HANA_ADAPT_STRUCT(scale, factor);

constexpr auto echo = at::task<at::cpu, at::limits<at::cpus<2>, at::memory<1_GiB>>>(
    "echo", [](auto&, every_type const& in) { return in; });

constexpr auto echo_times = at::task<at::cpu>("echo-times", [](auto&, times_and_names const& in) { return in; });

/// Adds a line to a table, and a file to a folder.
constexpr auto add_to = at::task<at::cpu>("add-to", [](auto&, folders const& in, fs::path const& folder) {
  fs::copy(in.folder.path, folder / "grown", fs::copy_options::recursive);
  std::ofstream(folder / "grown/more.txt") << "more";
  fs::copy_file(in.table.path, folder / "grown_table");
  std::ofstream(folder / "grown_table", std::ios::app) << "3,c\n";
  folders out{{"grown"}, {"grown_table"}, {}};
  if (in.columns) {
    fs::copy_file(in.columns->path, folder / "grown_columns");
    out.columns = at::dataset<"parquet">{folder / "grown_columns"};
  }
  return out;
});

/// Copies to names of its own, in folders of its own.
constexpr auto copy_files = at::task<at::cpu>("copy-files", [](auto&, some_files const& in, fs::path const& folder) {
  int count = 0;
  auto const copied = [&](fs::path const& file) {
    fs::path const name = fs::path("copies") / (std::to_string(count++) + ".txt");
    fs::create_directories(folder / "copies");
    fs::copy_file(file, folder / name);
    return count == 1 ? folder / name : name;  // either will do
  };
  some_files out;
  out.first = copied(in.first);
  for (fs::path const& file : in.more) out.more.push_back(copied(file));
  for (auto const& [name, file] : in.named) out.named[name] = copied(file);
  if (in.maybe) out.maybe = copied(*in.maybe);
  return out;
});

constexpr auto half_a_file =
    at::task<at::cpu>("half-a-file", [](auto&, scale const&, fs::path const& folder) -> one_file {
      std::ofstream(folder / "half") << "half";
      throw std::runtime_error("the disk of this test is full");
    });

constexpr auto not_written =
    at::task<at::cpu>("not-written", [](auto&, scale const&, fs::path const&) { return one_file{"never.txt"}; });

constexpr auto pass_on =
    at::task<at::cpu>("pass-on", [](auto&, one_file const& in) { return one_file{fs::absolute(in.file)}; });

constexpr auto not_utf8 =
    at::task<at::cpu>("not-utf8", [](auto&, scale const&) { return names_of_options{"\xff", 1}; });

constexpr auto options = at::task<at::cpu>("options", [](auto&, names_of_options const& in) { return in; });

constexpr auto silent = at::task<at::cpu>("silent", [](auto&, scale const& in) {
  if (in.factor < 0) throw std::invalid_argument("the factor is negative");
});

/// One accelerator, which can be switched off; and the same with an alternative.
#ifdef __CUDACC__
using scarce = at::A100::partition<"2g.10gb">;
#else
using scarce = acme::xpu::partition<"half">;
#endif
constexpr auto on_scarce = at::task<scarce>("on-scarce", [](auto&, one_file const& in) {
  std::ifstream from(in.file);
  scale out;
  from >> out.factor;
  return out;
});
constexpr auto on_scarce_or_cpu = at::task<at::any_of<scarce, at::cpu>>(
    "on-scarce-or-cpu", []<at::accelerator A>(at::queue<A>&, scale const& in) { return in; });

struct variable_name {
  BOOST_HANA_DEFINE_STRUCT(variable_name, (std::string, variable));
};
struct variable_value {
  BOOST_HANA_DEFINE_STRUCT(variable_value, (std::string, value));
};

/// What a scheduler says to a job, on a machine that has no device of the type.
constexpr auto environment =
    at::task<at::any_of<at::A100::partition<"2g.10gb">, at::cpu>, at::limits<at::cpus<1>, at::memory<64_MiB>>>(
        "environment", [](auto&, variable_name const& in) {
          char const* const value = std::getenv(in.variable.c_str());
          return variable_value{value == nullptr ? "" : value};
        });
constexpr auto on_two_kinds =
    at::task<at::any_of<at::H100_80GB, at::A100::partition<"3g.20gb">, at::cpu>, at::limits<at::gpus<2>>>(
        "on_Two_kinds", [](auto&, scale const& in) { return in; });

int main(int argc, char** argv) {
  return at::program<"tasks", echo, copy_files, echo_times, add_to, half_a_file, not_written, pass_on, not_utf8,
                     options, silent, on_scarce, on_scarce_or_cpu, environment, on_two_kinds>::main(argc, argv);
}
