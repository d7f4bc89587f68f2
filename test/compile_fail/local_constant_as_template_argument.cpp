// SPDX-License-Identifier: BSL-1.0
// A constant of a function as an argument that is an object: only one that is static has an address.
// expect(gcc): is not a valid template argument because it does not have static storage duration
// expect(clang): non-type template argument is not a constant expression
// expect(nvcc): expression must have a constant value
struct described {};
template <described const& Task>
struct program {};

inline void go() {
#ifdef TWIN
  static constexpr described find{};
#else
  constexpr described find{};
#endif
  (void)program<find>{};  // here
}
