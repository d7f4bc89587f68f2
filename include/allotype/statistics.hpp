// SPDX-License-Identifier: BSL-1.0
/// \file
/// What devices are doing: figures, a monitor, texts.
#pragma once

#include <allotype/statistics/measured.hpp>
#include <allotype/statistics/monitor.hpp>
#include <allotype/statistics/statistics.hpp>
#include <allotype/statistics/statistics_text.hpp>
