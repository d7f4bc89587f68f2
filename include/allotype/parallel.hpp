// SPDX-License-Identifier: BSL-1.0
/// \file
/// One function on several devices: executor, strategies, collectives, precision.
#pragma once

#include <allotype/parallel/check_accelerator.hpp>
#include <allotype/parallel/cluster_environment.hpp>
#include <allotype/parallel/collectives.hpp>
#include <allotype/parallel/compatibility.hpp>
#include <allotype/parallel/execution.hpp>
#include <allotype/parallel/executor.hpp>
#include <allotype/parallel/executor_options.hpp>
#include <allotype/parallel/life_cycle.hpp>
#include <allotype/parallel/make_executor.hpp>
#include <allotype/parallel/named_parts.hpp>
#include <allotype/parallel/precision.hpp>
#include <allotype/parallel/rank_error.hpp>
#include <allotype/parallel/strategy.hpp>
#include <allotype/parallel/thread_communicator.hpp>
#include <allotype/parallel/transport.hpp>
