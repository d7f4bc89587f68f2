// SPDX-License-Identifier: BSL-1.0
// Counts of profiles that nvidia-mig-parted takes, and no GPU has room for.
// expect: no board has these instances on one GPU at the same time
// expect: no_board_has<
// expect(gcc): {"4g.20gb"}
#include <allotype/allotype.hpp>
#include <allotype/plan/some_board.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_on_some_board<"4g.20gb", "3g.20gb">);
#else
static_assert(at::check_on_some_board<"4g.20gb", "4g.20gb">);  // here
#endif
