// SPDX-License-Identifier: BSL-1.0
/// \file
/// Packing: which tasks share which GPU, on as few GPUs as possible. `pack<A100, first_task, second_task, …>` has a
/// layout for each GPU, says who is where and what is wasted, and whether it is proven that fewer do not suffice.
/// `pack<list<priced<A100, 3>, priced<H100_80GB, 7>>, …>` chooses among kinds of GPU what costs least, and
/// `pack_on<2, A100, …>` does not compile if two do not suffice.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/accelerator/facts.hpp>
#include <allotype/cluster/fleet/detail/pack_search.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/core/detail/sentence.hpp>
#include <allotype/plan/layout.hpp>
#include <allotype/plan/smallest.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A kind of GPU and what one of it costs, in whatever unit.
template <class Device, int Cost>
struct priced {
  static_assert(Cost > 0, "priced<Device, Cost>: the cost must be positive, because the packing minimizes the sum");
  using device = Device;
  static constexpr int cost = Cost;
};

namespace detail {

/// Which GPU of a packing an item is on, and which of its layout's placements it has.
struct assignment {
  int gpu;
  int place;  ///< index into the layout's `placements`
};

/// A GPU that one item has for itself. It reads like a layout.
template <class Model>
struct whole_gpu;

/// What a device that is left open means to a task: the smallest that meets its needs, or all of it where it states
/// none.
template <class Model, class Needs>
struct part_for_needs {
  using type = nothing;
};
template <class Model>
struct part_for_needs<Model, needs<>> {
  using type = unpartitioned<Model>;
};
template <class Model>
struct part_for_needs<Model, nothing> {
  using type = unpartitioned<Model>;
};
template <class Model, class Needs>
  requires has_smallest<Model, Needs>
struct part_for_needs<Model, Needs> {
  using smallest = typename search_of_device<Model, Needs>::type;
  using type = std::conditional_t<std::is_same_v<smallest, Model>, unpartitioned<Model>, smallest>;
};
template <class Model>
  requires has_smallest<Model, needs<>>
struct part_for_needs<Model, needs<>> {
  using type = unpartitioned<Model>;
};

/// What `Wanted` means on `Model`: one of its partitions, all of it (`unpartitioned<Model>`), or `nothing`. Of an
/// `any_of` the first alternative that is something there.
template <class Model, class Wanted, class Needs>
struct part_for_accelerator {
  using type = nothing;
};
template <class Model, class Profile, class Needs>
struct part_for_accelerator<Model, mig_partition<Model, Profile>, Needs> {
  using type = mig_partition<Model, Profile>;
};
template <class Model, class Needs>
struct part_for_accelerator<Model, unpartitioned<Model>, Needs> {
  using type = unpartitioned<Model>;
};
template <class Model, class Needs>
struct part_for_accelerator<Model, Model, Needs> : part_for_needs<Model, Needs> {};

/// The first that is something.
template <class... Choices>
struct first_choice {
  using type = nothing;
};
template <class First, class... Rest>
struct first_choice<First, Rest...> {
  using type = First;
};
template <class... Rest>
struct first_choice<nothing, Rest...> : first_choice<Rest...> {};

template <class Model, class... A, class Needs>
struct part_for_accelerator<Model, any_of<A...>, Needs>
    : first_choice<typename part_for_accelerator<Model, A, Needs>::type...> {};

template <class Item>
concept has_wanted = requires { typename Item::wanted; };
template <class Item>
concept has_needs = requires { typename Item::needs; };

/// What an item of a packing means on `Model`, as `part_for_accelerator` does. An item is an accelerator, an `any_of`,
/// a `needs`, or something with a member type `wanted` or `needs` or both, such as a task.
template <class Model, class Item>
struct partition_for : part_for_accelerator<Model, Item, nothing> {};
template <class Model, class... Entries>
struct partition_for<Model, needs<Entries...>> : part_for_needs<Model, needs<Entries...>> {};
template <class Model, has_wanted Item>
  requires(!has_needs<Item>)
struct partition_for<Model, Item> : part_for_accelerator<Model, typename Item::wanted, nothing> {};
template <class Model, has_needs Item>
  requires(!has_wanted<Item>)
struct partition_for<Model, Item> : part_for_needs<Model, typename Item::needs> {};
template <class Model, class Item>
  requires(has_wanted<Item> && has_needs<Item>)
struct partition_for<Model, Item> : part_for_accelerator<Model, typename Item::wanted, typename Item::needs> {};

template <class Model, class Item>
using partition_for_item = typename partition_for<Model, std::remove_cv_t<Item>>::type;

template <class Model, class Wanted>
inline constexpr int part_number = no_part;
template <class Model>
inline constexpr int part_number<Model, unpartitioned<Model>> = whole_part;
template <class Model, class Profile>
inline constexpr int part_number<Model, mig_partition<Model, Profile>> = row_index<typename Model::board, Profile>;

template <class Model, int Cost>
constexpr gpu_kind kind_of() {
  if constexpr (has_rows<Model>) {
    return kind_of_board(places_of_board<typename Model::board, placement_rules{}>, mig_rows<typename Model::board>.at,
                         Model::board::compute_slices, Cost);
  } else {
    gpu_kind kind;
    kind.cost = Cost;
    return kind;
  }
}

template <class Item, class... Models>
constexpr void state_item(packing_items& items) {
  int const on[] = {part_number<Models, partition_for_item<Models, Item>>...};
  if (items.count == max_items) return;
  for (int k = 0; k < static_cast<int>(sizeof...(Models)); ++k) items.on[items.count][k] = on[k];
  ++items.count;
}

/// The first item that no kind of GPU takes even alone; as many as there are items where each has its place.
constexpr int first_without_place(gpu_kind const* kinds, int kind_count, packing_items const& items) {
  for (int i = 0; i < items.count; ++i) {
    bool possible = false;
    for (int k = 0; k < kind_count; ++k) {
      int const on = items.on[i][k];
      instance_spec const alone{on, unknown};
      possible = possible || on == whole_part || (on != no_part && placeable(kinds[k].board, &alone, 1));
    }
    if (!possible) return i;
  }
  return items.count;
}

/// One kind of GPU, to be counted, or the listed kinds with their prices.
template <class Model>
struct kinds {
  using type = list<priced<Model, 1>>;
};
template <class... Priced>
struct kinds<list<Priced...>> {
  using type = list<Priced...>;
};
template <class Model>
using kinds_of = typename kinds<Model>::type;

template <class Kinds, class... Items>
struct packing_of;  // of a list of priced<Device, Cost>
template <class... Models, int... Costs, class... Items>
struct packing_of<list<priced<Models, Costs>...>, Items...> {
  static constexpr int kind_count = sizeof...(Models);
  static_assert(kind_count > 0 && kind_count <= max_kinds, "a packing chooses among one to eight kinds of GPU");
  static constexpr gpu_kind kinds[std::size_t{kind_count}] = {kind_of<Models, Costs>()...};
  static constexpr packing_items stated() {
    packing_items all;
    (state_item<Items, Models...>(all), ...);
    return all;
  }
  static constexpr packing_items items = stated();
  static constexpr packing_result result = pack_items(kinds, kind_count, items);
};

/// The GPU itself as a placement; unpublished numbers are unknown.
template <class Model>
constexpr placement whole_placement() {
  placement all{"unpartitioned", 0, 1, 1, unknown, unknown, unknown, unknown, -1};
  if constexpr (has_rows<Model>) {
    all.size = board_data<typename Model::board>.memory_slices;
    all.compute_slices = Model::board::compute_slices;
  }
  if constexpr (publishes<Model, fact::sm_count>) all.sm_count = fact_of<Model, fact::sm_count>;
  if constexpr (publishes<Model, fact::memory>) {
    all.memory_mib = static_cast<int>(fact_of<Model, fact::memory>.in_mebibytes());
  }
  return all;
}

template <class Model, class Partitions>
struct layout_of_gpu;
template <class Model, class... Partitions>
struct layout_of_gpu<Model, list<Partitions...>> {
  using type = layout_of<Model, Partitions...>;
};
template <class Model>
struct layout_of_gpu<Model, list<unpartitioned<Model>>> {
  using type = whole_gpu<Model>;
};

/// The layout of one GPU of a packing.
template <class Packing, int Gpu, class Kinds, class Indices, class... Items>
struct packed_gpu;
template <class Packing, int Gpu, class... Models, int... Costs, int... Is, class... Items>
  requires(Gpu >= 0 && Gpu < Packing::result.gpus)
struct packed_gpu<Packing, Gpu, list<priced<Models, Costs>...>, std::integer_sequence<int, Is...>, Items...> {
  static constexpr bool there = true;
  using model = allotype::type_at<Packing::result.kind_of[Gpu], list<Models...>>;
  using partitions = appended<
      list<>, std::conditional_t<Packing::result.gpu_of[Is] == Gpu, list<partition_for_item<model, Items>>, list<>>...>;
  using type = typename layout_of_gpu<model, partitions>::type;
};
/// There is none; what stands in for it after the error.
template <class Packing, int Gpu, class Model, int Cost, class... More, class Indices, class... Items>
  requires(Gpu < 0 || Gpu >= Packing::result.gpus)
struct packed_gpu<Packing, Gpu, list<priced<Model, Cost>, More...>, Indices, Items...> {
  static constexpr bool there = false;
  using type = whole_gpu<Model>;
};

/// A function, as `checked`.
template <int Gpu, class Packed>
consteval auto gpu_of_packing() {
  constexpr bool has_so_many = Packed::there;
  static_assert(has_so_many, "packing::gpu<N>: this packing has fewer GPUs");
  return std::type_identity<typename Packed::type>{};
}

template <class Model>
struct whole_gpu {
  using type = whole_gpu;
  using device = Model;
  using partitions = list<unpartitioned<Model>>;
  static constexpr char const* device_name = Model::name;
  static constexpr int size = 1;
  static constexpr placement placements[2] = {detail::whole_placement<Model>(), {}};
  static constexpr int compute_slices = placements[0].compute_slices;
  static constexpr int memory_slices = placements[0].size;
  static constexpr placement::unused_share left{};
  using could_add = list<>;
  static constexpr bool maximal = true;
};

/// The result of `pack<…>`: items on GPUs.
template <class Kinds, class... Items>
struct packing {
 private:
  using found = detail::packing_of<Kinds, Items...>;
  static constexpr detail::packing_result const& result() { return found::result; }
  template <class Gpus>
  struct sums;
  template <int... Gpus>
  struct sums<std::integer_sequence<int, Gpus...>> {
    static constexpr placement::unused_share total() {
      return (placement::unused_share{} + ... + packing::template gpu<Gpus>::left);
    }
  };
  struct assignments {
    assignment of[detail::at_least_one(static_cast<int>(sizeof...(Items)))]{};
    constexpr assignments() {
      for (int i = 0; i < found::items.count; ++i) {
        of[i].gpu = result().gpu_of[i];
        for (int j = 0; j < i; ++j) of[i].place += of[j].gpu == of[i].gpu ? 1 : 0;
      }
    }
  };
  static constexpr assignments assigned_{};

 public:
  using type = packing;
  static constexpr int items = sizeof...(Items);
  /// The number of GPUs, of all kinds together.
  static constexpr int gpus = found::result.gpus;
  /// The sum of their prices; without prices, the number of GPUs.
  static constexpr long long cost = found::result.cost;
  /// It is proven that no packing costs less. Otherwise `at_least` is the proven lower bound.
  static constexpr bool exact = found::result.exact;
  static constexpr long long at_least = found::result.at_least;

  /// The layout of a GPU, with its items in the order in which they were written: a `layout_on`, or a `whole_gpu`. GPUs
  /// are numbered in the order of their first items.
  template <int Gpu>
  using gpu = typename decltype(detail::gpu_of_packing<
                                Gpu, detail::packed_gpu<found, Gpu, Kinds, std::make_integer_sequence<int, items>,
                                                        Items...>>())::type;
  /// The GPU and the place of each item, in the order written.
  static constexpr auto const& assignments_of_items = assigned_.of;
  /// The accelerator that an item got: a partition, or all of a GPU.
  template <int Item>
  using given = detail::partition_for_item<typename gpu<found::result.gpu_of[Item]>::device,
                                           allotype::type_at<Item, list<Items...>>>;
  /// What the partitions leave of all GPUs.
  static constexpr placement::unused_share waste = sums<std::make_integer_sequence<int, gpus>>::total();
};

// What a failed packing shows of itself.
template <class... Models>
struct on_gpus_of;
template <class Item>
struct left_over;

enum class unpacked { none, no_place, too_many, not_found, too_many_items };

/// The arguments of an outcome: the GPUs of a packing, or how many of a model there are.
template <class Gpus>
inline constexpr int gpus_allowed = 0;
template <int Gpus, class Model>
struct gpus_of;
template <int Gpus, class Model>
inline constexpr int gpus_allowed<gpus_of<Gpus, Model>> = Gpus;

template <unpacked Why, class Gpus, class LeftOver>
struct packing_outcome {
  static constexpr unpacked why = Why;
};

/// What an item that has no place got, after the error.
template <class Model, class Wanted>
struct part_or_all {
  using type = Wanted;
};
template <class Model>
struct part_or_all<Model, nothing> {
  using type = unpartitioned<Model>;
};

/// Stands in for a packing after an error, where an item has no place on any GPU: each item has a GPU for itself.
template <class Model, class... Items>
struct refused_packing {
  using type = refused_packing;
  static constexpr int items = sizeof...(Items);
  static constexpr int gpus = items;
  static constexpr long long cost = items;
  static constexpr bool exact = false;
  static constexpr long long at_least = 0;
  template <int>
  using gpu = whole_gpu<Model>;
  template <int Item>
  using given = typename part_or_all<Model, partition_for_item<Model, allotype::type_at<Item, list<Items...>>>>::type;
  static constexpr placement::unused_share waste{};

 private:
  struct assignments {
    assignment of[detail::at_least_one(static_cast<int>(sizeof...(Items)))]{};
    constexpr assignments() {
      for (int i = 0; i < items; ++i) of[i].gpu = i;
    }
  };
  static constexpr assignments assigned_{};

 public:
  static constexpr auto const& assignments_of_items = assigned_.of;
};

/// Items that have a place are packed, be it on more GPUs than allowed.
template <unpacked Why, class Kinds, class... Items>
struct packing_shown {
  using type = packing<Kinds, Items...>;
};
template <unpacked Why, class Model, int Cost, class... More, class... Items>
  requires(Why == unpacked::no_place || Why == unpacked::too_many_items)
struct packing_shown<Why, list<priced<Model, Cost>, More...>, Items...> {
  using type = refused_packing<Model, Items...>;
};

/// What an item wants.
template <class Item>
constexpr void add_item(error_sentence& to, std::type_identity<Item>) {
  if constexpr (accelerator<Item>) {
    to << name_of<Item>;
  } else if constexpr (is_needs<Item>) {
    add_asked(to, meaning_of<Item>::asked);
  } else {
    if constexpr (has_wanted<Item>) add_item(to, std::type_identity<typename Item::wanted>{});
    if constexpr (has_needs<Item>) {
      to << (has_wanted<Item> ? " with " : "");
      add_item(to, std::type_identity<typename Item::needs>{});
    }
  }
}
template <class... A>
constexpr void add_item(error_sentence& to, std::type_identity<any_of<A...>>) {
  add_names(to, {name_of<A>...});
}

template <class Outcome, class Kinds, class... Items>
struct packing_sentence {
  static constexpr error_sentence text() { return {}; }
};
template <unpacked Why, class Gpus, class Left, class... Models, int... Costs, class... Items>
struct packing_sentence<packing_outcome<Why, Gpus, left_over<Left>>, list<priced<Models, Costs>...>, Items...> {
  static constexpr error_sentence text() {
    if constexpr (Why == unpacked::too_many_items) {
      return concatenated("a packing takes at most ", max_items, " items, and these are ",
                          static_cast<int>(sizeof...(Items)));
    } else {
      error_sentence text;
      add_item(text, std::type_identity<std::remove_cv_t<Left>>{});
      if constexpr (Why == unpacked::no_place) {
        text << " does not fit on any GPU of ";
        add_names(text, {Models::name...});
        return text << ", even alone";
      } else {
        text << " does not fit beside the items before it on "
             << gpus_allowed<Gpus> << (gpus_allowed<Gpus> == 1 ? " GPU of " : " GPUs of ");
        add_names(text, {Models::name...});
        if constexpr (Why == unpacked::too_many) {
          return text << "; all " << static_cast<int>(sizeof...(Items)) << " items need "
                      << packing_of<list<priced<Models, Costs>...>, Items...>::result.at_least;
        } else {
          return text << ": the search ended without a packing, and without a proof that there is none";
        }
      }
    }
  }
};

/// The packing, or the error first. A function, because clang takes no type from a class in which an assertion failed.
template <class Outcome, class Kinds, class... Items>
consteval auto checked() {
  constexpr bool so_many_items = Outcome::why != unpacked::too_many_items;
  constexpr bool has_a_place = Outcome::why != unpacked::no_place;
  constexpr bool gpus_suffice = Outcome::why != unpacked::too_many;
  constexpr bool found = Outcome::why != unpacked::not_found;
  static_assert(so_many_items, ALLOTYPE_SENTENCE("a packing takes at most 32 items",
                                                 packing_sentence<Outcome, Kinds, Items...>::text()));
  static_assert(has_a_place, ALLOTYPE_SENTENCE("the item in left_over<...> does not fit on any of these GPUs, even "
                                               "alone: it wants another device, a partition "
                                               "that has no place, or more than any partition offers",
                                               packing_sentence<Outcome, Kinds, Items...>::text()));
  static_assert(gpus_suffice,
                ALLOTYPE_SENTENCE(
                    "the items do not fit on this number of GPUs: left_over<...> is the first that does not fit beside "
                    "those before it",
                    packing_sentence<Outcome, Kinds, Items...>::text()));
  static_assert(
      found,
      ALLOTYPE_SENTENCE(
          "the search ended without a packing on this number of GPUs and without a proof that there is none, because "
          "there are many items: those before left_over<...> fit",
          packing_sentence<Outcome, Kinds, Items...>::text()));
  return std::type_identity<typename packing_shown<Outcome::why, Kinds, Items...>::type>{};
}

template <class Kinds, class... Items>
struct checked_packing;
template <class... Models, int... Costs, class... Items>
struct checked_packing<list<priced<Models, Costs>...>, Items...> {
  using found = packing_of<list<priced<Models, Costs>...>, Items...>;
  static constexpr int first = first_without_place(found::kinds, found::kind_count, found::items);
  static constexpr unpacked why = sizeof...(Items) > max_items                  ? unpacked::too_many_items
                                  : first == static_cast<int>(sizeof...(Items)) ? unpacked::none
                                                                                : unpacked::no_place;
  using outcome = packing_outcome<why, on_gpus_of<Models...>, left_over<allotype::type_at<first, list<Items...>>>>;
};

constexpr int gpus_for_first(gpu_kind const* kinds, int kind_count, packing_items items, int count) {
  items.count = count;
  return pack_items(kinds, kind_count, items).gpus;
}

/// The first item that does not fit on so many GPUs together with those before it, where `Fit` items do and `Fail` do
/// not. A template, for each search is to be a constant expression of its own: compilers limit the steps of one.
template <class Found, int Gpus, int Fit, int Fail>
struct first_left_over {
  static constexpr int middle = (Fit + Fail) / 2;
  static constexpr bool fits = gpus_for_first(Found::kinds, Found::kind_count, Found::items, middle) <= Gpus;
  static constexpr int index = first_left_over<Found, Gpus, (fits ? middle : Fit), (fits ? Fail : middle)>::index;
};
template <class Found, int Gpus, int Fit, int Fail>
  requires(Fit + 1 >= Fail)
struct first_left_over<Found, Gpus, Fit, Fail> {
  static constexpr int index = Fit;
};

template <int Gpus, class Model, class... Items>
struct packing_on;
template <int Gpus, class Model, class... Items>
  requires(sizeof(Model*) > 0)  // nvcc goes on with an error in place of a type
struct packing_on<Gpus, Model, Items...> {
  using checked = checked_packing<kinds_of<Model>, Items...>;
  using found = typename checked::found;
  static constexpr int count = sizeof...(Items);
  static constexpr int left() {
    if constexpr (checked::why != unpacked::none) {
      return checked::first;
    } else if constexpr (found::result.gpus <= Gpus) {
      return count;
    } else {
      return first_left_over<found, Gpus, 0, count>::index;
    }
  }
  static constexpr int first = left();
  static constexpr unpacked why = checked::why != unpacked::none  ? checked::why
                                  : found::result.gpus <= Gpus    ? unpacked::none
                                  : found::result.at_least > Gpus ? unpacked::too_many
                                                                  : unpacked::not_found;
  using outcome = packing_outcome<why, gpus_of<Gpus, Model>, left_over<allotype::type_at<first, list<Items...>>>>;
};

template <class Model, class... Items>
  requires(sizeof(Model*) > 0)
struct asked_packing<Model, Items...> {
  using type = typename decltype(checked<typename checked_packing<kinds_of<Model>, Items...>::outcome, kinds_of<Model>,
                                         Items...>())::type;
};

template <int Gpus, class Model, class... Items>
concept all_items_fit_on_so_many_gpus = packing_on<Gpus, Model, Items...>::why == unpacked::none;

}  // namespace detail

/// The fewest GPUs of one model for the items: partitions, devices, `any_of`, tasks. Of an `any_of` the first
/// alternative on that model counts. `unpartitioned`, and a device without needs, get a GPU of their own.
///
/// Over several kinds, `pack<list<priced<A100, 3>, priced<L4, 1>>, …>`: the cheapest GPUs. An item may get different
/// partitions on different kinds, and needs one kind that takes it.
///
/// The search is exact (branch and bound, see cluster/fleet/detail/pack_search.hpp) up to `detail::max_branches`
/// branches, which suffice for all sets of eight items tried; `exact` says whether it came to the end. Complexity:
/// exponential in the number of items at worst, with that limit; at most 32 items.
template <class Model, class... Items>
using pack = typename detail::asked_packing<Model, Items...>::type;

/// The items on at most `Gpus` GPUs of one model. If they do not fit, the error names the first item, in the order
/// written, that does not fit beside those before it.
template <int Gpus, class Model, class... Items>
using pack_on = typename decltype(detail::checked<typename detail::packing_on<Gpus, Model, Items...>::outcome,
                                                  detail::kinds_of<Model>, Items...>())::type;

/// `pack_on<Gpus, Model, Items…>` compiles.
template <int Gpus, class Model, class... Items>
concept can_pack_on = detail::all_items_fit_on_so_many_gpus<Gpus, Model, Items...>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
