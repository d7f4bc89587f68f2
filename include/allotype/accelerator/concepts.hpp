// SPDX-License-Identifier: BSL-1.0
/// \file
/// Concepts about accelerators. Each check of the library that can stop a compilation is also a concept, so generic
/// code can ask first.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/catalog/base/mig_table.hpp>

#include <cstddef>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class A>
inline constexpr bool names_itself = requires {
  typename A::accelerator_type;
  A::vendor;
};

// A concept that is not met says why by its name, as others below `detail` do: compilers print the names of those that
// a public one is made of.
template <class A>
concept an_accelerator_is_a_device_or_a_part_of_one = names_itself<A>;

/// What may be asked about: accelerators, and what with_accelerator calls a function with, which has a sentence of its
/// own.
template <class A>
inline constexpr bool is_asked_about = names_itself<A>;
template <class A>
inline constexpr bool is_asked_about<std::type_identity<A>> = names_itself<A>;
template <class A>
concept what_is_asked_about_is_a_device_or_a_part_of_one = is_asked_about<A>;

template <class A>
concept is_type_that_it_derives_from = std::is_same_v<typename A::accelerator_type, A>;

template <class A>
concept part = an_accelerator_is_a_device_or_a_part_of_one<A> && requires { typename A::parent; };

template <class A>
struct device_selector {
  using type = A;
};
template <part A>
struct device_selector<A> {
  using type = typename A::parent;
};

template <class A>
inline constexpr bool is_unpartitioned = false;
template <class Model>
inline constexpr bool is_unpartitioned<unpartitioned<Model>> = true;

}  // namespace detail

/// A device, the whole of one, or a partition of one.
template <class A>
concept accelerator = detail::an_accelerator_is_a_device_or_a_part_of_one<A>;

/// The device that `A` is, or is part of.
template <accelerator A>
using device_of = typename detail::device_selector<A>::type;

namespace detail {

/// A device with partitions, so `A::partition<"…">` exists.
template <class A>
concept partitionable = accelerator<A> && !detail::part<A> && detail::has_partitions<A>;

}  // namespace detail

/// A part of a device: a MIG GPU instance, a TPU slice, a partition of a user's device.
template <class A>
concept accelerator_partition = detail::part<A> && !detail::is_unpartitioned<A>;

namespace detail {

// A function: clang takes no type from a class in which an assertion failed.
template <class Device, fixed_text... Name>
constexpr auto refuse_to_name_partition() {
  constexpr bool is_member = !std::is_same_v<Device, Device>;
  static_assert(
      is_member,
      "partition: a partition is named as a member of its device: A100::partition<\"2g.10gb\">; and a concept of "
      "partitions is accelerator_partition");
  return std::type_identity<Device>{};
}

}  // namespace detail

/// Does not compile; it says how a partition is named: `A100::partition<"2g.10gb">`.
template <class Device, fixed_text... Name>
using partition = typename decltype(detail::refuse_to_name_partition<Device, Name...>())::type;

namespace detail {

/// All of a device, `A100::unpartitioned`.
template <class A>
concept whole_device = detail::is_unpartitioned<A>;

template <class A>
constexpr bool partition_starts_at(char const* name, int start) {
  if constexpr (requires { A::board::table; }) {
    for (auto const& row : mig_rows<typename A::board>.at) {
      if (!equal(row.profile, name)) continue;
      for (int i = 0; i < row.start_count(); ++i) {
        if (row.starts[i] == start) return true;
      }
    }
  }
  return false;
}

template <class A>
concept nvidia_gpu = accelerator<A> && A::vendor == vendor::nvidia;
template <class A>
concept google_tpu = accelerator<A> && A::vendor == vendor::google;
template <class A>
concept amd_gpu = accelerator<A> && A::vendor == vendor::amd;

}  // namespace detail

/// `A` offers a partition of that name: `offers<A100, "2g.10gb">`. With a start: the driver lists it for the profile,
/// so that `at<"3g.20gb", 4>` is an element of layouts: `offers<A100, "3g.20gb", 4>`.
template <class A, fixed_text Name, int... Start>
concept offers = detail::partitionable<A> && detail::position_of_partition<A>(Name.characters) >= 0 &&
                 (detail::partition_starts_at<A>(Name.characters, Start) && ...);

/// The host's processor, `cpu`.
template <class A>
concept host_processor = accelerator<A> && A::vendor == vendor::none;

/// `A` can only be requested from a scheduler, because the catalogue does not describe it.
template <class A>
concept request_only = accelerator<A> && requires { requires A::request_only; };

namespace detail {

template <class A>
concept has_name = requires {
  static_cast<char const*>(A::name);
  requires !std::is_member_object_pointer_v<decltype(&A::name)>;
};

/// A number that says nothing of its unit.
template <class A>
concept states_memory_as_a_number =
    requires { requires std::is_arithmetic_v<std::remove_cvref_t<decltype(A::memory)>>; };

/// A class of its own: the error comes once, from whoever asks first.
template <class Device, bool Named = has_name<Device>>
struct name_check {
  static_assert(Named, "an accelerator has a name: static constexpr char name[] = \"acme-xpu\";");
};

template <class A, bool Named = part<A> || has_name<A>>
struct full_name {
  static constexpr char const* value = A::name;
};
template <class A>
struct full_name<A, false> {
  static constexpr char const* value = sizeof(name_check<A>) > 0 ? "" : nullptr;
};
/// A class of its own: such a function is made for each accelerator of a list, and this is one error.
template <bool Accelerator>
struct identity_check {
  static_assert(Accelerator,
                "std::type_identity<A> is what with_accelerator calls its function with, and no accelerator; A is: "
                "with_accelerator(name, []<class A>(std::type_identity<A>) { ... name_of<A> ... })");
  static constexpr bool reported = true;
};

template <class A>
struct name_check<std::type_identity<A>, false> : identity_check<std::is_void_v<A>> {};
template <part A>
struct full_name<A, true> {
  static constexpr char const* part_name() {
    if constexpr (is_unpartitioned<A>) {
      return "unpartitioned";
    } else {
      return A::name;
    }
  }
  using joined_text = fixed_text<length(A::parent::name) + 1 + length(part_name())>;
  static constexpr joined_text joined = joined_text() << A::parent::name << " " << part_name();
  static constexpr char const* value = joined.characters;
};

}  // namespace detail

/// The name of the accelerator: `"A100"`, `"A100 unpartitioned"`, `"A100 2g.10gb"`, `"V5E 2x2"`.
template <detail::what_is_asked_about_is_a_device_or_a_part_of_one A>
inline constexpr char const* name_of = detail::full_name<A>::value;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
