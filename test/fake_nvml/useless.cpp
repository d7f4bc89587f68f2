// SPDX-License-Identifier: BSL-1.0
/// \file
/// A library under NVML's name that is something else.
extern "C" int nothing_of_nvml() { return 0; }
