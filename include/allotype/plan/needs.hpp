// SPDX-License-Identifier: BSL-1.0
/// \file
/// Compares what a task needs with what an accelerator offers: `needs<memory<8_GiB>, sm_count<28>, bf16>`. A partition
/// has its own amounts, not its board's. A device whose partitioning is left open has those of the whole device
/// (accelerator/facts.hpp), so a task that must also run on a slice names the slice. An unpublished fact meets no need,
/// unless the user states it: `needs<sm_count<20>, stated<B300::partition<"2g.67gb">, sm_count<36>>>`.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/accelerator/facts.hpp>
#include <allotype/core/amounts.hpp>
#include <allotype/core/detail/sentence.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <fact Which, class A>
consteval long long published_number() {
  if constexpr (row_of(Which).need != need_kind::none && publishes<A, Which>) {
    return number_of(fact_reader<Which>::template of<A>());
  } else {
    return no_amount;
  }
}

template <class A, std::size_t... Index>
consteval amounts published_amounts(std::index_sequence<Index...>) {
  amounts published;
  ((published.of[Index] = published_number<static_cast<fact>(Index), A>()), ...);
  return published;
}

/// What was published about `A`.
template <class A>
inline constexpr amounts published = published_amounts<A>(std::make_index_sequence<fact_count>{});

/// At least the amount, or exactly the amount for facts that must fit exactly.
constexpr bool suffices(int which, long long asked, long long offered) {
  return fact_rows[which].need == need_kind::exact_count ? asked == offered : asked <= offered;
}

constexpr int count_unmet(amounts const& asked, amounts const& offered) {
  int unmet = 0;
  for (int i = 0; i < fact_count; ++i) {
    if (asked.of[i] != no_amount && !suffices(i, asked.of[i], offered.of[i])) ++unmet;
  }
  return unmet;
}

/// An amount that was not refused where it was written.
template <class Entry>
consteval bool is_valid() {
  if constexpr (is_amount<Entry>) {
    return Entry::valid;
  } else {
    return false;
  }
}

template <class A, class Entry>
inline constexpr bool agrees_with_published =
    !Entry::valid || published<A>[Entry::about] == no_amount || published<A>[Entry::about] == number_of(Entry::value);

}  // namespace detail

/// A user's statement about unpublished facts of `A`, as an entry of `needs`. It holds only for this accelerator, not
/// for others of the same device. A statement that contradicts a published value does not compile.
template <class A, class... Entries>
struct stated {};

namespace detail {

template <class Entry>
struct need_entry {
  static constexpr bool is_known = is_amount<Entry>;
  static constexpr bool is_stated = false;
  /// An amount that was refused where it was written is left out from then on.
  static constexpr bool counts = is_valid<Entry>();
  static constexpr bool agrees = true;

  static constexpr void add_asked([[maybe_unused]] amounts& asked) {
    if constexpr (counts) asked[Entry::about] = number_of(Entry::value);
  }
  template <class>
  static constexpr void add_stated(amounts&) {}
};
template <class A, class... Entries>
struct need_entry<stated<A, Entries...>> {
  static constexpr bool is_known = accelerator<A> && sizeof...(Entries) > 0 && (is_amount<Entries> && ...);
  static constexpr bool is_stated = true;
  static constexpr bool counts = false;

  static constexpr bool agrees_with_all() {
    if constexpr (is_known) {
      return (agrees_with_published<A, Entries> && ...);
    } else {
      return true;
    }
  }
  static constexpr bool agrees = agrees_with_all();

  static constexpr void add_asked(amounts&) {}
  template <class Other>
  static constexpr void add_stated([[maybe_unused]] amounts& offered) {
    if constexpr (is_known && std::is_same_v<A, Other>) {
      (need_entry<Entries>::add_asked(offered), ...);
    }
  }
};

template <class... Entries>
consteval amounts asked_by() {
  amounts asked;
  (need_entry<Entries>::add_asked(asked), ...);
  return asked;
}
constexpr int size_of(amounts const& which) {
  int size = 0;
  for (long long amount : which.of) size += amount != no_amount;
  return size;
}

template <class A, class... Entries>
consteval amounts offered_or_stated() {
  amounts offered = published<A>;
  (need_entry<Entries>::template add_stated<A>(offered), ...);
  return offered;
}

/// The meaning of `needs<…>`, separate from the class, so that an error in it brings no second error.
template <class Needs>
struct meaning_of;

}  // namespace detail

/// What a task needs of its accelerator. Entries are in any order, each fact at most once: amounts
/// (`memory<N>`, `sm_count<N>`, `nvdec<N>`, `compute_capability<8, 0>`, …), of which at least so much must be offered,
/// and abilities (`bf16`, `graphics`, …); see core/amounts.hpp. `stated<A, …>` adds unpublished values.
template <class... Entries>
struct needs {
  static_assert(((detail::is_valid<Entries>() || true) && ...));  // first: refused amounts are reported from here
  static_assert(
      detail::meaning_of<needs>::entries_known,
      "needs<...> takes amounts such as memory<8_GiB> and sm_count<28>, abilities such as bf16, and figures of "
      "your own for what is unpublished: stated<B300, sm_count<148>>");
  static_assert(detail::meaning_of<needs>::each_once, "needs<...>: each amount and each ability at most once");
  static_assert(detail::meaning_of<needs>::statements_agree,
                "stated<A, Amounts...>: another value is published for this accelerator; state only unpublished facts");
  static constexpr bool reported = true;
};

namespace detail {

template <class... Entries>
struct meaning_of<needs<Entries...>> {
  static constexpr amounts asked = asked_by<Entries...>();

  static constexpr bool entries_known = (need_entry<Entries>::is_known && ...);
  static constexpr bool each_once = size_of(asked) == (0 + ... + need_entry<Entries>::counts);
  static constexpr bool statements_agree = (need_entry<Entries>::agrees && ...);
  static constexpr bool well_formed = entries_known && each_once && statements_agree;

  static constexpr bool states_something = (need_entry<Entries>::is_stated || ...);

  /// What `A` offers to these needs: what was published, and what is stated here.
  template <class A>
  static consteval amounts offered_by() {
    if constexpr (states_something) {
      return offered_or_stated<A, Entries...>();
    } else {
      return published<A>;
    }
  }
};

template <class T>
inline constexpr bool is_needs = false;
template <class... Entries>
inline constexpr bool is_needs<needs<Entries...>> = true;

template <class A, class Needs>
consteval int unmet_by() {
  if constexpr (meaning_of<Needs>::states_something) {
    return count_unmet(meaning_of<Needs>::asked, meaning_of<Needs>::template offered_by<A>());
  } else {
    return count_unmet(meaning_of<Needs>::asked, published<A>);
  }
}

/// The host processor is exempt from needs.
template <class A, class Needs>
consteval bool meets_or_host() {
  if constexpr (host_processor<A>) {
    return true;
  } else {
    return unmet_by<A, Needs>() == 0;
  }
}
template <class Needs, class... A>
consteval bool all_meet(list<A...>) {
  return (meets_or_host<A, Needs>() && ...);
}

template <class Needs, class A>
consteval bool met_by(std::type_identity<A>) {
  if constexpr (accelerator<A>) {
    return unmet_by<A, Needs>() == 0;
  } else {
    return false;
  }
}
template <class Needs, class... A>
consteval bool met_by(std::type_identity<any_of<A...>>) {
  return all_meet<Needs>(list<A...>{});
}

// What errors are made of. Nothing here is instantiated where needs are met.

template <int... Amount>
struct asked {};
template <int... Amount>
struct offered {};
template <int... Amount>
struct asked_MiB {};
template <int... Amount>
struct offered_MiB {};
template <int... Amount>
struct asked_KiB {};
template <int... Amount>
struct offered_KiB {};
struct not_offered {};
struct not_published {};
/// `unmet<fact::sm_count, asked<42>, offered<28>>`
template <fact Which, class... AskedAndOffered>
struct unmet {};
/// An accelerator, and all needs that it does not meet.
template <class A, class... Unmet>
struct lacks {
  using accelerator = A;
};

/// The words for an amount that is asked and one that is offered, in the unit of the fact's kind.
template <need_kind Kind, long long Asked, long long Offered>
struct words_for_amounts {
  using wanted = detail::asked<static_cast<int>(Asked)>;
  using had = detail::offered<static_cast<int>(Offered)>;
};
template <long long Asked, long long Offered>
struct words_for_amounts<need_kind::some_memory, Asked, Offered> {
  using wanted = asked_MiB<static_cast<int>((Asked + (1 << 20) - 1) >> 20)>;  // rounded up: more than what is offered
  using had = offered_MiB<static_cast<int>(Offered >> 20)>;
};
template <long long Asked, long long Offered>
struct words_for_amounts<need_kind::bytes, Asked, Offered> {
  using wanted = asked_KiB<static_cast<int>((Asked + (1 << 10) - 1) >> 10)>;
  using had = offered_KiB<static_cast<int>(Offered >> 10)>;
};
template <long long Asked, long long Offered>
struct words_for_amounts<need_kind::version, Asked, Offered> {
  using wanted = detail::asked<static_cast<int>(Asked / 10), static_cast<int>(Asked % 10)>;
  using had = detail::offered<static_cast<int>(Offered / 10), static_cast<int>(Offered % 10)>;
};

template <int Which, long long Asked, long long Offered>
consteval auto unmet_in_words() {
  constexpr auto which = static_cast<fact>(Which);
  using words = words_for_amounts<row_of(which).need, Asked, Offered>;
  if constexpr (row_of(which).need == need_kind::ability) {
    return unmet<which, std::conditional_t<Offered == no_amount, not_published, not_offered>>{};
  } else {
    return unmet<which, typename words::wanted,
                 std::conditional_t<Offered == no_amount, not_published, typename words::had>>{};
  }
}

template <int Which, long long Asked, long long Offered>
consteval auto unmet_or_nothing() {
  if constexpr (Asked == no_amount || suffices(Which, Asked, Offered)) {
    return list<>{};
  } else {
    return list<decltype(unmet_in_words<Which, Asked, Offered>())>{};
  }
}

template <class A, class Unmet>
struct lacks_of;
template <class A, class... Unmet>
struct lacks_of<A, list<Unmet...>> {
  using type = lacks<A, Unmet...>;
};

template <class A, class Needs, class Positions = std::make_index_sequence<fact_count>>
struct shortage;
template <class A, class Needs, std::size_t... Which>
struct shortage<A, Needs, std::index_sequence<Which...>> {
  static constexpr amounts asked = meaning_of<Needs>::asked;
  static constexpr amounts offer = meaning_of<Needs>::template offered_by<A>();
  using type = typename lacks_of<
      A, appended<decltype(unmet_or_nothing<static_cast<int>(Which), asked.of[Which], offer.of[Which]>())...>>::type;
};

template <class Needs>
struct shortage_against {
  template <class A>
  using falls_short = std::bool_constant<unmet_by<A, Needs>() != 0>;
  template <class A>
  using of = typename shortage<A, Needs>::type;
};
template <class A>
using is_no_host = std::bool_constant<!host_processor<A>>;

/// The amount of a fact, with its unit.
template <class Text>
constexpr void add_amount(Text& to, fact_row const& row, long long amount) {
  if (row.need == need_kind::some_memory || row.need == need_kind::bytes) {
    to << amount_in_words(bytes{static_cast<unsigned long long>(amount)});
  } else if (row.need == need_kind::version) {
    to << amount / 10 << '.' << amount % 10;
  } else {
    to << amount << row.unit;
  }
}

/// `memory 18 GiB`, `bf16`
template <class Text>
constexpr Text need_in_words(fact_row const& row, long long asked) {
  Text need(row.label);
  if (row.need == need_kind::ability) return need;
  add_amount(need << ' ', row, asked);
  return need;
}

/// `memory 18 GiB, bf16`
template <class Text>
constexpr void add_asked(Text& to, amounts const& asked) {
  Text needs;
  for (int i = 0; i < fact_count; ++i) {
    if (asked.of[i] != no_amount) add_to_list(needs, need_in_words<Text>(fact_rows[i], asked.of[i]));
  }
  to << needs;
}

/// `memory 18 GiB (it has 9.625 GiB), fp8 (it has none)`
template <class Text>
constexpr void add_unmet(Text& to, amounts const& asked, amounts const& offered) {
  Text unmet;
  for (int i = 0; i < fact_count; ++i) {
    fact_row const& row = fact_rows[i];
    if (asked.of[i] == no_amount || suffices(i, asked.of[i], offered.of[i])) continue;
    add_to_list(unmet, need_in_words<Text>(row, asked.of[i]));
    if (offered.of[i] == no_amount) {
      unmet << " (not published; a figure of yours is stated<...>)";
    } else if (row.need == need_kind::ability) {
      unmet << " (it has none)";
    } else {
      unmet << " (it has ";
      add_amount(unmet, row, offered.of[i]);
      unmet << ')';
    }
  }
  to << unmet;
}

template <class Devices, class Needs>
struct search_in;  // plan/smallest.hpp

/// What `smallest` would take; nothing in a file that does not read plan/smallest.hpp, as allotype.hpp does.
template <class A, class Needs>
constexpr void add_what_would_do(error_sentence& to) {
  using device = device_of<A>;
  if constexpr (partitionable<device> && requires { typename search_in<device, Needs>::type; }) {
    using search = typename search_in<device, Needs>::type;
    if constexpr (search::found) {
      to << "; " << name_of<typename search::type> << " would do";
    } else {
      to << "; neither a partition of " << device::name << " nor all of it would do";
    }
  }
}

template <class Needs, class... A>
constexpr error_sentence shortages_in_words(list<A...>) {
  error_sentence text;
  auto const add = [&]<class One>(std::type_identity<One>) {
    if (!text.empty()) text << ". ";
    text << name_of<One> << " does not meet the needs: ";
    add_unmet(text, meaning_of<Needs>::asked, meaning_of<Needs>::template offered_by<One>());
    add_what_would_do<One, Needs>(text);
  };
  (add(std::type_identity<A>{}), ...);
  return text;
}

struct needs_met {
  static constexpr bool reported = true;
};
template <class Needs, class... Lacking>
struct needs_check {
  static constexpr bool met = sizeof(Needs) == 0;
  static_assert(
      met, ALLOTYPE_SENTENCE(
               "the accelerator does not offer what is needed: lacks<accelerator, unmet<which, asked, offered>...> "
               "lists all "
               "of it. Take more (smallest<Device, needs<...>> finds it), need less, or state the unpublished fact: "
               "needs<..., stated<Accelerator, sm_count<16>>>",
               shortages_in_words<Needs>(list<typename Lacking::accelerator...>{})));
  static constexpr bool reported = true;
};
template <class Needs, class Shortages>
struct needs_check_of;
template <class Needs, class... Lacking>
struct needs_check_of<Needs, list<Lacking...>> {
  using type = needs_check<Needs, Lacking...>;
};

/// Each of these accelerators must meet the needs.
template <bool Met, class Needs, class Accelerators>
struct checked_needs {
  using short_ones = filtered<Accelerators, shortage_against<Needs>::template falls_short>;
  using type = typename needs_check_of<Needs, transformed<short_ones, shortage_against<Needs>::template of>>::type;
};
template <class Needs, class Accelerators>
struct checked_needs<true, Needs, Accelerators> {
  using type = needs_met;
};

/// The same for a task, whose alternatives may end in the host processor.
template <bool Met, class Needs, class Alternatives>
struct checked_task_needs : checked_needs<Met, Needs, filtered<Alternatives, is_no_host>> {};
template <class Needs, class Alternatives>
struct checked_task_needs<true, Needs, Alternatives> {
  using type = needs_met;
};

/// Known entries, each once, and no statement that contradicts a published value.
template <class Needs>
concept each_of_the_needs_is_known_and_there_once = meaning_of<Needs>::well_formed;

template <class Needs>
concept amounts_and_abilities_stand_in_needs = is_needs<Needs>;

/// Valid `needs<…>`.
template <class Needs>
concept well_formed_needs =
    amounts_and_abilities_stand_in_needs<Needs> && each_of_the_needs_is_known_and_there_once<Needs>;

template <class Wanted>
concept the_memory_of_an_accelerator_is_an_amount_of_bytes =
    !requires { Wanted::memory; } || std::is_same_v<decltype(&Wanted::memory), bytes const*>;
template <class Wanted, class Needs>
concept the_accelerator_offers_all_that_is_needed = met_by<Needs>(std::type_identity<Wanted>{});

}  // namespace detail

/// `Wanted` offers all that `Needs` ask for: an accelerator, or each in an `any_of<…>`. As in a task, a processor that
/// is listed in `any_of` is exempt.
template <class Wanted, class Needs>
concept meets =
    detail::well_formed_needs<Needs> && detail::the_memory_of_an_accelerator_is_an_amount_of_bytes<Wanted> &&
    detail::the_accelerator_offers_all_that_is_needed<Wanted, Needs>;

/// True, or an error that lists all needs that `A` does not meet, each with the amount asked for and the amount
/// offered: `static_assert(check_needs<A, needs<memory<8_GiB>>>);`
template <accelerator A, class Needs>
  requires detail::amounts_and_abilities_stand_in_needs<Needs>
inline constexpr bool check_needs =
    Needs::reported && detail::checked_needs<detail::unmet_by<A, Needs>() == 0, Needs, list<A>>::type::reported;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
