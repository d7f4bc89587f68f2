// SPDX-License-Identifier: BSL-1.0
/// \file
/// Units, lists, texts and errors.
#pragma once

#include <allotype/core/amounts.hpp>
#include <allotype/core/answer.hpp>
#include <allotype/core/driver.hpp>
#include <allotype/core/error.hpp>
#include <allotype/core/fact.hpp>
#include <allotype/core/list.hpp>
#include <allotype/core/number_format.hpp>
#include <allotype/core/units.hpp>
