// SPDX-License-Identifier: BSL-1.0
/// \file
/// An executor by names, known while the program runs: `make_executor<list<A100, cpu>>({.devices = 2, .strategy = "dp",
/// …})`. It calls the same instantiations as `executor<A, Strategy, Precision>`, and refuses what does not go together
/// with the sentence that the compiler says about types.
///
/// What it is called with is compiled once for each combination that it may come to: the accelerators, transports and
/// precisions are lists that say which.
#pragma once

#include <string>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>

#include <allotype/runtime/devices_for.hpp>
#include <allotype/runtime/executor.hpp>

namespace allotype {

/// PyTorch Lightning's arguments. Names are its names.
struct executor_options {
  char const* accelerator = "auto";  ///< the first that is there, or a name: of the list, or cpu, cuda, gpu, mps, tpu
  device_choice devices{};           ///< how many, or which: 2, "0,1", all; see device_choice.hpp
  char const* strategy = "auto";
  char const* precision = "32-true";
  int num_nodes = 1;
  std::chrono::milliseconds time_limit = default_time_limit;
  life_cycle_observer observe{};
};

namespace core {

struct family_name {
  char const* name;
  accelerator_family family;
};
inline constexpr family_name family_names[] = {{"cpu", accelerator_family::cpu},
                                               {"cuda", accelerator_family::cuda},
                                               {"gpu", accelerator_family::cuda},
                                               {"mps", accelerator_family::mps},
                                               {"tpu", accelerator_family::tpu}};

/// What the rules know of an accelerator that is known by name alone; null where the name is no family's.
constexpr family_name const* find_family(char const* name) {
  for (family_name const& each : family_names) {
    if (equal(each.name, name)) return &each;
  }
  return nullptr;
}

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

}  // namespace core

inline namespace ALLOTYPE_MODE {

/// Remembers which combination was chosen, and calls its executor.
template <class Accelerators, class Transports, class Precisions>
class named_executor {
  using combinations = typename core::combinations<Accelerators, Transports, Precisions>::type;
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
    settings_.devices = options.devices.count() > 0 ? options.devices.count() : 1;  // until it is known what is there
    core::check(settings_);
    int const precision = index_of_precision(options.precision);
    auto const kind = [&] { return strategy_kind_of(options.strategy, settings_.devices, settings_.num_nodes); };
    int const accelerator = choose_accelerator(options, kind(), precision);
    candidate const& chosen = candidate_table<Accelerators>::all[accelerator];
    selected_devices const devices = chosen.devices(options.devices);
    settings_.devices = devices.count();
    for (int i = 0; i < devices.count(); ++i) settings_.device_indices.push_back(devices[i]);
    refuse(chosen.abilities, {kind(), false, false}, precision, chosen.name, options);
    choose(accelerator, kind(), precision, options);
  }

  /// The names of what was chosen.
  char const* accelerator() const { return rows[chosen_].accelerator; }
  char const* strategy() const { return rows[chosen_].strategy; }
  char const* precision() const { return rows[chosen_].precision; }
  executor_settings const& settings() const { return settings_; }
  /// With accelerator `auto`: what was passed over, and why. `"A100: no NVIDIA driver on this machine"`.
  std::vector<std::string> const& passed_over() const { return passed_over_; }

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
    int precision_index;  ///< in `precisions`
    strategy_kind kind;
    bool over_processes, over_nccl;
    char const *accelerator, *strategy, *precision;
  };
  template <class C>
  static constexpr row row_of() {
    using transport = typename core::transport_of<typename C::strategy>::type;
    return {core::position_of<typename C::accelerator, Accelerators>,
            core::position_of<typename C::precision, precisions>,
            C::strategy::kind,
            std::is_same_v<transport, over_processes>,
            core::goes_over_nccl<typename C::strategy>,
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

  struct candidate {
    char const* name;
    accelerator_abilities abilities;
    message<240> (*why_not)();
    selected_devices (*devices)(device_choice const&);
  };
  template <class>
  struct candidate_table;
  template <class... As>
  struct candidate_table<list<As...>> {
    static constexpr candidate all[] = {
        {name_of<As>, core::abilities_of<As>(), &unavailable_because<As>, &devices_for<As>}...};
  };
  static constexpr int accelerator_count = size_of_list<Accelerators>;

  static void refuse(accelerator_abilities const& of, strategy_demands const& strategy, int precision,
                     char const* accelerator, executor_options const& options) {
    incompatibility const reason = why_incompatible(of, strategy, kind_of_precision(precision));
    if (reason != incompatibility::none) throw incompatible(reason, accelerator, options.strategy, options.precision);
  }

  /// The position in the list. What does not go together is said before what is not there.
  int choose_accelerator(executor_options const& options, strategy_kind kind, int precision) {
    candidate const* const all = candidate_table<Accelerators>::all;
    if (core::equal(options.accelerator, "auto")) {
      for (int i = 0; i < accelerator_count; ++i) {
        auto const reason = all[i].why_not();
        if (reason.empty()) {
          refuse(all[i].abilities, {kind, false, false}, precision, all[i].name, options);
          return i;
        }
        passed_over_.push_back(std::string(all[i].name) + ": " + reason.text());
      }
      message<2000> text = "none of the accelerators is available";
      for (auto const& each : passed_over_) text << "; " << each.c_str();
      throw not_available(text);
    }
    core::family_name const* const family = core::find_family(options.accelerator);
    int first = -1;
    for (int i = 0; i < accelerator_count; ++i) {
      bool const meant =
          core::equal(all[i].name, options.accelerator) || (family && all[i].abilities.family == family->family);
      if (!meant) continue;
      refuse(all[i].abilities, {kind, false, false}, precision, options.accelerator, options);
      auto const reason = all[i].why_not();
      if (reason.empty()) return i;
      passed_over_.push_back(std::string(all[i].name) + ": " + reason.text());
      first = i;
    }
    if (first >= 0) {
      message<2000> text;
      text << "accelerator " << options.accelerator << " is not available";
      for (auto const& each : passed_over_) text << "; " << each.c_str();
      throw not_available(text);
    }
    if (family) {
      refuse({family->family, false, false, false, false}, {kind, false, false}, precision, options.accelerator,
             options);
      throw not_available(message<2000>{} << "accelerator " << options.accelerator
                                          << ": none of its devices is compiled in");
    }
    message<2000> text;
    text << "accelerator \"" << options.accelerator << "\" is not known; known are: auto, cpu, cuda, gpu, mps, tpu";
    for (int i = 0; i < accelerator_count; ++i) {
      if (!core::find_family(all[i].name)) text << ", " << all[i].name;
    }
    throw error(text);
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
    if constexpr (requires { core::transport_engine<Transport>::processes(settings_.time_limit); }) {
      return core::transport_engine<Transport>::processes(settings_.time_limit);
    } else {
      return 1;
    }
  }

  void choose(int accelerator, strategy_kind kind, int precision, executor_options const& options) {
    bool const many = processes() > 1;
    bool over = kind == strategy_kind::distributed;
    if (kind == strategy_kind::automatic_one && many) {
      throw error(message<2000>{} << "strategy auto: one device was asked for, and this job has " << processes()
                                  << " processes, which would all do the same: ask for as many devices on each node as "
                                     "there are processes on it");
    }
    if (kind == strategy_kind::automatic_one) kind = strategy_kind::single_device;
    if (kind == strategy_kind::automatic_nodes) kind = strategy_kind::distributed, over = true;
    if (kind == strategy_kind::automatic_many) {
      over = many;
      kind = many ? strategy_kind::distributed : strategy_kind::data_parallel;
    }
    if (kind == strategy_kind::sharded || kind == strategy_kind::fsdp) over = many || settings_.num_nodes > 1;
    for (int i = 0; i < count; ++i) {
      if (rows[i].accelerator_index == accelerator && rows[i].precision_index == precision && rows[i].kind == kind &&
          rows[i].over_processes == over && !rows[i].over_nccl) {
        chosen_ = i;
        return;
      }
    }
    message<2000> text;
    text << "strategy " << options.strategy << " on " << candidate_table<Accelerators>::all[accelerator].name << " in "
         << options.precision << " is not compiled in";
    if (over) text << ": processes need allotype/runtime/strategy_over_mpi.hpp and over_processes among the transports";
    throw error(text);
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
  std::vector<std::string> passed_over_;
  int chosen_ = 0;
};

/// An executor by names, for one of these accelerators in the order of preference.
template <class Accelerators = list<cpu>, class Transports = list<over_threads>, class Precisions = precisions>
named_executor<Accelerators, Transports, Precisions> make_executor(executor_options const& options = {}) {
  return named_executor<Accelerators, Transports, Precisions>(options);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
