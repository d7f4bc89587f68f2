// SPDX-License-Identifier: BSL-1.0
/// \file
/// Strategies by type and by name: how one task uses several devices. A strategy type says what; what carries it out is
/// in executor.hpp. Names are PyTorch Lightning's, in any letter case.
#pragma once

#include <type_traits>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/cpu.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/core/detail/name.hpp>
#include <allotype/core/error.hpp>
#include <allotype/accelerator/accelerator_abilities.hpp>

namespace allotype {

/// What the rules of compatibility tell apart.
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
inline constexpr int strategy_kind_count = static_cast<int>(strategy_kind::model_parallel) + 1;

/// Ranks are threads of this process; one device each.
struct over_threads {};
/// Ranks are processes of an MPI job; one device each. Needs `parallel/strategy_over_mpi.hpp`.
struct over_processes {};
/// Ranks exchange data through NCCL, from GPU to GPU; they are the threads or processes of `Ranks`. Needs
/// `parallel/strategy_over_nccl.hpp`.
template <class Ranks = over_threads>
struct over_nccl {};

/// One device, which the strategy names: the CPU where nothing is said, as Lightning's registered `single_device`.
template <accelerator Device = cpu>
struct single_device {
  static constexpr strategy_kind kind = strategy_kind::single_device;
  static constexpr char name[] = "single_device";
};
/// Every device has all parameters and a part of the data; gradients are averaged.
template <class Transport = over_threads>
struct data_parallel {
  static constexpr strategy_kind kind = strategy_kind::data_parallel;
  static constexpr char name[] = "dp";
};
template <>
struct data_parallel<over_processes> {
  static constexpr strategy_kind kind = strategy_kind::distributed;
  static constexpr char name[] = "ddp";
};
template <>
struct data_parallel<over_nccl<over_processes>> : data_parallel<over_processes> {};
/// The same, and parameters, gradients and the optimizer's state are split between the devices. Where a strategy of
/// that kind may run, Lightning allows its subclasses of FSDP.
template <class Transport = over_threads>
struct sharded_data_parallel {
  static constexpr strategy_kind kind = strategy_kind::sharded;
  static constexpr char name[] = "sharded";
};
/// `sharded_data_parallel` under Lightning's name and with Lightning's rule: on CUDA GPUs alone.
template <class Transport = over_threads>
struct fsdp {
  static constexpr strategy_kind kind = strategy_kind::fsdp;
  static constexpr char name[] = "fsdp";
};

// Known, so that their rules can be asked; nothing in the library carries them out.
struct deepspeed {
  static constexpr strategy_kind kind = strategy_kind::deepspeed;
  static constexpr char name[] = "deepspeed";
};
struct xla {
  static constexpr strategy_kind kind = strategy_kind::xla;
  static constexpr char name[] = "xla";
};
struct xla_fsdp {
  static constexpr strategy_kind kind = strategy_kind::xla_fsdp;
  static constexpr char name[] = "xla_fsdp";
};
struct single_xla {
  static constexpr strategy_kind kind = strategy_kind::single_xla;
  static constexpr char name[] = "single_xla";
};
struct model_parallel {
  static constexpr strategy_kind kind = strategy_kind::model_parallel;
  static constexpr char name[] = "model_parallel";
};

/// Left to the library: `single_device<A>` for one device, `data_parallel` over threads for several, over processes for
/// several nodes. On a TPU it is `xla`, which nothing in the library carries out.
template <int Devices = 1, int Nodes = 1>
struct automatic_strategy {
  static_assert(Devices >= 1 && Nodes >= 1, "automatic_strategy<Devices, Nodes>: there is at least one of each");
  static constexpr strategy_kind kind = Nodes > 1     ? strategy_kind::automatic_nodes
                                        : Devices > 1 ? strategy_kind::automatic_many
                                                      : strategy_kind::automatic_one;
  static constexpr char name[] = "auto";
};

template <class S>
concept strategy = requires {
  S::name;
  S::kind == strategy_kind::xla;
};

namespace detail {

template <class S, class A>
struct resolve_strategy {
  using type = S;
};
template <int Devices, int Nodes, class A>
struct resolve_strategy<automatic_strategy<Devices, Nodes>, A> {
  using for_devices = std::conditional_t<Devices == 1, single_device<A>, data_parallel<over_threads>>;
  using for_nodes = std::conditional_t<Nodes == 1, for_devices, data_parallel<over_processes>>;
  using type = std::conditional_t<family_of<A>() == accelerator_family::tpu, xla, for_nodes>;
};

/// Something of the library carries it out.
template <class S>
inline constexpr bool has_engine = false;
template <class Device>
inline constexpr bool has_engine<single_device<Device>> = true;
template <class Transport>
inline constexpr bool has_engine<data_parallel<Transport>> = true;
template <class Transport>
inline constexpr bool has_engine<sharded_data_parallel<Transport>> = true;
template <class Transport>
inline constexpr bool has_engine<fsdp<Transport>> = true;
template <int Devices, int Nodes>
inline constexpr bool has_engine<automatic_strategy<Devices, Nodes>> = true;

template <class S>
inline constexpr bool is_sharded = false;
template <class Transport>
inline constexpr bool is_sharded<sharded_data_parallel<Transport>> = true;
template <class Transport>
inline constexpr bool is_sharded<fsdp<Transport>> = true;

/// What carries the strategy's data; `void` where there is one device.
template <class S>
struct transport_of {
  using type = void;
};
template <template <class> class S, class Transport>
  requires(!accelerator<Transport>)
struct transport_of<S<Transport>> {
  using type = Transport;
};

/// What the ranks are: threads or processes, whatever carries their data.
template <class Transport>
struct ranks_of {
  using type = Transport;
};
template <class Ranks>
struct ranks_of<over_nccl<Ranks>> {
  using type = Ranks;
};

template <class S>
inline constexpr bool goes_over_nccl = false;
template <template <class> class S, class Ranks>
inline constexpr bool goes_over_nccl<S<over_nccl<Ranks>>> = true;

struct strategy_name {
  char const* name;
  strategy_kind kind;
};
/// As `StrategyRegistry` lists them; `sharded` is the library's own. `auto` is not among them.
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

}  // namespace detail

/// What `automatic_strategy` comes to on `A`; other strategies as they are.
template <strategy S, accelerator A>
using resolved_strategy = typename detail::resolve_strategy<S, A>::type;

/// The strategy of that name; `devices` and `nodes` decide about `auto`. \throws error which names the nearest name
inline strategy_kind strategy_kind_of(char const* name, int devices, int nodes) {
  if (detail::equal_in_any_case(name, "auto")) {
    return nodes > 1     ? strategy_kind::automatic_nodes
           : devices > 1 ? strategy_kind::automatic_many
                         : strategy_kind::automatic_one;
  }
  char const* nearest = "auto";
  int least = detail::edit_distance("auto", name);
  for (detail::strategy_name const& known : detail::strategy_names) {
    if (detail::equal_in_any_case(known.name, name)) return known.kind;
    int const distance = detail::edit_distance(known.name, name);
    if (distance < least) least = distance, nearest = known.name;
  }
  message<2000> text;
  text << "strategy \"" << name << "\" is not known; the nearest is \"" << nearest << "\". Known are: auto";
  for (detail::strategy_name const& known : detail::strategy_names) text << ", " << known.name;
  throw error(text);
}

}  // namespace allotype
