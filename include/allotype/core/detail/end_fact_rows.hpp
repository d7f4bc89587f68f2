// SPDX-License-Identifier: BSL-1.0
/// \file
/// What begin_fact_rows.hpp defines is defined no longer.

#include <allotype/core/detail/language.hpp>

#undef ALLOTYPE_FACTS
