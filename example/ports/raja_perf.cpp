// SPDX-License-Identifier: BSL-1.0
#include "raja_perf.hpp"
