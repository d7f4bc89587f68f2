// SPDX-License-Identifier: BSL-1.0
/// \file
/// How names choose among the executors that a program is compiled for. It is the same for all lists of types, which
/// come here as tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/executor/executor_options.hpp>
#include <allotype/parallel/executor/named_parts.hpp>
#include <allotype/parallel/registry/detail/accelerator_choice.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What `read` says of an option, with where the option was said.
template <class Read>
auto read_option(executor_options const& options, char const* option, Read const& read) {
  try {
    return read();
  } catch (error const& wrong) {
    std::string const said_by = options.from.of(option);
    if (said_by == source_program) throw;
    throw input_error(message<2000>{} << said_by.c_str() << ": " << wrong.what());
  }
}

inline asked_accelerator asked_by(executor_options const& options) {
  bool const as_text = !options.devices_text.empty();
  return {options.accelerator, as_text ? asked_devices(options.devices_text) : asked_devices(options.devices),
          options.from.of("accelerator"), options.from.of("devices")};
}

/// Which transports may move the data.
struct process_group {
  enum class kind { any, host, nccl, named } which = kind::any;
  void const* type_id = nullptr;  ///< of the one that is named

  bool takes(void const* transport, bool nccl) const {
    switch (which) {
      case kind::any:
        return true;
      case kind::host:
        return !nccl;
      case kind::nccl:
        return nccl;
      case kind::named:
        break;
    }
    return transport == type_id;
  }
};

template <class... Transports>
process_group process_group_of(char const* name, list<Transports...>) {
  using kind = process_group::kind;
  if (equal_in_any_case(name, "auto")) return {};
  if (equal_in_any_case(name, "host")) return {kind::host};
  if (equal_in_any_case(name, over_nccl<>::name)) return {kind::nccl};
  void const* found = nullptr;
  ((found = found == nullptr && equal_in_any_case(name, Transports::name) ? &address_for_type<Transports> : found),
   ...);
  if (found != nullptr) return {kind::named, found};
  auto const registered = part_registry::of_this_program().find(part_kind::transport, name);
  bool const listed = registered && ((registered->type_id == &address_for_type<Transports>) || ...);
  if (listed) return {kind::named, registered->type_id};
  bool known = registered.has_value();
  for (char const* each : transport_names) known = known || equal_in_any_case(name, each);
  message<2000> text;
  text << "process group backend \"" << name;
  if (known) throw error(text << "\" is not compiled in: its transport is not among those of make_executor");
  text << "\" is not known; known are: ";
  char const* between = "";
  for (char const* each : transport_names) text << between << each, between = ", ";
  ((is_of_library<Transports> ? text : text << ", " << Transports::name), ...);
  for (std::string const& each : part_registry::of_this_program().names(part_kind::transport))
    text << ", " << each.c_str();
  throw input_error(text);
}

/// A strategy that names mean.
struct strategy_choice {
  strategy_kind kind = strategy_kind::automatic_one;
  int own = -1;            ///< among those of the program; -1: one of the library's
  bool over_nccl = false;  ///< of one's own
};

/// A strategy of the program's own.
struct own_strategy {
  char const* name;
  void const* type_id;
  strategy_choice wanted;
};

/// A combination of types that executors are compiled for.
struct compiled_executor {
  int accelerator_index;
  int precision_index;  ///< among the precisions that have names
  int own_index;        ///< of the strategy among those of the program; as many as there are for one of the library
  strategy_kind kind;
  bool over_processes, over_nccl;
  void const* transport_id;
  int (*processes)(ranks_wanted const&);  ///< of this job, as the transport knows; or null
  char const *accelerator, *strategy, *precision, *transport;
};

/// What names can choose from: the lists of `make_executor`.
struct compiled_lists {
  std::span<compiled_executor const> executors;
  std::span<own_strategy const> own_strategies;
  compiled_types (*accelerators)();
  char const* (*name_of_accelerator)(int position);
  int (*index_of_precision)(char const* name);  ///< throws where no precision has it
  precision_kind (*kind_of_precision)(int index);
  process_group (*process_group_of)(char const* name);
};

/// The executor that names chose, of those that the lists have.
class choice_by_names {
 public:
  /// \throws error if a name is not compiled in; input_error if one is unknown or names do not go together;
  /// not_available if this machine does not have the accelerator; device_selection_error if it does not have these
  /// devices
  choice_by_names(compiled_lists const& compiled, executor_options const& options) : compiled_(compiled) {
    settings_.num_nodes = options.num_nodes;
    settings_.time_limit = options.time_limit;
    settings_.observe = options.observe;
    settings_.cluster_environment = options.cluster_environment;
    check(settings_, "");  // which accelerator is not known yet
    char const* const asked_precision = options.precision.name().c_str();
    int const precision =
        read_option(options, "precision", [&] { return compiled_.index_of_precision(asked_precision); });
    auto const group = read_option(options, "process-group-backend",
                                   [&] { return compiled_.process_group_of(options.process_group_backend.c_str()); });
    auto const strategy_for = [&](int devices) {
      return read_option(options, "strategy", [&] { return strategy_named(options.strategy.c_str(), devices); });
    };
    auto const demands_of = [&](strategy_choice const& wanted) -> strategy_demands {
      bool const own = wanted.own >= 0;
      return {wanted.kind, own ? named_device::accelerator : named_device::cpu,
              own ? wanted.over_nccl : group.which == process_group::kind::nccl};
    };

    asked_accelerator const asked = asked_by(options);
    int const counted = asked.devices.size();
    auto const types = compiled_.accelerators();
    refuse_what_never_fits(asked, types, demands_of(strategy_for(counted > 0 ? counted : 1)), precision, options);

    machine_on_demand machine{probe_options{}};
    accelerator_choice chosen = choose_from(accelerator_registry::of_this_program(), asked, machine, &types);
    settings_.use(chosen.devices);
    strategy_choice wanted = strategy_for(settings_.devices);
    strategy_demands const demands = demands_of(wanted);
    incompatibility const reason =
        why_incompatible(*chosen.accelerator.what, demands, compiled_.kind_of_precision(precision));
    if (reason != incompatibility::none) refuse(reason, chosen.accelerator.name, options);
    bool const xla = chosen.accelerator.what->family == accelerator_family::tpu && is_automatic(wanted.kind);
    if (xla) wanted.kind = strategy_kind::xla;
    choose(position_in(types, chosen.accelerator), wanted, group, precision, options);
    skipped_ = std::move(chosen.skipped);
  }

  /// The names of what was chosen, as the types have them.
  char const* accelerator() const { return chosen().accelerator; }
  char const* strategy() const { return chosen().strategy; }
  char const* precision() const { return chosen().precision; }
  /// The name of the transport that moves the data between devices: `threads`, `mpi`, `nccl`, or one of your own;
  /// `none` if there is one device.
  char const* process_group_backend() const { return chosen().transport; }
  executor_settings const& settings() const { return settings_; }
  /// The accelerators that were tried before the one taken, each with the reason why not.
  std::vector<answer::skipped_accelerator> const& skipped() const { return skipped_; }

 protected:
  /// The place of the chosen executor in the list.
  int position() const { return position_; }

 private:
  compiled_executor const& chosen() const { return compiled_.executors[static_cast<std::size_t>(position_)]; }

  /// The position in the list of accelerators, which is the order of the types.
  static int position_in(compiled_types const& compiled, accelerator_registry::entry const& chosen) {
    int position = 0;
    while (compiled.types[static_cast<std::size_t>(position)].type_id != chosen.type_id) ++position;
    return position;
  }

  [[noreturn]] static void refuse(incompatibility reason, std::string const& accelerator,
                                  executor_options const& options) {
    throw input_error(message<2000>{} << "accelerator " << accelerator.c_str() << ", strategy "
                                      << options.strategy.c_str() << ", precision " << options.precision.name().c_str()
                                      << ": " << sentence_of(reason));
  }

  /// What goes together with none of the accelerators that were named is said before what is not there.
  void refuse_what_never_fits(asked_accelerator const& asked, compiled_types const& types,
                              strategy_demands const& demands, int precision, executor_options const& options) const {
    auto const candidates = candidates_for(accelerator_registry::of_this_program(), asked, &types);
    incompatibility first = incompatibility::none;
    for (accelerator_registry::entry const& each : candidates) {
      incompatibility const reason = why_incompatible(*each.what, demands, compiled_.kind_of_precision(precision));
      if (reason == incompatibility::none) return;
      if (first == incompatibility::none) first = reason;
    }
    if (first != incompatibility::none) refuse(first, candidates.front().name, options);
  }

  /// How many processes run this program, as far as a transport knows.
  int processes() const {
    int most = 1;
    for (compiled_executor const& each : compiled_.executors) {
      int const here = each.processes == nullptr ? 1 : each.processes(ranks_asked_for(settings_, each.strategy));
      most = here > most ? here : most;
    }
    return most;
  }

  /// \throws error where there is none
  strategy_choice strategy_named(char const* name, int devices) const {
    auto const& registry = part_registry::of_this_program();
    auto const registered = registry.find(part_kind::strategy, name);
    for (own_strategy const& each : compiled_.own_strategies) {
      bool const meant = registered ? registered->type_id == each.type_id : equal_in_any_case(name, each.name);
      if (meant) return each.wanted;
    }
    if (registered) {
      throw error(message<2000>{} << "strategy \"" << name << "\" (" << registered->description.c_str()
                                  << ") is not compiled in: its type is not among the strategies of make_executor");
    }
    if (auto const known = find_strategy(name, devices, settings_.num_nodes)) return {*known};
    std::vector<std::string> others = registry.names(part_kind::strategy);
    for (own_strategy const& each : compiled_.own_strategies) others.push_back(each.name);
    no_such_strategy(name, others);
  }

  /// A transport was named whose ranks are processes.
  bool is_of_processes(process_group const& group) const {
    if (group.which != process_group::kind::named) return false;
    for (compiled_executor const& each : compiled_.executors) {
      if (each.transport_id == group.type_id) return each.over_processes;
    }
    return false;
  }

  /// Where over_sockets is among the transports, it has looked for the one that was named.
  bool knows_cluster_environments() const {
    for (compiled_executor const& each : compiled_.executors) {
      if (each.transport_id == &address_for_type<over_sockets>) return true;
    }
    return false;
  }

  static bool is_automatic(strategy_kind kind) {
    return kind == strategy_kind::automatic_one || kind == strategy_kind::automatic_many ||
           kind == strategy_kind::automatic_nodes;
  }

  void choose(int accelerator, strategy_choice const& wanted, process_group const& group, int precision,
              executor_options const& options) {
    int const in_job = processes();
    bool const many = in_job > 1;
    strategy_kind kind = wanted.kind;
    bool const asked_for_processes = is_of_processes(group);
    bool over = kind == strategy_kind::distributed;
    if (wanted.own < 0) {
      if (asked_for_processes && (kind == strategy_kind::single_device || kind == strategy_kind::data_parallel)) {
        throw error(message<2000>{} << "strategy " << options.strategy.c_str() << " runs in one process, and process "
                                    << "group backend " << options.process_group_backend.c_str()
                                    << " is for several: take auto, ddp or sharded");
      }
      if (kind == strategy_kind::automatic_one) {
        kind = asked_for_processes ? strategy_kind::distributed : strategy_kind::single_device;
        over = asked_for_processes;
      }
      if (kind == strategy_kind::automatic_nodes) kind = strategy_kind::distributed, over = true;
      if (kind == strategy_kind::automatic_many) {
        over = many || asked_for_processes;
        kind = over ? strategy_kind::distributed : strategy_kind::data_parallel;
      }
      if (kind == strategy_kind::sharded || kind == strategy_kind::fsdp)
        over = many || settings_.num_nodes > 1 || asked_for_processes;
      if (many && (kind == strategy_kind::single_device || kind == strategy_kind::data_parallel)) {
        refuse_in_several_processes(in_job, options);
      }
    }
    bool const alone = kind == strategy_kind::single_device;  // has no data to move
    int const own = wanted.own < 0 ? static_cast<int>(compiled_.own_strategies.size()) : wanted.own;
    for (compiled_executor const& each : compiled_.executors) {
      if (each.accelerator_index != accelerator || each.precision_index != precision || each.own_index != own) continue;
      if (wanted.own < 0) {
        if (each.kind != kind || each.over_processes != over) continue;
        if (!alone && !group.takes(each.transport_id, each.over_nccl)) continue;
        // Where several transports are over processes, the one that knows this job is taken.
        if (over && many && each.processes != nullptr && each.processes(ranks_asked_for(settings_, each.strategy)) < 2)
          continue;
      } else if (many && !each.over_processes) {
        refuse_in_several_processes(in_job, options);
      }
      position_ = static_cast<int>(&each - compiled_.executors.data());
      // A job that may have several ranks, and has one: who started it does not matter.
      if (alone && is_automatic(wanted.kind) && knows_cluster_environments()) settings_.cluster_environment = "auto";
      return;
    }
    message<2000> text;
    text << "strategy " << options.strategy.c_str() << " on " << compiled_.name_of_accelerator(accelerator) << " in "
         << options.precision.name().c_str() << " is not compiled in";
    if (kind == strategy_kind::xla) text << ": on a TPU that is xla, which nothing here carries out";
    if (over)
      text << ": processes need allotype/parallel/over_mpi.hpp and over_mpi, or over_sockets.hpp and over_sockets, "
              "among the transports";
    if (group.which == process_group::kind::nccl && !alone) {
      text << (over ? "; " : ": ") << "NCCL needs allotype/parallel/over_nccl.hpp and over_nccl<"
           << (over ? "over_mpi" : "") << "> among the transports";
    }
    throw error(text);
  }

  [[noreturn]] void refuse_in_several_processes(int in_job, executor_options const& options) const {
    throw error(message<2000>{} << "strategy " << options.strategy.c_str() << " with " << settings_.devices
                                << (settings_.devices == 1 ? " device" : " devices")
                                << " runs in one process, and this job has " << in_job
                                << ", which would all do the same: take auto, ddp or sharded, with as many devices on "
                                   "each node as there are processes on it");
  }

  compiled_lists compiled_;
  executor_settings settings_;
  std::vector<answer::skipped_accelerator> skipped_;
  int position_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
