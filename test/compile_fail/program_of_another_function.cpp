// SPDX-License-Identifier: BSL-1.0
// A task of a program whose function takes a number, which has no name, rather than a struct of inputs.
// expect: a program's task has a function that takes (auto& on, inputs const&)
// expect: inputs and outputs are structs that Boost.Hana knows
#include <allotype/program.hpp>
namespace at = allotype;

struct inputs {
  BOOST_HANA_DEFINE_STRUCT(inputs, (int, number));
};
#ifdef TWIN
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, inputs const& in) { return inputs{2 * in.number}; });
#else
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, int number) { return 2 * number; });
#endif
int main(int argc, char** argv) { return at::program<"times", doubled>::main(argc, argv); }  // here
