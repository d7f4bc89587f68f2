// SPDX-License-Identifier: BSL-1.0
/// \file
/// Parameters that are trained: optimizers, gradient scaling, composed accelerators.
#pragma once

#include <allotype/training/composed_accelerator.hpp>
#include <allotype/training/data_share.hpp>
#include <allotype/training/gradient_scaler.hpp>
#include <allotype/training/optimizer.hpp>
#include <allotype/training/trained_parameters.hpp>
