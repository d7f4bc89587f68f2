# SPDX-License-Identifier: BSL-1.0
# CUDA as a language, for the project's own .cu files only. Sets ALLOTYPE_CUDA_ENABLED. The standard of .cu files
# comes with allotype::cuda.

set(ALLOTYPE_CUDA_ENABLED OFF)
if(NOT ALLOTYPE_CUDA STREQUAL "OFF")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 90-virtual)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(ALLOTYPE_CUDA_ENABLED ON)
  elseif(NOT ALLOTYPE_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "ALLOTYPE_CUDA is ${ALLOTYPE_CUDA}, but there is no CUDA compiler here. Set CUDACXX to an nvcc.")
  endif()
endif()
