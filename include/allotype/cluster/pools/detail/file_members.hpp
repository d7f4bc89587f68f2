// SPDX-License-Identifier: BSL-1.0
/// \file
/// The members that the file of a cluster and that of tasks have. Readers refuse others, and the JSON Schema of each
/// file is made of them.
#pragma once

#include <allotype/cluster/pools/detail/input_file.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline constexpr int max_of_a_kind = 100000;   ///< nodes of a pool, and GPUs that are alike on a node
inline constexpr int max_of_a_task = 1000000;  ///< what a task asks for, and its runs
inline constexpr int max_partitions = 15;      ///< of a GPU
inline constexpr long long max_bytes = 1LL << 60;

inline constexpr member_rule members_of_cluster[] = {
    {"pools", value_kind::array, true, "The pools, in the order in which they are tried.", 1}};

inline constexpr member_rule members_of_pool[] = {
    {"name", value_kind::string, true, "The pool's name."},
    {"system", value_kind::string, true, "What hands out the nodes."},
    {"nodes", value_kind::number, false, "How many nodes there are, all alike. Without it: one.", 1, max_of_a_kind},
    {"gpus", value_kind::array, true, "The devices of each node."},
    {"settings", value_kind::object, false, "Settings of the system."}};

/// Names of "system" in files of version 0.2.
inline constexpr char const* earlier_names_of_system[] = {"flavour", "flavor"};

inline constexpr member_rule members_of_gpus[] = {
    {"device", value_kind::string, true, "The device, or a TPU slice or AMD's mode: A100, V5E 4x4, MI300X CPX/NPS4."},
    {"layout", value_kind::array, false, "The partitions of each of these GPUs: 3g.20gb, 3g.20gb@4.", 1},
    {"mig-devices", value_kind::object, false, "The same, counted as nvidia-mig-parted does: {\"1g.5gb\": 7}."},
    {"count", value_kind::number, false, "How many devices are so on each node. Without it: one.", 1, max_of_a_kind}};

inline constexpr member_rule members_of_task[] = {
    {"name", value_kind::string, true, "The task's name."},
    {"accelerators", value_kind::array, true, "What it can run on: A100 2g.10gb, cpu. The first is preferred.", 1},
    {"limits", value_kind::object, false, "How much it asks for."},
    {"replicas", value_kind::number, false, "How many runs there are at the same time. Without it: one.", 1,
     max_of_a_task},
    {"inputs", value_kind::null, false, "Not read: programs print it."},
    {"outputs", value_kind::null, false, "Not read: programs print it."}};

inline constexpr member_rule members_of_limits[] = {
    {"gpus", value_kind::number, false, "Devices on a node.", 1, max_of_a_task},
    {"cpus", value_kind::number, false, "Cores of the host.", 1, max_of_a_task},
    {"memory", value_kind::number, false, "Bytes of the host's memory.", 0, max_bytes},
    {"ephemeral_storage", value_kind::number, false, "Bytes of the host's disk.", 0, max_bytes}};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
