// SPDX-License-Identifier: BSL-1.0
// Children of fork run verbs, whatever their parent did with OpenMP. Each test begins in a process that has used none
// of its threads.
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>

#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// Whether a child in which `call` is called returns true, within a minute.
template <class Call>
bool in_child(Call const& call) {
  pid_t const child = fork();
  if (child == 0) {
    alarm(60);  // a child that waits for threads ends by a signal
    std::_Exit(call() ? 0 : 1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A region of the program's own.
int threads_of_own_region() {
  int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += 1;
  return threads;
}

bool verbs_are_right();

bool child_of_a_region_is_right() {
  int right = 0;
#pragma omp parallel num_threads(3) reduction(+ : right)
  if (omp_get_thread_num() == 1) right += in_child(verbs_are_right) ? 1 : 0;
  return right == 1;
}

/// Each verb, until it has tried several threads.
bool verbs_are_right() {
  constexpr int count = 100000, times = 20;
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> buffer{on, std::vector<int>(count, 1)}, sums{on, at::extents{count}};
  auto const numbers = buffer.view(on);
  for (int i = 0; i < times; ++i) at::for_each(on, numbers.extents, [=](int at) { numbers(at) += 1; });
  at::for_each(on, numbers.extents, [=](int at) { numbers(at) += 1; }, at::dynamic{1000});
  bool right = true;
  for (int i = 0; i < times; ++i) {
    long long const sum = at::reduce(on, numbers.extents, 0LL, at::plus{}, [=](int at) { return numbers(at) + 0LL; });
    at::inclusive_scan(on, buffer, sums);
    at::sort(on, sums, at::descending{});
    right = right && sum == (times + 2LL) * count && sums.view(on)(0) == (times + 2) * count;
  }
  return right;
}

bool queue_has(int threads) {
  return to_string(at::queue<at::cpu>{}).text() ==
         "OpenMP, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

/// The OpenMP of clang starts anew in a child, and that of g++ has one thread.
bool queue_has_the_threads_of_a_child() {
#ifdef __clang__
  omp_set_num_threads(3);
  return queue_has(3) && threads_of_own_region() == 3;
#else
  return queue_has(1);
#endif
}

}  // namespace

TEST_CASE("a child of a program that opened a region of its own runs verbs") {
  CHECK(in_child([] {
    omp_set_num_threads(3);
    return threads_of_own_region() == 3 &&
           in_child([] { return queue_has_the_threads_of_a_child() && verbs_are_right(); });
  }));
}

TEST_CASE("a child of a program that ran verbs runs verbs, and so does its child") {
  CHECK(in_child([] {
    omp_set_num_threads(3);
    return verbs_are_right() && in_child([] { return verbs_are_right() && in_child(verbs_are_right); });
  }));
}

TEST_CASE("a child that asks for threads runs verbs") {
  CHECK(in_child([] {
    return threads_of_own_region() == 3 && in_child([] {
             omp_set_num_threads(3);
             return verbs_are_right();
           });
  }));
}

TEST_CASE("a child of a program that had no threads has threads") {
  CHECK(in_child([] {
    omp_set_num_threads(3);
    return queue_has(3) && threads_of_own_region() == 3 && verbs_are_right();
  }));
}

TEST_CASE("a thread that a child starts has threads") {
  CHECK(in_child([] {
    return threads_of_own_region() == 3 && in_child([] {
             bool right = false;
             std::thread([&] {
               omp_set_num_threads(3);
               right = queue_has(3) && threads_of_own_region() == 3 && verbs_are_right();
             }).join();
             return right && verbs_are_right();
           });
  }));
}

TEST_CASE("a child that a thread of a region starts runs verbs") { CHECK(in_child(child_of_a_region_is_right)); }
