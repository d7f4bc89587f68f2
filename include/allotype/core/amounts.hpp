// SPDX-License-Identifier: BSL-1.0
/// \file
/// Amounts and abilities as types: `memory<8_GiB>`, `sm_count<28>`, `bf16`. One template for one amount, whoever asks
/// for it: `limits<…>` of the host, `grid<…>` of a block of threads, `needs<…>` of an accelerator. An amount that was
/// refused is not `valid`, and what contains it leaves it out, so that no second error follows.
#pragma once

#include <type_traits>

#include <allotype/core/detail/asked_amount.hpp>
#include <allotype/core/detail/asked_name.hpp>
#include <allotype/core/fact.hpp>
#include <allotype/core/units.hpp>

#include <allotype/core/detail/begin_fact_rows.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// No amount: not asked for, or not published.
inline constexpr long long no_amount = -1;

/// One number a fact: bytes, GB/s, counts, 0 or 1, and 89 for compute capability 8.9.
struct amounts {
  long long of[fact_count]{};

  constexpr amounts() {
    for (long long& amount : of) amount = no_amount;
  }
  constexpr long long& operator[](fact which) { return of[static_cast<int>(which)]; }
  constexpr long long operator[](fact which) const { return of[static_cast<int>(which)]; }
};

constexpr long long number_of(long long count) { return count; }
/// An amount above 2^63 - 1 is more than any device has, and counts as this number.
constexpr long long number_of(bytes amount) {
  return static_cast<long long>(amount.count < ~0ULL >> 1 ? amount.count : ~0ULL >> 1);
}
constexpr long long number_of(compute_capability<> version) { return version.major * 10 + version.minor; }

/// What `at_most` states.
template <class Number>
struct upper_bound {
  Number value;
};

/// A number of threads, or the largest one; 0 of what is neither.
template <class Number>
constexpr int threads_stated(Number number) {
  if constexpr (requires { number.value; }) {
    return threads_stated(number.value);
  } else if constexpr (requires { static_cast<int>(number); }) {
    return static_cast<int>(number);
  } else {
    return 0;
  }
}
/// 0 if one of them is none; no more than an `int` holds.
template <class... Counts>
constexpr int product_of_threads(Counts... counts) {
  long long product = 1;
  for (int count : {counts...}) product = count < 1 ? 0 : product * count > 0x7fffffff ? 0x7fffffff : product * count;
  return static_cast<int>(product);
}
/// The same of bytes.
constexpr bytes bytes_stated(bytes amount) { return amount; }
constexpr bytes bytes_stated(upper_bound<bytes> most) { return most.value; }
template <class Other>
constexpr bytes bytes_stated(Other) {
  return bytes{1};  // some, lest a second error say that there are none
}

/// Answers for types that were refused, too: it looks at no member.
template <class Entry>
inline constexpr bool is_amount = false;

// The assertions stand in functions: clang has no members in a class in which one failed.
template <bool Valid>
consteval bool memory_is_some() {
  static_assert(Valid, "memory<N>: a task needs some memory; write for example memory<8_GiB>");
  return true;
}
template <bool Valid>
consteval bool threads_are_some() {
  static_assert(Valid, "threads_per_block<N>: a block has at least one thread");
  return true;
}
template <bool Valid>
consteval bool shared_memory_is_bytes() {
  static_assert(Valid, "shared_memory_per_block<B>: B is an amount of memory: write 1_KiB, or at::bytes{1024}");
  return true;
}
template <bool Valid, int Count>
consteval bool count_is_not_negative() {
  static_assert(Valid, "a count such as sm_count<N> cannot be negative");
  return true;
}

template <bool Valid>
consteval bool capability_is_of_integers() {
  static_assert(Valid,
                "compute_capability<M, N>: M is an integer, the one in front of the point: compute_capability<8, 9>");
  return true;
}

/// The second number behind the error of `compute_capability<80>`, which then stands for 8.0.
inline constexpr int missing_number = 1000;
template <auto Number>
struct number_in_place_of_two {
  static constexpr int stand_in = missing_number;
  static constexpr error_sentence sentence() {
    constexpr bool fraction = std::is_floating_point_v<std::remove_cv_t<decltype(Number)>>;
    int const tenths = static_cast<int>(fraction ? 10 * Number + 0.5 : Number < 20 ? 10 * Number : Number);
    return concatenated("compute_capability<", static_cast<int>(Number), fraction ? "." : "",
                        fraction ? fixed_text<12>{} << tenths % 10 : fixed_text<12>{},
                        ">: it has two numbers: write compute_capability<", tenths / 10, ", ", tenths % 10, ">");
  }
};
#ifdef __NVCC__  // writes texts in template arguments letter by letter
template <auto Number>
class write_two_numbers_as_in_compute_capability_8_0 {
  static constexpr int position = number_in_place_of_two<Number>::stand_in;
};
template <auto Number>
struct missing_minor : write_two_numbers_as_in_compute_capability_8_0<Number> {};
#else
template <auto Number>
struct missing_minor : refused_because<number_in_place_of_two<Number>> {};
#endif

}  // namespace detail

/// Memory: of the accelerator in `needs`, of the host in `limits`.
template <auto Amount, int = detail::refused_as_bytes<Amount>::position>
struct memory {
  static constexpr bytes value = detail::amount_asked(Amount);
  static constexpr fact about = fact::memory;
  static constexpr bool valid = value > bytes{0};
  static_assert(detail::memory_is_some<valid>());
};

/// Shared memory of one block of threads: in `needs` all of it; in `grid` what is told at the launch, which opts in for
/// more than 48 KiB.
template <auto Amount>
struct shared_memory_per_block {
  static constexpr bytes value = detail::bytes_stated(Amount);
  static constexpr fact about = fact::max_shared_memory_per_block;
  static constexpr bool valid = requires { Amount.count; } || requires { Amount.value.count; };
  static_assert(detail::shared_memory_is_bytes<valid>());
};

/// Threads of a block, above 0: in `needs` the accelerator allows blocks of at least so many; in `grid` each block has
/// so many, and `threads_per_block<16, 32>` are 16 rows of 32 threads.
template <auto Count, auto... More>
struct threads_per_block {
  static constexpr int value =
      detail::product_of_threads(detail::threads_stated(Count), detail::threads_stated(More)...);
  static constexpr fact about = fact::max_threads_per_block;
  static constexpr bool valid = value > 0;
  static_assert(detail::threads_are_some<(value > 0)>());
};

/// In a grid: a number that is known while the program runs, and at most `N`. `threads_per_block<at_most<256>>`,
/// `shared_memory_per_block<at_most<48_KiB>>`.
template <auto N>
inline constexpr detail::upper_bound<std::remove_cvref_t<decltype(N)>> at_most{N};

/// NVIDIA's compute capability at least.
template <auto Major, int Minor>
struct compute_capability {
  static constexpr compute_capability<> value =
      Minor == detail::missing_number
          ? allotype::compute_capability<>{static_cast<int>(Major) / 10, static_cast<int>(Major) % 10}
          : allotype::compute_capability<>{static_cast<int>(Major), Minor};
  static constexpr fact about = fact::compute_capability;
  static constexpr bool valid = Minor == detail::missing_number || detail::is_count(Major);
  static_assert(detail::capability_is_of_integers<valid>());
};

/// A need of at least so many of what a fact counts: `at_least<fact::nvenc, 1>`. Counts that programs often need have
/// names of their own, such as `sm_count<28>`.
template <fact Which, int Count>
struct at_least {
  static constexpr int value = Count;
  static constexpr fact about = Which;
  static constexpr bool valid = Count >= 0;
  static_assert(detail::count_is_not_negative<valid, Count>());
};

namespace detail {

template <fact Which, int Count>
inline constexpr bool is_amount<at_least<Which, Count>> = row_of(Which).need == need_kind::count;

/// The need of so much of a fact; what `memory<N>` is to its number.
template <fact Which, long long Number>
struct amount_type {
  using type = at_least<Which, static_cast<int>(Number)>;
};

}  // namespace detail

// The other amounts: a count of at least so much (`warp_size`: of exactly so much), or an ability.
#define ALLOTYPE_NEED_none(name, need)
#define ALLOTYPE_NEED_count(name, ...) __VA_OPT__(ALLOTYPE_NEED_exact_count(name, __VA_ARGS__))
#define ALLOTYPE_NEED_exact_count(name, need)                     \
  template <int Count>                                            \
  struct need {                                                   \
    static constexpr int value = Count;                           \
    static constexpr fact about = fact::name;                     \
    static constexpr bool valid = Count >= 0;                     \
    static_assert(detail::count_is_not_negative<valid, Count>()); \
  };                                                              \
  template <int Count>                                            \
  inline constexpr bool detail::is_amount<need<Count>> = true;    \
  template <long long Number>                                     \
  struct detail::amount_type<fact::name, Number> {                \
    using type = allotype::need<static_cast<int>(Number)>;        \
  };
#define ALLOTYPE_NEED_ability(name, need)               \
  struct need {                                         \
    static constexpr int value = 1;                     \
    static constexpr fact about = fact::name;           \
    static constexpr bool valid = true;                 \
  };                                                    \
  template <>                                           \
  inline constexpr bool detail::is_amount<need> = true; \
  template <long long Number>                           \
  struct detail::amount_type<fact::name, Number> {      \
    using type = allotype::need;                        \
  };
// Those above.
#define ALLOTYPE_NEED_some_memory(name, need)
#define ALLOTYPE_NEED_bytes(name, need)
#define ALLOTYPE_NEED_some_count(name, need)
#define ALLOTYPE_NEED_version(name, need)
#define ALLOTYPE_NEED(name, reading, label, unit, kind, need) ALLOTYPE_NEED_##kind(name, need)
ALLOTYPE_FACTS(ALLOTYPE_NEED)
#undef ALLOTYPE_NEED
#undef ALLOTYPE_NEED_none
#undef ALLOTYPE_NEED_count
#undef ALLOTYPE_NEED_exact_count
#undef ALLOTYPE_NEED_ability
#undef ALLOTYPE_NEED_some_memory
#undef ALLOTYPE_NEED_bytes
#undef ALLOTYPE_NEED_some_count
#undef ALLOTYPE_NEED_version

namespace detail {

template <auto Amount, int Refusal>
inline constexpr bool is_amount<memory<Amount, Refusal>> = true;
template <bytes Amount>
inline constexpr bool is_amount<shared_memory_per_block<Amount>> = true;
template <auto Count>
inline constexpr bool is_amount<threads_per_block<Count>> = requires { static_cast<int>(Count); };
template <auto Major, int Minor>
inline constexpr bool is_amount<compute_capability<Major, Minor>> = true;

template <long long Number>
struct amount_type<fact::memory, Number> {
  using type = memory<bytes{static_cast<unsigned long long>(Number)}>;
};
template <long long Number>
struct amount_type<fact::max_shared_memory_per_block, Number> {
  using type = shared_memory_per_block<bytes{static_cast<unsigned long long>(Number)}>;
};
template <long long Number>
struct amount_type<fact::max_threads_per_block, Number> {
  using type = threads_per_block<static_cast<int>(Number)>;
};
template <long long Number>
struct amount_type<fact::compute_capability, Number> {
  using type = compute_capability<static_cast<int>(Number / 10), static_cast<int>(Number % 10)>;
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_fact_rows.hpp>
