// SPDX-License-Identifier: BSL-1.0
/// \file
/// Elements of any number of bytes.
#pragma once

#include <allotype/allotype.hpp>

#include <cstring>
#include <vector>

#include "../cases.hpp"

namespace fuzz_verbs {

template <int Size>
struct element {
  unsigned char bytes[std::size_t{Size}];

  friend bool operator==(element const& a, element const& b) { return std::memcmp(a.bytes, b.bytes, Size) == 0; }
  /// By the first byte alone: many elements are equal, and a sort shows whether it keeps their order.
  ALLOTYPE_FN friend bool operator<(element const& a, element const& b) { return a.bytes[0] < b.bytes[0]; }
  ALLOTYPE_FN friend element operator+(element const& a, element const& b) {
    element sum;
    for (int i = 0; i < Size; ++i) sum.bytes[i] = static_cast<unsigned char>(a.bytes[i] + b.bytes[i]);
    return sum;
  }
};

/// An element that the key tells from others.
template <class T>
ALLOTYPE_FN T element_of(long long key) {
  T result{};
  if constexpr (requires { result.bytes; }) {
    for (int i = 0; i < static_cast<int>(sizeof(T)); ++i) {
      result.bytes[i] = static_cast<unsigned char>((key >> 8 * (i % 8)) + i / 8);
    }
  } else {
    result = static_cast<T>(key);
  }
  return result;
}

/// One number for the indices of an element.
template <class... I>
ALLOTYPE_FN long long key_of(I... index) {
  unsigned long long key = 17;
  ((key = key * 1'000'003 + static_cast<unsigned long long>(index)), ...);
  return static_cast<long long>(key >> 8);
}

template <class T>
std::vector<T> random_elements(fuzz::random_source& random, long long count) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (T& one : result) one = element_of<T>(static_cast<long long>(random.bits() >> 8));
  return result;
}

}  // namespace fuzz_verbs
