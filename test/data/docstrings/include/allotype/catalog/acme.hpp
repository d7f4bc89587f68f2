// SPDX-License-Identifier: BSL-1.0
#pragma once
namespace allotype {
/// The base.
template <class Model>
struct device {};
struct T800 : device<T800> {
  static constexpr char name[] = "T800";
  static constexpr int sm_count = 7;
};
struct nameless : device<nameless> {};
}
