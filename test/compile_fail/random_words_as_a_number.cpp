// SPDX-License-Identifier: BSL-1.0
// The four words of an index in place of a number.
// expect: of_four_words_a_number_is_uniform_float_of_one
#include <allotype/allotype.hpp>
namespace at = allotype;

float number(at::philox const& random, int i) {
#ifdef TWIN
  return random(static_cast<unsigned>(i)).uniform_float(0);
#else
  return random(static_cast<unsigned>(i));  // here
#endif
}
