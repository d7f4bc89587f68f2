// SPDX-License-Identifier: BSL-1.0
/// \file
/// `executor<accelerator, strategy, precision>`: one task on several devices, in the order of PyTorch Lightning.
///
/// \code
/// at::executor<at::cpu> const train({.devices = 2});
/// int const sum = train.run([](auto& here) { return here.all_reduce(1, at::plus{}); });  // 2, rank 0's value
/// \endcode
///
/// Each rank does these steps. Only `run` is required; each other member is called if the type has it.
///
/// | step                   | calls                                                   |
/// |------------------------|---------------------------------------------------------|
/// | `setup_device`         | `A::setup_device(index)`; the queue is opened           |
/// | `setup_communication`  | waits for all ranks                                     |
/// | `make_model`           | the function that was given to `fit`                    |
/// | `setup_accelerator`    | `A::setup(execution)`                                   |
/// | `convert_precision`    | `model.convert_precision(execution)`                    |
/// | `model_to_device`      | `model.to_device(execution)`                            |
/// | `wrap_model`           | `model.wrap(execution)`                                 |
/// | `setup_optimizers`     | `model.setup_optimizers(execution)`                     |
/// | `run`                  | `model.run(execution)`; waits for the queue             |
/// | `optimizers_to_host`   | `model.optimizers_to_host(execution)`                   |
/// | `model_to_host`        | `model.to_host(execution)`                              |
/// | `teardown_precision`   | `model.teardown_precision(execution)`, `P::teardown()`  |
/// | `teardown_accelerator` | the queue is closed; `A::teardown()`                    |
/// | `teardown_checkpoint`  | `model.teardown_checkpoint()`                           |
///
/// A member with one of these names and another signature does not compile. If a step throws, the steps before it are
/// torn down, on that rank and on all others.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/executor_without_its_header.hpp>
#include <allotype/devices/device_selection.hpp>
#include <allotype/parallel/executor/compatibility.hpp>
#include <allotype/parallel/executor/execution.hpp>
#include <allotype/parallel/executor/life_cycle.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Does not compile; it says what a type chooses.
struct chosen_by_a_type {
  constexpr chosen_by_a_type() = default;
  template <class Value>
  constexpr chosen_by_a_type(Value const&) {
    constexpr bool is_a_type = sizeof(Value) == 0;
    static_assert(is_a_type,
                  "executor: accelerator, strategy and precision are its types: executor<A100, data_parallel<>, "
                  "bf16_mixed>; names choose them in make_executor<list<A100, cpu>>({.strategy = \"dp\"})");
  }
};

/// Does not compile; it says what the setting is called.
struct setting_by_another_name {
  constexpr setting_by_another_name() = default;
  template <class Value>
  constexpr setting_by_another_name(Value const&) {
    constexpr bool is_called_so = sizeof(Value) == 0;
    static_assert(is_called_so, "executor: the devices of a node are .devices = 2, and the machines .num_nodes = 2");
  }
};

/// A number of devices. What is no integer does not compile.
struct number_of_devices {
  int number = 1;

  constexpr number_of_devices() = default;
  template <std::integral Number>
  constexpr number_of_devices(Number of) : number(in_range(static_cast<long long>(of))) {}
  template <class Other>
    requires(!std::integral<Other>)
  constexpr number_of_devices(Other const&) {
    constexpr bool is_a_number = sizeof(Other) == 0;
    static_assert(
        is_a_number,
        "executor: how many devices is a number, {.devices = 2}; make_executor takes texts too, \"2\", \"0,1\"");
  }
  constexpr operator int() const { return number; }
  constexpr number_of_devices& operator+=(int more) { return number += more, *this; }
  constexpr number_of_devices& operator-=(int fewer) { return number -= fewer, *this; }
  constexpr number_of_devices& operator++() { return *this += 1; }
  constexpr number_of_devices& operator--() { return *this -= 1; }

 private:
  static constexpr int in_range(long long of) {
    return of < 0 ? -1 : of > 0x7fffffff ? 0x7fffffff : static_cast<int>(of);
  }
};

}  // namespace detail

/// Which devices, of how many nodes, and how long ranks wait for each other.
struct executor_settings {
  detail::number_of_devices devices{};  ///< `int`, of each node, at most 1024
  int num_nodes = 1;                    ///< machines of the job
  std::vector<int> device_indices{};    ///< of this node; empty: 0, 1, …
  std::vector<which_device> which{};    ///< the same devices, by what is known besides; or empty
  std::chrono::milliseconds time_limit = detail::default_time_limit;  ///< for each collective
  detail::life_cycle_observer observe{};                              ///< told of each step
  std::string cluster_environment = "auto";  ///< what started the processes; `over_sockets` asks it
  char const* devices_of = nullptr;          ///< the accelerator that the devices were chosen for; null: any
  detail::chosen_by_a_type accelerator{};    ///< does not compile: it is the executor's first type
  detail::chosen_by_a_type strategy{};       ///< does not compile: it is the executor's second type
  detail::chosen_by_a_type precision{};      ///< does not compile: it is the executor's third type
  detail::setting_by_another_name gpus{};    ///< does not compile: it is `devices`
  detail::setting_by_another_name nodes{};   ///< does not compile: it is `num_nodes`

  /// These devices of each node, and no others.
  void use(visible_devices::selection const& selected) {
    devices = selected.size();
    devices_of = selected.accelerator();
    device_indices.clear();
    which.clear();
    for (int i = 0; i < devices; ++i) {
      device_indices.push_back(selected[i]);
      which.push_back(selected.which(i));
    }
  }
};

namespace detail {

/// \throws error if the devices were chosen for another accelerator, or the settings contradict each other
inline void check(executor_settings const& settings, char const* accelerator) {
  if (settings.devices_of != nullptr && !equal(settings.devices_of, accelerator)) {
    throw error(message<2000>{} << "executor: the devices were chosen for " << settings.devices_of
                                << ", and the executor is for " << accelerator
                                << ": choose devices of the executor's accelerator");
  }
  if (settings.devices < 1 || settings.num_nodes < 1) {
    throw error(message<2000>{} << "executor: " << settings.devices << " devices on " << settings.num_nodes
                                << " nodes; there is at least one of each");
  }
  if (settings.devices > detail::max_processes) {
    throw error(message<2000>{} << "executor: " << settings.devices << " devices of each node; at most "
                                << detail::max_processes << " can be asked for");
  }
  if (!settings.device_indices.empty() && static_cast<int>(settings.device_indices.size()) != settings.devices) {
    throw error(message<2000>{} << "executor: " << static_cast<int>(settings.device_indices.size())
                                << " device indices for " << settings.devices << " devices");
  }
  for (std::size_t i = 0; i < settings.device_indices.size(); ++i) {
    int const index = settings.device_indices[i];
    auto const before = settings.device_indices.begin() + static_cast<std::ptrdiff_t>(i);
    bool const twice = std::find(settings.device_indices.begin(), before, index) != before;
    if (index >= 0 && !twice) continue;
    throw error(message<2000>{} << "executor: device index " << index
                                << (twice ? " is given twice; each rank has a device of its own"
                                          : " is not valid; indices begin at 0"));
  }
  for (which_device const& which : settings.which) {
    bool const used = settings.device_indices.empty()
                          ? which.index() >= 0 && which.index() < settings.devices
                          : std::find(settings.device_indices.begin(), settings.device_indices.end(), which.index()) !=
                                settings.device_indices.end();
    if (used) continue;
    throw error(message<2000>{} << "executor: device " << which.index()
                                << " is described in which, and is none of the devices");
  }
  if (settings.time_limit <= std::chrono::milliseconds{0} || settings.time_limit > longest_time_limit) {
    throw error(message<2000>{} << "executor: a time limit of " << static_cast<long long>(settings.time_limit.count())
                                << " ms; valid: more than 0, and at most "
                                << static_cast<long long>(longest_time_limit.count()));
  }
}

inline int device_index(executor_settings const& settings, int local_rank) {
  return settings.device_indices.empty() ? local_rank : settings.device_indices[static_cast<std::size_t>(local_rank)];
}

inline ranks_wanted ranks_asked_for(executor_settings const& settings, char const* strategy) {
  return {strategy, settings.devices, settings.num_nodes, settings.time_limit, settings.cluster_environment.c_str()};
}

/// The device with that index, as the settings know it.
inline which_device which_device_of(executor_settings const& settings, int index) {
  for (which_device const& which : settings.which) {
    if (which.index() == index) return which;
  }
  return index;
}

/// In place of a model whose function does not compile.
struct any_model {
  template <class Execution>
  void run(Execution& here);
};

ALLOTYPE_KNOWN_MEMBER(setup_device);
ALLOTYPE_KNOWN_MEMBER(setup);
ALLOTYPE_KNOWN_MEMBER(teardown);
ALLOTYPE_KNOWN_MEMBER(convert_precision);
ALLOTYPE_KNOWN_MEMBER(to_device);
ALLOTYPE_KNOWN_MEMBER(wrap);
ALLOTYPE_KNOWN_MEMBER(setup_optimizers);
ALLOTYPE_KNOWN_MEMBER(optimizers_to_host);
ALLOTYPE_KNOWN_MEMBER(to_host);
ALLOTYPE_KNOWN_MEMBER(teardown_precision);
ALLOTYPE_KNOWN_MEMBER(teardown_checkpoint);
ALLOTYPE_NEAR_MISS(tear_down);
ALLOTYPE_NEAR_MISS(setup_devices);
ALLOTYPE_NEAR_MISS(set_up_device);
ALLOTYPE_NEAR_MISS(setup_optimizer);
ALLOTYPE_NEAR_MISS(optimizer_to_host);
ALLOTYPE_NEAR_MISS(move_to_device);
ALLOTYPE_NEAR_MISS(tear_down_precision);
ALLOTYPE_NEAR_MISS(tear_down_checkpoint);

// Each member as the library calls it; the executor asks with these, and the errors below speak of them.
template <class A>
concept sets_up_device = requires(int index) { A::setup_device(index); };
template <class T>
concept tears_down = requires { T::teardown(); };
template <class A, class Execution>
concept sets_up = requires(Execution& here) { A::setup(here); };
template <class Model, class Execution>
concept converts_precision = requires(Model& model, Execution& here) { model.convert_precision(here); };
template <class Model, class Execution>
concept moves_to_device = requires(Model& model, Execution& here) { model.to_device(here); };
template <class Model, class Execution>
concept wraps = requires(Model& model, Execution& here) { model.wrap(here); };
template <class Model, class Execution>
concept sets_up_optimizers = requires(Model& model, Execution& here) { model.setup_optimizers(here); };
template <class Model, class Execution>
concept moves_optimizers_to_host = requires(Model& model, Execution& here) { model.optimizers_to_host(here); };
template <class Model, class Execution>
concept moves_to_host = requires(Model& model, Execution& here) { model.to_host(here); };
template <class Model, class Execution>
concept tears_down_precision = requires(Model& model, Execution& here) { model.teardown_precision(here); };
template <class Model>
concept tears_down_checkpoint = requires(Model& model) { model.teardown_checkpoint(); };

template <class Precision>
struct precision_members {
  static constexpr bool checked = true;
  ALLOTYPE_USABLE_MEMBER(teardown, Precision, "static void teardown()", tears_down<Precision>);
  ALLOTYPE_NO_NEAR_MISS(tear_down, Precision, "static void teardown()");
};

/// The members of an accelerator that are called without the execution, checked.
template <class A>
struct device_hooks {
  static constexpr bool checked = true;
  ALLOTYPE_USABLE_MEMBER(setup_device, A, "static void setup_device(int index)", sets_up_device<A>);
  ALLOTYPE_USABLE_MEMBER(teardown, A, "static void teardown()", tears_down<A>);
  ALLOTYPE_NO_NEAR_MISS(setup_devices, A, "static void setup_device(int index)");
  ALLOTYPE_NO_NEAR_MISS(set_up_device, A, "static void setup_device(int index)");
  ALLOTYPE_NO_NEAR_MISS(tear_down, A, "static void teardown()");
};

/// The member of an accelerator that is called with the execution.
template <class A, class Execution>
inline constexpr bool usable_setup = !has_member_setup<A> || sets_up<A, Execution>;
/// Says that it is not usable.
template <class A, class Execution>
struct setup_hook {
  static_assert(usable_setup<A, Execution>, ALLOTYPE_PASSED_OVER("setup", "static void setup(auto& here)"));
};

/// Which members of a model are usable: absent or right. This is apart from the assertions, because clang looks at both
/// branches after one of them failed.
template <class Model, class Execution>
struct usable_hooks {
  static constexpr bool convert_precision =
      !has_member_convert_precision<Model> || converts_precision<Model, Execution>;
  static constexpr bool to_device = !has_member_to_device<Model> || moves_to_device<Model, Execution>;
  static constexpr bool wrap = !has_member_wrap<Model> || wraps<Model, Execution>;
  static constexpr bool setup_optimizers = !has_member_setup_optimizers<Model> || sets_up_optimizers<Model, Execution>;
  static constexpr bool optimizers_to_host =
      !has_member_optimizers_to_host<Model> || moves_optimizers_to_host<Model, Execution>;
  static constexpr bool to_host = !has_member_to_host<Model> || moves_to_host<Model, Execution>;
  static constexpr bool teardown_precision =
      !has_member_teardown_precision<Model> || tears_down_precision<Model, Execution>;
  static constexpr bool teardown_checkpoint = !has_member_teardown_checkpoint<Model> || tears_down_checkpoint<Model>;
  static constexpr bool no_near_miss = !has_member_setup_optimizer<Model> && !has_member_optimizer_to_host<Model> &&
                                       !has_member_move_to_device<Model> && !has_member_tear_down_precision<Model> &&
                                       !has_member_tear_down_checkpoint<Model>;
  static constexpr bool all = convert_precision && to_device && wrap && setup_optimizers && optimizers_to_host &&
                              to_host && teardown_precision && teardown_checkpoint && no_near_miss;
};

/// Says which of them is not.
template <class Model, class Execution>
struct hooks {
  using usable = usable_hooks<Model, Execution>;
  static_assert(usable::convert_precision,
                ALLOTYPE_PASSED_OVER("convert_precision", "void convert_precision(auto& here)"));
  static_assert(usable::to_device, ALLOTYPE_PASSED_OVER("to_device", "void to_device(auto& here)"));
  static_assert(usable::wrap, ALLOTYPE_PASSED_OVER("wrap", "void wrap(auto& here)"));
  static_assert(usable::setup_optimizers,
                ALLOTYPE_PASSED_OVER("setup_optimizers", "void setup_optimizers(auto& here)"));
  static_assert(usable::optimizers_to_host,
                ALLOTYPE_PASSED_OVER("optimizers_to_host", "void optimizers_to_host(auto& here)"));
  static_assert(usable::to_host, ALLOTYPE_PASSED_OVER("to_host", "void to_host(auto& here)"));
  static_assert(usable::teardown_precision,
                ALLOTYPE_PASSED_OVER("teardown_precision", "void teardown_precision(auto& here)"));
  static_assert(usable::teardown_checkpoint, ALLOTYPE_PASSED_OVER("teardown_checkpoint", "void teardown_checkpoint()"));
  ALLOTYPE_NO_NEAR_MISS(setup_optimizer, Model, "void setup_optimizers(auto& here)");
  ALLOTYPE_NO_NEAR_MISS(optimizer_to_host, Model, "void optimizers_to_host(auto& here)");
  ALLOTYPE_NO_NEAR_MISS(move_to_device, Model, "void to_device(auto& here)");
  ALLOTYPE_NO_NEAR_MISS(tear_down_precision, Model, "void teardown_precision(auto& here)");
  ALLOTYPE_NO_NEAR_MISS(tear_down_checkpoint, Model, "void teardown_checkpoint()");
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// What ranks return, in their order. Ranks of this process put theirs where they belong.
template <class Value>
using values_of_ranks = std::vector<std::optional<Value>>;

/// Every rank's value, of ranks that are processes: the values go from rank to rank as bytes.
template <class Execution, class Value>
values_of_ranks<Value> gathered(Execution& here, Value const& mine) {
  using communicator = typename Execution::communicator_type;
  constexpr std::size_t size = sizeof(Value);
  std::vector<unsigned char> one(size);
  std::vector<unsigned char> all(size * static_cast<std::size_t>(here.size()));
  std::memcpy(one.data(), &mine, size);
  if constexpr (reaches_device_memory<communicator>) {
    buffer<unsigned char, typename Execution::accelerator> from{here.queue(), one};
    buffer<unsigned char, typename Execution::accelerator> to{here.queue(), all};
    here.group().all_gather(from.data(), size, to.data());
    copy(here.queue(), to, all);
  } else {
    here.group().all_gather(one.data(), size, all.data());
  }
  values_of_ranks<Value> values;
  for (std::size_t at = 0; at < all.size(); at += size) {
    Value value = mine;
    std::memcpy(&value, &all[at], size);
    values.emplace_back(value);
  }
  return values;
}

/// Calls the function on a rank, and puts what it returns where it belongs.
template <class F, class Value, class Execution>
void put_value(F const& function, values_of_ranks<Value>& values, Execution& here) {
  if constexpr (detail::ranks_are_processes<typename detail::transport_of<typename Execution::strategy>::type>) {
    values = gathered(here, function(here));
  } else {
    values[static_cast<std::size_t>(here.rank())].emplace(function(here));
  }
}

/// What a rank of a resolved strategy works with.
template <class A, class S, class P>
using execution_of = execution<A, S, P, typename detail::transport_of<S>::type::communicator_type>;

/// What the model of a rank does in each step.
template <class Execution>
using steps_of_model = detail::function_reference<life_cycle_step, Execution&>;

/// All steps of one rank.
template <class Execution, class C>
void run_rank(executor_settings const& settings, C& group, int index, steps_of_model<Execution> model) {
  using A = typename Execution::accelerator;
  using P = typename Execution::precision;
  using step = life_cycle_step;

  std::optional<queue<A>> on;
  std::optional<Execution> here;
  detail::life_cycle life(settings.observe, group.rank());
  auto const take = [&](life_cycle_step which) {
    switch (which) {
      case step::setup_device:
        if constexpr (detail::sets_up_device<A>) A::setup_device(index);
        life.ends_from(step::teardown_accelerator);
        if constexpr (host_processor<A>) {
          on.emplace();  // every rank's processor is the same
        } else {
          on.emplace(detail::which_device_of(settings, index));
        }
        here.emplace(*on, group, index);
        return;
      case step::setup_communication:
        if constexpr (requires { group.connect(*on); }) group.connect(*on);
        return group.barrier();
      case step::setup_accelerator:
        if constexpr (detail::sets_up<A, Execution>) A::setup(*here);
        return;
      case step::convert_precision:
        model(which, *here);
        return life.ends_from(step::teardown_precision);
      case step::model_to_device:
        model(which, *here);
        return life.ends_from(step::model_to_host);
      case step::setup_optimizers:
        model(which, *here);
        return life.ends_from(step::optimizers_to_host);
      case step::run:
        model(which, *here);
        return on->wait();
      case step::teardown_precision:
        model(which, *here);
        if constexpr (detail::tears_down<P>) P::teardown();
        return;
      case step::teardown_accelerator:
        on.reset();
        if constexpr (detail::tears_down<A>) A::teardown();
        return;
      case step::teardown_checkpoint:
        if (here) model(which, *here);
        return;
      case step::make_model:
      case step::wrap_model:
      case step::optimizers_to_host:
      case step::model_to_host:
        return model(which, *here);
    }
  };
  life.run_rank(take, [&] {
    if constexpr (requires { group.disconnect(); }) group.disconnect();
  });
}

/// No argument is one: an overload that takes it makes nvcc print the parameters of all overloads.
class a_function_template_is_called_in_a_lambda;

/// One step of a model, which `make_model` makes.
template <class Model, class MakeModel, class Execution>
void take_step(life_cycle_step which, std::optional<Model>& model, MakeModel const& make_model, Execution& here) {
  using step = life_cycle_step;
  switch (which) {
    case step::make_model:
      model.emplace(make_model(here));
      return;
    case step::convert_precision:
      if constexpr (detail::converts_precision<Model, Execution>) model->convert_precision(here);
      return;
    case step::model_to_device:
      if constexpr (detail::moves_to_device<Model, Execution>) model->to_device(here);
      return;
    case step::wrap_model:
      if constexpr (detail::wraps<Model, Execution>) model->wrap(here);
      return;
    case step::setup_optimizers:
      if constexpr (detail::sets_up_optimizers<Model, Execution>) model->setup_optimizers(here);
      return;
    case step::run:
      model->run(here);
      return;
    case step::optimizers_to_host:
      if constexpr (detail::moves_optimizers_to_host<Model, Execution>) model->optimizers_to_host(here);
      return;
    case step::model_to_host:
      if constexpr (detail::moves_to_host<Model, Execution>) model->to_host(here);
      return;
    case step::teardown_precision:
      if constexpr (detail::tears_down_precision<Model, Execution>) model->teardown_precision(here);
      return;
    case step::teardown_checkpoint:
      if constexpr (detail::tears_down_checkpoint<Model>) {
        if (model) model->teardown_checkpoint();
      }
      return;
    case step::setup_device:
    case step::setup_communication:
    case step::setup_accelerator:
    case step::teardown_accelerator:
      return;  // without the model
  }
}

template <class F>
concept is_task = requires { typename F::wanted; };
/// False of a function that takes something else than the execution, and of a task, which opens a queue of its own.
template <class F, class Execution>
inline constexpr bool takes_execution = requires(F const& function, Execution& here) { function(here); };
template <is_task Task, class Execution>
inline constexpr bool takes_execution<Task, Execution> = false;

/// What `fit` makes on each rank.
template <class MakeModel, class Execution>
struct made_model {
  using type = detail::any_model;
};
template <class MakeModel, class Execution>
  requires takes_execution<MakeModel, Execution>
struct made_model<MakeModel, Execution> {
  using type = std::remove_cvref_t<decltype(std::declval<MakeModel const&>()(std::declval<Execution&>()))>;
};
template <class Model, class Execution>
inline constexpr bool is_model = requires(Model& model, Execution& here) { model.run(here); };
/// `fit` takes it.
template <class MakeModel, class Execution, class Model = typename made_model<MakeModel, Execution>::type>
inline constexpr bool makes_models = false;
template <class MakeModel, class Execution, class Model>
  requires takes_execution<MakeModel, Execution> && is_model<Model, Execution>
inline constexpr bool makes_models<MakeModel, Execution, Model> = detail::usable_hooks<Model, Execution>::all;

/// A rank's function returns a value: what it returns can be kept.
template <class Returned>
inline constexpr bool is_kept =
    std::is_void_v<Returned> || std::is_constructible_v<std::remove_cvref_t<Returned>, Returned>;

/// The steps of each rank, with a function for a model: `run` is its only step.
template <class A, class S, class P>
void run_on_ranks(executor_settings const& settings, detail::function_reference<execution_of<A, S, P>&> function) {
  using transport = typename detail::transport_of<S>::type;
  using here_type = execution_of<A, S, P>;
  auto const run = [&](life_cycle_step which, here_type& here) {
    if (which == life_cycle_step::run) function(here);
  };
  auto const rank = [&](typename transport::communicator_type& group, int local_rank) {
    run_rank<here_type>(settings, group, detail::device_index(settings, local_rank), run);
  };
  transport::run(detail::ranks_asked_for(settings, S::name),
                 detail::function_of_rank<typename transport::communicator_type>(rank));
}

}  // namespace mode_detail

/// The strategy can run on `A` in this file: the three types are `compatible`, the file is compiled for `A`, and it
/// includes the header of the strategy's transport.
template <class A, class S, class P>
concept executable = compatible<A, S, P> && dispatchable<A> && detail::carried_out<detail::resolved_strategy<S, A>>;

/// One task on the devices of `A`, as the strategy `S` says, in the precision `P`. Types that do not go together do not
/// compile; `compatible` and `executable` ask first. Without a strategy and a precision: `automatic_strategy<>` and
/// `fp32_true`.
template <class Accelerator, class Strategy, class Precision>
class executor<Accelerator, Strategy, Precision> {
  // Each is asked where those before it are right, so that one of the assertions below fails at most. In constants: of
  // a concept g++ says why it is not met, in up to ten lines.
  static constexpr bool accelerator_is_first = allotype::accelerator<Accelerator>;
  static constexpr bool strategy_is_second = !accelerator_is_first || allotype::strategy<Strategy>;
  static constexpr bool precision_is_third =
      !accelerator_is_first || !strategy_is_second || detail::precision_policy<Precision>;
  static constexpr bool of_these_kinds = accelerator_is_first && strategy_is_second && precision_is_third;
  // Behind the error of another kind of type nothing is wrong with an executor on the CPU.
  using A = std::conditional_t<of_these_kinds, Accelerator, cpu>;
  using S = std::conditional_t<of_these_kinds, Strategy, automatic_strategy<>>;
  using P = std::conditional_t<of_these_kinds, Precision, fp32_true>;
  using resolved = detail::resolved_strategy<S, A>;
  static constexpr bool fits = detail::incompatibility_of<A, S, P> == detail::incompatibility::none;
  static constexpr bool carried_out = detail::carried_out<resolved>;
  static constexpr bool runs_here = fits && carried_out && dispatchable<A>;

 public:
  using accelerator = A;
  using strategy = resolved;
  using precision = P;

  /// \throws error if the settings contradict each other, or if the strategy cannot use so many devices or nodes
  explicit executor(executor_settings settings = {}) : settings_(std::move(settings)) { check(); }

  /// An executor on devices that were chosen: `executor<A100>(choose<A100>(argc, argv))`. The settings' own devices do
  /// not count.
  template <class Devices>
    requires requires(Devices const& devices) {
      typename Devices::wanted;
      devices.selected();
    }
  explicit executor(Devices const& devices, executor_settings settings = {}) : settings_(std::move(settings)) {
    constexpr bool of_this_accelerator = std::is_same_v<typename Devices::wanted, A>;
    static_assert(
        of_this_accelerator,
        "these devices were chosen for another accelerator than the executor's: choose them with choose<A>(...), "
        "or, of an any_of, make the executor in visit(...)");
    settings_.use(devices.selected());
    check();
  }

  /// Does not compile; it says where the number of devices, an accelerator or a strategy stands.
  template <class Other>
    requires(std::integral<Other> || std::is_convertible_v<Other, char const*> || allotype::accelerator<Other> ||
             allotype::strategy<Other> || detail::precision_policy<Other>)
  explicit executor(Other const&, executor_settings const& = {}) {
    constexpr bool has_a_name = !std::is_same_v<Other, Other>;
    static_assert(has_a_name,
                  "executor: an accelerator, a strategy and a precision are types, and what it is made with has names: "
                  "at::executor<A, data_parallel<>> const executor({.devices = 2})");
  }

  /// What the executor was made with.
  [[nodiscard]] executor_settings const& settings() const noexcept { return settings_; }

  /// Makes a model on each rank, `make_model(execution)`, and takes it through the steps above. With several devices
  /// each rank is a thread or a process, so several threads may call `make_model` at the same time.
  /// \throws rank_error if there are several ranks; otherwise what the step threw
  template <class MakeModel>
  void fit(MakeModel const& make_model) const {
    using here_type = mode_detail::execution_of<A, resolved, P>;
    constexpr bool callable = mode_detail::takes_execution<MakeModel, here_type>;
    static_assert(
        callable,
        "fit: the function takes the execution, and nothing else, and returns the model: fit([](auto& here) { "
        "return model{here}; })");
    using model_type = typename mode_detail::made_model<MakeModel, here_type>::type;
    constexpr bool runs = mode_detail::is_model<model_type, here_type>;
    static_assert(
        runs,
        "fit: the function returns the model, a value with a member run(auto& here): fit([](auto& here) { return "
        "model{here}; })");
    if constexpr (runs_here && callable && runs) {
      using transport = typename detail::transport_of<resolved>::type;
      using group_type = typename transport::communicator_type;
      // What is refused for one device is not said again for several.
      if constexpr (!detail::usable_setup<A, here_type>) {
        (void)sizeof(detail::setup_hook<A, here_type>);
      } else if constexpr (!detail::usable_hooks<model_type, here_type>::all) {
        (void)sizeof(detail::hooks<model_type, here_type>);
      } else {
        if constexpr (follows_devices) {
          if (settings_.devices > 1) return of_several(settings_).fit(make_model);
        }
        auto const rank = [&](group_type& group, int local_rank) {
          std::optional<model_type> model;
          auto const step = [&](life_cycle_step which, here_type& here) {
            mode_detail::take_step(which, model, make_model, here);
          };
          mode_detail::run_rank<here_type>(settings_, group, detail::device_index(settings_, local_rank), step);
        };
        transport::run(wanted(), detail::function_of_rank<group_type>(rank));
      }
    } else if constexpr (fits && carried_out) {
      (void)sizeof(queue<A>);  // says why nothing runs on it
    }
  }

  /// Calls `function(execution)` on each rank, between the same steps, and returns the value of rank 0. If ranks are
  /// processes, each process gets this value, and its type must be trivially copyable.
  /// \throws as `fit`
  template <class lambda_or_object_and_no_function_template>  // compilers print it where that stands
  [[nodiscard("the value that the function returned on rank 0 is thrown away: take it, or return nothing")]] auto run(
      lambda_or_object_and_no_function_template const& function) const {
    // Asked here, with no function of the library between: an error in the function's body has fewer lines.
    if constexpr (runs_here && !mode_detail::is_task<lambda_or_object_and_no_function_template>) {
      using here_type = mode_detail::execution_of<A, resolved, P>;
      [[maybe_unused]] constexpr bool takes_it =
          requires { std::declval<lambda_or_object_and_no_function_template const&>()(std::declval<here_type&>()); };
    }
    using value = returned_by<lambda_or_object_and_no_function_template>;
    if constexpr (std::is_void_v<value>) {
      run_on_ranks(function);
    } else if constexpr (std::is_same_v<value, detail::any_result>) {
      return value{};
    } else {
      return *std::move(values_of<value>(function).front());
    }
  }
  /// Refuses a function template.
  void run(mode_detail::a_function_template_is_called_in_a_lambda const&) const = delete;

  /// The same, and returns a `std::vector` with the value of each rank, in the order of the ranks.
  template <class lambda_or_object_and_no_function_template>
  [[nodiscard("the values that the function returned are thrown away: take them, or call run")]] auto run_all(
      lambda_or_object_and_no_function_template const& function) const {
    using value = returned_by<lambda_or_object_and_no_function_template>;
    static_assert(!std::is_void_v<value>,
                  "run_all: the function returns a value on each rank; for one that returns none, run");
    std::vector<value> values;
    if constexpr (!std::is_void_v<value> && !std::is_same_v<value, detail::any_result>) {
      for (auto& each : values_of<value>(function)) values.push_back(*std::move(each));
    }
    return values;
  }
  /// Does not compile; it says which member it is.
  template <class F>
  auto operator()(F const&) const {
    constexpr bool is_called_by_run = sizeof(F) == 0;
    static_assert(is_called_by_run,
                  "executor: its member run calls a function on each rank: executor.run([](auto& here) { ... })");
    return detail::any_result{};
  }
  /// Refuses a function template.
  void run_all(mode_detail::a_function_template_is_called_in_a_lambda const&) const = delete;

 private:
  /// Without a strategy, the number of devices decides: one rank, or one a device.
  using several_devices = automatic_strategy<2>;
  static constexpr bool follows_devices = std::is_same_v<S, automatic_strategy<>> && executable<A, several_devices, P>;
  using of_several = std::conditional_t<follows_devices, executor<A, several_devices, P>, executor>;

  ranks_wanted wanted() const { return detail::ranks_asked_for(settings_, resolved::name); }

  void check() const {
    detail::check(settings_, name_of<A>);
    if constexpr (follows_devices) {
      if (settings_.devices > 1) return (void)of_several(settings_);
    }
    if constexpr (fits && carried_out) detail::check_transport<typename detail::transport_of<resolved>::type>(wanted());
  }

  template <class F>
  void run_on_ranks(F const& function) const {
    if constexpr (runs_here) {
      using here_type = mode_detail::execution_of<A, resolved, P>;
      if constexpr (!detail::usable_setup<A, here_type>) {
        (void)sizeof(detail::setup_hook<A, here_type>);
      } else {
        if constexpr (follows_devices) {
          if (settings_.devices > 1) {
            return mode_detail::run_on_ranks<A, typename of_several::strategy, P>(settings_, function);
          }
        }
        mode_detail::run_on_ranks<A, resolved, P>(settings_, function);
      }
    } else if constexpr (fits && carried_out) {
      (void)sizeof(queue<A>);  // says why nothing runs on it
    }
  }

  template <class F>
  static auto value_returned() {
    if constexpr (runs_here) {
      using here_type = mode_detail::execution_of<A, resolved, P>;
      constexpr bool callable = mode_detail::takes_execution<F, here_type>;
      static_assert(
          callable,
          "run: the function takes the execution, and nothing else: run([](auto& here) { ... }); other values "
          "are captured, and a task is called without an executor");
      if constexpr (callable) {
        using returned = decltype(std::declval<F const&>()(std::declval<here_type&>()));
        constexpr bool is_kept = mode_detail::is_kept<returned>;
        static_assert(is_kept,
                      "run: the function returns a reference to what cannot be copied: return a value, or nothing");
        return std::type_identity<std::conditional_t<is_kept, returned, detail::any_result>>{};
      } else {
        return std::type_identity<detail::any_result>{};
      }
    } else {
      return std::type_identity<void>{};
    }
  }
  template <class F>
  using returned_by = std::remove_cvref_t<typename decltype(value_returned<F>())::type>;

  template <class Value, class F>
  auto values_of(F const& function) const {  // auto: nvcc then instantiates it at once, and names the user's line
    constexpr bool ranks_are_processes = detail::ranks_are_processes<typename detail::transport_of<resolved>::type>;
    constexpr bool reaches_other_ranks = !ranks_are_processes || std::is_trivially_copyable_v<Value>;
    static_assert(
        reaches_other_ranks,
        "the ranks of this executor are processes, so what a rank returns reaches the others as bytes: return a "
        "trivially copyable type, or nothing");
    mode_detail::values_of_ranks<Value> values(static_cast<std::size_t>(settings_.devices));
    if constexpr (reaches_other_ranks) {
      run_on_ranks([&](auto& here) { mode_detail::put_value(function, values, here); });
    }
    return values;
  }

  executor_settings settings_;

  // The checks come last: clang leaves out what stands behind one that failed.
  static_assert(
      accelerator_is_first,
      "executor<Accelerator, Strategy, Precision>: an accelerator comes first: executor<A100, data_parallel<>>");
  static_assert(
      strategy_is_second,
      "executor<Accelerator, Strategy, Precision>: a strategy comes second, such as data_parallel<>; one of your "
      "own has static constexpr char name[] and static constexpr strategy_kind kind");
  static_assert(precision_is_third,
                "executor<Accelerator, Strategy, Precision>: a precision comes third, such as bf16_mixed");
  static constexpr bool carried_out_where_it_fits = !fits || carried_out;
  static_assert(carried_out_where_it_fits,
                "nothing here carries this strategy out: over_mpi needs allotype/parallel/over_mpi.hpp, over_sockets "
                "and over_nccl need the headers of their names; deepspeed, model_parallel and xla, which auto is on a "
                "TPU, are known for "
                "their rules alone; a transport of your own needs a name, a communicator_type and run");
  static_assert(detail::device_hooks<A>::checked);
  static_assert(detail::precision_members<P>::checked);
  using checked = typename detail::go_together<A, S, P, detail::incompatibility_of<A, S, P>>::result;
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
