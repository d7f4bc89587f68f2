// SPDX-License-Identifier: BSL-1.0
/// \file
/// NVIDIA's driver branches. With them changed which profiles a board offers, what they are called, and which of them
/// fit beside each other. The default everywhere is the newest branch.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A branch of NVIDIA's driver: `driver::R535`, the first number of a version such as 535.183.01. Branches are ordered;
/// one without an enumerator is `driver{545}`. MIG began with R450.
enum class driver : int {
  R450 = 450,
  R460 = 460,
  R470 = 470,
  R495 = 495,
  R510 = 510,
  R515 = 515,
  R520 = 520,
  R525 = 525,
  R530 = 530,
  R535 = 535,
  R545 = 545,
  R550 = 550,
  R555 = 555,
  R560 = 560,
  R565 = 565,
  R570 = 570,
  R575 = 575,
  R580 = 580,
  R590 = 590,
  R610 = 610,
  R615 = 615,
  newest = R615,  ///< that the catalogue's sources describe; the default of each `driver` parameter
};

namespace detail {

/// A 4g and a 3g instance stand beside each other on one GPU: refused before R510, legal since (NVIDIA MIG User Guide).
constexpr bool four_beside_three(driver version) { return version >= driver::R510; }

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
