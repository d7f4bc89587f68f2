// SPDX-License-Identifier: BSL-1.0
/// \file
/// An executor by names, known while the program runs: `make_executor<list<acme::xpu, cpu>>({.accelerator = "xpu",
/// .devices = 2, .strategy = "dp", …})`. It calls the same instantiations as `executor<A, Strategy, Precision>`, and
/// refuses what does not go together with the sentence that the compiler says about types. Names of accelerators are
/// those of the registry; see registry/choose.hpp.
///
/// What it is called with is compiled once for each combination that it may come to: the accelerators, transports and
/// precisions are lists that say which.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include <boost/mp11/algorithm.hpp>

#include <allotype/registry/detail/accelerator_choice.hpp>
#include <allotype/parallel/executor.hpp>
#include <allotype/parallel/executor_options.hpp>

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
    executable<typename Combination::accelerator, typename Combination::strategy, typename Combination::precision>>;

template <class Accelerators, class Transports, class Precisions>
struct combinations;
template <class... As, class Transports, class Precisions>
struct combinations<list<As...>, Transports, Precisions> {
  using type = boost::mp11::mp_copy_if<
      boost::mp11::mp_append<list<>,
                             boost::mp11::mp_product<combination, list<As>,
                                                     typename strategies_over<As, Transports>::type, Precisions>...>,
      goes_together>;
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

enum class process_group { automatic, host, nccl };

inline process_group process_group_of(executor_options const& options) {
  char const* const name = options.process_group_backend.c_str();
  if (equal_in_any_case(name, "auto")) return process_group::automatic;
  if (equal_in_any_case(name, "host")) return process_group::host;
  if (equal_in_any_case(name, "nccl")) return process_group::nccl;
  throw error(message<2000>{} << "process group backend \"" << name << "\" is not known; known are: auto, host, nccl");
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// Remembers which combination was chosen, and calls its executor.
template <class Accelerators, class Transports, class Precisions>
class named_executor {
  using combinations = typename detail::combinations<Accelerators, Transports, Precisions>::type;
  /// The precisions that have names: the library's, and the program's own.
  using known_precisions = boost::mp11::mp_unique<boost::mp11::mp_append<precisions, Precisions>>;
  static constexpr int count = size_of_list<combinations>;
  static_assert(
      count > 0,
      "make_executor: no accelerator of the list goes together with a transport and a precision of the lists");

 public:
  /// \throws error for a name that is not known or not compiled in; incompatible for names that do not go together;
  /// not_available where the accelerator is not there; device_selection_error where such devices are not
  explicit named_executor(executor_options const& options) {
    settings_.num_nodes = options.num_nodes;
    settings_.time_limit = options.time_limit;
    settings_.observe = options.observe;
    detail::check(settings_);
    char const* const asked_precision = options.precision.name().c_str();
    int const precision =
        detail::read_option(options, "precision", [&] { return detail::index_of_precision(known_precisions{}, asked_precision); });
    auto const group = detail::read_option(options, "process-group-backend", [&] { return detail::process_group_of(options); });
    auto const demands_of = [&](int devices) -> strategy_demands {
      auto const kind = detail::read_option(options, "strategy", [&] {
        return strategy_kind_of(options.strategy.c_str(), devices, settings_.num_nodes);
      });
      return {kind, named_device::cpu, group == detail::process_group::nccl};
    };

    accelerator_options const asked = detail::accelerator_options_of(options);
    auto const known = detail::parse_devices(std::string_view{asked.devices});
    bool const counted = known.fault.problem == device_problem::none && known.choice.count() > 0;
    auto const types = mode_detail::types_compiled_here(Accelerators{}, size_of_list<Accelerators> == 1);
    refuse_what_never_fits(asked, types, demands_of(counted ? known.choice.count() : 1), precision, options);

    detail::machine_on_demand machine{probe_options{}};
    detail::accelerator_choice chosen = detail::choose_from(accelerator_registry::of_this_program(), asked, machine, &types);
    settings_.use(chosen.devices);
    strategy_demands const demands = demands_of(settings_.devices);
    incompatibility const reason =
        why_incompatible(chosen.accelerator.abilities, demands, detail::kind_at(known_precisions{}, precision));
    if (reason != incompatibility::none) refuse(reason, chosen.accelerator.name, options);
    bool const xla = chosen.accelerator.abilities.family == accelerator_family::tpu && is_automatic(demands.kind);
    choose(position_in(types, chosen.accelerator), xla ? strategy_kind::xla : demands.kind, group, precision, options);
    skipped_ = std::move(chosen.skipped);
  }

  /// The names of what was chosen, as the types have them.
  char const* accelerator() const { return rows[chosen_].accelerator; }
  char const* strategy() const { return rows[chosen_].strategy; }
  char const* precision() const { return rows[chosen_].precision; }
  /// What moves the data between devices: `nccl`; `host` for threads and MPI.
  char const* process_group_backend() const { return rows[chosen_].over_nccl ? "nccl" : "host"; }
  executor_settings const& settings() const { return settings_; }
  /// The accelerators that were tried before the one taken, each with the reason why not.
  std::vector<skipped_accelerator> const& skipped() const { return skipped_; }

  /// As `executor::run` and `executor::fit` of the chosen types.
  template <class F>
  void run(F const& function) const {
    call([&](auto const& chosen) { chosen.run(function); });
  }
  template <class MakeModel>
  void fit(MakeModel const& make_model) const {
    call([&](auto const& chosen) { chosen.fit(make_model); });
  }

 private:
  struct row {
    int accelerator_index;
    int precision_index;  ///< in `known_precisions`
    strategy_kind kind;
    bool over_processes, over_nccl;
    char const *accelerator, *strategy, *precision;
  };
  template <class C>
  static constexpr row row_of() {
    using ranks = typename detail::ranks_of<typename detail::transport_of<typename C::strategy>::type>::type;
    return {detail::position_of<typename C::accelerator, Accelerators>,
            detail::position_of<typename C::precision, known_precisions>,
            C::strategy::kind,
            std::is_same_v<ranks, over_processes>,
            detail::goes_over_nccl<typename C::strategy>,
            name_of<typename C::accelerator>,
            C::strategy::name,
            C::precision::name};
  }
  template <class>
  struct table;
  template <class... Cs>
  struct table<list<Cs...>> {
    static constexpr row rows[] = {row_of<Cs>()...};
  };
  static constexpr auto& rows = table<combinations>::rows;

  /// In the list of accelerators, which is the order of the types.
  static int position_in(detail::compiled_types const& compiled, registered_accelerator const& chosen) {
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
                                     strategy_demands const& demands, int precision,
                                     executor_options const& options) {
    auto const candidates = detail::candidates_for(accelerator_registry::of_this_program(), asked, &types);
    incompatibility first = incompatibility::none;
    for (registered_accelerator const& each : candidates) {
      incompatibility const reason = why_incompatible(each.abilities, demands, detail::kind_at(known_precisions{}, precision));
      if (reason == incompatibility::none) return;
      if (first == incompatibility::none) first = reason;
    }
    if (first != incompatibility::none) refuse(first, candidates.front().name, options);
  }

  /// How many processes run this program, as far as a transport knows.
  int processes() const { return processes_of(Transports{}); }
  template <class... Each>
  int processes_of(list<Each...>) const {
    int most = 1;
    ((most = processes_of_one<Each>() > most ? processes_of_one<Each>() : most), ...);
    return most;
  }
  template <class Transport>
  int processes_of_one() const {
    using ranks = typename detail::ranks_of<Transport>::type;
    if constexpr (requires { detail::transport_engine<ranks>::processes(settings_.time_limit); }) {
      return detail::transport_engine<ranks>::processes(settings_.time_limit);
    } else {
      return 1;
    }
  }

  static bool is_automatic(strategy_kind kind) {
    return kind == strategy_kind::automatic_one || kind == strategy_kind::automatic_many ||
           kind == strategy_kind::automatic_nodes;
  }

  void choose(int accelerator, strategy_kind kind, detail::process_group group, int precision,
              executor_options const& options) {
    bool const many = processes() > 1;
    bool over = kind == strategy_kind::distributed;
    if (kind == strategy_kind::automatic_one) kind = strategy_kind::single_device;
    if (kind == strategy_kind::automatic_nodes) kind = strategy_kind::distributed, over = true;
    if (kind == strategy_kind::automatic_many) {
      over = many;
      kind = many ? strategy_kind::distributed : strategy_kind::data_parallel;
    }
    if (kind == strategy_kind::sharded || kind == strategy_kind::fsdp) over = many || settings_.num_nodes > 1;
    if (many && (kind == strategy_kind::single_device || kind == strategy_kind::data_parallel)) {
      throw error(message<2000>{} << "strategy " << options.strategy.c_str() << " with " << settings_.devices
                                  << (settings_.devices == 1 ? " device" : " devices")
                                  << " runs in one process, and this job has " << processes()
                                  << ", which would all do the same: take auto, ddp or sharded, with as many devices on "
                                     "each node as there are processes on it");
    }
    bool const alone = kind == strategy_kind::single_device;  // has no data to move
    for (int i = 0; i < count; ++i) {
      bool const moves_so = alone || group == detail::process_group::automatic ||
                            rows[i].over_nccl == (group == detail::process_group::nccl);
      if (rows[i].accelerator_index == accelerator && rows[i].precision_index == precision && rows[i].kind == kind &&
          rows[i].over_processes == over && moves_so) {
        chosen_ = i;
        return;
      }
    }
    message<2000> text;
    text << "strategy " << options.strategy.c_str() << " on " << name_at(accelerator, Accelerators{}) << " in "
         << options.precision.name().c_str() << " is not compiled in";
    if (kind == strategy_kind::xla) text << ": on a TPU that is xla, which nothing here carries out";
    if (over) text << ": processes need allotype/parallel/strategy_over_mpi.hpp and over_processes among the transports";
    if (group == detail::process_group::nccl && !alone) {
      text << (over ? "; " : ": ") << "NCCL needs allotype/parallel/strategy_over_nccl.hpp and over_nccl<"
           << (over ? "over_processes" : "") << "> among the transports";
    }
    throw error(text);
  }
  template <class... As>
  static char const* name_at(int position, list<As...>) {
    char const* const names[] = {name_of<As>...};
    return names[position];
  }

  template <class F>
  void call(F const& function) const {
    call_at(function, combinations{});
  }
  template <class F, class... Cs>
  void call_at(F const& function, list<Cs...>) const {
    using caller = void (*)(executor_settings const&, F const&);
    static constexpr caller callers[] = {&call_one<F, Cs>...};
    callers[chosen_](settings_, function);
  }
  template <class F, class C>
  static void call_one(executor_settings const& settings, F const& function) {
    function(executor<typename C::accelerator, typename C::strategy, typename C::precision>(settings));
  }

  executor_settings settings_;
  std::vector<skipped_accelerator> skipped_;
  int chosen_ = 0;
};

/// An executor by names, for one of these accelerators, over one of these transports: the first that goes together with
/// the accelerator, where `process_group_backend` does not say which.
template <class Accelerators = list<cpu>, class Transports = list<over_threads>, class Precisions = precisions>
named_executor<Accelerators, Transports, Precisions> make_executor(
    executor_options const& options = with_environment(executor_options{})) {
  return named_executor<Accelerators, Transports, Precisions>(options);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
