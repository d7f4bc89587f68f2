# SPDX-License-Identifier: BSL-1.0
# What .clangd names in the folder clangd of a build with CUDA: the toolkit, and a header that clang 19 includes and CUDA 13 lacks.

if(ALLOTYPE_CUDA_ENABLED)
  cmake_path(GET CUDAToolkit_BIN_DIR PARENT_PATH toolkit)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/clangd)
  file(CREATE_LINK ${toolkit} ${PROJECT_BINARY_DIR}/clangd/cuda SYMBOLIC)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/clangd/texture_fetch_functions.h CONTENT "")
endif()
