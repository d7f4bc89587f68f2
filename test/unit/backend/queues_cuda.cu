// SPDX-License-Identifier: BSL-1.0
// What queues on CUDA do with streams, events and memory of several kinds, against a runtime that only pretends.
#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dispatch/moved_from.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

namespace {

using slice = at::A100::partition<"2g.10gb">;

void machine_with_l4_and_slice() {
  pretend::reset();
  pretend::here().devices = {
      {"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"},
      {"NVIDIA A100-SXM4-40GB MIG 2g.10gb", 9856, 28, 8, 0, "MIG-33333333-2222-0000-0000-00000000000c"}};
}

void check_nothing_is_left() {
  auto const& machine = pretend::here();
  CHECK(machine.device_allocations == 0);
  CHECK(machine.pinned_allocations == 0);
  CHECK(machine.streams == 0);
  CHECK(machine.events == 0);
}

struct do_nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

/// A stream as another library makes it.
struct stream_of_another {
  cudaStream_t stream = nullptr;
  explicit stream_of_another(int device) {
    cudaSetDevice(device);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaSetDevice(0);
  }
  ~stream_of_another() { cudaStreamDestroy(stream); }
};

}  // namespace

TEST_CASE("a queue over a stream works in it, and leaves it to its owner") {
  machine_with_l4_and_slice();
  {
    stream_of_another const theirs(1);
    {
      auto on = at::queue<slice>::from(theirs.stream);
      CHECK(on.native() == theirs.stream);
      CHECK(std::string(to_string(on).text()) == "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
      at::for_each(on, at::extents{10}, do_nothing{});
      CHECK(pretend::here().launches.back().device == 1);
      CHECK(pretend::here().launches.back().stream == theirs.stream);
      at::buffer<int, slice> const buffer{on, std::vector<int>(100, 3)};  // through memory of the queue's
      std::vector<int> numbers(100);
      at::copy(on, buffer, numbers);
      CHECK(numbers == std::vector<int>(100, 3));
      at::queue<slice> const moved{std::move(on)};
    }
    CHECK(pretend::here().streams == 1);
  }
  check_nothing_is_left();
}

TEST_CASE("a stream of another device than the type's is refused, unless it is said") {
  machine_with_l4_and_slice();
  stream_of_another const theirs(0);
  CHECK_THROWS_WITH(at::queue<slice>::from(theirs.stream), contains("A100 2g.10gb: asked for A100 2g.10gb"));
  CHECK_THROWS_WITH(at::queue<slice>::from(theirs.stream), contains("found NVIDIA L4"));
  CHECK_THROWS_AS(at::queue<slice>::from(theirs.stream), at::not_available);
  auto on = at::queue<slice>::from_unchecked(theirs.stream);
  CHECK_THAT(to_string(on).text(), contains("CUDA device 0, NVIDIA L4 (is not A100 2g.10gb"));
  CHECK_NOTHROW(at::queue<at::L4>::from(theirs.stream));
  CHECK_NOTHROW(at::queue<at::L4>::from(nullptr));  // the default stream of the calling thread's device

  pretend::here().has_code = false;
  CHECK_THROWS_WITH(at::queue<at::L4>::from(theirs.stream), contains("neither code nor PTX"));
}

TEST_CASE("another queue has a stream of its own on the same device") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> on;
    at::queue<slice> other = on.another();
    CHECK(on.native() != other.native());
    at::for_each(other, at::extents{10}, do_nothing{});
    CHECK(pretend::here().launches.back().device == 1);
    CHECK(pretend::here().launches.back().stream == other.native());
  }
  check_nothing_is_left();
}

TEST_CASE("a copy that nobody waits for happens later, and its event tells when") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> on;
    at::pinned<int, slice> from{on, at::extents{100}}, to{on, at::extents{100}};
    std::fill(from.begin(), from.end(), 1);
    std::fill(to.begin(), to.end(), 0);
    at::buffer<int, slice> buffer{on, at::extents{100}};
    at::event<slice> const sent = at::copy_async(on, from, buffer);
    from[99] = 2;  // too early, and it shows
    at::event<slice> const arrived = at::copy_async(on, buffer, to);
    CHECK(to[99] == 0);
    CHECK_FALSE(arrived.is_done());
    arrived.wait();
    CHECK(arrived.is_done());
    CHECK(sent.is_done());
    CHECK(to[0] == 1);
    CHECK(to[99] == 2);
    CHECK(pretend::here().pinned_allocations == 2);  // no staging
  }
  check_nothing_is_left();
}

TEST_CASE("a queue that waits for another has its data, and the program goes on") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> first;
    at::queue<slice> second = first.another(), third = first.another();
    at::pinned<int, slice> from{first, at::extents{10}}, to{first, at::extents{10}};
    std::fill(from.begin(), from.end(), 5);
    std::fill(to.begin(), to.end(), 0);
    at::buffer<int, slice> one{first, at::extents{10}}, other{first, at::extents{10}};
    std::fill(one.data(), one.data() + 10, 0);
    std::fill(other.data(), other.data() + 10, 0);
    (void)at::copy_async(first, from, one);
    bool const waits = GENERATE(true, false);
    if (waits) second.wait_for(first);
    at::event<slice> copied = at::copy_async(second, one, other);
    third.wait_for(copied);
    copied = {};  // the queue waits all the same
    (void)at::copy_async(third, other, to);
    CHECK(to[0] == 0);
    third.wait();
    CHECK(to[0] == (waits ? 5 : 0));
    CHECK(to[9] == (waits ? 5 : 0));
  }
  check_nothing_is_left();
}

TEST_CASE("from one GPU to another goes a copy that both queues wait for") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> here;
    at::queue<at::L4> there;
    at::pinned<int, slice> from{here, at::extents{10}};
    std::fill(from.begin(), from.end(), 5);
    at::buffer<int, slice> source{here, at::extents{10}};
    (void)at::copy_async(here, from, source);
    at::buffer<int, at::L4> const target = at::transfer(here, source, there);
    CHECK(pretend::here().peer_copies == 1);
    at::pinned<int, slice> later{here, at::extents{10}};
    std::fill(later.begin(), later.end(), 6);
    (void)at::copy_async(here, later, source);
    here.wait();  // the new data came after the transfer, which is in the other queue
    CHECK(source.data()[9] == 6);
    CHECK(target.data()[9] == 5);
    std::vector<int> numbers(10);
    at::copy(there, target, numbers);
    CHECK(numbers == std::vector<int>(10, 5));
  }
  check_nothing_is_left();
}

TEST_CASE("a part goes from one GPU to another in one copy that both queues wait for") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> here;
    at::queue<at::L4> there;
    at::extents const size{4, 6};
    at::box const columns{{0, 4}, {1, 3}};
    at::pinned<int, slice> from{here, at::extents{24}};
    std::iota(from.begin(), from.end(), 0);
    at::buffer<int, slice> source{here, at::extents{24}};
    at::buffer<int, at::L4> target{there, at::extents{24}};
    (void)at::copy_async(here, from, source);
    std::fill(target.data(), target.data() + 24, -1);
    at::copy(here, source.view(here, size).part(columns), there, target.view(there, size).part(columns));
    CHECK(pretend::here().peer_copies == 1);
    (void)at::copy_async(here, from, source);
    std::vector<int> numbers(24);
    at::copy(there, target, numbers);
    CHECK(numbers ==
          std::vector<int>{-1, 1, 2, -1, -1, -1, -1, 7, 8, -1, -1, -1, -1, 13, 14, -1, -1, -1, -1, 19, 20, -1, -1, -1});
  }
  check_nothing_is_left();
}

TEST_CASE("an error of the work before an event reaches who asks it") {
  machine_with_l4_and_slice();
  at::queue<slice> on;
  at::event<slice> const event = on.record();
  pretend::here().stream_fails = cudaErrorIllegalAddress;
  CHECK_THROWS_WITH(event.wait(), contains("A100 2g.10gb: cudaEventSynchronize failed with cudaErrorIllegalAddress"));
  CHECK_THROWS_AS(event.is_done(), at::device_error);
  pretend::here().stream_fails = cudaSuccess;
  CHECK_NOTHROW(event.wait());
}

TEST_CASE("unified memory is the driver's, and may be larger than the device's") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> on;
    at::unified_buffer<int, slice> numbers{on, at::extents{10}};
    numbers[9] = 7;
    CHECK(numbers.view(on)(9) == 7);
    CHECK(pretend::here().device_allocations == 1);
    pretend::here().malloc_fails = cudaErrorMemoryAllocation;
    CHECK_THROWS_WITH(
        (at::unified_buffer<double, slice>{on, at::extents{1LL << 40}}),
        contains("A100 2g.10gb: cudaMallocManaged of 8796093022208 bytes failed with cudaErrorMemoryAllocation"));
    pretend::here().malloc_fails = cudaSuccess;
  }
  check_nothing_is_left();
}

TEST_CASE("a pooled buffer is the stream's: no cudaMalloc, and its end waits for nothing") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> on;
    {
      at::pooled_buffer<int, slice> numbers{on, at::extents{10}};
      CHECK(pretend::here().pool_allocations == 1);
      CHECK(pretend::here().device_allocations == 1);
      at::queue<slice> const moved = std::move(on);  // the buffer keeps the stream
      numbers = at::pooled_buffer<int, slice>{};
      CHECK(pretend::here().device_allocations == 1);  // until the stream's work is done
    }
    CHECK(pretend::here().device_allocations == 0);
    at::queue<slice> again;
    CHECK_THROWS_AS((at::pooled_buffer<char, slice>{again, at::extents{1LL << 40}}), at::size_error);
    pretend::here().malloc_fails = cudaErrorMemoryAllocation;
    CHECK_THROWS_WITH((at::pooled_buffer<int, slice>{again, at::extents{10}}),
                      contains("A100 2g.10gb: cudaMallocAsync of 40 bytes failed with cudaErrorMemoryAllocation"));
    pretend::here().malloc_fails = cudaSuccess;
    CHECK(pretend::here().pool_allocations == 1);
  }
  check_nothing_is_left();
}

TEST_CASE("a queue of high priority has a stream of the device's highest; the others have none") {
  machine_with_l4_and_slice();
  {
    at::queue<slice> on;
    at::queue<slice> const beside = on.another();
    CHECK(pretend::here().priorities.empty());
    at::queue<slice> const first = on.another(at::queue_priority::high);
    CHECK(pretend::here().priorities == std::vector<int>{-5});
    CHECK(pretend::here().streams == 3);
  }
  check_nothing_is_left();
}

TEST_CASE("a queue that was moved from says so, and takes no stream of CUDA's own") {
  machine_with_l4_and_slice();
  {
    at::queue<at::L4> on;
    moved_from::queue_says_so(on);
    at::queue<at::L4> const to{std::move(on)};
    CHECK_THROWS_WITH(on.native(), contains("L4: the queue was moved from"));
    CHECK_THROWS_WITH(at::for_each(on, at::extents{10}, do_nothing{}), contains("L4: the queue was moved from"));
    CHECK_THROWS_WITH((at::pinned<int, at::L4>{on, at::extents{10}}), contains("L4: the queue was moved from"));
    CHECK(pretend::here().launches.empty());
  }
  check_nothing_is_left();
}

TEST_CASE("memory that was moved from is empty, and an event that was has passed") {
  machine_with_l4_and_slice();
  {
    at::queue<at::L4> on;
    moved_from::memory_is_empty(on);
    moved_from::event_has_passed(on);
    at::event<at::L4> first = on.record(), second = on.record();
    CHECK(pretend::here().events == 2);
    first = std::move(second);
    CHECK(pretend::here().events == 1);
    CHECK(second.state().native() == nullptr);
  }
  check_nothing_is_left();
}
