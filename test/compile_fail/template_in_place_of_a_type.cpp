// SPDX-License-Identifier: BSL-1.0
// A template without its brackets is no type, though all its arguments have defaults.
// expect(gcc): type/value mismatch at argument 1 in template parameter list for
// expect(clang): use of class template 'data_parallel' requires template arguments
// expect(nvcc): argument list for class template "data_parallel" is missing
template <class Strategy>
struct executor {};
template <class Transport = int>
struct data_parallel {};

#ifdef TWIN
using several = executor<data_parallel<>>;
#else
using several = executor<data_parallel>;  // here
#endif
