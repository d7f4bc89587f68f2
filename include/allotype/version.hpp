// SPDX-License-Identifier: BSL-1.0
/// \file
/// The version of the library. A program that has to compile with several versions compares `ALLOTYPE_VERSION`.
///
/// The numbers are stated here and nowhere else: CMake, Meson, Conan and the other packages read these lines.
/// `doc/releases.md` says what a new number promises.
#pragma once

#define ALLOTYPE_VERSION_MAJOR 0
#define ALLOTYPE_VERSION_MINOR 3
#define ALLOTYPE_VERSION_PATCH 0

/// All three in one number, for `#if`: two digits each for minor version and patch, so that 0.2.0 is 200 and 1.2.3 is
/// 10203.
#define ALLOTYPE_VERSION (ALLOTYPE_VERSION_MAJOR * 10000 + ALLOTYPE_VERSION_MINOR * 100 + ALLOTYPE_VERSION_PATCH)

/// The version as text, "MAJOR.MINOR.PATCH", for programs that print it.
#define ALLOTYPE_VERSION_TEXT \
  ALLOTYPE_VERSION_JOIN(ALLOTYPE_VERSION_MAJOR, ALLOTYPE_VERSION_MINOR, ALLOTYPE_VERSION_PATCH)
// Two steps: # takes an argument as it is written, and the first step replaces the three names by their numbers.
#define ALLOTYPE_VERSION_JOIN(major, minor, patch) ALLOTYPE_VERSION_QUOTE(major.minor.patch)
#define ALLOTYPE_VERSION_QUOTE(version) #version

/// The namespace inside `allotype` that holds everything: `v0_3`, and from 1.0 on `v1`. It is inline, so no program
/// writes it; it stands in symbols, so code of two versions in one process stays apart.
#if ALLOTYPE_VERSION_MAJOR == 0
#  define ALLOTYPE_VERSION_NAMESPACE ALLOTYPE_VERSION_NAME_OF_MINOR(ALLOTYPE_VERSION_MAJOR, ALLOTYPE_VERSION_MINOR)
#else
#  define ALLOTYPE_VERSION_NAMESPACE ALLOTYPE_VERSION_NAME_OF_MAJOR(ALLOTYPE_VERSION_MAJOR)
#endif
#define ALLOTYPE_VERSION_NAME_OF_MINOR(major, minor) ALLOTYPE_VERSION_PASTE_TWO(major, minor)
#define ALLOTYPE_VERSION_NAME_OF_MAJOR(major) ALLOTYPE_VERSION_PASTE_ONE(major)
#define ALLOTYPE_VERSION_PASTE_TWO(major, minor) v##major##_##minor
#define ALLOTYPE_VERSION_PASTE_ONE(major) v##major
