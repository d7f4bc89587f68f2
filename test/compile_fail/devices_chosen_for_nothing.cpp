// SPDX-License-Identifier: BSL-1.0
// The devices of the command line, without what will run on them. Uses of them bring no second error.
// expect: choose: what will run is missing: choose(task, argc, argv), or choose<A100>(argc, argv)
#include <allotype/parallel/registry.hpp>
namespace at = allotype;

void go(int argc, char** argv) {
#ifdef TWIN
  auto const devices = at::choose<at::cpu>(argc, argv);
#else
  auto const devices = at::choose(argc, argv);  // here
#endif
  devices.open(0).wait();
}
