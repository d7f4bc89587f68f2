// SPDX-License-Identifier: BSL-1.0
// A task of a program with an input that neither a command line nor JSON can state.
// expect: an input or output is a bool, an integer, float, double, std::string, std::filesystem::path, std::vector<T>,
// expect: std::map<std::string, T>, std::optional<T>, std::variant<T...> of different types, std::chrono::sys_time,
// expect: an enumeration that has enumerators, directory, dataset<"csv">, or a struct that Boost.Hana knows
// expect(gcc): type_of_an_input_or_output<int*>
// expect(clang): type_of_an_input_or_output<int *>' requested here
// expect(nvcc): T=int *
#include <allotype/program.hpp>
namespace at = allotype;

struct inputs {
#ifdef TWIN
  BOOST_HANA_DEFINE_STRUCT(inputs, (int, where));
#else
  BOOST_HANA_DEFINE_STRUCT(inputs, (int*, where));
#endif
};
constexpr auto found = at::task<at::cpu>("found", [](auto&, inputs const&) {});
int main(int argc, char** argv) { return at::program<"search", found>::main(argc, argv); }  // here
