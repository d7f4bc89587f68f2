// SPDX-License-Identifier: BSL-1.0
// A program of a task, without the program's name.
// expect: program<"name", tasks...>: its name comes first, a text, and its tasks behind it
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
  return at::program<doubled>::main(argc, argv);  // here
#endif
}
