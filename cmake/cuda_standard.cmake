# SPDX-License-Identifier: BSL-1.0
# What CMake before 3.27 lacks: that nvcc knows C++20. Without it a .cu file of a target that must have its standard
# (CXX_STANDARD_REQUIRED, CUDA_STANDARD_REQUIRED) is refused: "requires the language dialect CUDA20". Installed, too.

if(CMAKE_VERSION VERSION_LESS 3.27 AND NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
