// SPDX-License-Identifier: BSL-1.0
#include <allotype/sort.hpp>
