// SPDX-License-Identifier: BSL-1.0
// A program that is called as a function.
// expect: program: it is called by its function main: program<...>::main(argc, argv)
#include <allotype/program.hpp>
namespace at = allotype;

struct inputs {
  BOOST_HANA_DEFINE_STRUCT(inputs, (int, number));
};
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, inputs const& in) { return inputs{2 * in.number}; });
int main(int argc, char** argv) {
#ifdef TWIN
  return at::program<"times", doubled>::main(argc, argv);
#else
  return at::program<"times", doubled>(argc, argv);  // here
#endif
}
