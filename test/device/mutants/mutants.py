# SPDX-License-Identifier: BSL-1.0
"""Ways to break the device code: (name, header of include/allotype, text, text instead).

The text stands in the header exactly once, or the mutant is an error: it is kept up with the code.
"""

FOR_EACH, LAUNCH = "backend/cuda/for_each.hpp", "backend/cuda/launch.hpp"
MEMORY, QUEUE, REDUCE = "backend/cuda/memory.hpp", "backend/cuda/queue.hpp", "backend/cuda/reduce.hpp"

# Those of every test run; the others run in ./dev fuzz.
SAMPLE = ("for_each_one_too_many", "grid_barrier_without_its_first_fence", "download_without_wait")

# Mutants that no test can tell from the code as it is, with the reason.
SURVIVE = {
    "reduce_result_over_results_of_shares":
        "the one thread that writes the result does so behind the barrier at which all threads have read the results "
        "of shares",
}

MUTANTS = [
    ("for_each_one_too_many", FOR_EACH,
     "if (i < position<Index>(over[0])) kernel", "if (i <= position<Index>(over[0])) kernel"),
    ("for_each_one_too_few", FOR_EACH,
     "if (i < position<Index>(over[0])) kernel", "if (i + 1 < position<Index>(over[0])) kernel"),
    ("for_each_blocks_overlap", FOR_EACH,
     "const i = position<Index>{blockIdx.x} * blockDim.x + threadIdx.x",
     "const i = position<Index>{blockIdx.x} * (blockDim.x - 1) + threadIdx.x"),
    ("for_each_no_check", FOR_EACH, "if (i < position<Index>(over[0])) kernel(Index(i))", "kernel(Index(i))"),
    ("for_each_row_and_column_swapped", FOR_EACH,
     "kernel(Index(row), Index(column));", "kernel(Index(column), Index(row));"),
    ("for_each_rows_unchecked", FOR_EACH,
     "if (row < position<Index>(over[0]) && column < position<Index>(over[1])) kernel",
     "if (column < position<Index>(over[1])) kernel"),
    ("for_each_planes_by_y", FOR_EACH,
     "position<Index>{blockIdx.z} * blockDim.z + threadIdx.z",
     "position<Index>{blockIdx.z} * blockDim.z + threadIdx.y"),
    ("for_each_last_block_missing", FOR_EACH, "size / threads + (size % threads != 0)", "size > threads ? size / threads : 1"),
    ("for_several_one_too_many", FOR_EACH, "i < unsigned(left)", "i <= unsigned(left)"),
    ("for_several_whole_block_by_one", FOR_EACH,
     "if (left >= Index(Count * threads_per_block))", "if (left + 1 >= Index(Count * threads_per_block))"),
    ("for_several_indices_overlap", FOR_EACH, "first + i * threads_per_block", "first + i * (threads_per_block - 1)"),
    ("each_thread_without_barrier", LAUNCH,
     "f(static_cast<int>(threadIdx.x));\n    __syncthreads();", "f(static_cast<int>(threadIdx.x));"),
    ("grid_barrier_without_its_first_barrier", LAUNCH,
     "__syncthreads();\n    if (threadIdx.x == 0) {", "if (threadIdx.x == 0) {"),
    ("grid_barrier_without_its_last_barrier", LAUNCH,
     "__threadfence();\n    }\n    __syncthreads();", "__threadfence();\n    }"),
    ("grid_barrier_without_its_first_fence", LAUNCH,
     "__threadfence();\n      unsigned const own", "unsigned const own"),
    ("grid_barrier_without_its_last_fence", LAUNCH,
     "__threadfence();\n    }\n    __syncthreads();", "}\n    __syncthreads();"),
    ("grid_barrier_fence_of_the_block", LAUNCH,
     "__threadfence();\n      unsigned const own", "__threadfence_block();\n      unsigned const own"),
    ("grid_barrier_counts_one_too_many", LAUNCH, "highest_bit - (gridDim.x - 1)", "highest_bit - gridDim.x"),
    ("grid_barrier_counts_in_its_block", LAUNCH, "atomicAdd(arrived_, own)", "atomicAdd_block(arrived_, own)"),
    ("grid_barrier_does_not_wait", LAUNCH, "& highest_bit) == 0) {", "& highest_bit) == 1) {"),
    ("cluster_barrier_without_wait", LAUNCH,
     "__cluster_barrier_arrive();\n    __cluster_barrier_wait();", "__cluster_barrier_arrive();"),
    ("cluster_barrier_missing", LAUNCH, "__cluster_barrier_arrive();\n    __cluster_barrier_wait();", ""),
    ("cluster_maps_to_itself", LAUNCH,
     "static_cast<unsigned>(index)));", "static_cast<unsigned>(index_in_cluster())));"),
    ("static_memory_too_small", LAUNCH, "unsigned char memory[StaticBytes];", "unsigned char memory[StaticBytes / 2];"),
    ("shared_memory_too_small", LAUNCH,
     "shape.threads, shape.shared_bytes, state.stream()>>>",
     "shape.threads, shape.shared_bytes / 4096, state.stream()>>>"),
    ("shared_memory_without_opting_in", LAUNCH,
     "> shared_memory_without_opting_in.count) {", "> 4 * shared_memory_without_opting_in.count) {"),
    ("launch_one_block_less", LAUNCH, "function<<<over.blocks, ", "function<<<over.blocks - 1, "),
    ("upload_without_wait", MEMORY,
     "state.check(cudaEventSynchronize(staging.free), \"cudaEventSynchronize\");\n"
     "    std::memcpy(staging.memory, from, part);",
     "std::memcpy(staging.memory, from, part);"),
    ("download_without_wait", MEMORY,
     "state.check(cudaEventSynchronize(staging.free), \"cudaEventSynchronize\");\n    std::memcpy(to + part * half",
     "std::memcpy(to + part * half"),
    ("download_one_half_twice", MEMORY,
     "state.staging(static_cast<int>(part % 2));\n    state.check(\n        cudaMemcpyAsync(staging.memory",
     "state.staging(0);\n    state.check(\n        cudaMemcpyAsync(staging.memory"),
    ("wait_without_waiting", QUEUE,
     "state.check(cudaStreamSynchronize(state.stream()), \"cudaStreamSynchronize\");", ""),
    ("grid_barrier_memory_not_cleared", QUEUE,
     "check(cudaMemsetAsync(has_.grid_barrier, 0, sizeof(unsigned), has_.stream), \"cudaMemsetAsync\");", ""),
    ("reduce_without_barrier", REDUCE, "of_warps[warp] = value;\n  __syncthreads();", "of_warps[warp] = value;"),
    ("reduce_one_lane_too_many", REDUCE, "if (lane + offset < lanes)", "if (lane + offset <= lanes)"),
    ("reduce_half_the_lanes", REDUCE, "__shfl_sync(0xffffffff, ", "__shfl_sync(0x0000ffff, "),
    ("reduce_without_first_value", REDUCE, "op(init, value) : init", "value : init"),
    ("reduce_result_behind_the_scratch_memory", REDUCE,
     "state.scratch((max_reduced_shares + 1) * sizeof(T))", "state.scratch(max_reduced_shares * sizeof(T))"),
    ("reduce_result_over_results_of_shares", REDUCE,
     "results_of_shares<T>(state) + mode_detail::max_reduced_shares;", "results_of_shares<T>(state);"),
]
