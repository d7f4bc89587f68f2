// SPDX-License-Identifier: BSL-1.0
// Verbs whose kernels state how many blocks an SM shall have at once. It has room for 1,024 threads on a T4, for 1,536
// on the GPUs of 8.6 and 12.0: a bound beyond that is a warning.
#include <allotype/allotype.hpp>

namespace at = allotype;

namespace {

struct is_small {
  template <class T>
  ALLOTYPE_FN bool operator()(T const& value) const {
    return value < 10;
  }
};

template <class T>
void use(at::queue<at::T4>& on) {
  at::buffer<T, at::T4> from{on, at::extents{100}}, to{on, at::extents{100}};
  at::inclusive_scan(on, from, to);
  at::exclusive_scan(on, from, to, T{});
  static_cast<void>(at::copy_if(on, from, to, is_small{}));
}

}  // namespace

int main() {
  at::queue<at::T4> on;
  use<int>(on);
  use<double>(on);
}
