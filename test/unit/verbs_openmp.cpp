// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <atomic>
#include <stdexcept>

#include "verbs.hpp"

namespace at = allotype;

static_assert(std::is_same_v<at::backend_of<at::cpu>, at::openmp>);

TEST_CASE("the verbs work on OpenMP's threads, however many") {
  int const threads = GENERATE(1, 2, 3, 7);
  omp_set_num_threads(threads);
  verbs::all<at::cpu>();
}

TEST_CASE("the work is shared between the threads") {
  omp_set_num_threads(2);
  at::queue<at::cpu> on;
  CHECK(std::string(on.description().text()) == "OpenMP, 2 threads");
  struct note_thread {
    int* thread;
    void operator()(int i) const { thread[i] = omp_get_thread_num(); }
  };
  int thread[10];
  at::for_each(on, at::extents{10}, note_thread{thread});
  for (int i = 0; i < 10; ++i) CHECK(thread[i] == (i < 5 ? 0 : 1));
}

TEST_CASE("a sum of floats is the same each time with the same number of threads") {
  omp_set_num_threads(3);
  at::queue<at::cpu> on;
  std::vector<float> numbers(10007);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0f / static_cast<float>(i + 1);
  struct get {
    float const* numbers;
    float operator()(int i) const { return numbers[i]; }
  };
  float const once = at::reduce(on, at::extents{10007}, 0.0f, at::plus{}, get{numbers.data()});
  for (int i = 0; i < 20; ++i) {
    CHECK(at::reduce(on, at::extents{10007}, 0.0f, at::plus{}, get{numbers.data()}) == once);
  }
}

TEST_CASE("an exception in a kernel reaches the caller, and the threads survive") {
  omp_set_num_threads(4);
  at::queue<at::cpu> on;
  struct fails_at_7 {
    void operator()(int i) const {
      if (i == 7) throw std::runtime_error("index 7");
    }
  };
  struct value_fails {
    int operator()(int i) const {
      if (i == 3) throw std::runtime_error("value 3");
      return 1;
    }
  };
  CHECK_THROWS_WITH(at::for_each(on, at::extents{100}, fails_at_7{}), "index 7");
  CHECK_THROWS_WITH(at::reduce(on, at::extents{100}, 0, at::plus{}, value_fails{}), "value 3");
  verbs::fills(on);
}
