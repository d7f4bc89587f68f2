# SPDX-License-Identifier: BSL-1.0
"""What people type into the search of the site, and the page that they want to see first; behind `#` its section.

Words of CMake, CUDA, MIG, the device plugin, DRA, Slurm's GRES, Kokkos, CUB, flytekit and Lightning, this library's own words,
questions as people ask them, and errors as compilers print them.
"""

WORDS = {
    "A100": "catalogue/a100.html", "2g.10gb": "catalogue/a100.html", "T4": "catalogue/t4.html", "MI300X": "catalogue/mi300x.html",
    "V5E": "catalogue/v5e.html", "partition": "accelerators.html", "glossary": "glossary.html", "conan": "install.html",
    "FetchContent": "install.html", "CMAKE_CUDA_ARCHITECTURES": "install.html#cmake",
    "helm": "how_to_cluster.html#cut-gpus-with-the-gpu-operator-helm", "gpu-operator": "how_to_cluster.html#cut-gpus-with-the-gpu-operator-helm",
    "mig-parted": "how_to_cluster.html#cut-gpus-with-mig-parted", "nvidia-smi mig -cgi": "provisioning.html",
    "pod pending": "how_to_cluster.html#find-out-why-a-pod-waits-pending", "time-slicing": "how_to_cluster.html#share-a-gpu-by-time-slicing-or-mps",
    "MPS": "how_to_cluster.html#share-a-gpu-by-time-slicing-or-mps", "ResourceClaim": "systems.html#kubernetes-with-dra",
    "GRES": "how_to_cluster.html#ask-slurm-gres-sbatch", "sbatch": "how_to_cluster.html#ask-slurm-gres-sbatch", "slurm": "provisioning.html",
    "kueue": "systems.html#kueue", "CUDA_VISIBLE_DEVICES": "how_to_code.html#run-two-programs-on-two-mig-instances-cuda_visible_devices",
    "multiple GPUs": "how_to_code.html#use-multiple-gpus", "OpenMP": "how_to_code.html#use-all-cores-of-the-cpu-openmp", "stream": "other_libraries.html",
    "cudaMallocAsync": "reference/dispatch/pooled_buffer.html", "cudaMemcpyAsync": "coming_from_cuda.html", "__syncthreads": "coming_from_cuda.html",
    "cub::DeviceReduce": "coming_from_cuda.html#a-sum-by-cub", "extended-lambda": "kernels.html", "Kokkos": "coming_from_kokkos.html",
    "parallel_for": "coming_from_kokkos.html", "TeamPolicy": "coming_from_kokkos.html", "flytekit": "flyte.html",
    "ImageSpec": "coming_from_flytekit.html", "Lightning Trainer": "coming_from_lightning.html", "DDP": "strategies.html",
    "NCCL": "strategies.html#transports-threads-mpi-sockets-nccl", "MPI": "strategies.html", "checkpoint": "strategies.html#checkpoints",
    "reduce": "reference/dispatch/reduce.html", "for_each": "reference/dispatch/for_each.html", "exclusive_scan": "reference/dispatch/scan.html",
    "prefix sum": "scans.html", "sort_by_key": "reference/dispatch/sort.html", "histogram": "atomics.html",
    "random numbers": "random_numbers.html", "subgroups": "reference/dispatch/subgroups.html", "pinned memory": "reference/dispatch/pinned.html",
    "mdspan": "views.html#stdmdspan"
}
SENTENCES = {
    "how do I ask for several GPUs on several nodes": "how_to_cluster.html#ask-for-several-gpus-on-several-nodes",
    "why does my pod wait for a MIG device": "how_to_cluster.html#find-out-why-a-pod-waits-pending",
    "run two programs on two MIG instances": "how_to_code.html#run-two-programs-on-two-mig-instances-cuda_visible_devices",
    "use the GPU if there is one, else the CPU": "how_to_code.html#use-the-gpu-if-there-is-one-else-the-cpu"
}
ERRORS = {
    # g++ 14, g++ 12, nvcc 13, clang 19
    "wrong.cpp:2:23: error: static assertion failed: A100: 1g.5gb does not fit beside 3g.20gb at 4, 4g.20gb at 0: no place is left for it; "
    "the largest part that fits is 3g.20gb, 4g.20gb": "errors.html",
    "layout.hpp:300:7: error: static assertion failed: these instances do not fit on one GPU: no_place_for<...> finds no place beside<...> "
    "those before it": "errors.html#these-instances-do-not-fit-on-one-gpu",
    'queue.hpp(45): error: static assertion failed with "nothing in this file runs code on this accelerator: code runs on allotype::cpu"':
        "errors.html#nothing-in-this-file-runs-code-on-this-accelerator-code-runs-on-allotypecpu",
    "'position' is a private member of 'allotype::detail::refused<3, words<29>{\"L4 has no partitions: ask for\"}, words<17>{\"the device "
    "itself\"}>'": "errors.html#l4-has-no-partitions-ask-for-the-device-itself",
    "error: static assertion failed: sort: its header is missing: write #include <allotype/sort.hpp>":
        "errors.html#sort-its-header-is-missing-write-include-allotypesorthpp",
    "an amount of memory is multiplied and divided by integers":
        "errors.html#an-amount-of-memory-is-multiplied-and-divided-by-integers-write-3--1_gib--2-for-15--1_gib"
}
