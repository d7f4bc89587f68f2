// SPDX-License-Identifier: BSL-1.0
/// \file
/// What begin_macros.hpp defines is defined no longer.

#include <allotype/core/detail/language.hpp>

#ifdef ALLOTYPE_SENTENCES_ARE_COMPUTED
#  pragma GCC diagnostic pop
#  undef ALLOTYPE_SENTENCES_ARE_COMPUTED
#endif
#undef ALLOTYPE_SENTENCE
#undef ALLOTYPE_LIFETIMEBOUND
#undef ALLOTYPE_SENTENCE
#undef ALLOTYPE_TEXT
#undef ALLOTYPE_TEXT_EXPANDED
#undef ALLOTYPE_TAGGED_BY_MODE
#undef ALLOTYPE_FIRST_OF
#undef ALLOTYPE_FIRST_OF_EXPANDED
#undef ALLOTYPE_GRID_CONSTANT
#undef ALLOTYPE_KNOWN_MEMBER
#undef ALLOTYPE_NEAR_MISS
#undef ALLOTYPE_NO_NEAR_MISS
#undef ALLOTYPE_PASSED_OVER
#undef ALLOTYPE_USABLE_MEMBER
