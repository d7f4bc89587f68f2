// SPDX-License-Identifier: BSL-1.0
/// \file
/// Dynamic MIG: instances are created as tasks ask for them, and each gets the first start that is free. An order of
/// arrival can then strand a task although all would fit: on an A100 a `1g.5gb` goes to slice 0, and a `4g.20gb` that
/// comes next can only start there. `arrival_safe<Layout>` says that no order does that.
///
/// Kubernetes' scheduler allocates so with NVIDIA's DRA driver: by device name, which is the lowest start first (seen
/// with 1.36.2).
#pragma once

#include <allotype/cluster/fleet/detail/arrival_search.hpp>
#include <allotype/core/detail/sentence.hpp>
#include <allotype/plan/layout.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Which of the free starts an instance gets.
enum class first_fit {
  lowest_start,   ///< Kubernetes' scheduler with NVIDIA's DRA driver
  highest_start,  ///< what a driver does in the one published example (NVIDIA MIG User Guide), where no starts are
                  ///< stated
};

namespace detail {

// What a failed check shows.
template <class... Profiles>
struct strands_the_last_of;
template <class... Profiles>
struct safe_after;

template <class Layout, first_fit Rule>
struct arrivals;
template <class Model, class Rules, class... Placed, first_fit Rule>
struct arrivals<layout_on<Model, Rules, Placed...>, Rule> {
  using board_type = typename Model::board;
  static constexpr instance_spec wanted[sizeof...(Placed) + 1] = {
      instance_spec{row_index<board_type, typename Placed::profile>, unknown}..., {}};
  static constexpr arrival_report report = report_arrivals(places_of_board<board_type, Rules::value>, wanted,
                                                           sizeof...(Placed), Rule == first_fit::highest_start);
  template <int Row>
  using profile = allotype::type_at<Row, typename board_type::profiles>;
  template <class Indices>
  struct order;
  template <int... Is>
  struct order<std::integer_sequence<int, Is...>> {
    using type = strands_the_last_of<profile<report.strands[Is]>...>;
  };
  template <class Indices>
  struct remedy;
  template <int... Is>
  struct remedy<std::integer_sequence<int, Is...>> {
    using type = safe_after<profile<report.comes_first[Is]>...>;
  };
  using stranding = typename order<std::make_integer_sequence<int, report.stranding>>::type;
  using remedied = typename remedy<std::make_integer_sequence<int, report.can_be_made_safe ? report.first : 0>>::type;
};

template <bool Safe, class Model, class Order, class Remedy>
struct arrival_outcome {
  static constexpr bool safe = Safe;
};
template <class Layout, first_fit Rule>
using arrival_outcome_of =
    arrival_outcome<arrivals<Layout, Rule>::report.safe, typename Layout::device,
                    typename arrivals<Layout, Rule>::stranding, typename arrivals<Layout, Rule>::remedied>;

template <class Outcome>
struct stranding_sentence;
template <bool Safe, class Model, class... Order, class... Remedy>
struct stranding_sentence<arrival_outcome<Safe, Model, strands_the_last_of<Order...>, safe_after<Remedy...>>> {
  static constexpr error_sentence text() {
    error_sentence text("on ");
    text << Model::name << ", the last of these finds no place if they arrive in this order, though all fit: ";
    add_names(text, {Order::name...});
    if constexpr (sizeof...(Remedy) == 0) return text << ". Create the layout beforehand";
    text << ". Start ";
    add_names(text, {Remedy::name...});
    return text << " first, the others in any order; or create the layout beforehand";
  }
};

template <class Outcome>
consteval bool checked_arrivals() {
  constexpr bool no_order_strands_an_instance = Outcome::safe;
  static_assert(
      no_order_strands_an_instance,
      ALLOTYPE_SENTENCE(
          "instances that arrive in the order strands_the_last_of<...> strand the last one, though all of the layout "
          "fit; "
          "safe_after<...> in this order first, the others may follow in any; or create the layout beforehand",
          stranding_sentence<Outcome>::text()));
  return true;
}

template <class Layout, first_fit Rule>
concept no_order_of_arrival_strands_an_instance = arrivals<Layout, Rule>::report.safe;

}  // namespace detail

/// Instances with the profiles of the layout, asked for one after the other and each created at the first free start,
/// all find a place, in whatever order they come. Instances that end in between are not considered. Complexity: the
/// number of orders at worst.
template <class Layout, first_fit Rule = first_fit::lowest_start>
concept arrival_safe = detail::no_order_of_arrival_strands_an_instance<Layout, Rule>;

/// True, or an error with the shortest order that strands an instance, and what has to come first so that none does.
template <class Layout, first_fit Rule = first_fit::lowest_start>
inline constexpr bool check_arrival_safe = detail::checked_arrivals<detail::arrival_outcome_of<Layout, Rule>>();

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
