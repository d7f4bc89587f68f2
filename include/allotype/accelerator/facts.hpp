// SPDX-License-Identifier: BSL-1.0
/// \file
/// The facts of an accelerator: `fact_of<A, fact::bf16>`. A fact is a static member of the type, from the catalogue or
/// from a user. An unpublished fact has no member, and its use does not compile. `publishes<A, fact::bf16>` asks first.
///
/// A partition has its own memory and SMs. What all parts of a device share (compute capability, limits of a block)
/// comes from the device. A device whose partitioning is left open has the facts of the whole device; a task that must
/// also run on a slice names the slice.
#pragma once

#include <utility>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/base/nvidia_device.hpp>
#include <allotype/core/fact.hpp>

#include <allotype/core/detail/begin_fact_rows.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Replaces an unpublished value after the error. It agrees with every comparison, and has what a value of some fact
/// has, so that no second error follows.
struct unpublished {
  int stands_in = 0;

  template <class T>
  constexpr operator T() const {
    return {};
  }
  constexpr unsigned long long in_mebibytes() const { return 0; }
  friend constexpr fixed_text<240> to_string(unpublished) { return {}; }
  friend constexpr long long number_of(unpublished) { return ~0ULL >> 1; }
  friend constexpr bool operator==(unpublished, unpublished) { return true; }
};
template <class T>
constexpr bool operator<(unpublished, T const&) {
  return true;
}
template <class T>
constexpr bool operator>(unpublished, T const&) {
  return true;
}
template <class T>
constexpr bool operator<=(unpublished, T const&) {
  return true;
}
template <class T>
constexpr bool operator>=(unpublished, T const&) {
  return true;
}
template <class T>
constexpr bool operator==(unpublished, T const&) {
  return true;
}

/// `constant<was_read(A::sm_count)>` is no type where the member is no constant: one of each object, a variable, a
/// function.
template <class T>
  requires(!std::is_function_v<std::remove_pointer_t<T>>)
constexpr bool was_read(T) {
  return true;
}
template <bool>
using constant = void;

/// Does not compile; it says how a fact is stated.
template <class A>
constexpr unpublished refuse_fact() {
  constexpr bool is_static = std::is_void_v<A>;
  static_assert(is_static, "a fact is a static constant of its accelerator: static constexpr int sm_count = 8;");
  return {};
}

/// The member that states a fact.
template <fact Which>
struct fact_member;

#define ALLOTYPE_MEMBER(name, partition_has_its_own)                \
  template <>                                                       \
  struct fact_member<fact::name> {                                  \
    static constexpr bool own = partition_has_its_own;              \
    template <class A>                                              \
    static consteval bool stated() {                                \
      return requires { A::name; };                                 \
    }                                                               \
    template <class A, class = constant<detail::was_read(A::name)>> \
    static constexpr auto value() {                                 \
      return A::name;                                               \
    }                                                               \
  };
#define ALLOTYPE_MEMBER_own(name) ALLOTYPE_MEMBER(name, true)
#define ALLOTYPE_MEMBER_shared(name) ALLOTYPE_MEMBER(name, false)
#define ALLOTYPE_MEMBER_memory(name)
#define ALLOTYPE_MEMBER_rule(name)
#define ALLOTYPE_MEMBER_OF(name, reading, label, unit, kind, need) ALLOTYPE_MEMBER_##reading(name)
ALLOTYPE_FACTS(ALLOTYPE_MEMBER_OF)
#undef ALLOTYPE_MEMBER_OF
#undef ALLOTYPE_MEMBER_rule
#undef ALLOTYPE_MEMBER_memory
#undef ALLOTYPE_MEMBER_shared
#undef ALLOTYPE_MEMBER_own
#undef ALLOTYPE_MEMBER

/// How a fact is read of `A`: `known<A>()` and, where that is true, `of<A>()`.
template <fact Which>
struct fact_reader {
  using member = fact_member<Which>;

  template <class A>
  static consteval bool known() {
    if constexpr (member::template stated<A>()) {
      return true;
    } else if constexpr (part<A> && (whole_device<A> || !member::own)) {
      return known<typename A::parent>();
    } else {
      return false;
    }
  }
  template <class A>
  static constexpr auto of() {
    if constexpr (requires { member::template value<A>(); }) {
      return member::template value<A>();
    } else if constexpr (member::template stated<A>()) {
      return detail::refuse_fact<A>();
    } else {
      return of<typename A::parent>();
    }
  }
};

/// The memory of an instance; for a whole GPU the frame buffer that a driver reported. If no report is known, the data
/// sheet's decimal gigabytes, which are never more.
template <>
struct fact_reader<fact::memory> {
  using nominal = fact_reader<fact::nominal_memory>;

  template <class A>
  static consteval bool known() {
    return requires { A::memory; } || nominal::known<A>() || (whole_device<A> && known_of_device<A>());
  }
  template <class A>
  static constexpr bytes of() {
    if constexpr (requires { A::memory; }) {
      constexpr bool memory_is_an_amount = std::is_same_v<decltype(&A::memory), bytes const*>;
      static_assert(memory_is_an_amount,
                    "the memory of an accelerator is an amount: static constexpr allotype::bytes memory = 16_GiB;");
      if constexpr (memory_is_an_amount) {
        return A::memory;
      } else {
        return bytes{~0ULL >> 1};
      }
    } else if constexpr (whole_device<A>) {
      return of<typename A::parent>();
    } else {
      return nominal::of<A>();
    }
  }

 private:
  template <class A>
  static consteval bool known_of_device() {
    if constexpr (whole_device<A>) {
      return requires { A::parent::memory; };
    } else {
      return false;
    }
  }
};

/// A slice of an NVIDIA GPU: a MIG GPU instance or a part of one.
template <class A>
concept mig_slice = nvidia_gpu<A> && accelerator_partition<A>;
template <class A>
concept whole_nvidia_gpu = nvidia_gpu<A> && !accelerator_partition<A> && !request_only<A>;

/// A part of a MIG GPU instance, which it names.
template <class A>
concept mig_part_of_instance = mig_slice<A> && requires { typename A::gpu_instance; };

// A member of the type goes before a rule.

/// Direct access to another accelerator's memory: whole NVIDIA GPUs, partitions of one AMD GPU; no MIG slice.
template <>
struct fact_reader<fact::peer_to_peer> {
  template <class A>
  static constexpr bool amd_partition = amd_gpu<A> && accelerator_partition<A> && !request_only<A>;
  template <class A>
  static consteval bool known() {
    return requires { A::peer_to_peer; } || mig_slice<A> || whole_nvidia_gpu<A> || amd_partition<A>;
  }
  template <class A>
  static consteval bool of() {
    if constexpr (requires { A::peer_to_peer; }) {
      return A::peer_to_peer;
    } else {
      return !mig_slice<A>;
    }
  }
};

/// CUDA IPC with a process on another accelerator: whole NVIDIA GPUs, parts of one MIG GPU instance; no GPU instance.
template <>
struct fact_reader<fact::ipc> {
  template <class A>
  static consteval bool known() {
    return requires { A::ipc; } || mig_slice<A> || whole_nvidia_gpu<A>;
  }
  template <class A>
  static consteval bool of() {
    if constexpr (requires { A::ipc; }) {
      return A::ipc;
    } else {
      return !mig_slice<A> || mig_part_of_instance<A>;
    }
  }
};

/// OpenGL and Vulkan: whole NVIDIA GPUs; of MIG slices those marked `+gfx`, which have the member.
template <>
struct fact_reader<fact::graphics> {
  template <class A>
  static consteval bool known() {
    return requires { A::graphics; } || whole_nvidia_gpu<A>;
  }
  template <class A>
  static consteval bool of() {
    if constexpr (requires { A::graphics; }) {
      return A::graphics;
    } else {
      return true;
    }
  }
};

}  // namespace detail

/// The fact about `A` was published.
template <class A, fact Which>
concept publishes = accelerator<A> && detail::fact_reader<Which>::template known<A>();

namespace detail {

/// The known facts of an accelerator, which an error lists.
template <fact... Published>
struct facts {};

struct fact_list {
  fact at[fact_count]{};
  int count = 0;
};

template <class A, std::size_t... Index>
consteval fact_list published_list(std::index_sequence<Index...>) {
  fact_list found;
  ((publishes<A, static_cast<fact>(Index)> ? void(found.at[found.count++] = static_cast<fact>(Index)) : void()), ...);
  return found;
}
template <class A>
inline constexpr fact_list published_by = published_list<A>(std::make_index_sequence<fact_count>{});

template <class A, class Indices = std::make_index_sequence<static_cast<std::size_t>(published_by<A>.count)>>
struct listed_facts;
template <class A, std::size_t... Index>
struct listed_facts<A, std::index_sequence<Index...>> {
  using type = facts<published_by<A>.at[Index]...>;
};

/// Computed only for the error.
template <class A, bool Known>
struct facts_for_error : listed_facts<A> {};
template <class A>
struct facts_for_error<A, true> {
  using type = void;
};

/// A class of its own: where a function is made for each accelerator of a list, it is one error for a fact, and not one
/// for each accelerator.
template <fact Asked, bool Published>
struct published_fact {
  static_assert(Published,
                "this fact is not published for this accelerator, and is not guessed: state it in a type of your "
                "own, or ask publishes<A, fact::...> first. Published are the facts in the list.");
};
template <class A, fact Asked>
struct missing_fact : published_fact<Asked, std::is_void_v<A>> {};
template <class A, fact Asked>
struct missing_fact<std::type_identity<A>, Asked> : identity_check<std::is_void_v<A>> {};

template <class A, fact Asked, class Published>
struct fact_value {
  static constexpr unpublished value{static_cast<int>(sizeof(missing_fact<A, Asked>))};
};
template <class A, fact Asked>
struct fact_value<A, Asked, void> {
  static constexpr auto value = fact_reader<Asked>::template of<A>();
};

template <class A, fact Asked>
using checked_fact = fact_value<A, Asked, typename facts_for_error<A, publishes<A, Asked>>::type>;

}  // namespace detail

/// The value of a fact about `A`: `fact_of<A, fact::bf16>`. doc/facts.md lists the facts. Does not compile for a fact
/// that was not published; the error lists those that were.
template <detail::what_is_asked_about_is_a_device_or_a_part_of_one A, fact Which>
inline constexpr auto fact_of = detail::checked_fact<A, Which>::value;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_fact_rows.hpp>
