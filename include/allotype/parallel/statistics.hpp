// SPDX-License-Identifier: BSL-1.0
/// \file
/// What devices are doing: figures, a monitor, texts.
#pragma once

#include <allotype/parallel/statistics/measured.hpp>
#include <allotype/parallel/statistics/monitor.hpp>
#include <allotype/parallel/statistics/statistics.hpp>
#include <allotype/parallel/statistics/statistics_text.hpp>
