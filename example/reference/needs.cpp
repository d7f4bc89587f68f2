// SPDX-License-Identifier: BSL-1.0
// What a kernel or a task needs, and whether an accelerator has it.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using transcoding = at::needs<at::memory<8_GiB>, at::sm_count<28>, at::nvdec<1>, at::bf16>;
using computing = at::needs<at::fp64_tensor, at::peer_to_peer, at::ipc, at::graphics, at::warp_size<32>>;
using decoding = at::needs<at::copy_engines<1>, at::at_least<at::fact::jpeg, 1>>;
using measured = at::stated<at::B300::partition<"2g.67gb">, at::sm_count<36>>;  // by the user, on a board of theirs

int main() {
  std::printf("2g.10gb: %d, 1g.10gb: %d\n", at::meets<at::A100::partition<"2g.10gb">, transcoding>,
              at::meets<at::A100::partition<"1g.10gb">, transcoding>);
  std::printf("an A100 computes: %d, eight chips: %d\n", at::meets<at::A100::unpartitioned, computing>,
              at::meets<at::V5P::slice<"2x2x2">, at::needs<at::chips<8>>>);
  std::printf("a 7g.40gb decodes pictures: %d, a 1g.5gb: %d\n", at::meets<at::A100::partition<"7g.40gb">, decoding>,
              at::meets<at::A100::partition<"1g.5gb">, decoding>);
  std::printf("stated: %d\n", at::meets<at::B300::partition<"2g.67gb">, at::needs<at::sm_count<20>, measured>>);
}
