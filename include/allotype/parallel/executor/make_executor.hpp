// SPDX-License-Identifier: BSL-1.0
/// \file
/// An executor that is chosen by names while the program runs: `make_executor<list<acme::xpu, cpu>>({.accelerator =
/// "xpu", .devices = 2, .strategy = "dp"})`. It calls the same code as `executor<A, Strategy, Precision>`. Names that
/// do not go together are refused with the sentence that the compiler prints for such types. Accelerators have the
/// names of the registry; see parallel/registry/choose.hpp.
///
/// A function that is passed to it is compiled once for each combination of the lists: accelerators, transports,
/// precisions and strategies of your own.
#pragma once

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/parallel/executor/detail/choice_by_names.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/executor/executor_options.hpp>
#include <allotype/parallel/executor/named_parts.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Lists>
inline constexpr bool is_read<header_of_make_executor, Lists...> = true;

template <class A, class S, class P>
struct combination {
  using accelerator = A;
  using strategy = S;
  using precision = P;
};

/// The strategies that can be carried out over these transports.
template <class A, class Transports>
struct strategies_over;
template <class A, class... Transports>
struct strategies_over<A, list<Transports...>> {
  using type =
      list<single_device<A>, data_parallel<Transports>..., sharded_data_parallel<Transports>..., fsdp<Transports>...>;
};

template <class Combination>
using goes_together = boost::mp11::mp_bool<
    executable<typename Combination::accelerator, typename Combination::strategy, typename Combination::precision>>;

template <class Accelerators, class Transports, class Precisions, class Strategies>
struct combinations;
template <class... As, class Transports, class Precisions, class Strategies>
struct combinations<list<As...>, Transports, Precisions, Strategies> {
  template <class A>
  using of = boost::mp11::mp_product<combination, list<A>,
                                     boost::mp11::mp_append<typename strategies_over<A, Transports>::type, Strategies>,
                                     Precisions>;
  using type = boost::mp11::mp_copy_if<boost::mp11::mp_append<list<>, of<As>...>, goes_together>;
};

/// The lists of `make_executor` in their order.
template <class Accelerators, class Transports, class Precisions, class Strategies>
inline constexpr bool are_lists_of_parts = false;
template <class... A, class... T, class... P, class... S>
inline constexpr bool are_lists_of_parts<list<A...>, list<T...>, list<P...>, list<S...>> =
    (allotype::accelerator<A> && ...) && (precision_policy<P> && ...) && !(precision_policy<T> || ...) &&
    !(allotype::accelerator<T> || ...);

template <class Wanted, class List>
inline constexpr int position_of = static_cast<int>(boost::mp11::mp_find<List, Wanted>::value);

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// Calls the executor that the names chose.
template <class Accelerators, class Transports, class Precisions, class Strategies>
class named_executor : public detail::choice_by_names {
  using combinations = typename detail::combinations<Accelerators, Transports, Precisions, Strategies>::type;
  /// The precisions that have names: the library's, and the program's own.
  using known_precisions = boost::mp11::mp_unique<boost::mp11::mp_append<detail::precisions, Precisions>>;
  template <class C>
  using executor_of = executor<typename C::accelerator, typename C::strategy, typename C::precision>;
  /// What a function is refused for is asked of one combination, so that it is said once.
  using first_executor = executor_of<boost::mp11::mp_front<
      boost::mp11::mp_push_back<combinations, detail::combination<cpu, single_device<cpu>, fp32_true>>>>;
  using first_execution =
      mode_detail::execution_of<typename first_executor::accelerator, typename first_executor::strategy,
                                typename first_executor::precision>;
  static constexpr int count = size_of_list<combinations>;
  static_assert(
      count > 0,
      "make_executor: no accelerator of the list goes together with a transport and a precision of the lists");

 public:
  /// \throws as `choice_by_names`
  explicit named_executor(executor_options const& options) : choice_by_names(compiled(), options) {
    check_chosen(combinations{});
  }

  /// Calls `run` of the chosen executor.
  template <class F>
  [[nodiscard("the value that the function returned on rank 0 is thrown away: take it, or return nothing")]] auto run(
      F const& function) const {
    using returned = decltype(std::declval<first_executor const&>().run(function));
    if constexpr (std::is_same_v<returned, detail::any_result>) {
      return returned{};
    } else {
      return call([&](auto const& chosen) { return chosen.run(function); });
    }
  }
  /// Calls `run_all` of the chosen executor.
  template <class F>
  [[nodiscard("the values that the function returned are thrown away: take them, or call run")]] auto run_all(
      F const& function) const {
    using returned = decltype(std::declval<first_executor const&>().run_all(function));
    constexpr bool is_refused =
        boost::mp11::mp_contains<list<std::vector<detail::any_result>, std::vector<void>>, returned>::value;
    if constexpr (is_refused) {
      return detail::any_result{};
    } else {
      return call([&](auto const& chosen) { return chosen.run_all(function); });
    }
  }
  /// Calls `fit` of the chosen executor.
  template <class MakeModel>
  void fit(MakeModel const& make_model) const {
    if constexpr (mode_detail::makes_models<MakeModel, first_execution>) {
      call([&](auto const& chosen) { chosen.fit(make_model); });
    } else {
      first_executor(settings()).fit(make_model);
    }
  }

 private:
  template <class T>
  static constexpr auto processes_asked_of() -> int (*)(ranks_wanted const&) {
    if constexpr (requires(ranks_wanted const& wanted) { T::processes(wanted); }) {
      return [](ranks_wanted const& wanted) -> int { return T::processes(wanted); };
    } else {
      return nullptr;
    }
  }
  template <class C>
  static constexpr detail::compiled_executor row_of() {
    using transport = typename detail::transport_of<typename C::strategy>::type;
    return {detail::position_of<typename C::accelerator, Accelerators>,
            detail::position_of<typename C::precision, known_precisions>,
            detail::position_of<typename C::strategy, Strategies>,
            C::strategy::kind,
            detail::ranks_are_processes<transport>,
            detail::is_nccl<transport>,
            &detail::address_for_type<transport>,
            processes_asked_of<transport>(),
            name_of<typename C::accelerator>,
            C::strategy::name,
            C::precision::name,
            transport::name};
  }
  template <class... Cs>
  static constexpr std::array<detail::compiled_executor, sizeof...(Cs)> rows_of(list<Cs...>) {
    return {row_of<Cs>()...};
  }
  template <class... Own>
  static constexpr std::array<detail::own_strategy, sizeof...(Own)> described(list<Own...>) {
    return {detail::own_strategy{Own::name,
                                 &detail::address_for_type<Own>,
                                 {Own::kind, detail::position_of<Own, Strategies>, detail::goes_over_nccl<Own>}}...};
  }
  template <class... As>
  static char const* name_at(int position, list<As...>) {
    char const* const names[] = {name_of<As>...};
    return names[position];
  }

  static detail::compiled_lists compiled() {
    static constexpr auto executors = rows_of(combinations{});
    static constexpr auto own_strategies = described(Strategies{});
    return {executors,
            own_strategies,
            [] { return mode_detail::types_compiled_here(Accelerators{}, size_of_list<Accelerators> == 1); },
            [](int position) { return name_at(position, Accelerators{}); },
            [](char const* name) { return detail::index_of_precision(known_precisions{}, name); },
            [](int index) { return detail::kind_at(known_precisions{}, index); },
            [](char const* name) { return detail::process_group_of(name, Transports{}); }};
  }

  /// What the chosen executor cannot use is said now.
  template <class... Cs>
  void check_chosen(list<Cs...>) const {
    static constexpr void (*makers[])(executor_settings const&) = {&make_one<Cs>...};
    makers[position()](settings());
  }
  template <class C>
  static void make_one(executor_settings const& settings) {
    (void)executor_of<C>(settings);
  }

  template <class F>
  auto call(F const& function) const {
    return call_at(function, combinations{});
  }
  template <class F, class First, class... Rest>
  auto call_at(F const& function, list<First, Rest...>) const {
    using result = decltype(function(std::declval<executor_of<First> const&>()));
    using caller = result (*)(executor_settings const&, F const&);
    static constexpr caller callers[] = {&call_one<result, F, First>, &call_one<result, F, Rest>...};
    return callers[position()](settings(), function);
  }
  template <class Result, class F, class C>
  static Result call_one(executor_settings const& settings, F const& function) {
    executor_of<C> const chosen(settings);
    static_assert(
        std::is_same_v<decltype(function(chosen)), Result>,
        "the function of an executor by name returns the same type on each of its accelerators, strategies and "
        "precisions");
    return function(chosen);
  }
};

/// An executor chosen by names. `Accelerators` lists what `options.accelerator` may choose. `Transports` lists what may
/// move the data; without a `process_group_backend` it is the first that goes together with the accelerator.
/// `Precisions` lists what `options.precision` may choose. `Strategies` lists strategies of your own; the library's are
/// always known.
///
/// Without `options`, the environment variables `ALLOTYPE_ACCELERATOR`, `ALLOTYPE_DEVICES`, … decide.
/// \throws error, input_error, not_available, device_selection_error, as the executor's constructor says
template <class Accelerators = list<cpu>, class Transports = list<over_threads>, class Precisions = detail::precisions,
          class Strategies = list<>>
[[nodiscard]] auto make_executor(executor_options const& options = detail::with_environment(executor_options{})) {
  constexpr bool are_lists = detail::are_lists_of_parts<Accelerators, Transports, Precisions, Strategies>;
  static_assert(are_lists,
                "make_executor: its types are lists, of accelerators, transports, precisions and strategies, in this "
                "order: make_executor<list<A100, cpu>, list<over_threads>, list<bf16_mixed>>(options)");
  if constexpr (are_lists) {
    return named_executor<Accelerators, Transports, Precisions, Strategies>(options);
  } else {
    return named_executor<list<cpu>, list<over_threads>, detail::precisions, list<>>(options);
  }
}
/// Does not compile; it says what the options are.
template <class... Lists, class Options>
  requires(!std::is_convertible_v<Options const&, executor_options const&>)
[[nodiscard]] auto make_executor(Options const&) {
  constexpr bool have_names = sizeof(Options*) == 0;
  static_assert(have_names,
                "make_executor: the options have names: make_executor<list<A100, cpu>>({.accelerator = \"cpu\"})");
  return named_executor<list<cpu>, list<over_threads>, detail::precisions, list<>>({});
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
