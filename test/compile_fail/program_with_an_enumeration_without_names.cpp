// SPDX-License-Identifier: BSL-1.0
// A task of a program with an enumeration whose names on a command line nobody stated.
// expect: an enumeration that has enumerators
// expect(gcc): type_of_an_input_or_output<colour>
// expect(clang): type_of_an_input_or_output<colour>' requested here
// expect(nvcc): T=colour
#include <allotype/program.hpp>

#include <array>
namespace at = allotype;

enum class colour { red, green };
enum class method { fast, exact };
template <>
inline constexpr auto at::enumerators<method> =
    std::to_array<at::enumerator<method>>({{"fast", method::fast}, {"exact", method::exact}});

struct inputs {
#ifdef TWIN
  BOOST_HANA_DEFINE_STRUCT(inputs, (method, how));
#else
  BOOST_HANA_DEFINE_STRUCT(inputs, (colour, how));
#endif
};
constexpr auto found = at::task<at::cpu>("found", [](auto&, inputs const&) {});
int main(int argc, char** argv) { return at::program<"search", found>::main(argc, argv); }  // here
