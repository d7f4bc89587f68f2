// SPDX-License-Identifier: BSL-1.0
/// \file
/// A registration that a .cpp and a .cu of one program both see.
#pragma once

#include <allotype/catalog/nvidia.hpp>
#include <allotype/parallel/registry/choose.hpp>

namespace test {

auto const slice_is_registered =
    allotype::register_accelerator<allotype::A100::partition<"2g.10gb">>("slice", "two sevenths", 10);

/// Of the .cu: the reason why the slice is not there.
allotype::availability reason_as_cuda_sees_it();

}  // namespace test
