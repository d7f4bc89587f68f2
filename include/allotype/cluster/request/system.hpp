// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a system's name to what asks it. A name is the one that files of clusters and the program `allotype` know it
/// by; one that no system has does not compile, and the error names the nearest.
///
/// \code
/// using pcie = at::setting<"product", "NVIDIA A100-PCIE-40GB">;
/// using farm = at::pool<"farm", at::system<"nomad">, at::gpus_of<at::A100, 8>, pcie>;
/// using site = at::system<"pbs", at::setting<"resource", "accelerator">>;
/// std::cout << to_string(at::request<site, at::A100>({.count = 2}));
/// \endcode
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/detail/aks.hpp>
#include <allotype/cluster/request/detail/dstack.hpp>
#include <allotype/cluster/request/detail/eks.hpp>
#include <allotype/cluster/request/detail/gke.hpp>
#include <allotype/cluster/request/detail/hami.hpp>
#include <allotype/cluster/request/detail/htcondor.hpp>
#include <allotype/cluster/request/detail/kai.hpp>
#include <allotype/cluster/request/detail/labelled_clouds.hpp>
#include <allotype/cluster/request/detail/lsf.hpp>
#include <allotype/cluster/request/detail/nomad.hpp>
#include <allotype/cluster/request/detail/pbs.hpp>
#include <allotype/cluster/request/detail/skypilot.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/ray.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/core/detail/asked_name.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/fixed_text.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A system, and how it is set up. An error prints it.
template <fixed_text Name, class Settings>
struct system_row {
  static constexpr char const* name = Name.characters;
  using type = Settings;
};

template <kubernetes::mig_strategy Strategy>
using kubernetes_pool = kubernetes::detail::pool<Strategy>;
template <slurm::detail::version Version, bool ShortNames = false>
using slurm_pool = slurm::detail::pool<Version, ShortNames>;

/// The systems in the order in which the program `allotype` asks them.
struct known_systems
    : lookup<list<
          system_row<"kubernetes-mixed", kubernetes_pool<kubernetes::mig_strategy::mixed>>,
          system_row<"kubernetes-single", kubernetes_pool<kubernetes::mig_strategy::single>>,
          system_row<"kubernetes-none", kubernetes_pool<kubernetes::mig_strategy::none>>,
          system_row<"amd-mixed", kubernetes::detail::amd_pool<true>>,
          system_row<"amd-single", kubernetes::detail::amd_pool<false>>, system_row<"gke", gke::pool>,
          system_row<"eks-karpenter", eks::karpenter>, system_row<"eks-auto-mode", eks::auto_mode>,
          system_row<"eks-node-group", eks::node_group>, system_row<"aks-node-pool", aks::node_pool>,
          system_row<"aks-node-pool-by-size", aks::node_pool_by_size>,
          system_row<"aks-auto-provisioning", aks::auto_provisioning>, system_row<"aks-single", aks::single>,
          system_row<"aks-mixed", aks::mixed>, system_row<"dra", dra::detail::pool<dra::detail::version::v1>>,
          system_row<"dra-v1beta2", dra::detail::pool<dra::detail::version::v1beta2>>,
          system_row<"dra-v1beta1", dra::detail::pool<dra::detail::version::v1beta1>>,
          system_row<"dra-extended-resource", dra::detail::pool_by_class>,
          system_row<"coreweave", labelled_clouds::coreweave>, system_row<"nebius", labelled_clouds::nebius>,
          system_row<"slurm", slurm_pool<slurm::detail::version::newest>>,
          system_row<"slurm-22.05", slurm_pool<slurm::detail::version::v22_05>>,
          system_row<"slurm-short-names", slurm_pool<slurm::detail::version::newest, true>>,
          system_row<"ray", ray::detail::pool<false>>, system_row<"ray-by-label", ray::detail::pool<true>>,
          system_row<"htcondor", htcondor::pool>, system_row<"lsf", lsf::pool>, system_row<"pbs", pbs::pool>,
          system_row<"nomad", nomad::pool>, system_row<"skypilot", skypilot::pool>,
          system_row<"skypilot-on-kubernetes", skypilot::on<kubernetes_pool<kubernetes::mig_strategy::mixed>>>,
          system_row<"skypilot-on-kubernetes-single", skypilot::on<kubernetes_pool<kubernetes::mig_strategy::single>>>,
          system_row<"dstack", dstack::pool>, system_row<"hami", hami::pool>, system_row<"volcano", volcano::pool>,
          system_row<"kai", kai::pool>, system_row<"run-ai", kai::run_ai>>> {};

/// The position of a name that no system has.
inline constexpr int unknown_system = 1000;

/// The names of the systems in the table.
template <>
struct systems_by_name<void> {
  static constexpr int find(char const* name) { return known_systems::find(name); }
  static constexpr error_sentence why_not(char const* name) {
    error_sentence text = concatenated("no system has the name \"", name, "\"; the nearest is ");
    add_name_at(text, known_systems::nearest(name), known_systems::types{});
    return text;
  }
  static constexpr int stand_in(char const*) { return unknown_system; }
  static constexpr void refuse(char const* name) {
    known_systems::refuse[known_systems::nearest(name)]("no system has this name; nearest<...> is the closest");
  }
};

template <bool AreKnown, class System, class... Parts>
consteval auto settings_with() {
  auto made = System::settings;
  if constexpr (AreKnown) (Parts::apply(made), ...);
  return made;
}
/// A system with parts that a pool of it would take.
template <class System, class... Parts>
struct system_with {
  using type = std::remove_const_t<decltype(System::settings)>;
  static constexpr bool parts_are_known = (requires(type& to) { Parts::apply(to); } && ...);
  static_assert(
      parts_are_known,
      "a system takes the parts that it knows, as setting<\"name\", \"value\"> and site_type<accelerator, \"name\">");
  static constexpr bool types_are_names = (is_right_name<Parts> && ...);
  static_assert(types_are_names,
                "site_type<A, \"name\">: a name of a site's has 1 to 126 letters, digits, -, _, . and +");
  static constexpr auto settings =
      settings_with<parts_are_known && parts_are_right<type, Parts...>, System, Parts...>();
};
template <class Row, class... Parts>
struct configured {
  using type = system_with<typename Row::type, Parts...>;
};
template <class Row>
struct configured<Row> {
  using type = typename Row::type;
};

#ifdef __NVCC__  // goes on without a type behind a name that it has refused
template <class... Parts>
struct configured<nothing, Parts...> {
  using type = nothing;
};
template <>
struct configured<nothing> {
  using type = nothing;
};
#endif

/// Behind the error of its name a system is asked nothing.
template <class... Parts>
struct asked_system<unknown_system, Parts...> {
  using type = any_result;
};
template <int Position, class... Parts>
  requires(Position >= 0 && Position != unknown_system)
struct asked_system<Position, Parts...> : configured<type_at<Position, known_systems::types>, Parts...> {};

template <class Settings>
constexpr int find_setting(char const* name) {
  int i = 0;
  for (auto const& row : setting_rows<Settings>) {
    if (equal(row.name, name)) return i;
    ++i;
  }
  return -1;
}
/// The setting's name that is nearest, as an error prints it.
template <class Settings, fixed_text Name>
consteval auto nearest_setting() {
  constexpr char const* name = [] {
    nearest_names<char const*> found(Name.characters);
    for (auto const& row : setting_rows<Settings>) found.offer(row.name, row.name);
    return found.best();
  }();
  return fixed_text<length(name)>(name);
}
// The checks are functions: clang takes a class with an assertion that failed for none, and says more of what follows.
template <fixed_text Name, fixed_text Nearest>
struct unknown_setting {
  static consteval auto check() {
    constexpr bool known = sizeof(Name) == 0;
    static_assert(known, "the system has no setting of this name; unknown_setting<Name, Nearest> has the nearest");
    return std::false_type{};
  }
};

template <setting_fault Fault, int Max, fixed_text Value, fixed_text Choices>
struct value_of_setting {
  static consteval auto check() {
    constexpr bool is_truth_value = Fault != setting_fault::no_boolean;
    constexpr bool is_number = Fault != setting_fault::no_number;
    constexpr bool is_choice = Fault != setting_fault::no_choice;
    constexpr bool is_name = Fault != setting_fault::no_name;
    static_assert(is_truth_value, "the value of this setting is \"true\" or \"false\"");
    static_assert(is_number,
                  "the value of this setting is a number from 1 (of a driver, from 384); value_of_setting<..., Max, "
                  "...> has the largest");
    static_assert(is_choice,
                  "this setting has no such value; value_of_setting<..., Value, Choices> has those that it has");
    static_assert(is_name,
                  "the system has no name like this; value_of_setting<..., Value, Choices> has the rule for it");
    return std::bool_constant<Fault == setting_fault::none>{};
  }
};

template <class Settings, fixed_text Value, int Row>
using value_in_row = value_of_setting<
    read_for(setting_rows<Settings>[Row], Value.characters).fault, setting_rows<Settings>[Row].max, Value,
    fixed_text<length(words_of_values(setting_rows<Settings>[Row]))>(words_of_values(setting_rows<Settings>[Row]))>;

template <class Settings, fixed_text Name, fixed_text Value, int Row>
using checked_setting = std::conditional_t<(Row < 0), unknown_setting<Name, nearest_setting<Settings, Name>()>,
                                           value_in_row<Settings, Value, (Row < 0 ? 0 : Row)>>;

/// The value of a setting: a text, or the number or truth value whose text is meant.
template <int Capacity>
struct setting_text {
  char characters[std::size_t{Capacity + 1}]{};

  template <std::size_t Size>
  consteval setting_text(char const (&text)[Size]) {
    for (std::size_t i = 0; i < Size && i < sizeof characters; ++i) characters[i] = text[i];
  }
  consteval setting_text(fixed_text<Capacity> const& text) : setting_text(text.characters) {}
  consteval setting_text(int number) {
    fixed_text<Capacity> text;
    text << number;
    *this = setting_text(text.characters);
  }
  consteval setting_text(bool truth) {
    fixed_text<Capacity> text(truth ? "true" : "false");
    *this = setting_text(text.characters);
  }
};
template <std::size_t Size>
setting_text(char const (&)[Size]) -> setting_text<static_cast<int>(Size) - 1>;
template <int Capacity>
setting_text(fixed_text<Capacity> const&) -> setting_text<Capacity>;
setting_text(int) -> setting_text<11>;
setting_text(bool) -> setting_text<5>;

}  // namespace detail

/// The system of that name, as `system<"nomad">`. It stands in a pool, or is asked as it is.
/// \tparam Parts what a pool of the system would take besides its nodes
template <detail::asked_name<detail::systems_by_name<>> Name, class... Parts>
using system = typename detail::asked_system<detail::named<detail::systems_by_name<>, Name>::position, Parts...>::type;

/// A part of a pool: a setting of its system, by the name and the value that a file of clusters gives it, as
/// `setting<"instance-type", "p5.4xlarge">`, `setting<"replicas", 4>` or `setting<"by-mig", true>`.
template <fixed_text Name, detail::setting_text Value = "\n">
struct setting {
  using checks_its_value = void;
  template <detail::has_setting_rows Settings>
  [[nodiscard]] static consteval auto check() {
    constexpr bool has_a_value = !detail::equal(Value.characters, "\n");
    static_assert(has_a_value, "setting: a name and a value are two texts: setting<\"instance-type\", \"p5.4xlarge\">");
    if constexpr (has_a_value) {
      constexpr fixed_text<detail::length(Value.characters)> value(Value.characters);
      return detail::checked_setting<Settings, Name, value, detail::find_setting<Settings>(Name.characters)>::check();
    } else {
      return std::false_type{};
    }
  }

  template <detail::has_setting_rows Settings>
  static constexpr void apply(Settings& to) {
    constexpr int found = detail::find_setting<Settings>(Name.characters);
    if constexpr (found >= 0) {
      constexpr auto const& row = detail::setting_rows<Settings>[found];
      constexpr auto read = detail::read_for(row, Value.characters);
      if constexpr (read.fault == detail::setting_fault::none) row.set(to, read.value);  // or an error says why not
    }
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
