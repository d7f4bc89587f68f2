// SPDX-License-Identifier: BSL-1.0
/// \file
/// A GPU that the architecture of this compilation has code for.
#pragma once

#include <allotype/catalog/nvidia.hpp>

#if __CUDA_ARCH_LIST__ == 800
using gpu = allotype::A100;
#elif __CUDA_ARCH_LIST__ == 900
using gpu = allotype::H100;
#elif __CUDA_ARCH_LIST__ == 1000
using gpu = allotype::B200;
#else
#  error "compile this file for sm_80, sm_90 or sm_100"
#endif
