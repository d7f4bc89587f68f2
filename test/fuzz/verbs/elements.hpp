// SPDX-License-Identifier: BSL-1.0
/// \file
/// Elements of any number of bytes, and random numbers that are the same with every standard library.
#pragma once

#include <allotype/allotype.hpp>

#include <cstring>
#include <random>
#include <vector>

namespace fuzz_verbs {

template <int Size>
struct element {
  unsigned char bytes[Size];

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

class random_source {
 public:
  explicit random_source(unsigned long long seed) : engine_(seed) {}

  /// From 0 up to `end`, which is not one of them.
  long long below(long long end) {
    return end < 2 ? 0 : static_cast<long long>(engine_() % static_cast<unsigned long long>(end));
  }
  bool coin() { return below(2) == 1; }
  /// 0 to `most`; small sizes as often as large ones.
  long long size(long long most) {
    long long bound = 1;
    for (long long doublings = below(18); doublings > 0 && bound < most; --doublings) bound *= 2;
    return below((bound < most ? bound : most) + 1);
  }
  template <class T>
  std::vector<T> elements(long long count) {
    std::vector<T> result(static_cast<std::size_t>(count));
    for (T& one : result) one = element_of<T>(static_cast<long long>(engine_() >> 8));
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fuzz_verbs
