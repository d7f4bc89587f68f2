// SPDX-License-Identifier: BSL-1.0
/// \file
/// One function on several devices: executor, strategies, precision.
#pragma once

#include <allotype/parallel/executor/execution.hpp>  // by the shortest way: compilers print it before its errors

#include <allotype/parallel/executor/check_accelerator.hpp>
#include <allotype/parallel/executor/compatibility.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/executor/executor_options.hpp>
#include <allotype/parallel/executor/life_cycle.hpp>
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/executor/named_parts.hpp>
#include <allotype/parallel/executor/precision.hpp>
#include <allotype/parallel/executor/strategy.hpp>
