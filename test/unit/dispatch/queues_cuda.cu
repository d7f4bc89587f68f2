// SPDX-License-Identifier: BSL-1.0
// What queues on CUDA do with streams, events and memory of several kinds, against a runtime that only pretends.
#include <allotype/allotype.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "catch.hpp"
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
      CHECK(at::native(on) == theirs.stream);
      CHECK(std::string(on.description().text()) == "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
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
  CHECK_THAT(on.description().text(), contains("CUDA device 0, NVIDIA L4 (is not A100 2g.10gb"));
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
    CHECK(at::native(on) != at::native(other));
    at::for_each(other, at::extents{10}, do_nothing{});
    CHECK(pretend::here().launches.back().device == 1);
    CHECK(pretend::here().launches.back().stream == at::native(other));
  }
  check_nothing_is_left();
}
