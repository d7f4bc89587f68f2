# SPDX-License-Identifier: BSL-1.0
# Every public header, one list a room. A header that is missing here is not installed; the test headers.listed
# compares the lists with the folder.

set(allotype_headers_top
    allotype.hpp
    reduce.hpp
)
set(allotype_headers_core
    core/list.hpp
    core/message.hpp
    core/mode.hpp
    core/name.hpp
    core/number_format.hpp
    core/units.hpp
)
set(allotype_headers_catalog
    catalog/amd.hpp
    catalog/aws.hpp
    catalog/base/device.hpp
    catalog/base/nvidia_device.hpp
    catalog/base/tpu_device.hpp
    catalog/cpu.hpp
    catalog/google.hpp
    catalog/intel.hpp
    catalog/nvidia.hpp
    catalog/nvidia_mig.hpp
)
set(allotype_headers_accelerator
    accelerator/alternatives.hpp
    accelerator/concepts.hpp
    accelerator/facts.hpp
    accelerator/known_devices.hpp
)
set(allotype_headers_plan)
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
    dispatch/precision_view.hpp
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
    runtime/collective/alone.hpp
    runtime/collective/call.hpp
    runtime/collective/collectives.hpp
    runtime/collective/combine.hpp
    runtime/collective/error.hpp
    runtime/collective/threads.hpp
    runtime/collective/time_limit.hpp
    runtime/compatibility.hpp
    runtime/composed_accelerator.hpp
    runtime/device_choice.hpp
    runtime/execution.hpp
    runtime/executor.hpp
    runtime/gradient_scaler.hpp
    runtime/life_cycle.hpp
    runtime/make_executor.hpp
    runtime/optimizer.hpp
    runtime/precision.hpp
    runtime/strategy.hpp
    runtime/trained_parameters.hpp
)
set(allotype_headers_emit
    emit/description.hpp
    emit/flyte.hpp
    emit/flyte_json.hpp
)

# CUDA C++ in the header: only nvcc compiles them.
set(allotype_headers_for_nvcc_alone
    backend/cuda/call.hpp
    backend/cuda/for_each.hpp
    backend/cuda/launch.hpp
    backend/cuda/memory.hpp
    backend/cuda/number_format.hpp
    backend/cuda/queue.hpp
    backend/cuda/range.hpp
    backend/cuda/reduce.hpp
)

# They include what a component brings (allotype::mpi, NCCL), so they do not compile without it.
set(allotype_headers_of_components
    runtime/collective/mpi.hpp
    runtime/collective/nccl.hpp
    runtime/strategy_over_mpi.hpp
    runtime/strategy_over_nccl.hpp
)

# Not for .cu files: nvcc takes seconds over Boost.Hana and JSON, and no device code needs what is in them.
set(allotype_headers_not_for_nvcc
    emit/flyte_json.hpp
    emit/description.hpp
)

set(allotype_headers)
foreach(room IN ITEMS top core catalog accelerator plan task dispatch backend runtime emit)
  list(APPEND allotype_headers ${allotype_headers_${room}})
endforeach()
cmake_path(SET allotype_include_folder NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../include)
foreach(list IN ITEMS allotype_headers allotype_headers_for_nvcc_alone allotype_headers_of_components
                     allotype_headers_not_for_nvcc)
  list(TRANSFORM ${list} PREPEND ${allotype_include_folder}/allotype/)
endforeach()
