// SPDX-License-Identifier: BSL-1.0
// Buffers from a pool on the CPU: what the resource is asked for.
#include "pooled_buffer.hpp"

#include <memory_resource>
#include <new>

namespace at = allotype;

namespace {

/// Counts what it is asked for, and has no more than `most` bytes.
struct counting : std::pmr::memory_resource {
  int taken = 0, given_back = 0;
  std::size_t bytes = 0, most = 1 << 20;

  void* do_allocate(std::size_t wanted, std::size_t alignment) override {
    if (wanted > most) throw std::bad_alloc();
    ++taken, bytes += wanted;
    return std::pmr::new_delete_resource()->allocate(wanted, alignment);
  }
  void do_deallocate(void* memory, std::size_t size, std::size_t alignment) override {
    ++given_back, bytes -= size;
    std::pmr::new_delete_resource()->deallocate(memory, size, alignment);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
};

struct alignas(4096) page {
  char bytes[4096];
};

}  // namespace

TEST_CASE("a pooled buffer is a buffer, is moved, and refuses sizes as one") {
  at::queue<at::cpu> on;
  pooled_buffers::are_buffers(on);
  pooled_buffers::are_moved(on);
  pooled_buffers::refuse_sizes(on);
}

TEST_CASE("the memory comes from the resource that is named, and goes back to it once") {
  at::queue<at::cpu> on;
  counting from;
  {
    at::pooled_buffer<int, at::cpu> one{on, at::extents{10}, from}, other{on, at::extents{5}, from};
    CHECK(from.taken == 2);
    CHECK(from.bytes == 60);
    one = std::move(other);
    CHECK(from.given_back == 1);
    CHECK(from.bytes == 20);
    at::pooled_buffer<page, at::cpu> const aligned{on, at::extents{2}, from};
    CHECK(reinterpret_cast<std::size_t>(aligned.data()) % 4096 == 0);
  }
  CHECK(from.taken == from.given_back);
  CHECK(from.bytes == 0);
}

TEST_CASE("without a resource it is the default one") {
  counting from;
  std::pmr::memory_resource* const before = std::pmr::set_default_resource(&from);
  {
    at::queue<at::cpu> on;
    at::pooled_buffer<double, at::cpu> const numbers{on, at::extents{4}};
    CHECK(from.taken == 1);
  }
  std::pmr::set_default_resource(before);
  CHECK(from.given_back == 1);
}

TEST_CASE("a resource without so much memory is a device_error") {
  at::queue<at::cpu> on;
  counting from;
  CHECK_THROWS_WITH((at::pooled_buffer<int, at::cpu>{on, at::extents{1 << 20}, from}),
                    contains("memory_resource::allocate of 4194304 bytes failed with std::bad_alloc"));
  CHECK(from.taken == 0);
}

TEST_CASE("the CPU's queues take a priority, and no notice of it") {
  at::queue<at::cpu> on;
  at::queue<at::cpu> first = on.another(at::queue_priority::high);
  pooled_buffers::are_buffers(first);
}
