// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernel's parameters say the width of its indices, whatever the type of the extents: integers of 32 and 64 bits,
/// signed or unsigned. A parameter whose type the argument decides, such as one of type `auto`, gets the extents' index
/// type.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/core/detail/list.hpp>
#include <allotype/dispatch/detail/extended_lambda.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/shifted.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <class Type>
concept index_type = std::is_integral_v<Type> && sizeof(Type) >= 4;

/// Loops count in it.
template <class Type>
inline constexpr bool is_own_index = index_type<Type> && std::is_signed_v<Type>;

/// The parameters that a function object with one call operator writes; `void` where there are several, or a template.
template <class Operator>
struct parameters_of_operator {
  using type = void;
};
template <class R, class F, class... P>
struct parameters_of_operator<R (F::*)(P...) const> {
  using type = list<std::remove_cvref_t<P>...>;
};
template <class R, class F, class... P>
struct parameters_of_operator<R (F::*)(P...) const noexcept> : parameters_of_operator<R (F::*)(P...) const> {};
template <class R, class F, class... P>
struct parameters_of_operator<R (F::*)(P...) const&> : parameters_of_operator<R (F::*)(P...) const> {};
template <class R, class F, class... P>
struct parameters_of_operator<R (F::*)(P...) const & noexcept> : parameters_of_operator<R (F::*)(P...) const> {};

template <class F>
struct written_parameters {
  using type = void;
};
template <class F>
  requires requires { &F::operator(); }
struct written_parameters<F> : parameters_of_operator<decltype(&F::operator())> {};
template <class R, class... P>
struct written_parameters<R (*)(P...)> {
  using type = list<std::remove_cvref_t<P>...>;
};
template <class R, class... P>
struct written_parameters<R (*)(P...) noexcept> : written_parameters<R (*)(P...)> {};

/// A function object that writes integers for its parameters cuts the fractions off values of type `T`.
template <class Parameters, class T>
inline constexpr bool cuts_arguments = false;
template <class... P, class T>
inline constexpr bool cuts_arguments<list<P...>, T> = is_floating<T> && (std::is_integral_v<P> || ...);
template <class F, class T>
inline constexpr bool keeps_arguments = !cuts_arguments<typename written_parameters<F>::type, T>;

/// Arguments that show what a parameter is: they convert to such a type and to no other. In braces, so that no
/// parameter takes its type from them: the body of a template is compiled with indices alone.
struct becomes_an_index {
  template <index_type To>
  operator To() const;
};
template <std::size_t Size, bool Signed>
struct becomes_an_integer {
  template <index_type To>
    requires(sizeof(To) == Size && std::is_signed_v<To> == Signed)
  operator To() const;
};
struct becomes_a_narrow_integer {
  template <class To>
    requires(std::is_integral_v<To> && !index_type<To>)
  operator To() const;
};
struct becomes_a_fraction {
  template <class To>
    requires std::is_floating_point_v<To>
  operator To() const;
};

template <class Index, std::size_t>
using index_of_dimension = Index;

/// `f` takes a `Probe` in one dimension, with indices before and after it. Not a constraint: nvcc takes those of two
/// pairs of packs for the same if the elements of both packs together are.
template <class F, class Index, class Probe, class Before, class After>
struct takes_there;
template <class F, class Index, class Probe, std::size_t... Before, std::size_t... After>
struct takes_there<F, Index, Probe, std::index_sequence<Before...>, std::index_sequence<After...>> {
  static constexpr bool value = requires(as_called<F> f, Index index) {
    f(static_cast<index_of_dimension<Index, Before>>(index)..., {Probe{}},
      static_cast<index_of_dimension<Index, After>>(index)...);
  };
};

/// What one of several call operators, or a template, takes in this dimension.
template <class F, class Index, std::size_t Dimensions, std::size_t Dimension>
struct probed_parameter {
  template <class Probe>
  static constexpr bool takes = takes_there<F, Index, Probe, std::make_index_sequence<Dimension>,
                                            std::make_index_sequence<Dimensions - Dimension - 1>>::value;

  static constexpr auto find() {
    if constexpr (takes<becomes_an_index>) {
      if constexpr (takes<becomes_an_integer<sizeof(Index), true>>)
        return std::type_identity<Index>{};
      else if constexpr (takes<becomes_an_integer<4, true>>)
        return std::type_identity<int>{};
      else if constexpr (takes<becomes_an_integer<4, false>>)
        return std::type_identity<unsigned>{};
      else if constexpr (takes<becomes_an_integer<8, true>>)
        return std::type_identity<long long>{};
      else
        return std::type_identity<unsigned long long>{};
    } else if constexpr (takes<becomes_a_narrow_integer>) {
      return std::type_identity<short>{};
    } else if constexpr (takes<becomes_a_fraction>) {
      return std::type_identity<float>{};
    } else {
      return std::type_identity<Index>{};  // the argument decides
    }
  }
  using type = typename decltype(find())::type;
};

/// Only nvcc's own compiler knows the parameters of a lambda marked `__device__`, and the host's has to name the same
/// kernel: so to both they are those of the extents.
template <class F, class Index, class Dimensions>
struct parameters_of_kernel;
template <class F, class Index, std::size_t... Dimension>
struct parameters_of_kernel<F, Index, std::index_sequence<Dimension...>> {
  static constexpr auto find() {
    using written = typename written_parameters<F>::type;
    if constexpr (is_device_lambda<F>) {
      return list<index_of_dimension<Index, Dimension>...>{};
    } else if constexpr (std::is_void_v<written>) {
      return list<typename probed_parameter<F, Index, sizeof...(Dimension), Dimension>::type...>{};
    } else {
      return list<typename type_selector<static_cast<int>(Dimension), written>::type...>{};
    }
  }
  using type = decltype(find());
};

/// What the kernel takes for each dimension of `Over`.
template <class F, class Over>
struct kernel_parameters
    : parameters_of_kernel<F, typename Over::index_type,
                           std::make_index_sequence<static_cast<std::size_t>(Over::dimensions())>> {};

/// One that a lambda marked `__device__` writes and that does not hold each index, as far as this compiler knows.
template <class Written, class Index>
inline constexpr bool written_narrower = false;
template <class... P, class Index>
inline constexpr bool written_narrower<list<P...>, Index> =
    ((std::is_arithmetic_v<P> && sizeof(P) < sizeof(Index)) || ...);

/// A class is made of an index without a loss.
template <class P, class Index>
inline constexpr bool takes_index =
    std::is_arithmetic_v<P> || requires(becomes_an_integer<sizeof(Index), true> index) { P(index); };

template <class F, class Index, class Dimensions>
struct call_with_indices;
template <class F, class Index, std::size_t... Dimension>
struct call_with_indices<F, Index, std::index_sequence<Dimension...>> {
  static constexpr bool possible = std::is_invocable_v<as_called<F>, index_of_dimension<Index, Dimension>...>;
  using result = std::invoke_result<as_called<F>, index_of_dimension<Index, Dimension>...>;
};
template <class F, class Over>
using call_for_index = call_with_indices<F, typename Over::index_type,
                                         std::make_index_sequence<static_cast<std::size_t>(Over::dimensions())>>;

template <class F, class Over>
using kernel_result = typename call_for_index<F, Over>::result::type;

template <class Parameters, class Index>
struct judged_parameters;
template <class... P, class Index>
struct judged_parameters<list<P...>, Index> {
  static constexpr bool possible = (takes_index<P, Index> && ...);
  static constexpr bool wide = !((std::is_integral_v<P> && !index_type<P>) || ...);
  static constexpr bool whole = !(std::is_floating_point_v<P> || ...);
  static constexpr bool all_int = (std::is_same_v<P, int> && ...);
  /// It is another type than the loop's, and compilers may warn of the conversion.
  static constexpr bool converted =
      ((std::is_integral_v<P> && (sizeof(P) < sizeof(Index) || std::is_unsigned_v<P>)) || ...);
};

/// Whether the kernel can be called with the indices of `Over`; if so, whether its parameters are wide enough, and
/// whole numbers, and known to the compiler.
template <class F, class Over, bool Possible = call_for_index<F, Over>::possible>
struct kernel_indices {
  static constexpr bool callable = false, wide = true, whole = true, known = true, value = false;
};
template <class F, class Over>
struct kernel_indices<F, Over, true> {
  using index = typename Over::index_type;
  using judged = judged_parameters<typename kernel_parameters<F, Over>::type, index>;
  static constexpr bool callable = judged::possible, wide = judged::wide, whole = judged::whole;
  static constexpr bool known = !(is_device_lambda<F> && written_narrower<typename written_parameters<F>::type, index>);
  static constexpr bool value = callable && wide && whole && known;
};

/// What the kernel returns is `void`; the host's compiler does not see it of a lambda marked `__device__`.
template <class F, class Over, bool Seen = kernel_indices<F, Over>::value && !is_device_lambda<F>>
inline constexpr bool returns_nothing = true;
template <class F, class Over>
inline constexpr bool returns_nothing<F, Over, true> = std::is_void_v<kernel_result<F, Over>>;

[[noreturn]] inline void index_does_not_fit(char const* verb, int dimension, long long begin, long long end, int bits,
                                            bool is_signed) {
  message<2000> text;
  text << verb << ": dimension " << dimension;
  if (begin == 0) {
    text << " has " << end << " indices";
  } else {
    text << " goes from " << begin << " to " << end;
  }
  throw size_error(text << ", and the kernel takes " << (is_signed ? "a signed" : "an unsigned") << " integer of "
                        << bits << " bits, which does not hold them: give it "
                        << (is_signed || begin >= 0 ? "one of 64 bits, long long" : "a signed one, int or long long"));
}

template <class P, class Index>
constexpr void check_parameter(char const* verb, int dimension, Index begin, Index end) {
  if constexpr (index_type<P> && (sizeof(P) < sizeof(Index) || !std::is_signed_v<P>)) {
    constexpr int bits = static_cast<int>(8 * sizeof(P));
    constexpr bool is_signed = std::is_signed_v<P>;
    constexpr long long most = bits > 32 ? 0x7fffffffffffffff : is_signed ? 0x7fffffff : 0xffffffff;
    constexpr long long least = is_signed ? -most - 1 : 0;
    // The size, too: a loop in 32 bits counts it.
    bool const fits = begin >= least && end <= most && (begin >= 0 || end <= most + begin);
    if (!fits) index_does_not_fit(verb, dimension, begin, end, bits, is_signed);
  }
}
template <int Dimensions, class Index, class... P>
constexpr void check_parameters([[maybe_unused]] char const* verb, extents<Dimensions, Index> const& over, list<P...>) {
  int dimension = 0;
  ((check_parameter<P>(verb, dimension, Index{}, over[dimension]), ++dimension), ...);
}
template <int Dimensions, class Index, class... P>
constexpr void check_parameters(char const* verb, box<Dimensions, Index> const& over, list<P...>) {
  int dimension = 0;
  ((check_parameter<P>(verb, dimension, over.begin[dimension], over.end[dimension]), ++dimension), ...);
}

/// A loop in 32 bits over a range that was given in 64.
template <int Dimensions, class Index>
constexpr extents<Dimensions> in_32_bits(extents<Dimensions, Index> const& over) {
  extents<Dimensions> result;
  for (int i = 0; i < Dimensions; ++i) result.sizes[i] = static_cast<int>(over[i]);
  return result;
}
template <int Dimensions, class Index>
constexpr box<Dimensions> in_32_bits(box<Dimensions, Index> const& over) {
  box<Dimensions> result;
  for (int i = 0; i < Dimensions; ++i)
    result.begin[i] = static_cast<int>(over.begin[i]), result.end[i] = static_cast<int>(over.end[i]);
  return result;
}

/// `f`, whose parameters the indices of a loop are converted to.
template <class Result, class F, class... Parameter>
struct converting_indices {
  F f;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class... I>
  ALLOTYPE_FN constexpr Result operator()(I... index) const {
    return static_cast<Result>(f(static_cast<Parameter>(index)...));
  }

  /// Hands the function inside to `call`, with its arguments.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, class... I>
  ALLOTYPE_FN constexpr void calls_inside(Call const& call, I... index) const {
    call(f, static_cast<Parameter>(index)...);
  }
};

/// `f`, which takes no index, for extents of no dimension, which have one index.
template <class Result, class F>
struct called_once {
  F f;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class I>
  ALLOTYPE_FN constexpr Result operator()(I) const {
    return static_cast<Result>(f());
  }

  /// Hands the function inside to `call`.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, class I>
  ALLOTYPE_FN constexpr void calls_inside(Call const& call, I) const {
    call(f);
  }
};

template <class Result, class Over, class F, class... P, class Run>
constexpr decltype(auto) converted_and_counted(Over const& over, F const& f, list<P...>, Run const& run) {
  if constexpr (judged_parameters<list<P...>, typename Over::index_type>::converted) {
    return counted_from_zero<Result>(over, converting_indices<Result, F, P...>{f}, run);
  } else {
    return counted_from_zero<Result>(over, f, run);
  }
}

/// A call operator that takes the extents' own indices and returns nothing.
template <class Operator, class Over>
inline constexpr bool is_of_own_indices = false;
template <class F, class Index>
inline constexpr bool is_of_own_indices<void (F::*)(Index) const, extents<1, Index>> = is_own_index<Index>;
template <class F, class Index>
inline constexpr bool is_of_own_indices<void (F::*)(Index, Index) const, extents<2, Index>> = is_own_index<Index>;
template <class F, class Index>
inline constexpr bool is_of_own_indices<void (F::*)(Index, Index, Index) const, extents<3, Index>> =
    is_own_index<Index>;

/// The only call operator of `F` is one, and a checked build, which names kernels, is not compiled.
template <class F, class Over>
inline constexpr bool takes_own_indices = false;
#ifndef ALLOTYPE_CHECKED
template <class F, class Over>
  requires requires { &F::operator(); }
inline constexpr bool takes_own_indices<F, Over> = is_of_own_indices<decltype(&F::operator()), Over>;
#endif

/// Calls `run(extents, g)`, where `g` calls `f` with the indices of `over` in the types that it takes, and returns what
/// `run` returns. The loop is in 32 bits if all parameters are `int` and there are at most `MostDimensions` of them.
/// \throws size_error if a parameter does not hold the indices
template <class Result, int MostDimensions, class Over, class F, class Run>
constexpr decltype(auto) with_indices_of_kernel(char const* verb, Over const& over, F const& f, Run const& run) {
  using parameters = typename kernel_parameters<F, Over>::type;
  check_parameters(verb, over, parameters{});
  if constexpr (Over::dimensions() == 0) {
    return run(extents<1>{1}, called_once<Result, F>{f});
  } else if constexpr (judged_parameters<parameters, int>::all_int && !std::is_same_v<typename Over::index_type, int> &&
                       Over::dimensions() <= MostDimensions) {
    return converted_and_counted<Result>(in_32_bits(over), f, parameters{}, run);
  } else if constexpr (!judged_parameters<parameters, typename Over::index_type>::converted &&
                       std::is_same_v<Over, extents<Over::dimensions(), typename Over::index_type>>) {
    return run(over, f);
  } else {
    return converted_and_counted<Result>(over, f, parameters{}, run);
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
