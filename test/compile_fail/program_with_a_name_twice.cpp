// SPDX-License-Identifier: BSL-1.0
// Two tasks of a program that a command line cannot tell apart.
// expect: two tasks have the same name
#include <allotype/program.hpp>
namespace at = allotype;

struct inputs {
  BOOST_HANA_DEFINE_STRUCT(inputs, (int, number));
};
#ifdef TWIN
constexpr char other[] = "tripled";
#else
constexpr char other[] = "doubled";
#endif
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, inputs const& in) { return inputs{2 * in.number}; });
constexpr auto tripled = at::task<at::cpu>(other, [](auto&, inputs const& in) { return inputs{3 * in.number}; });
int main(int argc, char** argv) { return at::program<"times", doubled, tripled>::main(argc, argv); }  // here
