# SPDX-License-Identifier: BSL-1.0
# The headers: what tests compile and packages count. A list names those that need more than the others.

cmake_path(SET allotype_include_folder NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../include)

set(glob_again CONFIGURE_DEPENDS)
if(CMAKE_SCRIPT_MODE_FILE)
  set(glob_again)
endif()

# CUDA C++ in the header: only nvcc compiles them.
file(GLOB allotype_headers_for_nvcc_alone ${glob_again} RELATIVE ${allotype_include_folder}/allotype
     ${allotype_include_folder}/allotype/backend/cuda/*.hpp)
list(APPEND allotype_headers_for_nvcc_alone nvtx.hpp)

# They include what a component brings (allotype::mpi, NCCL), so they do not compile without it.
set(allotype_headers_of_components
    parallel/over_mpi.hpp
    parallel/over_nccl.hpp
    parallel/transport/detail/nccl_communicator.hpp
    parallel/transport/mpi_communicator.hpp
)

# Not for .cu files: nvcc takes seconds over Boost.Hana and JSON; no device code needs what is in them.
set(allotype_headers_not_for_nvcc
    cluster/request/flyte_json.hpp
    parallel.hpp
    parallel/statistics.hpp
    parallel/statistics/monitor.hpp
    parallel/statistics/statistics.hpp
    parallel/statistics/statistics_json.hpp
    parallel/statistics/statistics_text.hpp
    program/accelerator_description.hpp
)

foreach(list IN ITEMS allotype_headers_for_nvcc_alone allotype_headers_of_components allotype_headers_not_for_nvcc)
  list(TRANSFORM ${list} PREPEND ${allotype_include_folder}/allotype/)
  foreach(header IN LISTS ${list})
    if(NOT EXISTS ${header})
      message(FATAL_ERROR "cmake/headers.cmake: ${list} names ${header}, and it is not there")
    endif()
  endforeach()
endforeach()

# All others. Those of the top folders bring what stands in the rooms.
file(GLOB_RECURSE allotype_headers ${glob_again} ${allotype_include_folder}/allotype/*.hpp)
list(REMOVE_ITEM allotype_headers ${allotype_headers_for_nvcc_alone} ${allotype_headers_of_components})
set(allotype_headers_top ${allotype_headers})
list(FILTER allotype_headers_top INCLUDE REGEX "/allotype/((cluster|parallel)/)?[a-z_]+\\.hpp$")
list(TRANSFORM allotype_headers_top REPLACE "^${allotype_include_folder}/" "")
