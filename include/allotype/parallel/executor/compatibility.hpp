// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which accelerator, strategy and precision go together: `compatible<A, Strategy, Precision>`. One table decides for
/// types while compiling and for names at run time, with the same sentence. It has PyTorch Lightning's refusals, and
/// refuses what Lightning accepts and gets wrong. The facts of products add rules.
#pragma once

#include <type_traits>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/parallel/executor/precision.hpp>
#include <allotype/parallel/executor/strategy.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

// The sentences: the compile error and the run-time error are both this text. Macros, because a static_assert takes
// nothing but a literal; for no other use.
#define ALLOTYPE_SENTENCE_names_another_device                                                          \
  "single_device runs on the device that it names, by default the CPU, and the accelerator is another " \
  "one: write single_device<A>, or use the strategy auto with one device"
#define ALLOTYPE_SENTENCE_mps_has_one_device "MPS has one device: ask for one, or use the accelerator cpu"
#define ALLOTYPE_SENTENCE_mps_works_alone                                                         \
  "data-parallel strategies do not run on MPS, which has one device and no collectives: use the " \
  "strategy auto with one device and one node, or the accelerator cpu"
#define ALLOTYPE_SENTENCE_tpu_takes_xla "a TPU takes the strategies xla, xla_fsdp and auto alone"
#define ALLOTYPE_SENTENCE_fsdp_needs_cuda \
  "fsdp runs on CUDA GPUs alone; sharded does the same where data-parallel strategies run"
#define ALLOTYPE_SENTENCE_deepspeed_needs_cuda "deepspeed runs on CUDA GPUs alone"
#define ALLOTYPE_SENTENCE_xla_needs_a_tpu "the strategies of XLA run on TPUs alone"
#define ALLOTYPE_SENTENCE_single_xla_names_no_device \
  "single_xla names no device: ask for the strategy auto with one device"
#define ALLOTYPE_SENTENCE_fp8_needs_a_gpu \
  "8-bit precision (transformer-engine) needs a CUDA GPU with 8-bit tensor cores"
#define ALLOTYPE_SENTENCE_tpu_has_true_precisions "a TPU computes in 32-true, 16-true or bf16-true"
#define ALLOTYPE_SENTENCE_mps_has_no_fp64 "MPS has no 64-bit numbers"
#define ALLOTYPE_SENTENCE_mixed_is_not_stated                                                            \
  "this accelerator does not state that it computes in mixed precision: give its type static constexpr " \
  "bool mixed_precision = true, or take a true precision"
#define ALLOTYPE_SENTENCE_sharding_has_its_own_precisions \
  "fsdp and deepspeed compute in 32-true, 16 and bf16, true or mixed"
#define ALLOTYPE_SENTENCE_model_parallel_precisions \
  "model_parallel computes in 32-true, 16-true, bf16-true or bf16-mixed"
#define ALLOTYPE_SENTENCE_no_bf16_here "this GPU has no bf16 arithmetic: it begins with compute capability 8.0 (A100)"
#define ALLOTYPE_SENTENCE_no_fp8_here \
  "this GPU has no 8-bit tensor cores: they begin with compute capability 8.9 (L4, H100)"
#define ALLOTYPE_SENTENCE_nccl_needs_cuda \
  "NCCL connects CUDA GPUs alone: use over_threads or over_mpi, process group backend host"
#define ALLOTYPE_SENTENCE_nccl_not_between_slices                                                    \
  "NCCL does not connect slices of one GPU: it refuses two ranks on one board; use over_threads or " \
  "over_mpi"

namespace detail {

/// Why an accelerator, a strategy and a precision do not go together; `none` if they do.
enum class incompatibility {
  none,
  names_another_device,
  mps_has_one_device,
  mps_works_alone,
  tpu_takes_xla,
  fsdp_needs_cuda,
  deepspeed_needs_cuda,
  xla_needs_a_tpu,
  single_xla_names_no_device,
  fp8_needs_a_gpu,
  tpu_has_true_precisions,
  mps_has_no_fp64,
  mixed_is_not_stated,
  sharding_has_its_own_precisions,
  model_parallel_precisions,
  no_bf16_here,
  no_fp8_here,
  nccl_needs_cuda,
  nccl_not_between_slices,
};

/// The sentence of a reason; empty for `none`.
constexpr char const* sentence_of(incompatibility reason) {
  constexpr char const* sentences[] = {
      "",
      ALLOTYPE_SENTENCE_names_another_device,
      ALLOTYPE_SENTENCE_mps_has_one_device,
      ALLOTYPE_SENTENCE_mps_works_alone,
      ALLOTYPE_SENTENCE_tpu_takes_xla,
      ALLOTYPE_SENTENCE_fsdp_needs_cuda,
      ALLOTYPE_SENTENCE_deepspeed_needs_cuda,
      ALLOTYPE_SENTENCE_xla_needs_a_tpu,
      ALLOTYPE_SENTENCE_single_xla_names_no_device,
      ALLOTYPE_SENTENCE_fp8_needs_a_gpu,
      ALLOTYPE_SENTENCE_tpu_has_true_precisions,
      ALLOTYPE_SENTENCE_mps_has_no_fp64,
      ALLOTYPE_SENTENCE_mixed_is_not_stated,
      ALLOTYPE_SENTENCE_sharding_has_its_own_precisions,
      ALLOTYPE_SENTENCE_model_parallel_precisions,
      ALLOTYPE_SENTENCE_no_bf16_here,
      ALLOTYPE_SENTENCE_no_fp8_here,
      ALLOTYPE_SENTENCE_nccl_needs_cuda,
      ALLOTYPE_SENTENCE_nccl_not_between_slices,
  };
  return sentences[static_cast<int>(reason)];
}

/// The device that `single_device` names.
enum class named_device {
  cpu,          ///< the default, also by name
  accelerator,  ///< the executor's accelerator
  another,
};

/// The properties of a strategy that the rules use.
struct strategy_demands {
  strategy_kind kind = strategy_kind::automatic_one;
  named_device device = named_device::cpu;  ///< used only for `single_device`
  bool over_nccl = false;
};

using enum incompatibility;

/// Rows as `strategy_kind`, columns as `accelerator_family`. Source: PyTorch Lightning 2.6.2, accelerator × strategy,
/// both front ends; test/data/lightning_strategies.csv has the cells.
// clang-format off
inline constexpr incompatibility strategy_rules[strategy_kind_count][accelerator_family_count] = {
    // cpu, cuda, mps, tpu, custom
    /* auto, 1 */    {none, none, none, none, none},
    /* auto, n */    {none, none, mps_has_one_device, none, none},
    /* auto, nodes */{none, none, mps_works_alone, none, none},
    /* single */     {none, none, none, tpu_takes_xla, none},
    /* dp */         {none, none, mps_works_alone, tpu_takes_xla, none},
    /* ddp */        {none, none, mps_works_alone, tpu_takes_xla, none},
    /* sharded */    {none, none, mps_works_alone, tpu_takes_xla, none},
    /* fsdp */       {fsdp_needs_cuda, none, mps_works_alone, tpu_takes_xla, fsdp_needs_cuda},
    /* deepspeed */  {deepspeed_needs_cuda, none, deepspeed_needs_cuda, tpu_takes_xla, deepspeed_needs_cuda},
    /* xla */        {xla_needs_a_tpu, xla_needs_a_tpu, xla_needs_a_tpu, none, xla_needs_a_tpu},
    /* xla_fsdp */   {xla_needs_a_tpu, xla_needs_a_tpu, xla_needs_a_tpu, none, xla_needs_a_tpu},
    /* single_xla */ {single_xla_names_no_device, single_xla_names_no_device, single_xla_names_no_device,
                      single_xla_names_no_device, single_xla_names_no_device},
    /* model */      {none, none, mps_works_alone, tpu_takes_xla, none},
};

/// Rows as `precision_kind`. Source: the same, accelerator × precision.
inline constexpr incompatibility precision_rules[7][accelerator_family_count] = {
    // cpu, cuda, mps, tpu, custom
    /* 64-true */   {none, none, mps_has_no_fp64, tpu_has_true_precisions, none},
    /* 32-true */   {none, none, none, none, none},
    /* 16-true */   {none, none, none, none, none},
    /* bf16-true */ {none, none, none, none, none},
    /* 16-mixed */  {none, none, none, tpu_has_true_precisions, mixed_is_not_stated},
    /* bf16-mixed */{none, none, none, tpu_has_true_precisions, mixed_is_not_stated},
    /* fp8 */       {fp8_needs_a_gpu, none, fp8_needs_a_gpu, fp8_needs_a_gpu, fp8_needs_a_gpu},
};
// clang-format on

constexpr incompatibility strategy_rule(accelerator_data const& of, strategy_demands const& strategy) {
  incompatibility const rule = strategy_rules[static_cast<int>(strategy.kind)][static_cast<int>(of.family)];
  if (rule != none) return rule;
  bool const is_the_cpu = strategy.device == named_device::cpu && of.family == accelerator_family::cpu;
  if (strategy.kind == strategy_kind::single_device && strategy.device != named_device::accelerator && !is_the_cpu) {
    return names_another_device;
  }
  if (strategy.over_nccl && of.family != accelerator_family::cuda) return nccl_needs_cuda;
  return strategy.over_nccl && of.is_partition() ? nccl_not_between_slices : none;
}

constexpr incompatibility precision_rule(accelerator_data const& of, strategy_kind strategy, precision_kind precision) {
  bool const eight = precision == precision_kind::fp8_mixed;
  incompatibility const rule = precision_rules[static_cast<int>(precision)][static_cast<int>(of.family)];
  if (rule != none && !(rule == mixed_is_not_stated && of.mixed_precision)) return rule;
  if (strategy == strategy_kind::fsdp || strategy == strategy_kind::deepspeed) {
    if (precision == precision_kind::fp64_true || eight) return sharding_has_its_own_precisions;
  }
  if (strategy == strategy_kind::model_parallel) {
    if (precision == precision_kind::fp64_true || precision == precision_kind::fp16_mixed || eight) {
      return model_parallel_precisions;
    }
  }
  if (eight && !of.fp8) return no_fp8_here;
  bool const needs_bf16 = precision == precision_kind::bf16_true || precision == precision_kind::bf16_mixed;
  return needs_bf16 && !of.bf16 ? no_bf16_here : none;
}

template <class S, class A>
inline constexpr named_device device_named_by = named_device::accelerator;
template <class Device, class A>
inline constexpr named_device device_named_by<single_device<Device>, A> =
    std::is_same_v<Device, A>     ? named_device::accelerator
    : std::is_same_v<Device, cpu> ? named_device::cpu
                                  : named_device::another;

/// Why these do not go together, for types and for names. Complexity: constant.
constexpr incompatibility why_incompatible(accelerator_data const& accelerator, strategy_demands const& strategy,
                                           precision_kind precision) {
  incompatibility const rule = detail::strategy_rule(accelerator, strategy);
  return rule != incompatibility::none ? rule : detail::precision_rule(accelerator, strategy.kind, precision);
}

/// Why the three types do not go together.
template <accelerator A, strategy S, precision_policy P>
inline constexpr incompatibility incompatibility_of =
    why_incompatible(data_of<A>, {S::kind, device_named_by<S, A>, goes_over_nccl<S>}, P::kind);

template <class A, class S, class P>
concept strategy_and_precision_go_with_the_accelerator = incompatibility_of<A, S, P> == incompatibility::none;

}  // namespace detail

/// The accelerator, the strategy and the precision go together.
template <class A, class S, class P>
concept compatible = accelerator<A> && strategy<S> && detail::precision_policy<P> &&
                     detail::strategy_and_precision_go_with_the_accelerator<A, S, P>;

namespace detail {

/// Instantiating it is the check.
template <class A, class S, class P, incompatibility Reason>
struct go_together {
  using result = void;  // first: clang leaves out what stands behind a check that failed

  template <incompatibility Other>
  static constexpr bool not_because = Reason != Other;

  static_assert(not_because<names_another_device>, ALLOTYPE_SENTENCE_names_another_device);
  static_assert(not_because<mps_has_one_device>, ALLOTYPE_SENTENCE_mps_has_one_device);
  static_assert(not_because<mps_works_alone>, ALLOTYPE_SENTENCE_mps_works_alone);
  static_assert(not_because<tpu_takes_xla>, ALLOTYPE_SENTENCE_tpu_takes_xla);
  static_assert(not_because<fsdp_needs_cuda>, ALLOTYPE_SENTENCE_fsdp_needs_cuda);
  static_assert(not_because<deepspeed_needs_cuda>, ALLOTYPE_SENTENCE_deepspeed_needs_cuda);
  static_assert(not_because<xla_needs_a_tpu>, ALLOTYPE_SENTENCE_xla_needs_a_tpu);
  static_assert(not_because<single_xla_names_no_device>, ALLOTYPE_SENTENCE_single_xla_names_no_device);
  static_assert(not_because<fp8_needs_a_gpu>, ALLOTYPE_SENTENCE_fp8_needs_a_gpu);
  static_assert(not_because<tpu_has_true_precisions>, ALLOTYPE_SENTENCE_tpu_has_true_precisions);
  static_assert(not_because<mps_has_no_fp64>, ALLOTYPE_SENTENCE_mps_has_no_fp64);
  static_assert(not_because<mixed_is_not_stated>, ALLOTYPE_SENTENCE_mixed_is_not_stated);
  static_assert(not_because<sharding_has_its_own_precisions>, ALLOTYPE_SENTENCE_sharding_has_its_own_precisions);
  static_assert(not_because<model_parallel_precisions>, ALLOTYPE_SENTENCE_model_parallel_precisions);
  static_assert(not_because<no_bf16_here>, ALLOTYPE_SENTENCE_no_bf16_here);
  static_assert(not_because<no_fp8_here>, ALLOTYPE_SENTENCE_no_fp8_here);
  static_assert(not_because<nccl_needs_cuda>, ALLOTYPE_SENTENCE_nccl_needs_cuda);
  static_assert(not_because<nccl_not_between_slices>, ALLOTYPE_SENTENCE_nccl_not_between_slices);
};

}  // namespace detail

#undef ALLOTYPE_SENTENCE_names_another_device
#undef ALLOTYPE_SENTENCE_mps_has_one_device
#undef ALLOTYPE_SENTENCE_mps_works_alone
#undef ALLOTYPE_SENTENCE_tpu_takes_xla
#undef ALLOTYPE_SENTENCE_fsdp_needs_cuda
#undef ALLOTYPE_SENTENCE_deepspeed_needs_cuda
#undef ALLOTYPE_SENTENCE_xla_needs_a_tpu
#undef ALLOTYPE_SENTENCE_single_xla_names_no_device
#undef ALLOTYPE_SENTENCE_fp8_needs_a_gpu
#undef ALLOTYPE_SENTENCE_tpu_has_true_precisions
#undef ALLOTYPE_SENTENCE_mps_has_no_fp64
#undef ALLOTYPE_SENTENCE_mixed_is_not_stated
#undef ALLOTYPE_SENTENCE_sharding_has_its_own_precisions
#undef ALLOTYPE_SENTENCE_model_parallel_precisions
#undef ALLOTYPE_SENTENCE_no_bf16_here
#undef ALLOTYPE_SENTENCE_no_fp8_here
#undef ALLOTYPE_SENTENCE_nccl_needs_cuda
#undef ALLOTYPE_SENTENCE_nccl_not_between_slices

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
