// SPDX-License-Identifier: BSL-1.0
// A table of values that own memory.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

int size_of_table() { return at::constant_table<element, 2>::size(); }  // here
