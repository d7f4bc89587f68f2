// SPDX-License-Identifier: BSL-1.0
// The smallest partition that meets needs, and all that do.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using wanted = at::needs<at::memory<8_GiB>, at::sm_count<28>>;
static_assert(!at::has_smallest<at::A100, at::needs<at::memory<80_GiB>>>);

int main() {
  std::printf("%s, of %d\n", at::name_of<at::smallest<at::A100, wanted>>,
              at::size_of_list<at::all_meeting<at::A100, wanted>>);
  std::printf("%s\n", at::name_of<at::smallest<at::list<at::A100, at::L4>, at::needs<at::fp8, at::memory<20_GiB>>>>);
}
