// SPDX-License-Identifier: BSL-1.0
// Tasks that fail in every way, and tasks with large inputs, for flyte_failures.py.
#include <allotype/allotype.hpp>
#include <allotype/program.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "../../../example/own_accelerator/xpu.hpp"

namespace at = allotype;
namespace fs = std::filesystem;

struct failing {
  BOOST_HANA_DEFINE_STRUCT(failing, (std::string, how));
};
struct text_and_file {
  BOOST_HANA_DEFINE_STRUCT(text_and_file, (std::string, text), (fs::path, file));
};
struct one_text {
  BOOST_HANA_DEFINE_STRUCT(one_text, (std::string, text));
};

one_text fail(std::string const& how) {
  if (how == "device") {
    throw at::device_error("cudaStreamSynchronize", "cudaErrorECCUncorrectable", "uncorrectable ECC error", "A100");
  }
  if (how == "recoverable") throw at::recoverable_error("the licence server is busy");
  if (how == "input") throw at::input_error("a check of the task's own");
  if (how == "seven") throw 7;
  if (how == "bytes") throw std::runtime_error("no luck \xff\x1b[2J with bytes");
  if (how == "full") throw fs::filesystem_error("a file", std::make_error_code(std::errc::no_space_on_device));
  if (how == "large") return {std::string(1 << 20, 'x')};
  if (how == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
  return {how};
}

constexpr auto fails = at::task<at::cpu>("fails", [](auto&, failing const& in) { return fail(in.how); });
constexpr auto writes = at::task<at::cpu>("writes", [](auto&, failing const& in, fs::path const& folder) {
  std::ofstream(folder / "file.txt") << in.how;
  return text_and_file{fail(in.how).text, "file.txt"};
});

struct point {
  BOOST_HANA_DEFINE_STRUCT(point, (double, x), (std::optional<double>, y));
};
struct many {
  BOOST_HANA_DEFINE_STRUCT(many, (std::optional<std::map<std::string, double>>, map),
                           (std::optional<std::vector<double>>, list), (std::optional<point>, place),
                           (std::optional<std::map<std::string, point>>, places));
};
struct sizes {
  BOOST_HANA_DEFINE_STRUCT(sizes, (double, sum), (long long, count));
};
constexpr auto sums = at::task<at::cpu>("sums", [](auto&, many const& in) {
  sizes out{};
  if (in.map) {
    for (auto const& [name, each] : *in.map) out.sum += each, ++out.count;
  }
  if (in.list) {
    for (double each : *in.list) out.sum += each, ++out.count;
  }
  if (in.place) out.sum += in.place->x, ++out.count;
  if (in.places) {
    for (auto const& [name, each] : *in.places) out.sum += each.x, ++out.count;
  }
  return out;
});
/// For a GPU that this code has nothing for.
constexpr auto not_compiled =
    at::task<acme::xpu::partition<"half">>("absent", [](auto&, failing const& in) { return in; });

int main(int argc, char** argv) { return at::program<"failing", fails, writes, sums, not_compiled>::main(argc, argv); }
