// SPDX-License-Identifier: BSL-1.0
#include "hash_table.hpp"
