# SPDX-License-Identifier: BSL-1.0
# Every public header, one list a room. A header that is missing here is not installed; the test headers.listed
# compares the lists with the folder.

set(allotype_headers_top
    allotype.hpp
    reduce.hpp
)
set(allotype_headers_core
    core/amounts.hpp
    core/block.hpp
    core/driver.hpp
    core/list.hpp
    core/message.hpp
    core/mode.hpp
    core/name.hpp
    core/units.hpp
)
set(allotype_headers_catalog
    catalog/amd.hpp
    catalog/aws.hpp
    catalog/base/amd_device.hpp
    catalog/base/device.hpp
    catalog/base/mig_compute_instance.hpp
    catalog/base/nvidia_device.hpp
    catalog/base/tpu_device.hpp
    catalog/cpu.hpp
    catalog/google.hpp
    catalog/intel.hpp
    catalog/mig_name.hpp
    catalog/nvidia.hpp
    catalog/nvidia_compute_capability.hpp
    catalog/nvidia_mig.hpp
    catalog/nvidia_mig_drivers.hpp
)
set(allotype_headers_accelerator
    accelerator/alternatives.hpp
    accelerator/concepts.hpp
    accelerator/facts.hpp
    accelerator/known_devices.hpp
)
set(allotype_headers_plan
    plan/amd_layout.hpp
    plan/communication.hpp
    plan/kernel_needs.hpp
    plan/layout.hpp
    plan/layouts.hpp
    plan/needs.hpp
    plan/occupancy.hpp
    plan/pack.hpp
    plan/pack_search.hpp
    plan/placement.hpp
    plan/smallest.hpp
)
set(allotype_headers_task
    task/limits.hpp
    task/result.hpp
    task/task.hpp
)
set(allotype_headers_dispatch
    dispatch/backend.hpp
    dispatch/buffer.hpp
    dispatch/copy.hpp
    dispatch/error.hpp
    dispatch/extents.hpp
    dispatch/for_each.hpp
    dispatch/launch.hpp
    dispatch/queue.hpp
    dispatch/reduce.hpp
    dispatch/view.hpp
)
set(allotype_headers_backend
    backend/cpu/for_each.hpp
    backend/cpu/launch.hpp
    backend/cpu/memory.hpp
    backend/cpu/queue.hpp
    backend/cpu/reduce.hpp
)
set(allotype_headers_runtime
    runtime/accelerator_choice.hpp
    runtime/accelerator_devices.hpp
    runtime/accelerator_names.hpp
    runtime/accelerator_options.hpp
    runtime/availability.hpp
    runtime/check_device.hpp
    runtime/comma_list.hpp
    runtime/device_choice.hpp
    runtime/device_environment.hpp
    runtime/device_mask.hpp
    runtime/device_selection.hpp
    runtime/device_selection_error.hpp
    runtime/device_uuid.hpp
    runtime/devices_present.hpp
    runtime/host_processor.hpp
    runtime/machine.hpp
    runtime/matching.hpp
    runtime/measured.hpp
    runtime/monitor.hpp
    runtime/node_count.hpp
    runtime/nvidia_boards.hpp
    runtime/nvml.hpp
    runtime/probe.hpp
    runtime/registry.hpp
    runtime/statistics.hpp
    runtime/system_file.hpp
    runtime/time_limit.hpp
    runtime/usable_devices.hpp
    runtime/visible_devices.hpp
    runtime/with_accelerator.hpp
    runtime/with_found_device.hpp
)
set(allotype_headers_emit
    emit/description.hpp
    emit/flyte.hpp
    emit/flyte_json.hpp
    emit/statistics.hpp
    emit/statistics_json.hpp
)

# CUDA C++ in the header: only nvcc compiles them.
set(allotype_headers_for_nvcc_alone
    backend/cuda/call.hpp
    backend/cuda/for_each.hpp
    backend/cuda/launch.hpp
    backend/cuda/memory.hpp
    backend/cuda/queue.hpp
    backend/cuda/range.hpp
    backend/cuda/reduce.hpp
)

# Not for .cu files: nvcc takes seconds over Boost.Hana and JSON, and no device code needs what is in them.
set(allotype_headers_not_for_nvcc
    emit/flyte_json.hpp
    emit/description.hpp
    emit/statistics.hpp
    emit/statistics_json.hpp
    runtime/monitor.hpp
    runtime/statistics.hpp
)

set(allotype_headers)
foreach(room IN ITEMS top core catalog accelerator plan task dispatch backend runtime emit)
  list(APPEND allotype_headers ${allotype_headers_${room}})
endforeach()
cmake_path(SET allotype_include_folder NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../include)
foreach(list IN ITEMS allotype_headers allotype_headers_for_nvcc_alone allotype_headers_not_for_nvcc)
  list(TRANSFORM ${list} PREPEND ${allotype_include_folder}/allotype/)
endforeach()
