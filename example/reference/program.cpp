// SPDX-License-Identifier: BSL-1.0
// A program made of tasks: inputs by the names of a struct's members, and outputs as JSON.
// Shows: directory, dataset, enumerators, enumerator, recoverable_error
#include <allotype/allotype.hpp>
#include <allotype/program.hpp>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

enum class method { fast, exact };
template <>
inline constexpr auto at::enumerators<method> =
    std::to_array<at::enumerator<method>>({{"fast", method::fast}, {"exact", method::exact}});

struct smooth_inputs {
  BOOST_HANA_DEFINE_STRUCT(smooth_inputs, (at::directory, pictures), (at::dataset<"csv">, weights), (method, how));
};
struct smooth_outputs {
  BOOST_HANA_DEFINE_STRUCT(smooth_outputs, (int, radius));
};
constexpr auto smooth = at::task<at::cpu>("smooth", [](auto&, smooth_inputs const& in) {
  if (in.pictures.path.empty()) throw at::recoverable_error("no pictures yet");  // Flyte starts the task again
  return smooth_outputs{in.how == method::fast ? 1 : 3};
});

int main() {  // of a real program: return at::program<"pictures", smooth>::main(argc, argv);
  using pictures = at::program<"pictures", smooth>;
  auto const run = [](std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& each : words) arguments.push_back(each.data());
    return pictures::main(static_cast<int>(arguments.size()), arguments.data());
  };
  run({"pictures", "describe", "smooth"});
  run({"pictures", "run", "smooth", "--pictures", "/", "--weights", "/dev/null", "--how", "exact"});
}
