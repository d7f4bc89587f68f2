// SPDX-License-Identifier: BSL-1.0
/// \file
/// Short names for strategies, transports and cluster environments of your own. `make_executor` knows them besides the
/// names of the types: `register_part<acme::rounded<>>("rounded", "gradients are summed in bf16")`, at namespace scope
/// in the header of the type. A program has one registry. The registry of accelerators is in
/// parallel/registry/registry.hpp.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <allotype/parallel/executor/strategy.hpp>
#include <allotype/parallel/registry/registry.hpp>
#include <allotype/parallel/transport/cluster_environment.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

enum class part_kind { strategy, transport };

constexpr char const* name_of_part(part_kind kind) {
  constexpr char const* names[] = {"strategy", "transport"};
  return names[static_cast<int>(kind)];
}

/// A type that has a name besides its own.
struct named_part {
  part_kind kind;
  std::string name;
  std::string description;
  void const* type_id = nullptr;
};

/// Something that starts processes, with its type gone.
struct named_cluster_environment {
  std::string name;
  std::string description;
  bool (*detect)();
  place_in_job (*place)();
};

/// The parts of this program. Several threads may use it.
class part_registry {
 public:
  [[nodiscard]] static part_registry& of_this_program() {
    static part_registry registry;
    return registry;
  }

  /// What is wrong is kept for the first who asks: before `main` an exception ends the program.
  void add(named_part added) {
    std::lock_guard const lock(mutex_);
    for (named_part const& known : parts_) {
      if (known.kind != added.kind || !same_name(known.name, added.name)) continue;
      if (known.type_id != added.type_id && refused_.empty()) {
        refused_ = std::string(name_of_part(added.kind)) + " \"" + added.name + "\" is registered already (" +
                   known.description + "); it cannot be " + added.description + ", too: take another name";
      }
      return;
    }
    if (bool const taken = is_of_library(added); taken && refused_.empty()) {
      refused_ = std::string(name_of_part(added.kind)) + " \"" + added.name +
                 "\" is a name of the library; it cannot be " + added.description + ": take another name";
    }
    parts_.push_back(std::move(added));
  }

  void add(named_cluster_environment added) {
    std::lock_guard const lock(mutex_);
    for (named_cluster_environment const& known : environments_) {
      if (!same_name(known.name, added.name)) continue;
      if (known.place != added.place && refused_.empty()) {
        refused_ = "cluster environment \"" + added.name + "\" is registered already (" + known.description +
                   "); it cannot be " + added.description + ", too: take another name";
      }
      return;
    }
    environments_.insert(environments_.end() - of_library, std::move(added));
  }
  /// The program's own first, in the order of their registration.
  [[nodiscard]] std::vector<named_cluster_environment> cluster_environments() const {
    std::lock_guard const lock(mutex_);
    check();
    return environments_;
  }

  /// \throws error if a registration was refused
  [[nodiscard]] std::optional<named_part> find(part_kind kind, std::string_view name) const {
    std::lock_guard const lock(mutex_);
    check();
    for (named_part const& known : parts_) {
      if (known.kind == kind && same_name(known.name, name)) return known;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::string> names(part_kind kind) const {
    std::lock_guard const lock(mutex_);
    check();
    std::vector<std::string> found;
    for (named_part const& known : parts_) {
      if (known.kind == kind) found.push_back(known.name);
    }
    return found;
  }

 private:
  static bool is_of_library(named_part const& part) {
    if (part.kind == part_kind::strategy) return find_strategy(part.name.c_str(), 1, 1).has_value();
    for (char const* known : transport_names) {
      if (same_name(known, part.name)) return true;
    }
    return false;
  }
  void check() const {
    if (!refused_.empty()) throw error(refused_.c_str());
  }

  mutable std::mutex mutex_;
  std::vector<named_part> parts_;
  static constexpr int of_library = 2;
  std::vector<named_cluster_environment> environments_{
      {torchrun_environment::name, "PyTorch's torchrun", &torchrun_environment::detect, &torchrun_environment::place},
      {slurm_environment::name, "Slurm's srun", &slurm_environment::detect, &slurm_environment::place}};
  std::string refused_;
};

}  // namespace detail

/// Gives a strategy, a transport or a cluster environment a name: `register_part<acme::rounded<>>("rounded", "gradients
/// are summed in bf16")`. `make_executor` must list the type of a strategy or transport; a transport's name is a
/// `process_group_backend`. `auto` asks the cluster environments of the program first, then torchrun, then Slurm.
///
/// A name that is taken is an error of the first `make_executor`, an `error`. The same registration in several
/// files is one.
template <class Part>
  requires(strategy<Part> || transport<Part> || cluster_environment<Part>)
[[nodiscard]] accelerator_registry::registration register_part(accelerator_name name, std::string description) {
  auto& registry = detail::part_registry::of_this_program();
  std::string text(name.text());
  if constexpr (cluster_environment<Part>) {
    registry.add(
        detail::named_cluster_environment{std::move(text), std::move(description), &Part::detect, &Part::place});
  } else {
    constexpr auto kind = strategy<Part> ? detail::part_kind::strategy : detail::part_kind::transport;
    registry.add({kind, std::move(text), std::move(description), &detail::address_for_type<Part>});
  }
  return accelerator_registry::registration{true};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
