// SPDX-License-Identifier: BSL-1.0
/// \file
/// Strategies: how one task uses several devices. They have PyTorch Lightning's names, in upper or lower case.
///
/// A strategy of your own is a struct with these members. Give it to `executor`, or to the list of `make_executor`:
///
/// | member                                                        | says                                            |
/// |---------------------------------------------------------------|-------------------------------------------------|
/// | `static constexpr char name[]`                                | its name, for `make_executor` and for errors    |
/// | `static constexpr strategy_kind kind`                         | which rules of parallel/executor/compatibility.hpp apply |
/// | `using transport`                                             | how ranks talk, see parallel/transport/transport.hpp; `void`: one device, the calling thread |
/// | `static constexpr bool sharded` (optional)                    | parameters, gradients and state are split between the ranks |
/// | `static void sum_gradients(execution, buffer)` (optional)     | replaces each rank's gradients by the sum over all ranks; by default `execution.all_reduce(buffer, plus{})` |
///
/// A member `sum_gradients` with another signature does not compile.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/cpu.hpp>
#include <allotype/core/detail/executor_without_its_header.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/error.hpp>
#include <allotype/parallel/transport/transport.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The kinds of strategy that the rules in parallel/executor/compatibility.hpp distinguish. A strategy of your own
/// states one.
enum class strategy_kind {
  automatic_one,    ///< left to the library, for one device
  automatic_many,   ///< for several devices of one node
  automatic_nodes,  ///< for several nodes
  single_device,
  data_parallel,
  distributed,
  sharded,
  fsdp,
  deepspeed,
  xla,
  xla_fsdp,
  single_xla,
  model_parallel,
};

/// One device, which the strategy names. The default is the CPU, as with Lightning's `single_device`.
template <accelerator Device = cpu>
struct single_device {
  static constexpr strategy_kind kind = strategy_kind::single_device;
  static constexpr char name[] = "single_device";
  using transport = void;
};
/// Each device has all parameters and a share of the data; gradients are averaged. Without a transport,
/// `data_parallel<>`, ranks are threads. Its name is `dp`, or `ddp` if ranks are processes.
template <class Transport>
struct data_parallel {
  static constexpr strategy_kind kind =
      detail::ranks_are_processes<Transport> ? strategy_kind::distributed : strategy_kind::data_parallel;
  static constexpr char const* name = detail::ranks_are_processes<Transport> ? "ddp" : "dp";
  using transport = Transport;
};
/// The same, and parameters, gradients and the optimizer's state are split between the devices. It runs on each
/// accelerator that `data_parallel` runs on.
template <class Transport>
struct sharded_data_parallel {
  static constexpr strategy_kind kind = strategy_kind::sharded;
  static constexpr char name[] = "sharded";
  static constexpr bool sharded = true;
  using transport = Transport;
};
/// `sharded_data_parallel` under Lightning's name and with Lightning's rule: only on CUDA GPUs.
template <class Transport>
struct fsdp {
  static constexpr strategy_kind kind = strategy_kind::fsdp;
  static constexpr char name[] = "fsdp";
  static constexpr bool sharded = true;
  using transport = Transport;
};

/// Left to the library: `single_device<A>` for one device, `data_parallel` over threads for several, over processes for
/// several nodes. On a TPU it is XLA, which the library cannot run.
template <int Devices, int Nodes>
struct automatic_strategy {
  static_assert(Devices >= 1 && Nodes >= 1, "automatic_strategy<Devices, Nodes>: there is at least one of each");
  static constexpr strategy_kind kind = Nodes > 1     ? strategy_kind::automatic_nodes
                                        : Devices > 1 ? strategy_kind::automatic_many
                                                      : strategy_kind::automatic_one;
  static constexpr char name[] = "auto";
};

namespace detail {

struct strategy_name {
  char const* name;
  strategy_kind kind;
};
/// The names that `StrategyRegistry` lists; `sharded` is the library's own. `auto` is not among them.
inline constexpr strategy_name strategy_names[] = {
    {"single_device", strategy_kind::single_device},
    {"dp", strategy_kind::data_parallel},
    {"ddp", strategy_kind::distributed},
    {"ddp_spawn", strategy_kind::distributed},
    {"ddp_fork", strategy_kind::distributed},
    {"ddp_notebook", strategy_kind::distributed},
    {"ddp_find_unused_parameters_false", strategy_kind::distributed},
    {"ddp_find_unused_parameters_true", strategy_kind::distributed},
    {"ddp_spawn_find_unused_parameters_false", strategy_kind::distributed},
    {"ddp_spawn_find_unused_parameters_true", strategy_kind::distributed},
    {"ddp_fork_find_unused_parameters_false", strategy_kind::distributed},
    {"ddp_fork_find_unused_parameters_true", strategy_kind::distributed},
    {"ddp_notebook_find_unused_parameters_false", strategy_kind::distributed},
    {"ddp_notebook_find_unused_parameters_true", strategy_kind::distributed},
    {"sharded", strategy_kind::sharded},
    {"fsdp", strategy_kind::fsdp},
    {"fsdp_cpu_offload", strategy_kind::fsdp},
    {"deepspeed", strategy_kind::deepspeed},
    {"deepspeed_stage_1", strategy_kind::deepspeed},
    {"deepspeed_stage_1_offload", strategy_kind::deepspeed},
    {"deepspeed_stage_2", strategy_kind::deepspeed},
    {"deepspeed_stage_2_offload", strategy_kind::deepspeed},
    {"deepspeed_stage_3", strategy_kind::deepspeed},
    {"deepspeed_stage_3_offload", strategy_kind::deepspeed},
    {"deepspeed_stage_3_offload_nvme", strategy_kind::deepspeed},
    {"xla", strategy_kind::xla},
    {"xla_debug", strategy_kind::xla},
    {"xla_fsdp", strategy_kind::xla_fsdp},
    {"single_xla", strategy_kind::single_xla},
    {"single_tpu", strategy_kind::single_xla},
};

constexpr char const* name_of_strategy(strategy_kind kind) {
  for (strategy_name const& known : strategy_names) {
    if (known.kind == kind) return known.name;
  }
  return kind == strategy_kind::model_parallel ? "model_parallel" : "auto";
}

}  // namespace detail

/// A strategy that is known for its rules alone; the library cannot run it: `deepspeed`, `xla`, `xla_fsdp`,
/// `single_xla`, `model_parallel`. `compatible<V5E, known_strategy<strategy_kind::xla>, fp32_true>`.
template <strategy_kind Kind>
struct known_strategy {
  static constexpr strategy_kind kind = Kind;
  static constexpr char const* name = detail::name_of_strategy(Kind);
};

namespace detail {

template <class S>
concept a_strategy_has_a_static_name_which_is_an_array_of_char = requires {
  { S::name } -> std::convertible_to<char const*>;
};
template <class S>
concept a_strategy_has_a_static_kind_which_is_a_strategy_kind = requires {
  { S::kind } -> std::convertible_to<strategy_kind>;
};

}  // namespace detail

/// A strategy: a struct with a `name` and a `kind`.
template <class S>
concept strategy = detail::a_strategy_has_a_static_name_which_is_an_array_of_char<S> &&
                   detail::a_strategy_has_a_static_kind_which_is_a_strategy_kind<S>;

namespace detail {

template <class S, class A>
struct resolve_strategy {
  using type = S;
};
template <int Devices, int Nodes, class A>
struct resolve_strategy<automatic_strategy<Devices, Nodes>, A> {
  using for_devices = std::conditional_t<Devices == 1, single_device<A>, data_parallel<over_threads>>;
  using for_nodes = std::conditional_t<Nodes == 1, for_devices, data_parallel<over_mpi>>;
  using type =
      std::conditional_t<family_of<A>() == accelerator_family::tpu, known_strategy<strategy_kind::xla>, for_nodes>;
};

/// What brings the ranks of a strategy together; nothing where a strategy is known for its rules alone.
template <class S>
struct transport_of {};
template <class S>
  requires requires { typename S::transport; }
struct transport_of<S> {
  using type = std::conditional_t<std::is_void_v<typename S::transport>, calling_thread, typename S::transport>;
};

template <class S>
constexpr bool sharded_by() {
  if constexpr (requires { S::sharded; }) {
    return S::sharded;
  } else {
    return false;
  }
}
template <class S>
inline constexpr bool is_sharded = sharded_by<S>();

template <class S>
inline constexpr bool goes_over_nccl = false;
template <class S>
  requires requires { typename S::transport; }
inline constexpr bool goes_over_nccl<S> = is_nccl<typename S::transport>;

/// The strategy's transport can be used, with the headers that this file includes.
template <class S>
concept carried_out = requires { requires transport<typename transport_of<S>::type>; };

inline constexpr int strategy_kind_count = static_cast<int>(strategy_kind::model_parallel) + 1;

/// What `automatic_strategy` comes to on `A`; other strategies as they are.
template <strategy S, accelerator A>
using resolved_strategy = typename detail::resolve_strategy<S, A>::type;

/// \param others names that the program has besides
[[noreturn, gnu::cold]] inline void no_such_strategy(char const* name, std::vector<std::string> const& others) {
  nearest_names<std::string> alike(name);
  alike.offer("auto", "auto");
  message<2000> known;
  auto const add = [&](char const* each) {
    known << ", " << each;
    alike.offer(each, each);
  };
  for (strategy_name const& each : strategy_names) add(each.name);
  for (std::string const& each : others) add(each.c_str());
  throw input_error(message<2000>{} << "strategy \"" << name << "\" is not known; the nearest is \""
                                    << alike.best().c_str() << "\". Known are: auto" << known.text());
}

/// The strategy of that name, where the library has it; `devices` and `nodes` decide about `auto`.
inline std::optional<strategy_kind> find_strategy(char const* name, int devices, int nodes) {
  if (equal_in_any_case(name, "auto")) {
    return nodes > 1     ? strategy_kind::automatic_nodes
           : devices > 1 ? strategy_kind::automatic_many
                         : strategy_kind::automatic_one;
  }
  for (strategy_name const& known : strategy_names) {
    if (equal_in_any_case(known.name, name)) return known.kind;
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
