// SPDX-License-Identifier: BSL-1.0
// Ranks that are processes return something that cannot be sent as bytes.
// expect: the ranks of this executor are processes, so what a rank returns reaches the others as bytes: return a trivially copyable type, or nothing
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <string>
namespace at = allotype;

struct job {
  static constexpr char name[] = "job";
  static constexpr bool ranks_are_processes = true;
  using communicator_type = at::detail::lone_communicator;
  template <class F>
  static void run(at::ranks_wanted const&, F const& function) {
    at::detail::lone_communicator alone;
    function(alone, 0);
  }
};

at::executor<at::cpu, at::data_parallel<job>> const executor{};
void use() {
#ifdef TWIN
  (void)executor.run([](auto& here) { return here.rank(); });
#else
  executor.run([](auto&) { return std::string("rank"); });  // here
#endif
}
