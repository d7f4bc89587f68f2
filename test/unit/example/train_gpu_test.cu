// SPDX-License-Identifier: BSL-1.0
// The training of example/train on the GPU of this machine gives what it gives on the CPU.
#include <filesystem>

#include "../../../example/train/training.hpp"  // test/unit has one, too
#include "catch.hpp"

namespace {

using namespace example;

/// The GPU of this machine, whichever it is: known by its compute capability, which the build found out.
struct this_gpu : at::nvidia_device<this_gpu> {
  static constexpr char name[] = "the GPU of this machine";
  static constexpr at::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
};

/// A part of the pictures: enough for several steps, the last of them a short one.
data_set some_digits() {
  data_set data = read_digits(std::filesystem::path(EXAMPLE_TRAIN_DATA));
  auto const shorten = [](auto& pictures, int count) {
    pictures.labels.resize(static_cast<std::size_t>(count));
    pictures.pixels.resize(static_cast<std::size_t>(count) * picture_pixels);
  };
  shorten(data.training, 100);
  shorten(data.test, 50);
  return data;
}

template <class A>
epoch_result first_epoch() {
  data_set const data = some_digits();
  options asked;
  asked.batch = 40;
  at::executor<A, at::single_device<A>, at::fp32_true> const train{};
  return train.run([&](auto& here) {
    trainer<std::remove_cvref_t<decltype(here)>> training(here, data, asked);
    return training.epoch(0);
  });
}

}  // namespace

TEST_CASE("the GPU learns what the CPU learns") {
  auto const cpu = first_epoch<at::cpu>();
  auto const gpu = first_epoch<this_gpu>();
  CHECK(gpu.loss == Approx(cpu.loss).epsilon(1e-5));
  CHECK(gpu.accuracy == Approx(cpu.accuracy).margin(0.021));  // one picture of 50
}
