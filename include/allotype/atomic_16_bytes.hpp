// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic` of elements of 16 bytes, apart from `allotype.hpp`: few programs need them.
#pragma once

#include <allotype/allotype.hpp>

#include <allotype/dispatch/atomic_16_bytes.hpp>
