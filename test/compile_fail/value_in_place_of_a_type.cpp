// SPDX-License-Identifier: BSL-1.0
// A class or an alias that takes a type is given a value: a text, a number, a variable. No other template can have the
// same name, take values and say so, as functions can.
// expect(gcc): type/value mismatch at argument 1 in template parameter list for
// expect(clang): template argument for template type parameter must be a type
// expect(nvcc): expected a type specifier
template <class Accelerator>
struct queue {};
struct cpu {};

#ifdef TWIN
using on = queue<cpu>;
#else
using on = queue<"cpu">;  // here
#endif
