// SPDX-License-Identifier: BSL-1.0
// A name that nobody has declared. Compilers name the nearest one where there is one that is near.
// expect(gcc): 'parallel_for' is not a member of 'at'
// expect(clang): no member named 'parallel_for' in namespace 'at'
// expect(nvcc): namespace "at" has no member "parallel_for"
namespace at {
inline void for_each() {}
}  // namespace at

inline void go() {
#ifdef TWIN
  at::for_each();
#else
  at::parallel_for();  // here
#endif
}
