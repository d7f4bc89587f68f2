// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <allotype/machine/find.hpp>
#include <string>

#include "catch.hpp"
#include "fake_nvml.hpp"

using namespace allotype;

static_assert(can_match<A100> && can_match<A100::partition<"2g.10gb">>);
static_assert(!can_match<cpu> && !can_match<V5E> && !can_match<unlisted_gpu<"x">>);

namespace {

template <class A>
std::string reason(found_device const& device) {
  return matches<A>(device).text();
}

}  // namespace

TEST_CASE("the device that the type names passes") {
  auto const here = machine_of("a100_slices_described");
  auto const& board = here.nvidia.boards[0];
  CHECK((matches<A100::partition<"2g.10gb">>({board, board.slices[1]})));
  CHECK((matches<A100::partition<"1g.5gb+me">>({board, board.slices[3]})));
  CHECK((matches<A100>({board, board.slices[1]})));
  CHECK((matches<A100>(board)));
  auto const whole = machine_of("a100_whole");
  CHECK((matches<A100::unpartitioned>(whole.nvidia.boards[7])));
  auto const old = machine_of("old_driver", FAKE_NVML_OLD);
  CHECK((matches<V100_16GB>(old.nvidia.boards[0])));
  CHECK((matches<V100>(old.nvidia.boards[0])));
}

TEST_CASE("a mismatch says both") {
  auto const here = machine_of("a100_slices_described");
  auto const& board = here.nvidia.boards[0];
  found_device const slice{board, board.slices[1]};
  CHECK(
      reason<A100::partition<"3g.20gb">>(slice) ==
      "asked for A100 3g.20gb, 19968 MiB, 42 multiprocessors, compute capability 8.0; found NVIDIA A100-SXM4-40GB MIG "
      "2g.10gb (" +
          to_string(board.slices[1].uuid) +
          "), 9856 MiB, 28 multiprocessors, compute capability 8.0: another slice, another amount of memory, another "
          "number of multiprocessors");
  CHECK_FALSE(matches<A100::partition<"3g.20gb">>(slice));
  CHECK(matches<A100::partition<"3g.20gb">>(slice).why() == availability::partition_not_created);
  CHECK(matches<H100>(slice).why() == availability::no_such_board);
  CHECK(matches<GH200_144GB>(slice).why() == availability::cannot_tell);
  CHECK(
      reason<H100>(machine_of("a100_whole").nvidia.boards[0]) ==
      "asked for H100_80GB, 81559 MiB, compute capability 9.0; found NVIDIA A100-SXM4-40GB "
      "(GPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f), 40960 MiB, compute capability 8.0: another board, another amount of "
      "memory, another compute capability");
}

TEST_CASE("the same name on another board is another slice") {
  auto const here = machine_of("a100_layouts");
  auto const& board = here.nvidia.boards[6];
  found_device const double_memory{board, board.slices[0]};
  CHECK((matches<A100::partition<"1g.10gb">>(double_memory)));
  CHECK_THAT(reason<A100_80GB::partition<"1g.10gb">>(double_memory), contains("another board"));
  CHECK_THAT(reason<A100::partition<"1g.5gb">>(double_memory), contains("another slice, another amount of memory"));
  // What fills a GPU instance and what is a part of one.
  auto const& divided = here.nvidia.boards[5];
  CHECK_THAT((reason<A100::partition<"3g.20gb">>({divided, divided.slices[1]})),
             contains("another slice, another number of multiprocessors"));
}

TEST_CASE("whole and part") {
  auto const sliced = machine_of("a100_slices_described");
  auto const whole = machine_of("a100_whole");
  auto const& board = sliced.nvidia.boards[0];
  CHECK_THAT(reason<A100::unpartitioned>(board), contains("not the whole of one"));
  CHECK_THAT((reason<A100::unpartitioned>({board, board.slices[0]})), contains("not the whole of one"));
  CHECK_THAT(reason<A100::partition<"2g.10gb">>(whole.nvidia.boards[0]), contains(": not a slice of one"));
}

TEST_CASE("memory is compared with room for what drivers reserve and data sheets round") {
  auto here = machine_of("a100_whole");
  auto& board = here.nvidia.boards[0];
  board.memory = bytes{37000ull << 20};
  CHECK(matches<A100>(board));
  board.memory = bytes{36000ull << 20};
  CHECK_THAT(reason<A100>(board), contains(": another amount of memory"));
  board.memory.reset();
  CHECK(matches<A100>(board));
}
