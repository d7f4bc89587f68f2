// SPDX-License-Identifier: BSL-1.0
// A text where a template takes a number of any kind: of all parameters only those of a class take a text.
// expect(gcc): because string literals can never be used in this context
// expect(clang): pointer to subobject of string literal is not allowed in a template argument
// expect(nvcc): invalid nontype template argument of type "const char *"
template <auto Count>
struct cpus;
template <>
struct cpus<1> {};

#ifdef TWIN
inline void take(cpus<1>*) {}
#else
inline void take(cpus<"500m">*) {}  // here
#endif
