// SPDX-License-Identifier: BSL-1.0
// The code of doc/packing.md.
#include <allotype/allotype.hpp>
#include <cstdio>
#include <type_traits>

namespace at = allotype;
using namespace at::literals;

namespace {

// [pack]
struct transcode {  // no task yet: what it needs is enough
  using needs = at::needs<at::nvdec<1>, at::memory<4_GiB>>;
};
constexpr auto chat = at::task<at::A100::partition<"3g.20gb">>("chat", [](auto&) { return 2; });
constexpr auto embed = at::task<at::any_of<at::A100, at::cpu>, at::needs<at::memory<16_GiB>, at::sms<50>>>(
    "embed", [](auto&) { return 3; });
constexpr auto nightly = at::task<at::A100::unpartitioned>("nightly", [](auto&) { return 4; });

using services = at::pack<at::A100, transcode, decltype(chat), decltype(embed), decltype(nightly)>;
static_assert(services::gpus == 3 && services::exact);
// [pack]

// [result]
template <int Gpu>
void print() {
  using gpu = services::gpu<Gpu>;
  std::printf("GPU %d, %s:", Gpu, gpu::device_name);
  for (int i = 0; i < gpu::size; ++i) std::printf(" %s at %d", gpu::placements[i].profile, gpu::placements[i].start);
  std::printf("; %d slices left\n", gpu::left.memory_slices);
}

void print_all() {
  print<0>();
  print<1>();
  print<2>();
  char const* const names[] = {"transcode", chat.name(), embed.name(), nightly.name()};
  for (int i = 0; i < services::items; ++i) {
    at::assignment const where = services::assignments_of_items[i];
    std::printf("%s: GPU %d, place %d\n", names[i], where.gpu, where.place);
  }
  std::printf("wasted: %d SMs, %d MiB\n", services::waste.sm_count, services::waste.memory_mib);
}
using for_embedding = services::given<2>;  // A100::partition<"4g.20gb">
// [result]
static_assert(std::is_same_v<for_embedding, at::A100::partition<"4g.20gb">>);

// [items]
struct render {
  using wanted = at::any_of<at::H200::partition<"2g.35gb">, at::A100::partition<"2g.10gb">>;
};
using mixed = at::pack<at::A100, render,                     // has `wanted`, `needs`, or both
                       at::needs<at::memory<8_GiB>>,         // the smallest partition that meets them
                       at::A100::partition<"1g.5gb">,        // a partition
                       at::A100>;                            // nothing is known about what is needed: all of one
static_assert(mixed::gpus == 2);
// [items]

// [kinds]
using fleet = at::list<at::priced<at::A100, 3>, at::priced<at::L4, 1>>;
using large = at::needs<at::memory<20_GiB>>;
using cheapest = at::pack_of<fleet, large, large, large, at::needs<at::memory<30_GiB>>>;
static_assert(cheapest::cost == 6 && cheapest::gpus == 4);  // three L4, and an A100 for what no L4 can hold
// [kinds]

// [reverse]
using half = at::A100::partition<"3g.20gb">;
static_assert(at::fits_on<1, at::A100, half, half>);
static_assert(!at::fits_on<1, at::A100, half, half, render>);
using on_two = at::pack_on<2, at::A100, half, half, render>;  // compiles, and pack_on<1, …> would not
// [reverse]
static_assert(on_two::gpus == 2);

}  // namespace

int main() {
  print_all();
  return 0;
}
