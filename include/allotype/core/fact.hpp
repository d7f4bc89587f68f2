// SPDX-License-Identifier: BSL-1.0
/// \file
/// The facts by name. What is known of each stands in core/detail/begin_fact_rows.hpp.
#pragma once

#include <allotype/core/detail/begin_fact_rows.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

#define ALLOTYPE_FACT_NAME(name, reading, label, unit, kind, need) name,
/// The facts by name, for `fact_of<A, fact::…>`, `publishes<A, fact::…>` and errors.
enum class fact { ALLOTYPE_FACTS(ALLOTYPE_FACT_NAME) };
#undef ALLOTYPE_FACT_NAME

namespace detail {

enum class need_kind { none, count, exact_count, ability, some_count, some_memory, bytes, version };

struct fact_row {
  char const* name;
  char const* label;
  char const* unit;
  need_kind need;
};

#define ALLOTYPE_FACT_ROW(name, reading, label, unit, kind, need) {#name, label, unit, need_kind::kind},
inline constexpr fact_row fact_rows[] = {ALLOTYPE_FACTS(ALLOTYPE_FACT_ROW)};
#undef ALLOTYPE_FACT_ROW

inline constexpr int fact_count = static_cast<int>(sizeof fact_rows / sizeof fact_rows[0]);

constexpr fact_row const& row_of(fact which) { return fact_rows[static_cast<int>(which)]; }

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_fact_rows.hpp>
