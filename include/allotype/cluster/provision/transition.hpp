// SPDX-License-Identifier: BSL-1.0
/// \file
/// From one layout of a GPU to another, with the fewest instances destroyed and none that is in use:
/// `transition<From, To, in_use<2>>`. It does not compile if an instance that is in use is in the way. The commands are
/// in cluster/provision/nvidia_smi_transition.hpp; for a machine, see cluster/provision/planned_transition.hpp.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/cluster/provision/detail/transition_search.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/core/detail/sentence.hpp>
#include <allotype/plan/layout.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The instances of a layout that are in use, as indices into its `placements`.
template <int... Indices>
struct in_use {};

namespace detail {

// What a failed transition shows of itself.
template <class Instance>
struct in_the_way;
template <class... Instances>
struct from_instances;
template <class... Profiles>
struct to_instances;

enum class no_transition { none, not_layouts, two_devices, no_such_instance, not_wanted, leaves_no_room };

template <no_transition Why, class... About>
struct transition_outcome {
  static constexpr no_transition why = Why;
};

/// The result of `transition<…>`.
template <class From, class To, class InUse>
struct transition_between;
template <class Model, class Rules, class... Existing, class... Wanted, int... InUse>
struct transition_between<layout_on<Model, Rules, Existing...>, layout_on<Model, Rules, Wanted...>, in_use<InUse...>> {
 private:
  using board_type = typename Model::board;
  static constexpr int existing_count = sizeof...(Existing);
  static constexpr int wanted_count = sizeof...(Wanted);
  struct instances {
    existing_instance existing[std::size_t{existing_count + 1}] = {
        existing_instance{row_index<board_type, typename Existing::profile>, Existing::start}..., {}};
    // Where they lie is not part of what is wanted.
    instance_spec wanted[std::size_t{wanted_count + 1}] = {
        instance_spec{row_index<board_type, typename Wanted::profile>, unknown}..., {}};
    constexpr instances() {
      for (int const used : {InUse..., -1}) {
        if (used >= 0 && used < existing_count) existing[used].in_use = true;
      }
    }
  };
  static constexpr instances given_{};
  static constexpr found_transition found_ = find_transition(places_of_board<board_type, Rules::value>, given_.existing,
                                                             existing_count, given_.wanted, wanted_count);

  template <class Indices>
  struct reached;
  template <int... Is>
  struct reached<std::integer_sequence<int, Is...>> {
    using type = layout_on<Model, Rules, placed<typename Wanted::profile, found_.start[Is]>...>;
  };

 public:
  using type = transition_between;
  using from = layout_on<Model, Rules, Existing...>;
  using to = layout_on<Model, Rules, Wanted...>;
  static constexpr auto const& existing = given_.existing;  ///< private to the library's printers
  static constexpr found_transition const& found = found_;

  /// What is on the GPU afterwards: the instances of `To`, each where it is then.
  using layout = typename reached<std::make_integer_sequence<int, wanted_count>>::type;
  /// The numbers of GPU instances. No transition destroys fewer.
  static constexpr int destroyed = found_.destroyed;
  static constexpr int kept = existing_count - found_.destroyed;
  static constexpr int created = wanted_count - kept;
  /// The instance at this index of `From::placements` stays.
  [[nodiscard]] static constexpr bool keeps(int index) { return found_.kept[index]; }
  /// The index in `From::placements` of the instance that stays as this one of `To`; -1 if it is created.
  [[nodiscard]] static constexpr int source_of(int index) { return found_.source[index]; }
};

template <class From, class To, class InUse>
struct transition_check {
  using outcome = transition_outcome<no_transition::not_layouts>;
};
template <class Model, class Rules, class... Existing, class OtherModel, class OtherRules, class... Wanted, class InUse>
struct transition_check<layout_on<Model, Rules, Existing...>, layout_on<OtherModel, OtherRules, Wanted...>, InUse> {
  using outcome = transition_outcome<no_transition::two_devices, Model, OtherModel>;
};
template <class Model, class Rules, class... Existing, class... Wanted, int... InUse>
struct transition_check<layout_on<Model, Rules, Existing...>, layout_on<Model, Rules, Wanted...>, in_use<InUse...>> {
  using result =
      transition_between<layout_on<Model, Rules, Existing...>, layout_on<Model, Rules, Wanted...>, in_use<InUse...>>;
  static constexpr bool instances_are_there = ((InUse >= 0 && InUse < static_cast<int>(sizeof...(Existing))) && ...);
  static constexpr int way = result::found.in_the_way;
  static constexpr no_transition why = !instances_are_there                        ? no_transition::no_such_instance
                                       : result::found.found                       ? no_transition::none
                                       : result::found.why == obstacle::not_wanted ? no_transition::not_wanted
                                                                                   : no_transition::leaves_no_room;
  template <no_transition Why, class Dummy = void>
  struct report {
    using type = transition_outcome<Why, in_the_way<type_at<way, list<Existing...>>>, from_instances<Existing...>,
                                    to_instances<typename Wanted::profile...>>;
  };
  template <no_transition Why, class Dummy>
    requires(Why == no_transition::none || Why == no_transition::no_such_instance)
  struct report<Why, Dummy> {
    using type = transition_outcome<Why, from_instances<Existing...>>;
  };
  using outcome = typename report<why>::type;
};

/// After an error: everything is made anew.
template <class To>
struct refused_transition {
  using type = refused_transition;
  using layout = To;
  static constexpr int destroyed = 0;
  static constexpr int kept = 0;
  static constexpr int created = 0;
  [[nodiscard]] static constexpr bool keeps(int) { return false; }
  [[nodiscard]] static constexpr int source_of(int) { return -1; }
};

/// `3g.20gb at 0`
template <class Placed>
constexpr void add_placed(error_sentence& to, Placed) {
  to << Placed::profile::name << " at " << Placed::start;
}

template <class Outcome>
struct transition_sentence {
  static constexpr error_sentence text() { return concatenated("transition<From, To, in_use<...>> takes two layouts"); }
};
template <class Model, class OtherModel>
struct transition_sentence<transition_outcome<no_transition::two_devices, Model, OtherModel>> {
  static constexpr error_sentence text() {
    return concatenated("a transition is between two layouts of one device, under the same rules, and these are of ",
                        Model::name, " and of ", OtherModel::name);
  }
};
template <no_transition Why, class... Existing>
struct transition_sentence<transition_outcome<Why, from_instances<Existing...>>> {
  static constexpr error_sentence text() {
    return concatenated("in_use<...> has indices into the placements of the first layout, which has ",
                        static_cast<int>(sizeof...(Existing)), ": 0 to ", static_cast<int>(sizeof...(Existing)) - 1);
  }
};
template <no_transition Why, class Way, class... Existing, class... Wanted>
struct transition_sentence<
    transition_outcome<Why, in_the_way<Way>, from_instances<Existing...>, to_instances<Wanted...>>> {
  static constexpr error_sentence text() {
    error_sentence text("the instance ");
    add_placed(text, Way{});
    text << " is in use, so it is not destroyed, and ";
    text << (Why == no_transition::not_wanted ? "the wanted layout has none like it: "
                                              : "beside it there is no place for ");
    add_names(text, {Wanted::name...});
    return text;
  }
};

/// The transition, or the error. A function, because clang takes no type from a class in which an assertion failed.
template <class Outcome, class From, class To, class InUse>
consteval auto checked_transition() {
  constexpr no_transition why = Outcome::why;
  constexpr bool between_layouts = why != no_transition::not_layouts;
  constexpr bool on_one_gpu = why != no_transition::two_devices;
  constexpr bool in_use_are_there = why != no_transition::no_such_instance;
  constexpr bool used_are_wanted = why != no_transition::not_wanted;
  constexpr bool used_leave_room = why != no_transition::leaves_no_room;
  static_assert(between_layouts, ALLOTYPE_SENTENCE("transition<From, To, in_use<...>> takes two layouts",
                                                   transition_sentence<Outcome>::text()));
  static_assert(on_one_gpu, ALLOTYPE_SENTENCE("a transition is between two layouts of one device, under the same rules",
                                              transition_sentence<Outcome>::text()));
  static_assert(in_use_are_there, ALLOTYPE_SENTENCE("in_use<...> has indices into the placements of the first layout",
                                                    transition_sentence<Outcome>::text()));
  static_assert(
      used_are_wanted,
      ALLOTYPE_SENTENCE(
          "the instance in_the_way<...> is in use, so it is not destroyed, and to_instances<...> have none like it to "
          "be afterwards",
          transition_sentence<Outcome>::text()));
  static_assert(used_leave_room, ALLOTYPE_SENTENCE("the instance in_the_way<...> is in use, so it is not destroyed, "
                                                   "and beside it to_instances<...> have no places",
                                                   transition_sentence<Outcome>::text()));
  if constexpr (why == no_transition::none) {
    return std::type_identity<transition_between<From, To, InUse>>{};
  } else {
    return std::type_identity<refused_transition<To>>{};
  }
}

template <class From, class To, class InUse>
using transition_outcome_of = typename transition_check<From, To, InUse>::outcome;

template <class From, class To, class InUse>
  requires(sizeof(From*) > 0)
struct asked_transition<From, To, InUse> {
  using type = typename decltype(checked_transition<transition_outcome_of<From, To, InUse>, From, To, InUse>())::type;
};
template <class From, class To>
  requires(sizeof(From*) > 0)
struct asked_transition<From, To> : asked_transition<From, To, in_use<>> {};

template <class From, class To, class InUse>
concept one_layout_can_become_the_other = transition_outcome_of<From, To, InUse>::why == no_transition::none;

}  // namespace detail

/// From a GPU with the instances of `From`, where these stand, to one with the instances of `To`, wherever they come to
/// stand: with the fewest GPU instances destroyed, and of equally many those with the fewest memory slices. Instances
/// in use are never destroyed. If one of them is in the way, it does not compile, and the error names it.
///
/// \code
/// using now = layout<A100, at<"3g.20gb", 0>, at<"1g.5gb", 4>, at<"1g.5gb", 5>>;
/// using wanted = layout<A100, "3g.20gb", "2g.10gb">;
/// using change = transition<now, wanted, in_use<0>>;
/// static_assert(change::destroyed == 2 && change::keeps(0));
/// \endcode
///
/// Complexity: exponential in the number of instances of `From` at worst; a GPU has at most seven.
template <class From, class To, class... InUse>
using transition = typename detail::asked_transition<From, To, InUse...>::type;

/// `transition<From, To, InUse>` compiles.
template <class From, class To, class InUse = in_use<>>
concept can_transition = detail::one_layout_can_become_the_other<From, To, InUse>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
