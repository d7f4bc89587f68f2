// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random numbers by counter: the number of an index is a function of the index and a seed, and of nothing else. So
/// kernels keep no state, and every backend, with any number of threads, has the same numbers.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011). One
/// call costs 20 multiplications. Not for cryptography.
class philox {
 public:
  /// Four random words.
  struct words {
    unsigned word[4];  ///< the words themselves

    /// \pre 0 <= i < 4
    ALLOTYPE_FN constexpr unsigned operator[](int i) const { return word[i]; }
    /// The word as a number in [0, 1), a multiple of 2^-24.
    [[nodiscard]] ALLOTYPE_FN constexpr float uniform_float(int i) const {
      return static_cast<float>(word[i] >> 8) * 0x1p-24f;
    }
    /// Words `2 i` and `2 i + 1` as a number in [0, 1), a multiple of 2^-53.
    /// \pre 0 <= i < 2
    [[nodiscard]] ALLOTYPE_FN constexpr double uniform_double(int i) const {
      return (static_cast<double>(word[2 * i] >> 5) * 0x1p26 + static_cast<double>(word[2 * i + 1] >> 6)) * 0x1p-53;
    }
  };

  ALLOTYPE_FN constexpr explicit philox(unsigned long long seed) : seed_(seed) {}

  /// The four words of `counter`. `sequence` makes other sequences with the same seed: the number of a step, for
  /// example.
  ALLOTYPE_FN constexpr words operator()(unsigned long long counter, unsigned long long sequence = 0) const {
    unsigned c0 = low(counter), c1 = high(counter), c2 = low(sequence), c3 = high(sequence);
    unsigned k0 = low(seed_), k1 = high(seed_);
    for (int round = 0; round < 10; ++round) {
      unsigned long long const left = 0xD2511F53ull * c0, right = 0xCD9E8D57ull * c2;
      c0 = high(right) ^ c1 ^ k0;
      c1 = low(right);
      c2 = high(left) ^ c3 ^ k1;
      c3 = low(left);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    return {{c0, c1, c2, c3}};
  }

 private:
  ALLOTYPE_FN static constexpr unsigned low(unsigned long long word) { return static_cast<unsigned>(word); }
  ALLOTYPE_FN static constexpr unsigned high(unsigned long long word) { return static_cast<unsigned>(word >> 32); }

  unsigned long long seed_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
