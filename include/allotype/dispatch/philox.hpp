// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random numbers by counter: the number of an index is a function of the index and a seed, and of nothing else. So
/// kernels keep no state, and every backend, with any number of threads, has the same numbers.
#pragma once

#include <type_traits>

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The error of four random words in place of a number has this name.
struct of_four_words_a_number_is_uniform_float_of_one {};

}  // namespace detail

/// Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011). It
/// holds the seed and nothing else. The words equal those of Random123 with the counter `{counter, sequence}` and the
/// key `seed`, low words first. Not for cryptography. Indices of words are not checked. doc/random_numbers.md shows it
/// in kernels. Complexity: 20 multiplications of 32 bits a call; a normal number also costs a logarithm, a square root
/// and a sine or cosine.
class philox {
 public:
  /// Four random words.
  struct words {
    unsigned word[4];  ///< the words themselves

    /// \pre 0 <= i < 4
    ALLOTYPE_FN constexpr unsigned operator[](int i) const { return word[i]; }
    /// Does not compile; it says which number there is.
    template <class Number, class = detail::of_four_words_a_number_is_uniform_float_of_one>
      requires std::is_arithmetic_v<Number>
    operator Number() const = delete;
    /// The word as a number in [0, 1), a multiple of 2^-24.
    [[nodiscard]] ALLOTYPE_FN constexpr float uniform_float(int i) const {
      return static_cast<float>(word[i] >> 8) * 0x1p-24f;
    }
    /// Words `2 i` and `2 i + 1` as a number in [0, 1), a multiple of 2^-53.
    /// \pre 0 <= i < 2
    [[nodiscard]] ALLOTYPE_FN constexpr double uniform_double(int i) const {
      return (static_cast<double>(word[2 * i] >> 5) * 0x1p26 + static_cast<double>(word[2 * i + 1] >> 6)) * 0x1p-53;
    }

    /// A number of the normal distribution with mean 0 and variance 1, by the transformation of Box and Muller: words
    /// 0 and 1 give the numbers 0 and 1, words 2 and 3 the numbers 2 and 3. At most 6.8 from the mean. The words are
    /// the same everywhere; the logarithm, sine and cosine of a GPU and of the host differ in the last digits.
    /// \pre 0 <= i < 4
    [[nodiscard]] ALLOTYPE_FN float normal_float(int i) const {
      float const radius = square_root(2 * exponential_float(i & ~1)), turn = 0x1.921fb6p+2f * uniform_float(i | 1);
      return radius * (i % 2 == 0 ? cosine(turn) : sine(turn));
    }
    /// The same as a `double`, of all four words. At most 8.6 from the mean.
    /// \pre 0 <= i < 2
    [[nodiscard]] ALLOTYPE_FN double normal_double(int i) const {
      double const radius = square_root(2 * exponential_double(0)), turn = 0x1.921fb54442d18p+2 * uniform_double(1);
      return radius * (i == 0 ? cosine(turn) : sine(turn));
    }
    /// A number of the exponential distribution with mean 1, of the word: at most 22.9.
    /// \pre 0 <= i < 4
    [[nodiscard]] ALLOTYPE_FN float exponential_float(int i) const {
      return 0 - logarithm((static_cast<float>(word[i]) + 0.5f) * 0x1p-32f);
    }
    /// The same as a `double`, of words `2 i` and `2 i + 1`: at most 36.8.
    /// \pre 0 <= i < 2
    [[nodiscard]] ALLOTYPE_FN double exponential_double(int i) const { return 0 - logarithm(1 - uniform_double(i)); }

   private:
    // Without <cmath>, which every program that includes the library would read.
#ifdef __CUDA_ARCH__
    static __device__ float logarithm(float x) { return logf(x); }
    static __device__ double logarithm(double x) { return log(x); }
    static __device__ float square_root(float x) { return sqrtf(x); }
    static __device__ double square_root(double x) { return sqrt(x); }
    static __device__ float sine(float x) { return sinf(x); }
    static __device__ double sine(double x) { return sin(x); }
    static __device__ float cosine(float x) { return cosf(x); }
    static __device__ double cosine(double x) { return cos(x); }
#else
    static float logarithm(float x) { return __builtin_logf(x); }
    static double logarithm(double x) { return __builtin_log(x); }
    static float square_root(float x) { return __builtin_sqrtf(x); }
    static double square_root(double x) { return __builtin_sqrt(x); }
    static float sine(float x) { return __builtin_sinf(x); }
    static double sine(double x) { return __builtin_sin(x); }
    static float cosine(float x) { return __builtin_cosf(x); }
    static double cosine(double x) { return __builtin_cos(x); }
#endif
  };

  ALLOTYPE_FN constexpr explicit philox(unsigned long long seed) : seed_(seed) {}

  /// The four words of `counter`. `sequence` makes other sequences with the same seed: the number of a step, for
  /// example. Each pair of the two has words of its own.
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
  /// Does not compile; it says what is missing.
  template <class... None>
    requires(sizeof...(None) == 0)
  [[nodiscard]] ALLOTYPE_FN constexpr words operator()(None...) const {
    constexpr bool has_a_counter = sizeof...(None) > 0;
    static_assert(
        has_a_counter,
        "philox: it has no state, and is called with a counter, another one for each draw, such as the index of "
        "the kernel: random(i), or random(i, step)");
    return {};
  }

 private:
  ALLOTYPE_FN static constexpr unsigned low(unsigned long long word) { return static_cast<unsigned>(word); }
  ALLOTYPE_FN static constexpr unsigned high(unsigned long long word) { return static_cast<unsigned>(word >> 32); }

  unsigned long long seed_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
