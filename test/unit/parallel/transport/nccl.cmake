# SPDX-License-Identifier: BSL-1.0
# NCCL, the toolkit's or PyPI's: what uses it is compiled and linked, and run where GPUs are.

allotype_test_wanted(wanted unit CUDA)
if(NOT wanted)
  return()
endif()

file(GLOB nccl_from_pypi ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/nccl)
find_path(ALLOTYPE_NCCL_INCLUDE nccl.h HINTS ${nccl_from_pypi}/include ${CUDAToolkit_INCLUDE_DIRS})
find_library(ALLOTYPE_NCCL NAMES nccl libnccl.so.2 HINTS ${nccl_from_pypi}/lib ${CUDAToolkit_LIBRARY_DIR})
if(NOT ALLOTYPE_NCCL_INCLUDE OR NOT ALLOTYPE_NCCL)
  allotype_missing_test(unit.nccl "no NCCL here: the CUDA toolkit has none, and none came from PyPI (nvidia-nccl-cu13)")
  return()
endif()

# A library without its linker's name is given to the linker as a file.
add_library(allotype_test_nccl SHARED IMPORTED)
set_target_properties(allotype_test_nccl PROPERTIES IMPORTED_LOCATION ${ALLOTYPE_NCCL}
                                                    INTERFACE_INCLUDE_DIRECTORIES ${ALLOTYPE_NCCL_INCLUDE})
allotype_unit_test(nccl nccl.cu CUDA LINK allotype_test_nccl allotype::runtime ARCHITECTURES ${major}${minor}-real)
allotype_unit_test(nccl_gpu nccl_gpu.cu CUDA INTERPRETED LABELS gpu LINK allotype_test_nccl allotype::runtime
                   ARCHITECTURES ${major}${minor}-real)
foreach(test IN ITEMS unit_nccl unit_nccl_gpu)
  target_compile_definitions(${test} PRIVATE "ALLOTYPE_TEST_GPU=\"${gpu_name}\"")
endforeach()
