// SPDX-License-Identifier: BSL-1.0
/// \file
/// What begin_sentences.hpp defines is defined no longer.

#include <allotype/core/detail/language.hpp>

#undef ALLOTYPE_NOTHING_RUNS
#undef ALLOTYPE_NO_BACKEND
#undef ALLOTYPE_WITHOUT_CUDA
#undef ALLOTYPE_TOOLKIT_TOO_NEW
#undef ALLOTYPE_NO_CODE
