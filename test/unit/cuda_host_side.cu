// SPDX-License-Identifier: BSL-1.0
// What the CUDA backend does on the host, against a runtime that only pretends.
#include <allotype/allotype.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "catch.hpp"
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

void machine_with(std::vector<std::string> devices) {
  pretend::reset();
  pretend::here().devices = std::move(devices);
}

std::vector<std::string> const three_boards = {"NVIDIA L4", "NVIDIA A100-SXM4-40GB MIG 1g.5gb",
                                               "NVIDIA A100-SXM4-40GB MIG 2g.10gb"};

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
  at::unreported_error_handler before = at::set_unreported_error_handler(&keep_report);
  reports() { last_report.clear(); }
  ~reports() { at::set_unreported_error_handler(before); }
};

}  // namespace

TEST_CASE("the queue opens the device that the type names, and works there") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    CHECK(std::string(on.description().text()) == "CUDA device 2, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
    at::queue<at::L4> elsewhere;
    CHECK(std::string(elsewhere.description().text()) == "CUDA device 0, NVIDIA L4");

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
  machine_with({"NVIDIA L4", "NVIDIA H200", "NVIDIA L4"});
  at::queue<at::L4> first, second(1);
  CHECK(std::string(first.description().text()) == "CUDA device 0, NVIDIA L4");
  CHECK(std::string(second.description().text()) == "CUDA device 2, NVIDIA L4");
  CHECK_THROWS_WITH(at::queue<at::L4>(2), contains("(the one with index 2 was asked for)"));
}

TEST_CASE("what is not there has a reason") {
  machine_with(three_boards);
  CHECK(std::string(at::unavailable_because<at::H200>().text()) ==
        "no such device among the visible ones: NVIDIA L4, NVIDIA A100-SXM4-40GB MIG 1g.5gb, NVIDIA A100-SXM4-40GB MIG "
        "2g.10gb");
  CHECK(at::unavailable_because<slice>().empty());
  // Left open, an A100 may be a slice of one; as a whole it may not.
  CHECK(at::unavailable_because<at::A100>().empty());
  CHECK_FALSE(at::unavailable_because<at::A100::unpartitioned>().empty());

  pretend::here().has_code = false;
  CHECK(std::string(at::unavailable_because<slice>().text()) == "this binary has neither code nor PTX for the device");

  machine_with({});
  CHECK_THAT(at::unavailable_because<slice>().text(), contains("cudaErrorNoDevice"));
  pretend::here().driver_version = 0;
  CHECK(std::string(at::unavailable_because<slice>().text()) == "no NVIDIA driver on this machine");
  pretend::here().driver_version = 12040;
  CHECK_THAT(at::unavailable_because<slice>().text(), starts_with("the driver is older than CUDA "));
  CHECK_THAT(at::unavailable_because<slice>().text(), contains("(it knows CUDA 12.4)"));
}

TEST_CASE("host memory goes through two halves of pinned memory and arrives whole") {
  constexpr std::size_t half = at::cuda_state::half_bytes / sizeof(int);
  for (std::size_t const size : {std::size_t{0}, std::size_t{1}, half - 1, half, half + 1, 2 * half, 2 * half + 1, 5 * half + 3}) {
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

TEST_CASE("a launch covers the extents") {
  machine_with(three_boards);
  at::queue<slice> on;
  auto& launches = pretend::here().launches;

  at::for_each(on, at::extents{1000}, do_nothing{});
  CHECK(launches.back().blocks.x == 4);
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

TEST_CASE("a grid's type decides how it is launched") {
  machine_with({"NVIDIA H200", "NVIDIA H200 MIG 1g.18gb"});
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

    at::launch(on, at::grid<at::cluster<4>, threads, at::shared_memory_per_block<at::bytes{100 << 10}>>{8}, do_nothing{});
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

TEST_CASE("blocks that cannot run at the same time are an error with the numbers") {
  machine_with({"NVIDIA H200 MIG 1g.18gb"});
  at::queue<at::H200::partition<"1g.18gb">> on;
  using threads = at::threads_per_block<256>;
  // What the type tells: 8 blocks on each of 16 SMs.
  CHECK_THROWS_WITH(at::launch(on, at::grid<at::cooperative, threads>{129}, do_nothing{}),
                    "H200 1g.18gb: launch of a cooperative grid of 129 blocks; at most 128 such blocks run there at the "
                    "same time");
  // What CUDA finds besides: the kernel needs more registers than anybody stated.
  pretend::here().blocks_of_an_sm = 3;
  pretend::here().sms = 16;
  CHECK_THROWS_WITH(at::launch(on, at::grid<at::cooperative, threads>{49}, do_nothing{}),
                    "H200 1g.18gb: launch of a cooperative grid of 49 blocks; at most 48 such blocks run there at the "
                    "same time");
  CHECK_NOTHROW(at::launch(on, at::grid<at::cooperative, threads>{48}, do_nothing{}));
  CHECK_THROWS_WITH(at::launch(on, at::grid<at::cluster<4>, threads>{6}, do_nothing{}),
                    "H200 1g.18gb: launch of 6 blocks in clusters of 4; the number of blocks must be a multiple of that");
}

TEST_CASE("memory that cannot be had is an error with the call and the accelerator, and nothing leaks") {
  machine_with(three_boards);
  {
    at::queue<slice> on;
    pretend::here().malloc_fails = cudaErrorMemoryAllocation;
    CHECK_THROWS_WITH((at::buffer<int, slice>{on, at::extents{16}}),
                      "A100 2g.10gb: cudaMalloc failed with cudaErrorMemoryAllocation (as a pretended runtime says it)");
  }
  check_nothing_is_left();
}

TEST_CASE("an error of asynchronous work reaches wait") {
  machine_with(three_boards);
  reports reporting;
  {
    at::queue<slice> on;
    at::for_each(on, at::extents{16}, do_nothing{});
    pretend::here().stream_fails = cudaErrorIllegalAddress;
    CHECK_THROWS_AS(at::wait(on), at::device_error);
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
  CHECK(result.not_elsewhere_because().size() == 1);
  pretend::here().devices.pop_back();
  CHECK(task().value() == 2);
}
