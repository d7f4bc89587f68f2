// SPDX-License-Identifier: BSL-1.0
// An instance with all media engines leaves none for a plain one: an inference, and the error says so.
// expect: the media engines of this GPU do not suffice (inferred from the table of engines
// expect: RTX_PRO_6000_BLACKWELL
// expect: mig::_1g_24gb
// expect: mig::_1g_24gb_me_all
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb-me">;
#else
using together = at::layout<at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb">;  // here
#endif
