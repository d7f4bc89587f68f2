// SPDX-License-Identifier: BSL-1.0
/// \file
/// What can be known about an accelerator: one row a fact. The enumeration `fact`, the amounts in `needs<…>`,
/// descriptions and the table in doc/facts.md are made of these rows.
///
///   FACT(name, reading, label, unit, kind, need)
///
/// name     the member that states it, and the enumerator of `fact`
/// reading  own: a partition has its own. shared: a partition has its device's. Both: where there is no member, the
///          fact is not published. memory, rule: see accelerator/facts.hpp
/// label    what descriptions call it
/// unit     what stands behind its number
/// kind     how a need of it is compared and written: count, exact_count, ability, some_count, some_memory, bytes,
///          version; none where nothing can need it
/// need     the entry of `needs<…>`; a count without one is needed by `at_least<fact::…, N>`
///
/// It has no guard: a header that uses the rows includes end_fact_rows.hpp at its end.

#include <allotype/core/detail/language.hpp>

#define ALLOTYPE_FACTS(FACT)                                                                                        \
  FACT(architecture, shared, "architecture", "", none, )                                                            \
  FACT(compute_capability, shared, "compute capability", "", version, compute_capability)                           \
  FACT(memory, memory, "memory", "", some_memory, memory)                                                           \
  FACT(nominal_memory, own, "memory on the data sheet", "", none, )                                                 \
  FACT(memory_bandwidth_gb_per_s, own, "memory bandwidth", " GB/s", count, )                                        \
  FACT(sm_count, own, "streaming multiprocessors", "", count, sm_count)                                             \
  FACT(chips, own, "chips", "", count, chips)                                                                       \
  FACT(tensorcores, own, "TensorCores", "", count, )                                                                \
  FACT(hosts, own, "hosts", "", none, )                                                                             \
  FACT(chips_per_host, own, "chips of a host", "", none, )                                                          \
  FACT(machine_types, own, "machine type", "", none, )                                                              \
  FACT(cubes, own, "cubes of 4x4x4 chips", "", none, )                                                              \
  FACT(wraparound_torus, own, "torus", "", none, )                                                                  \
  FACT(twisted_torus, own, "twisted torus", "", none, )                                                             \
  FACT(gke_accelerator, shared, "accelerator of Google Kubernetes Engine", "", none, )                              \
  FACT(xcds, own, "chiplets", "", count, )                                                                          \
  FACT(compute_units, own, "compute units", "", count, )                                                            \
  FACT(numa_domains, own, "domains of the device's memory", "", none, )                                             \
  FACT(memory_per_numa_domain, own, "memory of a domain", "", none, )                                               \
  FACT(compute_slices, own, "compute slices", "", count, )                                                          \
  FACT(memory_slices, own, "memory slices", "", count, )                                                            \
  FACT(max_instances, own, "instances at most", "", none, )                                                         \
  FACT(mig_max_instances, own, "GPU instances at most", "", none, )                                                 \
  FACT(copy_engines, own, "copy engines", "", count, copy_engines)                                                  \
  FACT(nvdec, own, "video decoders", "", count, nvdec)                                                              \
  FACT(nvenc, own, "video encoders", "", count, )                                                                   \
  FACT(jpeg, own, "JPEG decoders", "", count, )                                                                     \
  FACT(ofa, own, "optical flow accelerators", "", count, )                                                          \
  FACT(nvml_profile_id, own, "profile id of NVML", "", none, )                                                      \
  FACT(smi_profile_id, own, "profile id of nvidia-smi", "", none, )                                                 \
  FACT(warp_size, shared, "threads of a warp", "", exact_count, warp_size)                                          \
  FACT(max_threads_per_block, shared, "threads of a block at most", "", some_count, threads_per_block)              \
  FACT(max_threads_per_sm, shared, "threads of a multiprocessor at most", "", count, )                              \
  FACT(max_shared_memory_per_block, shared, "shared memory of a block at most", "", bytes, shared_memory_per_block) \
  FACT(bf16, shared, "bf16", "", ability, bf16)                                                                     \
  FACT(fp8, shared, "fp8", "", ability, fp8)                                                                        \
  FACT(fp64_tensor, shared, "double precision on tensor cores", "", ability, fp64_tensor)                           \
  FACT(peer_to_peer, rule, "direct access to another accelerator's memory", "", ability, peer_to_peer)              \
  FACT(ipc, rule, "memory shared with another accelerator's process", "", ability, ipc)                             \
  FACT(graphics, rule, "OpenGL and Vulkan", "", ability, graphics)
