// SPDX-License-Identifier: BSL-1.0
/// \file
/// An executor that is chosen by names while the program runs: `make_executor<list<acme::xpu, cpu>>({.accelerator = "xpu",
/// .devices = 2, .strategy = "dp"})`. It calls the same code as `executor<A, Strategy, Precision>`. Names that do not go
/// together are refused with the sentence that the compiler prints for such types. Accelerators have the names of the
/// registry; see registry/choose.hpp.
///
/// A function that is passed to it is compiled once for each combination of the lists: accelerators, transports, precisions
/// and strategies of your own.
#pragma once

#include <array>
#include <chrono>
#include <string>
#include <type_traits>
#include <vector>

#include <boost/mp11/algorithm.hpp>

#include <allotype/registry/detail/accelerator_choice.hpp>
#include <allotype/parallel/executor.hpp>
#include <allotype/parallel/executor_options.hpp>
#include <allotype/parallel/named_parts.hpp>

namespace allotype {

namespace detail {

template <class A, class S, class P>
struct combination {
  using accelerator = A;
  using strategy = S;
  using precision = P;
};

/// The strategies that can be carried out over these transports.
template <class A, class Transports>
struct strategies_over;
template <class A, class... Transports>
struct strategies_over<A, list<Transports...>> {
  using type =
      list<single_device<A>, data_parallel<Transports>..., sharded_data_parallel<Transports>..., fsdp<Transports>...>;
};

template <class Combination>
using goes_together = boost::mp11::mp_bool<
    executable<typename Combination::accelerator, typename Combination::strategy,
                            typename Combination::precision>>;

template <class Accelerators, class Transports, class Precisions, class Strategies>
struct combinations;
template <class... As, class Transports, class Precisions, class Strategies>
struct combinations<list<As...>, Transports, Precisions, Strategies> {
  template <class A>
  using of = boost::mp11::mp_product<
      combination, list<A>, boost::mp11::mp_append<typename strategies_over<A, Transports>::type, Strategies>, Precisions>;
  using type = boost::mp11::mp_copy_if<boost::mp11::mp_append<list<>, of<As>...>, goes_together>;
};

template <class Wanted, class List>
inline constexpr int position_of = static_cast<int>(boost::mp11::mp_find<List, Wanted>::value);

/// What `read` says of an option, with where the option was said.
template <class Read>
auto read_option(executor_options const& options, char const* option, Read const& read) {
  try {
    return read();
  } catch (error const& wrong) {
    std::string const said_by = options.from.of(option);
    if (said_by == said_by_program) throw;
    throw option_error(message<2000>{} << said_by.c_str() << ": " << wrong.what());
  }
}

/// As the registry takes them. A choice of the program is written as text, which reads the same.
inline accelerator_options accelerator_options_of(executor_options const& options) {
  std::string devices = options.devices_text;
  if (devices.empty()) {
    devices = options.devices.input();  // as it was written, unless that was cut
    auto const read_back = parse_devices(std::string_view{devices});
    bool const same = read_back.fault.problem == device_problem::none && read_back.choice == options.devices;
    if (!same) devices = text_of(options.devices).text();
  }
  return {options.accelerator, devices, options.from.of("accelerator"), options.from.of("devices")};
}

/// Which transports may move the data.
struct process_group {
  enum class kind { automatic, host, nccl, named } which = kind::automatic;
  void const* type_id = nullptr;  ///< of the one that is named

  bool takes(void const* transport, bool nccl) const {
    switch (which) {
      case kind::automatic:
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
  ((found = found == nullptr && equal_in_any_case(name, Transports::name) ? &address_for_type<Transports> : found), ...);
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
  for (std::string const& each : part_registry::of_this_program().names(part_kind::transport)) text << ", " << each.c_str();
  throw error(text);
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Remembers which combination was chosen, and calls its executor.
template <class Accelerators, class Transports, class Precisions, class Strategies>
class named_executor {
  using combinations = typename detail::combinations<Accelerators, Transports, Precisions, Strategies>::type;
  /// The precisions that have names: the library's, and the program's own.
  using known_precisions = boost::mp11::mp_unique<boost::mp11::mp_append<detail::precisions, Precisions>>;
  static constexpr int count = size_of_list<combinations>;
  static_assert(
      count > 0,
      "make_executor: no accelerator of the list goes together with a transport and a precision of the lists");

 public:
  /// \throws error if a name is unknown or not compiled in; incompatible if names do not go together; not_available if this
  /// machine does not have the accelerator; device_selection_error if it does not have these devices
  explicit named_executor(executor_options const& options) {
    settings_.num_nodes = options.num_nodes;
    settings_.time_limit = options.time_limit;
    settings_.observe = options.observe;
    settings_.cluster_environment = options.cluster_environment;
    detail::check(settings_);
    char const* const asked_precision = options.precision.name().c_str();
    int const precision =
        detail::read_option(options, "precision", [&] { return detail::index_of_precision(known_precisions{}, asked_precision); });
    auto const group = detail::read_option(options, "process-group-backend", [&] {
      return detail::process_group_of(options.process_group_backend.c_str(), Transports{});
    });
    auto const wanted_for = [&](int devices) {
      return detail::read_option(options, "strategy", [&] { return find_strategy(options.strategy.c_str(), devices); });
    };
    auto const demands_of = [&](wanted_strategy const& wanted) -> detail::strategy_demands {
      bool const own = wanted.own >= 0;
      return {wanted.kind, own ? detail::named_device::accelerator : detail::named_device::cpu,
              own ? wanted.over_nccl : group.which == detail::process_group::kind::nccl};
    };

    accelerator_options const asked = detail::accelerator_options_of(options);
    auto const known = detail::parse_devices(std::string_view{asked.devices});
    bool const counted = known.fault.problem == device_problem::none && known.choice.count() > 0;
    auto const types = mode_detail::types_compiled_here(Accelerators{}, size_of_list<Accelerators> == 1);
    refuse_what_never_fits(asked, types, demands_of(wanted_for(counted ? known.choice.count() : 1)), precision, options);

    detail::machine_on_demand machine{probe_options{}};
    detail::accelerator_choice chosen = detail::choose_from(accelerator_registry::of_this_program(), asked, machine, &types);
    settings_.use(chosen.devices);
    wanted_strategy wanted = wanted_for(settings_.devices);
    detail::strategy_demands const demands = demands_of(wanted);
    incompatibility const reason =
        detail::why_incompatible(chosen.accelerator.abilities, demands, detail::kind_at(known_precisions{}, precision));
    if (reason != incompatibility::none) refuse(reason, chosen.accelerator.name, options);
    bool const xla = chosen.accelerator.abilities.family == accelerator_family::tpu && is_automatic(wanted.kind);
    if (xla) wanted.kind = strategy_kind::xla;
    choose(position_in(types, chosen.accelerator), wanted, group, precision, options);
    skipped_ = std::move(chosen.skipped);
  }

  /// The names of what was chosen, as the types have them.
  char const* accelerator() const { return rows[chosen_].accelerator; }
  char const* strategy() const { return rows[chosen_].strategy; }
  char const* precision() const { return rows[chosen_].precision; }
  /// The name of the transport that moves the data between devices: `threads`, `mpi`, `nccl`, or one of your own; `none`
  /// if there is one device.
  char const* process_group_backend() const { return rows[chosen_].transport; }
  executor_settings const& settings() const { return settings_; }
  /// The accelerators that were tried before the one taken, each with the reason why not.
  std::vector<detail::skipped_accelerator> const& skipped() const { return skipped_; }

  /// As `executor::run`, `run_all` and `fit` of the chosen types.
  template <class F>
  auto run(F const& function) const {
    return call([&](auto const& chosen) { return chosen.run(function); });
  }
  template <class F>
  auto run_all(F const& function) const {
    return call([&](auto const& chosen) { return chosen.run_all(function); });
  }
  template <class MakeModel>
  void fit(MakeModel const& make_model) const {
    call([&](auto const& chosen) { chosen.fit(make_model); });
  }

 private:
  struct row {
    int accelerator_index;
    int precision_index;  ///< in `known_precisions`
    int own_index;        ///< in `Strategies`; as many as there are for those of the library
    strategy_kind kind;
    bool over_processes, over_nccl;
    void const* transport_id;
    int (*processes)(ranks_wanted const&);  ///< of this job, as the transport knows; or null
    char const *accelerator, *strategy, *precision, *transport;
  };
  template <class T>
  static constexpr auto processes_asked_of() -> int (*)(ranks_wanted const&) {
    if constexpr (requires(ranks_wanted const& wanted) { T::processes(wanted); }) {
      return [](ranks_wanted const& wanted) -> int { return T::processes(wanted); };
    } else {
      return nullptr;
    }
  }
  template <class C>
  static constexpr row row_of() {
    using transport = typename detail::transport_of<typename C::strategy>::type;
    return {detail::position_of<typename C::accelerator, Accelerators>,
            detail::position_of<typename C::precision, known_precisions>,
            detail::position_of<typename C::strategy, Strategies>,
            C::strategy::kind,
            detail::ranks_are_processes<transport>,
            detail::is_nccl<transport>,
            &detail::address_for_type<transport>,
            processes_asked_of<transport>(),
            name_of<typename C::accelerator>,
            C::strategy::name,
            C::precision::name,
            transport::name};
  }
  template <class>
  struct table;
  template <class... Cs>
  struct table<list<Cs...>> {
    static constexpr row rows[] = {row_of<Cs>()...};
  };
  static constexpr auto& rows = table<combinations>::rows;

  /// In the list of accelerators, which is the order of the types.
  static int position_in(detail::compiled_types const& compiled, detail::registered_accelerator const& chosen) {
    int position = 0;
    while (compiled.types[static_cast<std::size_t>(position)].type_id != chosen.type_id) ++position;
    return position;
  }

  [[noreturn]] static void refuse(incompatibility reason, std::string const& accelerator,
                                  executor_options const& options) {
    throw incompatible(reason, accelerator.c_str(), options.strategy.c_str(), options.precision.name().c_str());
  }

  /// What goes together with none of the accelerators that were named is said before what is not there.
  static void refuse_what_never_fits(accelerator_options const& asked, detail::compiled_types const& types,
                                     detail::strategy_demands const& demands, int precision,
                                     executor_options const& options) {
    auto const candidates = detail::candidates_for(accelerator_registry::of_this_program(), asked, &types);
    incompatibility first = incompatibility::none;
    for (detail::registered_accelerator const& each : candidates) {
      incompatibility const reason = detail::why_incompatible(each.abilities, demands, detail::kind_at(known_precisions{}, precision));
      if (reason == incompatibility::none) return;
      if (first == incompatibility::none) first = reason;
    }
    if (first != incompatibility::none) refuse(first, candidates.front().name, options);
  }

  /// How many processes run this program, as far as a transport knows.
  int processes() const {
    int most = 1;
    for (row const& each : rows) {
      int const here = each.processes == nullptr ? 1 : each.processes(detail::wanted_by(settings_, each.strategy));
      most = here > most ? here : most;
    }
    return most;
  }

  struct wanted_strategy {
    strategy_kind kind = strategy_kind::automatic_one;
    int own = -1;            ///< in `Strategies`; -1: one of the library's
    bool over_nccl = false;  ///< of one's own
  };
  struct own_strategy {
    char const* name;
    void const* type_id;
    wanted_strategy wanted;
  };
  template <class... Own>
  static constexpr std::array<own_strategy, sizeof...(Own)> described(list<Own...>) {
    return {own_strategy{Own::name, &detail::address_for_type<Own>,
                         {Own::kind, detail::position_of<Own, Strategies>, detail::goes_over_nccl<Own>}}...};
  }
  /// \throws error where there is none
  wanted_strategy find_strategy(char const* name, int devices) const {
    static constexpr auto own = described(Strategies{});
    auto const& registry = detail::part_registry::of_this_program();
    auto const registered = registry.find(detail::part_kind::strategy, name);
    for (own_strategy const& each : own) {
      bool const meant = registered ? registered->type_id == each.type_id : detail::equal_in_any_case(name, each.name);
      if (meant) return each.wanted;
    }
    if (registered) {
      throw error(message<2000>{} << "strategy \"" << name << "\" (" << registered->description.c_str()
                                  << ") is not compiled in: its type is not among the strategies of make_executor");
    }
    if (auto const known = detail::find_strategy(name, devices, settings_.num_nodes)) return {*known};
    std::vector<std::string> others = registry.names(detail::part_kind::strategy);
    for (own_strategy const& each : own) others.push_back(each.name);
    detail::no_such_strategy(name, others);
  }

  static bool is_automatic(strategy_kind kind) {
    return kind == strategy_kind::automatic_one || kind == strategy_kind::automatic_many ||
           kind == strategy_kind::automatic_nodes;
  }

  void choose(int accelerator, wanted_strategy const& wanted, detail::process_group const& group, int precision,
              executor_options const& options) {
    int const in_job = processes();
    bool const many = in_job > 1;
    strategy_kind kind = wanted.kind;
    bool over = kind == strategy_kind::distributed;
    if (wanted.own < 0) {
      if (kind == strategy_kind::automatic_one) kind = strategy_kind::single_device;
      if (kind == strategy_kind::automatic_nodes) kind = strategy_kind::distributed, over = true;
      if (kind == strategy_kind::automatic_many) {
        over = many;
        kind = many ? strategy_kind::distributed : strategy_kind::data_parallel;
      }
      if (kind == strategy_kind::sharded || kind == strategy_kind::fsdp) over = many || settings_.num_nodes > 1;
      if (many && (kind == strategy_kind::single_device || kind == strategy_kind::data_parallel)) {
        refuse_in_several_processes(in_job, options);
      }
    }
    bool const alone = kind == strategy_kind::single_device;  // has no data to move
    int const own = wanted.own < 0 ? size_of_list<Strategies> : wanted.own;
    for (int i = 0; i < count; ++i) {
      row const& each = rows[i];
      if (each.accelerator_index != accelerator || each.precision_index != precision || each.own_index != own) continue;
      if (wanted.own < 0) {
        if (each.kind != kind || each.over_processes != over) continue;
        if (!alone && !group.takes(each.transport_id, each.over_nccl)) continue;
        // Of several transports over processes, the one that knows this job.
        if (over && many && each.processes != nullptr && each.processes(detail::wanted_by(settings_, each.strategy)) < 2) continue;
      } else if (many && !each.over_processes) {
        refuse_in_several_processes(in_job, options);
      }
      chosen_ = i;
      return;
    }
    message<2000> text;
    text << "strategy " << options.strategy.c_str() << " on " << name_at(accelerator, Accelerators{}) << " in "
         << options.precision.name().c_str() << " is not compiled in";
    if (kind == strategy_kind::xla) text << ": on a TPU that is xla, which nothing here carries out";
    if (over) text << ": processes need allotype/parallel/over_mpi.hpp and over_mpi, or over_sockets.hpp and over_sockets, among the transports";
    if (group.which == detail::process_group::kind::nccl && !alone) {
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

  template <class... As>
  static char const* name_at(int position, list<As...>) {
    char const* const names[] = {name_of<As>...};
    return names[position];
  }

  template <class C>
  using executor_of = executor<typename C::accelerator, typename C::strategy, typename C::precision>;

  template <class F>
  auto call(F const& function) const {
    return call_at(function, combinations{});
  }
  template <class F, class First, class... Rest>
  auto call_at(F const& function, list<First, Rest...>) const {
    using result = decltype(function(std::declval<executor_of<First> const&>()));
    using caller = result (*)(executor_settings const&, F const&);
    static constexpr caller callers[] = {&call_one<result, F, First>, &call_one<result, F, Rest>...};
    return callers[chosen_](settings_, function);
  }
  template <class Result, class F, class C>
  static Result call_one(executor_settings const& settings, F const& function) {
    executor_of<C> const chosen(settings);
    static_assert(std::is_same_v<decltype(function(chosen)), Result>,
                  "the function of an executor by name returns the same type on each of its accelerators, strategies and "
                  "precisions");
    return function(chosen);
  }

  executor_settings settings_;
  std::vector<detail::skipped_accelerator> skipped_;
  int chosen_ = 0;
};

}  // namespace mode_detail

/// An executor chosen by names. `Accelerators` lists what `options.accelerator` may choose. `Transports` lists what may move
/// the data; without a `process_group_backend` it is the first that goes together with the accelerator. `Precisions` lists
/// what `options.precision` may choose. `Strategies` lists strategies of your own; the library's are always known.
///
/// Without `options`, the environment variables `ALLOTYPE_ACCELERATOR`, `ALLOTYPE_DEVICES`, … decide.
/// \throws error, incompatible, not_available, device_selection_error, as the executor's constructor says
template <class Accelerators = list<cpu>, class Transports = list<over_threads>, class Precisions = detail::precisions,
          class Strategies = list<>>
mode_detail::named_executor<Accelerators, Transports, Precisions, Strategies> make_executor(
    executor_options const& options = detail::with_environment(executor_options{})) {
  return mode_detail::named_executor<Accelerators, Transports, Precisions, Strategies>(options);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
