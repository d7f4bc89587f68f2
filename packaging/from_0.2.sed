# SPDX-License-Identifier: BSL-1.0
# Rewrites a program for allotype 0.2, once:   sed -E -i -f packaging/from_0.2.sed FILE...

# Headers of the libraries beside the core. In 0.2 <allotype/plan.hpp> had what fits on a fleet, too.
s#<allotype/cluster/provision\.hpp>#<allotype/cluster/pools/setup.hpp>#
s/^(#include <allotype)\/plan\.hpp>/&\n\1\/cluster\/fleet.hpp>/
s#<allotype/(request|provision)(/|\.hpp>)#<allotype/cluster/\1\2#
s#<allotype/cluster/(agreement|pool)\.hpp>#<allotype/cluster/pools/\1.hpp>#
s#<allotype/plan/(arrival|fleet|pack|planned_arrivals)\.hpp>#<allotype/cluster/fleet/\1.hpp>#
s#<allotype/(registry|statistics|training)(/|\.hpp>)#<allotype/parallel/\1\2#
s#<allotype/parallel/(cluster_environment|collectives|mpi_communicator|rank_error|thread_communicator|transport)\.hpp>#<allotype/parallel/transport/\1.hpp>#
s#<allotype/parallel/(check_accelerator|compatibility|execution|executor|executor_options|life_cycle|make_executor|named_parts|precision|strategy)\.hpp>#<allotype/parallel/executor/\1.hpp>#
s#<allotype/core/block\.hpp>#<allotype/plan/block.hpp>#
s#<allotype/core/opened\.hpp>#<allotype/dispatch/opened.hpp>#
s#<allotype/core/detail/mode\.hpp>#<allotype/core/mode.hpp>#
s#<allotype/parallel/detail/combine\.hpp>#<allotype/core/number_format.hpp>#
s#<allotype/accelerator/accelerator_abilities\.hpp>#<allotype/accelerator/accelerator_data.hpp>#

s/\bset_unreported_error_handler\b/error::set_unreported_handler/g

# Needs and layouts.
s/\b(at|allotype)::(compute_slices|memory_slices|compute_units|xcds|tensorcores|nvenc|jpeg|ofa|memory_bandwidth_gb_per_s)<([0-9]+)>/\1::at_least<\1::fact::\2, \3>/g
s/\b(at|allotype)::threads_per_sm<([0-9]+)>/\1::at_least<\1::fact::max_threads_per_sm, \2>/g
s#<allotype/plan/amd_layout\.hpp>#<allotype/plan/layout.hpp>#
s/\b(can_)?amd_layout</\1layout_of</g
s/\bdevices_text<("[^"]*")>/device_choice::can_be(\1)/g

# What backends are told.
s/\b(\w+)\.partition == nullptr/!\1.is_partition()/g
s/\b(\w+)\.partition != nullptr/\1.is_partition()/g

# Texts.
s/\b(at|allotype)::text\b/\1::fixed_text/g
s/\b(at|allotype)::message</\1::fixed_text</g

# Limits.
s/(::|\.)most_([a-z])/\1max_\2/g

# Questions.
s/\bcan_smallest\b/has_smallest/g

# Systems that are looked up by their names.
s#<allotype/cluster/request/(aks|dstack|eks|gke|hami|labelled_clouds|lsf|nomad|pbs|skypilot)\.hpp>#<allotype/cluster/request/system.hpp>#
s/^(#include <allotype\/cluster\/request)\/htcondor\.hpp>/&\n\1\/system.hpp>/
s/\bgke::accelerator<("[^"]*")>/setting<"accelerator", \1>/g
s/\bcoreweave::gpu_class<("[^"]*")>/setting<"gpu-class", \1>/g
s/\b(at|allotype)::(gke|coreweave|nebius)\b([^:]|$)/\1::system<"\2">\3/g
s/\beks::instance_type<("[^"]*")>/setting<"instance-type", \1>/g
s/\beks::neuron_cores\b/setting<"neuron-cores", "true">/g
s/\beks::karpenter\b/system<"eks-karpenter">/g
s/\beks::auto_mode\b/system<"eks-auto-mode">/g
s/\beks::node_group\b/system<"eks-node-group">/g
s/\baks::node_pool_by_size\b/system<"aks-node-pool-by-size">/g
s/\baks::node_pool\b/system<"aks-node-pool">/g
s/\baks::auto_provisioning\b/system<"aks-auto-provisioning">/g
s/\baks::(single|mixed)\b/system<"aks-\1">/g
s/\bhami::any_board\b/without_product/g
s/\bhami::whole\b/system<"hami">/g
s/\b(([A-Za-z_]+::)?)(hami|volcano)::share<([0-9]+)>/\1system<"\3", \1setting<"memory-mib", "\4">>/g
s/\b(([A-Za-z_]+::)?)(hami|volcano)::share_by_mig<([0-9]+)>/\1system<"\3", \1setting<"memory-mib", "\4">, \1setting<"by-mig", "true">>/g
s/\bpbs::resource<("[^"]*")>/setting<"resource", \1>/g
s/\b(htcondor|lsf|pbs|skypilot|dstack)::pool\b/system<"\1">/g
s/\bnomad::by_name\b/system<"nomad">/g
s/\b(([A-Za-z_]+::)?)nomad::by_constraint\b/\1system<"nomad", \1setting<"by-constraint", "true">>/g
s/\bskypilot::on<([A-Za-z_]+::)*mixed>/system<"skypilot-on-kubernetes">/g
s/\bskypilot::on<([A-Za-z_]+::)*single>/system<"skypilot-on-kubernetes-single">/g
s/\b(htcondor|lsf|pbs)::job_request\b/system_request/g
s/\b(nomad|skypilot|dstack)::task_request\b/system_request/g
s/\b(htcondor|lsf|pbs|nomad)::to_text\b/to_text/g
s/\b(skypilot|dstack)::to_document\b/to_document/g
