// SPDX-License-Identifier: BSL-1.0
// What code for several alternatives is given where nobody says anything.
#include <cstdlib>
#include <string>

#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace acme {

inline int xpus_there = 0;
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  struct backend : at::serial {};
};
inline at::opened<at::host_state> open_queue(xpu::backend, at::device_request const&) {
  if (xpus_there == 0) return "it is switched off";
  return at::host_state{};
}
struct npu : at::device<npu> {
  static constexpr char name[] = "acme-npu";
  using backend = at::serial;
};
auto const npu_is_registered = at::register_accelerator<npu>("npu", "NPU of ACME", 100);

}  // namespace acme

namespace {

struct kernel {
  ALLOTYPE_FN void operator()(int) const {}
};

/// What a task of the same alternatives runs on.
template <class Wanted>
std::string task_runs_on() {
  std::string name;
  at::task<Wanted>("where", [&]<at::accelerator A>(at::queue<A>& on) {
    at::for_each(on, at::extents{1}, kernel{});
    name = at::name_of<A>;
  })();
  return name;
}

template <class Wanted>
std::string chosen(at::devices<Wanted> const& devices) {
  return devices.visit([]<class A>(at::devices<A> const&) -> std::string { return at::name_of<A>; });
}

}  // namespace

TEST_CASE("where nobody says anything, the alternatives are tried in their order, as by a task") {
  unsetenv("ALLOTYPE_ACCELERATOR");
  unsetenv("ALLOTYPE_DEVICES");
  using gpu_or_cpu = at::any_of<at::A100, at::cpu>;  // nobody registered the A100
  auto const choice = at::choose<gpu_or_cpu>();
  CHECK(chosen(choice) == "cpu");
  CHECK(task_runs_on<gpu_or_cpu>() == "cpu");
  CHECK(choice.name() == "cpu");
  CHECK(choice.size() == 1);
  REQUIRE(choice.skipped().size() == 1);
  CHECK(std::string(choice.skipped()[0].accelerator.text()) == "A100");

  using xpu_or_cpu = at::any_of<acme::xpu, at::cpu>;
  using xpu_or_npu = at::any_of<acme::xpu, acme::npu>;
  for (int const there : {0, 1}) {
    acme::xpus_there = there;
    CHECK(chosen(at::choose<xpu_or_cpu>()) == task_runs_on<xpu_or_cpu>());
    CHECK(chosen(at::choose<xpu_or_npu>()) == task_runs_on<xpu_or_npu>());
  }
  // The one with the priority stands behind one without, and so do names that somebody gave.
  CHECK(chosen(at::choose<xpu_or_npu>()) == "acme-xpu");
  CHECK(chosen(at::choose<xpu_or_npu>({.accelerator = "AUTO"})) == "acme-xpu");
  CHECK(chosen(at::choose<xpu_or_npu>({.accelerator = "npu"})) == "acme-npu");
  // In a list of names, auto goes by priority.
  CHECK(chosen(at::choose<xpu_or_npu>({.accelerator = "auto,cpu"})) == "acme-npu");

  acme::xpus_there = 0;
  CHECK_THROWS_AS(at::choose<acme::xpu>(), at::not_available);
  CHECK_THROWS_WITH(at::choose<acme::xpu>(), contains("acme-xpu: it is switched off"));
}
