// SPDX-License-Identifier: BSL-1.0
// The reverse: a type where a class or an alias takes values.
// expect(gcc): type/value mismatch at argument 1 in template parameter list for
// expect(clang): template argument for non-type template parameter must be an expression
// expect(nvcc): type name is not allowed
template <int... Starts>
struct layout {};
struct slice {};

#ifdef TWIN
using gpu = layout<0>;
#else
using gpu = layout<slice>;  // here
#endif
