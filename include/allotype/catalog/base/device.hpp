// SPDX-License-Identifier: BSL-1.0
/// \file
/// The bases of devices, of the catalogue's and of your own; and the names of partitions: a name is looked up while
/// compiling, and only its position becomes part of a type.
#pragma once

#include <allotype/core/detail/asked_name.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/fixed_text.hpp>
#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Model>
concept has_partitions = requires { typename Model::partitions; };

template <class... Partitions>
list<Partitions...> as_list(list<Partitions...> const&);
template <class T>
concept is_a_list = requires(T const& all) { detail::as_list(all); };
/// What stands in place of a list: it is refused, and the errors go on with its types.
template <template <class...> class Others, class... Partitions>
  requires(!is_a_list<Others<Partitions...>>)
list<Partitions...> as_list(Others<Partitions...> const&);
template <class Partition>
  requires(!is_a_list<Partition>)
list<Partition> as_list(Partition const&);

/// What a device names as its partitions, as a list. Empty where it names none.
template <class Model>
struct named_partitions {
  using type = list<>;
  static constexpr bool in_a_list = true;
};
template <has_partitions Model>
struct named_partitions<Model> {
  using type = decltype(detail::as_list(std::declval<typename Model::partitions>()));
  static constexpr bool in_a_list = is_a_list<typename Model::partitions>;
};

/// The `list` of a device's partitions: what `Model::partitions` is, or derives from.
template <class Model>
struct partitions_of : named_partitions<Model> {
  static_assert(named_partitions<Model>::in_a_list,
                "the partitions of a device are a list: using partitions = allotype::list<half, quarter>;");
};

/// The partition has this name; one without a name has none.
template <class Partition>
constexpr bool is_called(char const* name) {
  if constexpr (requires { static_cast<char const*>(Partition::name); }) {
    return equal(Partition::name, name);
  } else {
    return false;
  }
}

template <class... Partitions>
constexpr int find_partition(list<Partitions...>, char const* name) {
  int found = -1;
  int index = 0;
  ((found = found < 0 && is_called<Partitions>(name) ? index : found, ++index), ...);
  return found;
}

template <class Model>
constexpr int find_partition(char const* name) {
  if constexpr (has_partitions<Model>) {
    return find_partition(typename partitions_of<Model>::type{}, name);
  } else {
    return -1;
  }
}

/// What stands in a `partition_name`: the position in the list. A device that knows a shorter way than to compare
/// names, or names beyond its list, has a `position_of`.
template <class Model>
constexpr int position_of_partition(char const* name) {
  if constexpr (requires { Model::position_of(name); }) {
    return Model::position_of(name);
  } else {
    return find_partition<Model>(name);
  }
}

/// The partition at `Index`, asked for only once `Model` is complete.
template <class Model, int Index>
struct partition_at {
  // Qualified, for detail::type_at is the search itself.
  using type = allotype::type_at<Index, typename named_partitions<Model>::type>;
};

/// What errors call a device. One without a name has its own error.
template <class Model>
constexpr char const* name_in_errors() {
  if constexpr (requires { fixed_text<63>{Model::name}; }) {
    return Model::name;
  } else {
    return "this device";
  }
}

/// What errors call a partition.
template <class Partition>
constexpr char const* name_of_partition() {
  if constexpr (requires { static_cast<char const*>(Partition::name); }) {
    return Partition::name;
  } else {
    return "one without static constexpr char name[]";
  }
}

/// "1g.5gb, 2g.10gb, 3g.20gb"
template <class Text, class... Partitions>
constexpr void add_partitions(Text& to, list<Partitions...>) {
  add_names(to, {name_of_partition<Partitions>()...});
}

template <class... Partitions>
constexpr int nearest_partition(list<Partitions...>, char const* name) {
  nearest_names<int> found(name);
  int index = 0;
  (found.offer(name_in_errors<Partitions>(), index++), ...);
  return found.best();
}

/// The names of a device's partitions. A device that has more to say of some names than which names there are has a
/// `refuse_partition` and a `why_no_partition`, whose sentence is empty where it has no more to say.
template <class Model>
struct partitions_by_name {
  static constexpr int find(char const* name) {
#ifdef __NVCC__
    return position_of_partition<Model>(
        name);  // the assertion in partitions_of says more than a name that is not known
#else
    if constexpr (named_partitions<Model>::in_a_list) {
      return position_of_partition<Model>(name);
    } else {
      return -1;
    }
#endif
  }
  static constexpr error_sentence why_not(char const* name) {
    if constexpr (requires { Model::why_no_partition(name); }) {
      if (error_sentence const why = Model::why_no_partition(name); !why.empty()) return why;
    }
    error_sentence text = concatenated(name_in_errors<Model>());
    if constexpr (!named_partitions<Model>::in_a_list) {
      return concatenated("the partitions of ", name_in_errors<Model>(),
                          " are a list: using partitions = allotype::list<half, quarter>;");
    } else if constexpr (has_partitions<Model>) {
      text << " has no partition \"" << name << "\"; it has ";
      add_partitions(text, typename partitions_of<Model>::type{});
    } else {
      text << " has no partitions: ask for the device itself";
    }
    return text;
  }
  static constexpr int stand_in(char const* name) {
    return nearest_partition(typename named_partitions<Model>::type{}, name);
  }
#ifdef __NVCC__
  static constexpr void refuse(char const* name) {
    if constexpr (requires { Model::refuse_partition(name); }) Model::refuse_partition(name);
    if constexpr (has_partitions<Model>) {
      detail::refuse<Model>("this device has no such partition; the error lists those it has",
                            typename partitions_of<Model>::type{});
    } else {
      detail::refuse<Model>("this device has no partitions: ask for the device itself");
    }
  }
#endif
};

/// A part of a device has none: no name is known.
template <class Model, class Partition>
struct no_partitions_by_name {
  static constexpr int find(char const*) { return -1; }
  static constexpr error_sentence why_not(char const*) {
    error_sentence text = concatenated(name_in_errors<Partition>(), " is part of ", name_in_errors<Model>(),
                                       " and has no partitions: ask ", name_in_errors<Model>(), ", which has ");
    add_partitions(text, typename named_partitions<Model>::type{});
    return text;
  }
  static constexpr int stand_in(char const*) { return 0; }
#ifdef __NVCC__
  static constexpr void refuse(char const*) {
    constexpr typename partitions_of<Model>::type offered{};
    detail::refuse<Partition>("this is part of a device and has no partitions: ask the device, which has these",
                              offered);
  }
#endif
};

/// Only TPUs have slices: no name is known.
template <class Model>
struct no_slices_by_name {
  static constexpr int find(char const*) { return -1; }
  static constexpr error_sentence why_not(char const* name) {
    error_sentence text = concatenated(name_in_errors<Model>());
    if constexpr (has_partitions<Model>) {
      text << " has partitions, and only TPUs have slices: write partition<\"" << name << "\"> for slice<\"" << name
           << "\">";
    } else {
      text << " has no slices, which only TPUs have: ask for the device itself";
    }
    return text;
  }
  static constexpr int stand_in(char const*) { return 0; }
#ifdef __NVCC__
  static constexpr void refuse(char const*) {
    detail::refuse<Model>("only TPUs have slices: write partition<...> for a part of this device");
  }
#endif
};

template <class Model>
using asked_partition = asked_name<partitions_by_name<Model>>;

}  // namespace detail

/// Base of all accelerators. A device of your own is a struct that derives from `device<itself>` and states what is
/// known about it:
///
/// \code
/// struct xpu : allotype::device<xpu> {
///   static constexpr char name[] = "acme-xpu";
///   static constexpr allotype::bytes memory = 16_GiB;      // facts: see accelerator/facts.hpp; all optional
///   using backend = allotype::serial;                      // optional: what runs code on it
/// };
/// \endcode
template <class Model>
struct device {
  using accelerator_type = Model;
  static constexpr allotype::vendor vendor = allotype::vendor::other;

  /// This device has no partitions, so every name is refused.
  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using partition = type_at<Position, list<Model>>;

  /// Does not compile: only TPUs have slices.
  template <detail::asked_name<detail::no_slices_by_name<Model>> Name,
            int Position = detail::named<detail::no_slices_by_name<Model>, Name>::position>
  using slice = type_at<Position, list<Model>>;
};

/// Base of the three kinds of type that stand for a part of a device or for all of it.
template <class Model, class Self>
struct part_of_device {
  using accelerator_type = Self;
  using parent = Model;
  static constexpr allotype::vendor vendor = Model::vendor;

  template <detail::asked_name<detail::no_partitions_by_name<Model, Self>> Name,
            int Position = detail::named<detail::no_partitions_by_name<Model, Self>, Name>::position>
  using partition = type_at<Position, list<Self>>;
};

/// The whole device, which is not partitioned. `Model` itself is another type; it leaves the partitioning open.
template <class Model>
struct unpartitioned : part_of_device<Model, unpartitioned<Model>> {};

/// Adds `unlisted_partition<"name">` to a device: partitions that the catalogue does not list. The spelling shows that
/// the name is not checked. They are for requests only, unless a type derived from one states facts and sets
/// `request_only` to false.
template <class Model>
struct unlisted_partitions {
  template <fixed_text Name>
  struct unlisted_partition : part_of_device<Model, unlisted_partition<Name>> {
    static constexpr char const* name = Name.characters;
    static constexpr bool request_only = true;
  };
};

/// A partition of a device of your own. `Profile` has a `name`, and the facts that are known.
template <class Model, class Profile>
struct device_partition : part_of_device<Model, device_partition<Model, Profile>>, Profile {
  using profile = Profile;
};

/// Base of a device of your own that has partitions. The device lists them:
///
/// \code
/// struct xpu : allotype::partitionable_device<xpu> {
///   static constexpr char name[] = "acme-xpu";
///   struct half { static constexpr char name[] = "half"; static constexpr allotype::bytes memory = 8_GiB; };
///   using partitions = allotype::list<half>;
/// };
/// using work_here = xpu::partition<"half">;
/// \endcode
template <class Model>
struct partitionable_device : device<Model>, unlisted_partitions<Model> {
  using unpartitioned = allotype::unpartitioned<Model>;

  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using partition = device_partition<Model, typename detail::partition_at<Model, Position>::type>;

  /// The partition for an element of the list `partitions`. Every device with partitions has this member.
  template <class Profile>
  using listed_partition = device_partition<Model, Profile>;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
