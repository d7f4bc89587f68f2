// SPDX-License-Identifier: BSL-1.0
/// \file
/// Parameters that are trained: optimizers, gradient scaling, composed accelerators.
#pragma once

#include <allotype/parallel/training/composed_accelerator.hpp>
#include <allotype/parallel/training/data_share.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>
