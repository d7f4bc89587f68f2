// SPDX-License-Identifier: BSL-1.0
/// \file
/// The plan: each service states what it needs; the compiler finds the smallest partition that meets it and a place for
/// all of them on one GPU, or says who is left over.
#pragma once

#include <allotype/allotype.hpp>
#include <allotype/plan/pack.hpp>

#include "clustering.hpp"
#include "digit_reader.hpp"
#include "searcher.hpp"
#include "seating.hpp"
#include "transcoder.hpp"

namespace example {

// [plan]
/// All four on one A100. Of the partitions that meet a service's needs it gets the smallest.
using plan = at::pack_on<1, at::A100, transcoder, digit_reader, searcher, clustering>;

template <class Service>
using partition_for = at::smallest<at::A100, typename Service::needs>;
// [plan]

/// The plan in numbers, to print.
seating seating_of_plan();

}  // namespace example
