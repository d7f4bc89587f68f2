// SPDX-License-Identifier: BSL-1.0
/// \file
/// A program made of tasks.
#pragma once

#include <allotype/program/program.hpp>
