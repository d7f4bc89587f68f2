// SPDX-License-Identifier: BSL-1.0
/// \file
/// What fits where: layouts, needs, the smallest partition, launch limits.
#pragma once

#include <allotype/plan/block.hpp>
#include <allotype/plan/kernel_needs.hpp>
#include <allotype/plan/layout.hpp>
#include <allotype/plan/needs.hpp>
#include <allotype/plan/occupancy.hpp>
#include <allotype/plan/placement.hpp>
#include <allotype/plan/smallest.hpp>
