// SPDX-License-Identifier: BSL-1.0
// A lambda that is marked for GPUs, in a generic lambda: nvcc has rules of its own for what is marked.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: An extended __host__ __device__ lambda cannot be defined inside a generic lambda expression
template <class F>
void call(F const& f) {
  f(0);
}

struct runs {
#ifdef TWIN
  template <class T>
  void operator()(T i) const {
    call([=] __host__ __device__(T j) { (void)(i + j); });
  }
#else
  void operator()(int k) const {
    [](auto i) { call([=] __host__ __device__(int j) { (void)(i + j); }); }(k);  // here
  }
#endif
};
inline void go() { runs{}(1); }
