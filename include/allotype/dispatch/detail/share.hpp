// SPDX-License-Identifier: BSL-1.0
/// \file
/// Equal shares of a line of indices, one after another.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Share `which` of `shares`: a part of `n` indices, counted in row-major order.
struct share {
  long long begin, end;
  ALLOTYPE_FN constexpr share(long long first, long long last) : begin(first), end(last) {}
  ALLOTYPE_FN constexpr share(long long n, long long which, long long shares) : begin(0), end(0) {
    long long const each = n / shares, more = n % shares;
    begin = which * each + (which < more ? which : more);
    end = begin + each + (which < more ? 1 : 0);
  }
  ALLOTYPE_FN constexpr long long size() const { return end - begin; }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
