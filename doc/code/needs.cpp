// SPDX-License-Identifier: BSL-1.0
// The code of doc/needs.md.
#include <allotype/allotype.hpp>
#include <cstdio>

namespace at = allotype;
using namespace at::literals;

namespace {

template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;

// [task]
using transcoding = at::needs<at::memory<8_GiB>, at::sms<28>, at::nvdec<1>, at::bf16>;

constexpr auto transcode = at::task<at::any_of<at::A100::partition<"2g.10gb">, at::cpu>, transcoding>(
    "transcode", [](auto&, int frames) { return frames; });
// [task]

// [meets]
static_assert(at::meets<at::A100::partition<"2g.10gb">, transcoding>);
static_assert(!at::meets<at::A100::partition<"1g.10gb">, transcoding>);                       // 14 SMs, not 28
static_assert(at::unmet_needs<at::T4, transcoding> == 2);                                     // no bf16; NVDEC is not published
static_assert(at::needs_are_met<at::any_of<at::A100::partition<"2g.10gb">, at::cpu>, transcoding>);  // as task asks it
static_assert(at::check_needs<at::A100::partition<"2g.10gb">, transcoding>);  // true, or an error with all that is unmet
// [meets]

// [smallest]
static_assert(same<at::smallest<at::A100, transcoding>, at::A100::partition<"2g.10gb">>);
static_assert(same<at::smallest<at::A100, at::needs<at::memory<8_GiB>>>, at::A100::partition<"1g.10gb">>);
static_assert(same<at::smallest<at::A100, at::needs<at::sms<100>>>, at::A100::unpartitioned>);

using devices = at::list<at::A100, at::H100_80GB, at::L4>;
static_assert(same<at::smallest_of<devices, at::needs<at::fp8, at::memory<20_GiB>>>, at::L4>);
static_assert(same<at::all_meeting<at::A30, at::needs<at::sms<28>>>,
                   at::list<at::A30::partition<"2g.12gb">, at::A30::partition<"2g.12gb+me">, at::A30::partition<"4g.24gb">,
                            at::A30::unpartitioned>>);
static_assert(!at::has_smallest<at::A100, at::needs<at::memory<80_GiB>>>);
// [smallest]

// [stated]
using slice = at::B300::partition<"2g.67gb">;
using measured = at::stated<slice, at::sms<36>, at::memory<65_GiB>>;  // by the user, on a board of theirs
static_assert(!at::meets<slice, at::needs<at::sms<20>>>);
static_assert(at::meets<slice, at::needs<at::sms<20>, measured>>);
static_assert(same<at::smallest<at::B300, at::needs<at::sms<20>, measured>>, slice>);
// [stated]

// [kernel]
using blocks = at::grid<at::threads_per_block<256>, at::shared_memory_per_block<96_KiB>>;
using buffers = at::memory_for<at::buffer_bytes<float, 1080, 1920>, at::buffer_bytes<float, 1080, 1920>, 1_GiB>;
using filtering = at::all_needs<at::needs_of_grid<blocks>, at::needs<buffers, at::bf16>>;
static_assert(same<at::smallest<at::A100, filtering>, at::A100::partition<"1g.5gb">>);
static_assert(!at::has_smallest<at::T4, filtering>);  // 64 KiB of shared memory, no bf16
// [kernel]

// [communication]
using half = at::H100_80GB::partition<"3g.40gb">;
using whole = at::H100_80GB::unpartitioned;
static_assert(at::can_peer<whole, whole> && !at::can_peer<half, half> && !at::can_peer<half, whole>);
static_assert(!at::can_share_ipc<half, half> && !at::can_nvls<half, half>);
static_assert(at::nccl_between<half, half, at::nccl{2, 29}>() == at::nccl_support::refused);
static_assert(at::nccl_between<half, half, at::nccl{2, 32}>() == at::nccl_support::experimental);
static_assert(at::can_share_process<at::list<half, half>, at::driver::R570> &&
              !at::can_share_process<at::list<half, half>, at::driver::R535>);
static_assert(at::equal_shares<half, half>::count == 2);  // equal_shares<half, whole> does not compile
// [communication]

}  // namespace

int main() {
  auto const result = transcode(3);
  std::printf("%d frames on %s\n", result.value(), result.where());
  return result.value() == 3 ? 0 : 1;
}
