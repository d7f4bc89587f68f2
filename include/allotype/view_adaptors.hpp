// SPDX-License-Identifier: BSL-1.0
/// \file
/// `column`, `reversed` and `strided` of views, apart from `allotype.hpp`: few programs need them.
#pragma once

#include <allotype/allotype.hpp>

#include <allotype/dispatch/view_adaptors.hpp>
