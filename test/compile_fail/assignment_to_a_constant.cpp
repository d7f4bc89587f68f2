// SPDX-License-Identifier: BSL-1.0
// An assignment to a constant number: it is no class, so that nothing of a library is asked.
// expect(gcc): assignment of read-only location
// expect(clang): cannot assign to return value because function 'operator()' returns a const value
// expect(nvcc): expression must be a modifiable lvalue
struct view {
  float* of_floats;
  float& operator()(int i) { return of_floats[i]; }
  float const& operator()(int i) const { return of_floats[i]; }
};

#ifdef TWIN
inline void set(view x) { x(0) = 1; }
#else
inline void set(view const x) { x(0) = 1; }  // here
#endif
