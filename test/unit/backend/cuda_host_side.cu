// SPDX-License-Identifier: BSL-1.0
// What the CUDA backend does on the host, against a runtime that only pretends.
#include <allotype/allotype.hpp>

#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "dispatch/this_gpu.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

namespace {

using slice = at::A100::partition<"2g.10gb">;

struct do_nothing {
  ALLOTYPE_FN void operator()(int) const {}
  ALLOTYPE_FN void operator()(int, int) const {}
  ALLOTYPE_FN void operator()(int, int, int) const {}
  template <class Block>
    requires(Block::threads() > 0)
  ALLOTYPE_FN void operator()(Block const&) const {}
};

void machine_with(std::vector<pretend::device> devices) {
  pretend::reset();
  pretend::here().devices = std::move(devices);
}

// CUDA leaves out of the memory what the driver keeps for itself.
pretend::device const l4{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"};
pretend::device const h200{"NVIDIA H200", 143167, 132, 9, 0, "GPU-22222222-0000-0000-0000-00000000000b"};
pretend::device const h200_slice{
    "NVIDIA H200 MIG 1g.18gb", 16384, 16, 9, 0, "MIG-22222222-1111-0000-0000-00000000000b"};
pretend::device const a100{"NVIDIA A100-SXM4-40GB", 40536, 108, 8, 0, "GPU-33333333-0000-0000-0000-00000000000c"};
pretend::device const a100_1g{"NVIDIA A100-SXM4-40GB MIG 1g.5gb",        4864, 14, 8, 0,
                              "MIG-33333333-1111-0000-0000-00000000000c"};
pretend::device const a100_2g{"NVIDIA A100-SXM4-40GB MIG 2g.10gb",       9856, 28, 8, 0,
                              "MIG-33333333-2222-0000-0000-00000000000c"};
std::vector<pretend::device> const three_boards = {l4, a100_1g, a100_2g};

pretend::device with_memory(pretend::device board, unsigned long long mib) {
  board.memory_mib = mib;
  return board;
}

void check_nothing_is_left() {
  auto const& machine = pretend::here();
  CHECK(machine.device_allocations == 0);
  CHECK(machine.pinned_allocations == 0);
  CHECK(machine.streams == 0);
  CHECK(machine.events == 0);
}

std::string last_report;

void keep_report(char const* what) noexcept { last_report = what; }

struct reports {
  at::error::unreported_handler before = at::error::set_unreported_handler(&keep_report);
  reports() { last_report.clear(); }
  ~reports() { at::error::set_unreported_handler(before); }
};

}  // namespace

TEST_CASE("the queue opens the device that the type names, and works there") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    CHECK(std::string(to_string(on).text()) == "CUDA device 2, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
    at::queue<at::L4> elsewhere;
    CHECK(std::string(to_string(elsewhere).text()) == "CUDA device 0, NVIDIA L4");

    at::for_each(on, at::extents{1000}, do_nothing{});
    at::for_each(elsewhere, at::extents{1000}, do_nothing{});
    auto const& launches = pretend::here().launches;
    REQUIRE(launches.size() == 2);
    CHECK(launches[0].device == 2);
    CHECK(launches[1].device == 0);
  }
  check_nothing_is_left();
}

TEST_CASE("of several such devices a queue takes the one that is asked for") {
  machine_with({l4, h200, l4});
  at::queue<at::L4> first, second(1);
  CHECK(std::string(to_string(first).text()) == "CUDA device 0, NVIDIA L4");
  CHECK(std::string(to_string(second).text()) == "CUDA device 2, NVIDIA L4");
  CHECK_THROWS_WITH(at::queue<at::L4>(2), contains("(the one with index 2 was asked for)"));
}

TEST_CASE("opening looks at each device once, up to the one that it opens") {
  using looks = std::vector<int>;
  machine_with(three_boards);
  at::queue<slice> on;
  CHECK(pretend::here().properties_calls == looks{1, 1, 1});
  CHECK(!std::string(to_string(on).text()).empty());  // known from opening
  CHECK(pretend::here().properties_calls == looks{1, 1, 1});

  pretend::here().properties_calls.clear();
  at::queue<at::L4> first;
  CHECK(pretend::here().properties_calls == looks{1, 0, 0});
  CHECK(pretend::here().streams == 2);

  pretend::here().properties_calls.clear();
  auto const missing = at::queue<at::H200>::open();
  CHECK_FALSE(missing);
  CHECK_FALSE(at::queue<at::H200>::open());
  CHECK(pretend::here().properties_calls == looks{2, 2, 2});
  CHECK(pretend::here().streams == 2);
}

TEST_CASE("a task's choice looks once for each alternative") {
  machine_with(three_boards);
  constexpr auto task = at::task<at::any_of<at::H200::unpartitioned, slice, at::L4>>("count", [](auto&) {
    return pretend::here().properties_calls == std::vector<int>{2, 2, 2};  // for an H200, and for the slice
  });
  auto const result = task();
  CHECK(result.value());
  CHECK(std::string(result.device()) == "CUDA device 2, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
  CHECK(pretend::here().properties_calls == std::vector<int>{2, 2, 2});
}

namespace {

/// A type that states nothing else means any device of its compute capability.
struct any_ampere : at::nvidia_device<any_ampere> {
  static constexpr char name[] = "any Ampere";
  static constexpr at::compute_capability compute_capability{8, 0};
};
/// One that states its size means devices of that size.
struct small_ampere : at::nvidia_device<small_ampere> {
  static constexpr char name[] = "small Ampere";
  static constexpr at::compute_capability compute_capability{8, 0};
  static constexpr at::bytes memory{4864ull << 20};
};

template <class A>
std::string description(at::which_device const& which = {}) {
  return to_string(at::queue<A>(which)).text();
}

}  // namespace

TEST_CASE("a device that is not what its name promises is an error that says both") {
  machine_with({with_memory(a100_2g, 4864)});
  CHECK_THROWS_WITH(at::queue<slice>(),
                    "A100 2g.10gb: asked for A100 2g.10gb, 9856 MiB, 28 multiprocessors, compute capability 8.0; found "
                    "NVIDIA A100-SXM4-40GB MIG 2g.10gb (MIG-33333333-2222-0000-0000-00000000000c), 4864 MiB, 28 "
                    "multiprocessors, compute capability 8.0: another amount of memory");
  CHECK_THROWS_AS(at::queue<slice>(), at::not_available);
  // As under MPS with a share of the multiprocessors.
  auto shared = h200;
  shared.sm_count = 66;
  machine_with({shared});
  CHECK_THROWS_WITH(at::queue<at::H200::unpartitioned>(), ends_with(": another number of multiprocessors"));
  CHECK_THROWS_WITH(at::queue<at::H200::unpartitioned>(), contains(", 132 multiprocessors"));
  CHECK_THROWS_WITH(at::queue<at::H200::unpartitioned>(), contains(", 66 multiprocessors"));
  auto old = a100;
  old.major = 7;
  machine_with({old});
  CHECK_THROWS_WITH(at::queue<at::A100>(), ends_with(": another compute capability"));
  CHECK(pretend::here().streams == 0);

  // One that CUDA fails on is passed over, and told.
  auto lost = a100_2g;
  lost.answer = cudaErrorIllegalAddress;
  machine_with({lost, l4});
  CHECK_THROWS_WITH(at::queue<slice>(), ends_with("among the visible ones: one that CUDA does not describe "
                                                  "(cudaErrorIllegalAddress), NVIDIA L4"));
  CHECK(description<at::L4>() == "CUDA device 1, NVIDIA L4");

  // One that is what its name says is taken, wherever it stands.
  machine_with({with_memory(a100_2g, 4864), a100_2g});
  CHECK(description<slice>() == "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
  CHECK_THROWS_WITH(at::queue<slice>(1), ends_with(": another amount of memory"));
}

TEST_CASE("a device that differs can be taken by saying so") {
  machine_with({l4, with_memory(a100_2g, 4864), h200});
  {
    auto opened = at::queue<slice>::open_unchecked(1);  // the index is CUDA's
    REQUIRE(opened);
    at::queue<slice>& on = *opened;
    CHECK(std::string(to_string(on).text()) ==
          "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 2g.10gb (is not A100 2g.10gb: another amount of memory)");
    at::for_each(on, at::extents{16}, do_nothing{});
    CHECK(pretend::here().launches.back().device == 1);
    auto const elsewhere = at::queue<at::A100>::open_unchecked(2);
    CHECK(std::string(to_string(*elsewhere).text()) ==
          "CUDA device 2, NVIDIA H200 (is not A100: another board, another amount of memory, another number of "
          "multiprocessors, another compute capability)");
    CHECK_FALSE(at::queue<slice>::open_unchecked(3));
    CHECK(to_string(*at::queue<at::L4>::open_unchecked(0)).text() == description<at::L4>());
  }
  check_nothing_is_left();
}

TEST_CASE("what nobody published is not compared, and the description says so") {
  machine_with({h200, a100_1g, a100});
  CHECK(description<at::H200>() == "CUDA device 0, NVIDIA H200");
  // Left open, an A100 may be a slice of one, which has what its profile has.
  CHECK(description<at::A100>() == "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 1g.5gb");
  CHECK(description<at::A100>(1) == "CUDA device 2, NVIDIA A100-SXM4-40GB");
  CHECK(description<at::A100::unpartitioned>() == "CUDA device 2, NVIDIA A100-SXM4-40GB");
  CHECK(description<any_ampere>() ==
        "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 1g.5gb (not compared: product name, memory, multiprocessors)");
}

TEST_CASE("a type without a product name is not any device of its compute capability") {
  // Hopper, all of them. The catalogue has the sizes of some whose names nobody published.
  machine_with({h200, h200_slice, with_memory(h200, 61035)});
  CHECK_THROWS_WITH(at::queue<at::H100_64GB>(), contains("no product name is published for H100_64GB") &&
                                                    contains("take one as it is with open_unchecked"));
  CHECK_FALSE(at::queue<at::H100_64GB>::open(at::device_uuid(h200.uuid.c_str())));
  CHECK_THROWS_WITH(at::queue<at::H20_141GB>(), contains("no product name is published for H20_141GB"));
  CHECK(at::queue<at::H20_141GB>::open_unchecked(0));
  CHECK_FALSE(at::queue<at::H20_141GB::partition<"1g.18gb">>::open());
  CHECK_FALSE(at::queue<at::GH200_144GB::partition<"2g.36gb">>::open());
  CHECK_FALSE(at::queue<at::GH200_144GB::partition<"1g.18gb">>::open());
  // A stated size is a board's, and no slice is meant that happens to have it.
  machine_with({a100, a100_1g});
  CHECK_THROWS_WITH(at::queue<small_ampere>(), ends_with(": another amount of memory"));
}

TEST_CASE("a queue opens the device with a UUID, and no other") {
  machine_with({a100_1g, l4, a100_2g, h200, l4});
  auto& devices = pretend::here().devices;
  devices[4].uuid = "GPU-44444444-abcd-0000-0000-00000000000d";
  CHECK(description<at::L4>(at::device_uuid(devices[4].uuid.c_str())) == "CUDA device 4, NVIDIA L4");
  CHECK(pretend::here().properties_calls == std::vector<int>{1, 1, 1, 1, 1});
  CHECK(description<at::L4>(at::device_uuid("GPU-44444444-ABCD-0000-0000-00000000000D")) == "CUDA device 4, NVIDIA L4");
  CHECK(description<slice>(at::device_uuid(a100_2g.uuid.c_str())) ==
        "CUDA device 2, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
  CHECK_THROWS_WITH(at::queue<slice>(at::device_uuid(a100_1g.uuid.c_str())),
                    contains("found NVIDIA A100-SXM4-40GB MIG 1g.5gb (MIG-33333333-1111-") &&
                        contains(": another slice, another amount of memory, another number of multiprocessors"));
  CHECK_THROWS_WITH(at::queue<at::L4>(at::device_uuid(h200.uuid.c_str())), contains("another board"));
  CHECK(at::queue<at::L4>::open_unchecked(at::device_uuid(h200.uuid.c_str())));
  CHECK(std::string(at::queue<at::L4>::open(at::device_uuid("GPU-44444444")).reason().text()) ==
        "GPU-44444444 is the beginning of a UUID, and a queue is opened by all of its digits");
  CHECK_THAT(at::queue<at::L4>::open(at::device_uuid("no UUID")).reason().text(),
             contains("valid: GPU- or MIG- and 32 hexadecimal digits"));
  CHECK_FALSE(at::queue<at::L4>::open_unchecked(at::device_uuid("no UUID")));
  // All of it is asked for: a beginning may be another's, too.
  CHECK_FALSE(at::queue<at::L4>::open(at::device_uuid("GPU-44444444")));
  CHECK_FALSE(at::queue<at::cpu>::open(at::device_uuid("GPU-44444444")));
}

TEST_CASE("a device that CUDA does not show has a reason that says how to show it") {
  machine_with({l4});
  CHECK_THROWS_WITH(at::queue<slice>(at::device_uuid("MIG-33333333-2222-0000-0000-00000000000c")),
                    "A100 2g.10gb: CUDA shows this program no device with the UUID "
                    "MIG-33333333-2222-0000-0000-00000000000c: set "
                    "CUDA_VISIBLE_DEVICES=MIG-33333333-2222-0000-0000-00000000000c before the program starts; it shows "
                    "NVIDIA L4 (GPU-11111111-0000-0000-0000-00000000000a)");
}

TEST_CASE("what is not there has a reason") {
  machine_with(three_boards);
  CHECK(std::string(at::queue<at::H200>::open().reason().text()) ==
        "no such device among the visible ones: NVIDIA L4, NVIDIA A100-SXM4-40GB MIG 1g.5gb, NVIDIA A100-SXM4-40GB MIG "
        "2g.10gb");
  CHECK(at::queue<slice>::open());
  // Left open, an A100 may be a slice of one; as a whole it may not.
  CHECK(at::queue<at::A100>::open());
  CHECK_FALSE(at::queue<at::A100::unpartitioned>::open());

  pretend::here().has_code = false;
  CHECK(std::string(at::queue<slice>::open().reason().text()) == "this binary has neither code nor PTX for the device");

  machine_with({});
  CHECK_THAT(at::queue<slice>::open().reason().text(), contains("cudaErrorNoDevice"));
  pretend::here().driver_version = 0;
  CHECK(std::string(at::queue<slice>::open().reason().text()) == "no NVIDIA driver on this machine");
  pretend::here().driver_version = 12040;
  CHECK_THAT(at::queue<slice>::open().reason().text(), starts_with("the driver is older than CUDA "));
  CHECK_THAT(at::queue<slice>::open().reason().text(), contains("(it knows CUDA 12.4)"));
}

TEST_CASE("host memory goes through two halves of pinned memory and arrives whole") {
  constexpr std::size_t half = at::cuda_state::half_bytes / sizeof(int);
  for (std::size_t const size :
       {std::size_t{0}, std::size_t{1}, half - 1, half, half + 1, 2 * half, 2 * half + 1, 5 * half + 3}) {
    machine_with(three_boards);
    {
      at::queue<slice> on;
      std::vector<int> numbers(size);
      std::iota(numbers.begin(), numbers.end(), 1);
      std::vector<int> const expected = numbers;

      at::buffer<int, slice> buffer{on, numbers};
      std::fill(numbers.begin(), numbers.end(), -1);  // allowed as soon as the constructor returns
      std::vector<int> back(size);
      at::copy(on, buffer, back);
      CHECK(back == expected);
      CHECK(pretend::here().staged_copies == static_cast<int>(2 * ((size + half - 1) / half)));

      at::buffer<int, slice> second{on, at::extents{size}};
      at::copy(on, buffer, second);
      std::vector<int> again(size);
      at::copy(on, second, again);
      CHECK(again == expected);
    }
    check_nothing_is_left();
  }
}

TEST_CASE("the value of a reduction arrives in pinned memory of its size, without copies and events") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    for (int i = 0; i < 3; ++i)
      (void)at::reduce(on, at::extents{1000}, 0, at::plus{}, [=] ALLOTYPE_FN(int at) { return at; });
    CHECK(pretend::here().pinned_allocations == 1);
    CHECK(pretend::here().events == 0);
    CHECK(pretend::here().staged_copies == 0);
  }
  check_nothing_is_left();
}

TEST_CASE("short loops have small blocks, so that each SM of the accelerator has one") {
  struct expected {
    long long size;
    unsigned blocks, threads;
  };
  auto const check = [](auto& on, std::initializer_list<expected> rows) {
    for (auto const& row : rows) {
      INFO(row.size << " indices");
      at::for_each(on, at::extents{static_cast<int>(row.size)}, do_nothing{});
      CHECK(pretend::here().launches.back().blocks.x == row.blocks);
      CHECK(pretend::here().launches.back().threads.x == row.threads);
    }
  };
  machine_with({a100, a100_2g});
  static_assert(at::fact_of<slice, at::fact::sm_count> == 28 && at::fact_of<at::A100, at::fact::sm_count> == 108);
  at::queue<slice> on_slice;
  check(on_slice, {{1, 1, 32},
                   {28 * 32, 28, 32},
                   {28 * 32 + 1, 15, 64},
                   {28 * 128, 28, 128},
                   {28 * 128 + 1, 15, 256},
                   {1'000'000, 3907, 256}});
  at::queue<at::A100> on_board;
  check(on_board, {{28 * 128 + 1, 57, 64}, {108 * 32, 108, 32}, {1'000'000, 3907, 256}});

  at::for_each(on_slice, at::extents{4, 200}, do_nothing{});
  CHECK(pretend::here().launches.back().threads.x == 32);
  CHECK(pretend::here().launches.back().threads.y == 1);
  CHECK(pretend::here().launches.back().blocks.x == 7);
  CHECK(pretend::here().launches.back().blocks.y == 4);
}

TEST_CASE("a launch covers the extents") {
  machine_with(three_boards);
  at::queue<slice> on;
  auto& launches = pretend::here().launches;

  at::for_each(on, at::extents{10'000}, do_nothing{});
  CHECK(launches.back().blocks.x == 40);
  CHECK(launches.back().threads.x == 256);
  at::for_each(on, at::extents{100, 70}, do_nothing{});
  CHECK(launches.back().blocks.x * launches.back().threads.x >= 70);
  CHECK(launches.back().blocks.y * launches.back().threads.y >= 100);
  at::for_each(on, at::extents{10, 100, 70}, do_nothing{});
  CHECK(launches.back().blocks.z * launches.back().threads.z >= 10);

  std::size_t const before = launches.size();
  at::for_each(on, at::extents{0}, do_nothing{});
  at::for_each(on, at::extents{5, 0}, do_nothing{});
  CHECK(launches.size() == before);

  at::launch(on, at::grid<at::threads_per_block<96>, at::shared_memory_per_block<at::bytes{60000}>>{7}, do_nothing{});
  CHECK(launches.back().blocks.x == 7);
  CHECK(launches.back().threads.x == 96);
  CHECK(launches.back().shared_memory == 60000);
}

namespace {

/// nvcc allows such lambdas in functions that have a name and a written result.
template <class A>
void start_lambdas(at::queue<A>& on, at::buffer<int, A>& buffer) {
  auto const values = buffer.view(on);
  int const step = 3;
  at::grid<at::threads_per_block<96>, at::shared_memory_per_block<at::bytes{512}>> const blocks{5};
  at::for_each(on, at::extents{1000}, [=] ALLOTYPE_FN(int i) { values(i) += step; });
  at::launch(on, blocks, [=] ALLOTYPE_FN(at::block_of<A, decltype(blocks)> const& block) {
    block.each_thread([&](int thread) { values(thread) += step; });
  });
  at::for_each(on, at::extents{10, 100}, [=] __device__(int row, int column) { values(row * 100 + column) += step; });
  at::launch(on, blocks,
             [=] __device__(auto const& block) { block.each_thread([&](int thread) { values(thread) += step; }); });
}

}  // namespace

TEST_CASE("lambdas are launched like other kernels, those for a device alone, too") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    at::buffer<int, slice> buffer{on, at::extents{1000}};
    start_lambdas(on, buffer);
    auto const& launches = pretend::here().launches;
    REQUIRE(launches.size() == 4);
    CHECK(launches[0].blocks.x == 16);
    CHECK(launches[0].threads.x == 64);
    CHECK(launches[1].blocks.x == 5);
    CHECK(launches[1].threads.x == 96);
    CHECK(launches[1].shared_memory == 512);
    CHECK(launches[2].blocks.y * launches[2].threads.y >= 10);
    CHECK(launches[3].blocks.x == 5);
  }
  check_nothing_is_left();
}

TEST_CASE("a grid's type decides how it is launched") {
  machine_with({h200, h200_slice});
  {
    using gpu = at::H200::unpartitioned;
    at::queue<gpu> on;
    auto& launches = pretend::here().launches;
    using threads = at::threads_per_block<128>;

    at::launch(on, at::grid<threads, at::registers_per_thread<32>>{3}, do_nothing{});
    CHECK(launches.back().blocks.x == 3);
    CHECK(launches.back().threads.x == 128);
    CHECK_FALSE(launches.back().cooperative);
    CHECK(launches.back().cluster == 1);

    at::launch(on, at::grid<at::blocks_per_cluster<4>, threads, at::shared_memory_per_block<at::bytes{100 << 10}>>{8},
               do_nothing{});
    CHECK(launches.back().blocks.x == 8);
    CHECK(launches.back().threads.x == 128);
    CHECK(launches.back().cluster == 4);
    CHECK_FALSE(launches.back().non_portable);
    CHECK_FALSE(launches.back().cooperative);
    CHECK(launches.back().shared_memory == 100 << 10);
    CHECK(launches.back().shared_allowed == 100 << 10);

    at::launch(on, at::grid<at::non_portable_cluster<16>, at::cooperative, threads, at::blocks<32>>{}, do_nothing{});
    CHECK(launches.back().blocks.x == 32);
    CHECK(launches.back().cluster == 16);
    CHECK(launches.back().non_portable);
    CHECK(launches.back().cooperative);
    CHECK(launches.back().shared_allowed == 0);

    at::launch(on, at::grid<at::cooperative, threads>{224}, do_nothing{});
    CHECK(launches.back().cooperative);
    CHECK(launches.back().cluster == 1);
    CHECK(pretend::here().device_allocations == 1);  // one counter for all launches of the queue

    std::size_t const before = launches.size();
    at::launch(on, at::grid<at::cooperative, threads>{0}, do_nothing{});
    CHECK(launches.size() == before);
  }
  check_nothing_is_left();
}

TEST_CASE("a launch opts in for shared memory where both kinds together are more than a block has without") {
  machine_with({h200});
  at::queue<at::H200::unpartitioned> on;
  auto& machine = pretend::here();
  using threads = at::threads_per_block<64>;
  // What the pretended driver refuses, as a real one does: nobody opted in for it.
  machine.static_shared_memory = 40 << 10;
  CHECK_THROWS_WITH(at::launch(on, at::grid<threads, at::shared_memory_per_block<at::bytes{9 << 10}>>{1}, do_nothing{}),
                    contains("cudaErrorInvalidValue"));

  using both = at::grid<threads, at::shared_memory_per_block<at::bytes{40 << 10}>,
                        at::static_shared_memory_per_block<at::bytes{40 << 10}>>;
  at::launch(on, both{3}, do_nothing{});
  REQUIRE(machine.launches.size() == 1);
  CHECK(machine.launches.back().shared_memory == 40 << 10);
  CHECK(machine.launches.back().shared_allowed == 40 << 10);
  using both_at_once = at::grid<at::cooperative, threads, at::shared_memory_per_block<at::bytes{40 << 10}>,
                                at::static_shared_memory_per_block<at::bytes{40 << 10}>>;
  at::launch(on, both_at_once{3}, do_nothing{});
  CHECK(machine.launches.back().shared_allowed == 40 << 10);

  machine.static_shared_memory = 8 << 10;
  using little = at::grid<threads, at::shared_memory_per_block<at::bytes{40 << 10}>,
                          at::static_shared_memory_per_block<at::bytes{8 << 10}>>;
  at::launch(on, little{1}, do_nothing{});
  CHECK(machine.launches.back().shared_allowed == 0);
  machine.static_shared_memory = 48 << 10;
  at::launch(on, at::grid<threads, at::static_shared_memory_per_block<at::bytes{48 << 10}>>{1}, do_nothing{});
  CHECK(machine.launches.back().shared_memory == 0);
}

TEST_CASE("the tests on the GPU of a machine open it, whatever memory it has") {
  for (auto const& board : {a100, a100_1g, with_memory(a100, 81920)}) {
    machine_with({board});
    CHECK_NOTHROW(open_this_gpu());
  }
}

TEST_CASE("blocks that cannot run at the same time are an error with the numbers") {
  machine_with({h200_slice});
  at::queue<at::H200::partition<"1g.18gb">> on;
  using threads = at::threads_per_block<256>;
  // What the type tells: 8 blocks on each of 16 SMs.
  CHECK_THROWS_WITH(
      at::launch(on, at::grid<at::cooperative, threads>{129}, do_nothing{}),
      "H200 1g.18gb: launch of a cooperative grid of 129 blocks; at most 128 such blocks run there at the "
      "same time");
  // What CUDA finds besides: the kernel needs more registers than anybody stated.
  pretend::here().blocks_of_an_sm = 3;
  pretend::here().sms = 16;
  CHECK_THROWS_WITH(at::launch(on, at::grid<at::cooperative, threads>{49}, do_nothing{}),
                    "H200 1g.18gb: launch of a cooperative grid of 49 blocks; at most 48 such blocks run there at the "
                    "same time");
  CHECK_NOTHROW(at::launch(on, at::grid<at::cooperative, threads>{48}, do_nothing{}));
  CHECK_THROWS_WITH(
      at::launch(on, at::grid<at::blocks_per_cluster<4>, threads>{6}, do_nothing{}),
      "H200 1g.18gb: launch of 6 blocks in clusters of 4; the number of blocks must be a multiple of that");
}

TEST_CASE("a part is copied by one call for all planes where they lie on a grid of lines, else by one a plane") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    at::extents const size{3, 4, 5};
    std::vector<int> numbers(60);
    std::iota(numbers.begin(), numbers.end(), 0);
    at::buffer in{on, numbers};
    at::buffer<int, slice> out{on, at::extents{60}};
    auto const from = in.view(on, size), to = out.view(on, size);
    int& calls = pretend::here().copies_of_planes;
    std::vector<int> received(2 * 2 * 3);
    at::copy(on, from.part(at::box{{1, 3}, {1, 3}, {2, 5}}), received);
    CHECK(calls == 1);
    CHECK(received == std::vector<int>{27, 28, 29, 32, 33, 34, 47, 48, 49, 52, 53, 54});
    // Lines of 3 elements, 4 apart, and planes 10 apart.
    at::view<int, 3, slice, int, at::row_major::strided> odd{from.data(), {2, 2, 3}, {{{10, 4}}}};
    at::copy(on, odd, to.part(at::box{{0, 2}, {0, 2}, {0, 3}}));
    at::copy(on, to.part(at::box{{0, 2}, {0, 2}, {0, 3}}), received);
    CHECK(calls == 1 + 2 + 1);
    CHECK(received == std::vector<int>{0, 1, 2, 4, 5, 6, 10, 11, 12, 14, 15, 16});
    at::copy(on, from, to);  // without gaps
    at::copy(on, from.part(at::box{{1, 1}, {0, 4}, {0, 2}}), to.part(at::box{{1, 1}, {0, 4}, {0, 2}}));
    CHECK(calls == 4);
    on.wait();
    at::copy(on, out, numbers);
    CHECK(numbers[59] == 59);
  }
  check_nothing_is_left();
}

TEST_CASE("memory that cannot be had is an error with the call and the accelerator, and nothing leaks") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    pretend::here().malloc_fails = cudaErrorMemoryAllocation;
    CHECK_THROWS_WITH(
        (at::buffer<int, slice>{on, at::extents{16}}),
        "A100 2g.10gb: cudaMalloc of 64 bytes failed with cudaErrorMemoryAllocation (as a pretended runtime says it)");
  }
  check_nothing_is_left();
}

TEST_CASE("a buffer larger than the accelerator's memory is refused with both figures before CUDA is asked") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    pretend::here().malloc_fails = cudaErrorMemoryAllocation;
    static_assert(at::fact_of<slice, at::fact::memory> == at::bytes{9856ull << 20});
    CHECK_THROWS_WITH((at::buffer<char, slice>{on, at::extents{(9856LL << 20) + 1}}),
                      "A100 2g.10gb: a buffer of 10334765057 bytes; the accelerator has 10334765056");
    CHECK_THROWS_AS((at::buffer<char, slice>{on, at::extents{1LL << 60}}), at::size_error);
    CHECK_THROWS_AS((at::buffer<char, slice>{on, at::extents{9856LL << 20}}), at::device_error);
    // A board that the type leaves open may be a slice; this one is.
    at::queue<at::A100> open;
    CHECK_THROWS_WITH((at::buffer<char, at::A100>{open, at::extents{(4864LL << 20) + 1}}),
                      ends_with("the accelerator has 5100273664"));
    // Taken as it is, the device counts, whatever the type says.
    auto opened_on_l4 = at::queue<slice>::open_unchecked(0);
    REQUIRE(opened_on_l4);
    at::queue<slice>& on_l4 = *opened_on_l4;
    CHECK_THROWS_AS((at::buffer<char, slice>{on_l4, at::extents{20'000LL << 20}}), at::device_error);
    CHECK_THROWS_AS((at::buffer<char, slice>{on_l4, at::extents{23'000LL << 20}}), at::size_error);
  }
  check_nothing_is_left();
}

TEST_CASE("sizes that 64 bits cannot hold are refused before CUDA is asked") {
  machine_with(three_boards);
  at::queue<slice> on;
  CHECK_THROWS_AS((at::buffer<double, slice>{on, at::extents{1LL << 61}}), at::size_error);
  CHECK_THROWS_WITH((at::buffer<double, slice>{on, at::extents{1LL << 32, 1LL << 32}}),
                    contains("than 64 bits can hold"));
  CHECK_THROWS_WITH(at::for_each(on, at::extents{1 << 30, 1 << 30, 1 << 30}, do_nothing{}),
                    contains("than 64 bits can hold"));
  CHECK(pretend::here().launches.empty());
  CHECK_THROWS_WITH(at::queue<at::L4>(-3), "L4: an index of -3 was asked for; indices are 0 or more");
}

TEST_CASE("an error of asynchronous work reaches wait") {
  machine_with(three_boards);
  reports reporting;
  {
    at::queue<slice> on;
    at::for_each(on, at::extents{16}, do_nothing{});
    pretend::here().stream_fails = cudaErrorIllegalAddress;
    CHECK_THROWS_AS(on.wait(), at::device_error);
    pretend::here().stream_fails = cudaSuccess;
  }
  CHECK(last_report.empty());
  check_nothing_is_left();
}

TEST_CASE("an error that nobody waited for is reported by the destructor, which does not throw") {
  machine_with(three_boards);
  reports reporting;
  {
    at::queue<slice> on;
    at::for_each(on, at::extents{16}, do_nothing{});
    pretend::here().stream_fails = cudaErrorIllegalAddress;
  }
  CHECK_THAT(last_report, contains("A100 2g.10gb: cudaStreamSynchronize"));
  CHECK_THAT(last_report, contains("cudaErrorIllegalAddress"));
  check_nothing_is_left();
}

TEST_CASE("a task runs on the GPU where it is there, and waits for it") {
  machine_with(three_boards);
  struct count_devices {
    int operator()(at::queue<slice>& on) const {
      at::for_each(on, at::extents{1}, do_nothing{});
      return 1;
    }
    int operator()(at::queue<at::cpu>&) const { return 2; }
  };
  constexpr auto task = at::task<at::any_of<at::H200::unpartitioned, slice, at::cpu>>("count", [](auto& on) {
    if constexpr (std::is_same_v<decltype(on), at::queue<at::H200::unpartitioned>&>) {
      return 3;
    } else {
      return count_devices{}(on);
    }
  });
  auto const result = task();
  CHECK(result.value() == 1);
  CHECK(std::string(result.where()) == "A100 2g.10gb");
  CHECK(result.skipped().size() == 1);
  pretend::here().devices.pop_back();
  CHECK(task().value() == 2);
}

namespace {

/// Of the class that nvcc puts in a lambda's place: the host's compiler sees what it holds.
template <class A, class Lambda>
bool can_be_read_on(Lambda const&) {
  return at::mode_detail::reads_no_object<Lambda, A> && !at::detail::reads_elsewhere<Lambda, A>;
}

struct solver {
  int factor = 2;
  void check_lambdas() const {
    auto const by_address = [this] ALLOTYPE_FN(int i) { return factor * i; };
    auto const for_devices = [this] __device__(int i) { (void)(factor * i); };
    auto const by_copy = [*this] ALLOTYPE_FN(int i) { return factor * i; };
    CHECK(!can_be_read_on<slice>(by_address));
    CHECK(!can_be_read_on<slice>(for_devices));
    CHECK(can_be_read_on<slice>(by_copy));
    CHECK(can_be_read_on<at::cpu>(by_address));
  }
};

}  // namespace

TEST_CASE("a GPU's lambda holds no address of an object of the host, and no text") {
  solver{}.check_lambdas();
  std::string_view const text = "text";
  auto const character = [=] ALLOTYPE_FN(int i) { return text[static_cast<std::size_t>(i)]; };
  CHECK(!can_be_read_on<slice>(character));
  CHECK(can_be_read_on<at::cpu>(character));
  int* const values = nullptr;
  CHECK(can_be_read_on<slice>([=] ALLOTYPE_FN(int i) { values[i] = 0; }));
}
