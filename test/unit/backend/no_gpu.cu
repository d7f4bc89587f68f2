// SPDX-License-Identifier: BSL-1.0
// CUDA code on a machine without a GPU: nothing crashes, everything says why.
#include <allotype/allotype.hpp>

#include <string>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("a GPU that is not there has a reason") {
  int devices = 0;
  bool const any = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
  cudaGetLastError();
  std::string const reason = at::queue<at::GB200::partition<"7g.186gb">>::open().reason().text();
  if (any) {
    CHECK_THAT(reason, contains("no such device among the visible ones"));
  } else {
    CHECK_THAT(reason, contains("driver") || contains("no CUDA device"));
  }
  CHECK_THROWS_WITH(at::queue<at::GB200::partition<"7g.186gb">>{}, "GB200 7g.186gb: " + reason);
}

TEST_CASE("a failed call names itself, its code and the accelerator") {
  try {
    at::mode_detail::check_cuda(cudaErrorInvalidValue, "cudaMemcpyAsync", "A100 2g.10gb");
    FAIL("no error");
  } catch (at::device_error const& failure) {
    CHECK(std::string(failure.what()) ==
          "A100 2g.10gb: cudaMemcpyAsync failed with cudaErrorInvalidValue (invalid argument)");
    CHECK(std::string(failure.code_name()) == "cudaErrorInvalidValue");
  }
  CHECK_NOTHROW(at::mode_detail::check_cuda(cudaSuccess, "cudaMemcpyAsync", "A100 2g.10gb"));
}

TEST_CASE("boards are told apart by what CUDA calls them") {
  auto const asked = [](auto const& request, char const* name) {
    cudaDeviceProp found{};
    std::snprintf(found.name, sizeof(found.name), "%s", name);
    return static_cast<bool>(at::detail::is_the_device(request, at::mode_detail::cuda_reported_device(found).told));
  };
  auto const open = at::detail::data_of<at::A100>;
  auto const whole = at::detail::data_of<at::A100::unpartitioned>;
  auto const slice = at::detail::data_of<at::A100::partition<"2g.10gb">>;

  CHECK(asked(open, "NVIDIA A100-SXM4-40GB"));
  CHECK(asked(open, "NVIDIA A100-PCIE-40GB"));
  CHECK(asked(open, "NVIDIA A100-SXM4-40GB MIG 1g.5gb"));
  CHECK_FALSE(asked(open, "NVIDIA A100-SXM4-80GB"));

  CHECK(asked(whole, "NVIDIA A100-SXM4-40GB"));
  CHECK_FALSE(asked(whole, "NVIDIA A100-SXM4-40GB MIG 1g.5gb"));

  CHECK(asked(slice, "NVIDIA A100-SXM4-40GB MIG 2g.10gb"));
  CHECK_FALSE(asked(slice, "NVIDIA A100-SXM4-40GB MIG 1c.2g.10gb"));
  CHECK_FALSE(asked(slice, "NVIDIA A100-SXM4-40GB"));
  CHECK_FALSE(asked(slice, "NVIDIA A100-SXM4-40GB MIG 2g.10gb+me"));

  CHECK(asked(at::detail::data_of<at::H200>, "NVIDIA H200"));
  CHECK_FALSE(asked(at::detail::data_of<at::H20_96GB>, "NVIDIA H200"));
}

TEST_CASE("a grid covers every index, however the extents are shaped") {
  auto const covers = [](auto const& over, long long planes, long long rows, long long columns) {
    for (int const sm_count : {0, 1, 14, 132, 1'000'000}) {  // 0: nobody published it
      auto const [blocks, threads] = at::mode_detail::shape_of(over, sm_count);
      unsigned const of_a_block = threads.x * threads.y * threads.z;
      CHECK((of_a_block == 256 || (sm_count > 0 && (of_a_block == 32 || of_a_block == 64 || of_a_block == 128))));
      CHECK(threads.z <= 64);
      CHECK(blocks.y <= 65535);
      CHECK(blocks.z <= 65535);
      CHECK(static_cast<long long>(blocks.x) * threads.x >= columns);
      CHECK(static_cast<long long>(blocks.y) * threads.y >= rows);
      CHECK(static_cast<long long>(blocks.z) * threads.z >= planes);
    }
  };
  covers(at::extents{1}, 1, 1, 1);
  covers(at::extents{2147483647}, 1, 1, 2147483647);
  covers(at::extents{1000, 1000}, 1, 1000, 1000);
  covers(at::extents{600000, 3}, 1, 600000, 3);
  covers(at::extents{16000000, 1}, 1, 16000000, 1);
  covers(at::extents{70, 900000, 2}, 70, 900000, 2);
  covers(at::extents{4000000, 2, 2}, 4000000, 2, 2);
  covers(at::extents{4000000, 200000, 1}, 4000000, 200000, 1);
  CHECK_THROWS_AS(at::mode_detail::shape_of(at::extents{1LL << 40, 1}, 132), at::size_error);
}
