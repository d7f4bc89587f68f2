# SPDX-License-Identifier: BSL-1.0
# Rewrites a program for allotype 0.2, once:   sed -E -i -f packaging/from_0.2.sed FILE...

# Headers of the libraries beside the core. In 0.2 <allotype/plan.hpp> had what fits on a fleet, too.
s#<allotype/cluster/provision\.hpp>#<allotype/cluster/pools/setup.hpp>#
s/^(#include <allotype)\/plan\.hpp>/&\n\1\/cluster\/fleet.hpp>\n\1\/cluster\/layouts.hpp>/
s#<allotype/(request|provision)(/|\.hpp>)#<allotype/cluster/\1\2#
s#<allotype/cluster/(agreement|pool)\.hpp>#<allotype/cluster/pools/\1.hpp>#
s#<allotype/plan/(arrival|fleet|pack|planned_arrivals)\.hpp>#<allotype/cluster/fleet/\1.hpp>#
s#<allotype/(registry|statistics|training)(/|\.hpp>)#<allotype/parallel/\1\2#
s#<allotype/parallel/(cluster_environment|collectives|mpi_communicator|rank_error|thread_communicator|transport)\.hpp>#<allotype/parallel/transport/\1.hpp>#
s#<allotype/parallel/(check_accelerator|compatibility|execution|executor|executor_options|life_cycle|make_executor|named_parts|precision|strategy)\.hpp>#<allotype/parallel/executor/\1.hpp>#
s#<allotype/plan/layouts\.hpp>#<allotype/cluster/layouts/layouts_of.hpp>#
s#<allotype/plan/planned_layout\.hpp>#<allotype/cluster/layouts/planned_layout.hpp>#
s#<allotype/accelerator/description\.hpp>#<allotype/program/accelerator_description.hpp>#
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
# What 0.2's umbrella header included, too. A program without links and views by precision does without the lines.
s/^(#include <allotype)\/allotype\.hpp>/&\n\1\/dispatch\/precision_view.hpp>\n\1\/plan\/communication.hpp>/
s/\b(can_)?amd_layout</\1layout_of</g
s/\bdevices_text<("[^"]*")>/device_choice::can_be(\1)/g

# A template that passes a name on takes a text.
s/\b(at|allotype)::(partition_name|no_partition_name|amd_mode_although)<([^<>]|<[^<>]*>)*> /\1::fixed_text /g

# What backends are told.
s/\b(\w+)\.partition == nullptr/!\1.is_partition()/g
s/\b(\w+)\.partition != nullptr/\1.is_partition()/g

# What belongs to one queue or event is its member.
s/\b(at|allotype)::(wait|record|native)\((\w+((\.|->)\w+(\(\))?)*)\)/\3.\2()/g

# Texts.
s/\b(at|allotype)::text\b/\1::fixed_text/g
s/\b(at|allotype)::message</\1::fixed_text</g
s/\b(at|allotype)::unused_share\b/\1::placement::unused_share/g

# Communication.
s/\blink::(peer|ipc|nvls)\b/link_kind::\1/g

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
s/\b(htcondor|lsf|pbs|nomad)::to_text\b/to_string/g
s/\b(skypilot|dstack)::to_document\b/to_document/g

# Systems with many users, and the settings of all.
s/^(#include <allotype\/cluster\/request)\/(dra|kuberay|kubernetes|kueue|node_labels|ray|slurm)\.hpp>/&\n\1\/system.hpp>/
s/\b(([A-Za-z_]+::)?)kubernetes::time_sliced<([0-9]+), true>/\1setting<"replicas", "\3">, \1setting<"renames-shared", "true">/g
s/\bkubernetes::time_sliced<([0-9]+)(, false)?>/setting<"replicas", "\1">/g
s/\bkubernetes::shared_by_mps\b/setting<"mps", "true">/g
s/\bkubernetes::(none|single|mixed)\b/system<"kubernetes-\1">/g
s/\bkubernetes::amd_(single|mixed)\b/system<"amd-\1">/g
s/\bkubernetes::node_labels\(([A-Za-z_:]+)::settings, [^)]*on_a_node\)/kubernetes::node_labels<\1>()/g
s/\bkubernetes::(amount|label|expression|toleration)\b/kubernetes::pod_request::\1/g
s/\bdra::v1\b/system<"dra">/g
s/\bdra::v1beta1\b/system<"dra-v1beta1">/g
s/\bdra::by_class\b/system<"dra-extended-resource">/g
s/\bdra::any_board\b/setting<"any-board", "true">/g
s/\bdra::open_takes_partitions\b/setting<"open-takes-partitions", "true">/g
s/\bdra::request_name<("[^"]*")>/setting<"request-name", \1>/g
s/\bdra::parent_of_amd<("[^"]*")>/setting<"parent-of-amd", \1>/g
s/\bdra::device_request\b/dra::claim_request::device/g
s/\bslurm::detected<([A-Za-z_]+::)*v22_05>/system<"slurm-22.05">/g
s/\bslurm::detected<[^>]*>/system<"slurm">/g
s/\bslurm::short_names\b/system<"slurm-short-names">/g
s/\bslurm::open_by_feature\b/setting<"open-by-feature", "true">/g
s/\bslurm::counts<([A-Za-z_]+::)*per_node>/setting<"counted", "per-node">/g
s/\bslurm::counts<([A-Za-z_]+::)*per_job>/setting<"counted", "per-job">/g
s/\bslurm::counts<([A-Za-z_]+::)*gpus_per_node>/setting<"counted", "gpus-per-node">/g
s/\bslurm::queue<("[^"]*")>/setting<"partition", \1>/g
s/\bslurm::counted\b/slurm::job_request::counting/g
s/\bslurm::gres\b/slurm::job_request::gres/g
s/\bslurm::(node|accounting)_line\(([A-Za-z_:<>".0-9-]+)::settings, /slurm::\1_line<\2>(/g
s/\bray::by_type\b/system<"ray">/g
s/\bray::by_label\b/system<"ray-by-label">/g
s/\bray::with_sizes\b/setting<"has-sizes", "true">/g
s/\bkueue::flavor_request\b/kueue::job_request/g
s/\bproduct<("[^"]*")>/setting<"product", \1>/g
s/\bwithout_product\b/setting<"selects-product", "false">/g
s/\bwith_driver<([A-Za-z_]+::)*R([0-9]+)>/setting<"driver", "\2">/g
s#<allotype/cluster/request/request_for\.hpp>#<allotype/cluster/request/request.hpp>#
s/\b(can_)?request_for</\1request</g

# What backends copy.
s/\bcopied_lines\b/pitched_copy/g

# Texts of values.
s/\b(\w+(\.\w+(\(\))?)*)\.description\(\)/to_string(\1)/g
s/\b(at|allotype)::description_text\b/\1::fixed_text<240>/g
s/\b((at|allotype)::)?text_of\(/\1to_string(/g
s/\b(at|allotype)::describe</\1::to_string</g
s/\b(\w+(\.\w+(\(\))?)*)\.word\(\)/to_string(\1.why()).text()/g
s/\bto_text\(/to_string(/g
s/\bprometheus::text\b/prometheus::to_string/g

# Several devices.
s/\b(at|allotype)::(percent|celsius|watts|joules|hertz)\b/\1::measured<"\2">/g
s/\bmonitored\(/monitor::during(/g
s/\b((at|allotype)::)?reports_statistics<([^<>]*)>/requires { \1statistics_of<\3>(0); }/g
s/\bstatistics_error\b/gpu_statistics::error/g
s/\bcompose_accelerator<([^()]*)>\(/composed_accelerator(\1{}, /g
s/\bprometheus::labels_of\b/prometheus::labels/g
s/\blist_accelerators\(/accelerator_registry::of_this_program().list(/g
s/\b(at|allotype)::if_registered::/\1::accelerator_registry::if_registered::/g
s/\b(\w+)\.add\((at::|allotype::|)registered_as<([^()]*)>\((.*)\)\);/\2register_accelerator<\3>(\1, \4);/
s/\bdevice_choice::kind::automatic\b/device_choice::kind::usual/g

# A concept; at::partition<Device, "name"> says how a partition is named.
s/\b(at|allotype)::partition<([^",<>]*(<"[^"]*">)?)>/\1::accelerator_partition<\2>/g
