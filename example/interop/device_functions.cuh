// SPDX-License-Identifier: BSL-1.0
/// \file
/// A function of kernels that another file defines: both are compiled with -rdc=true.
#pragma once

__device__ int cubed(int number);
