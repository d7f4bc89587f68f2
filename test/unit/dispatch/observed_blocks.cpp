// SPDX-License-Identifier: BSL-1.0
// What checked builds find in the blocks of a launch on the CPU, in both orders of a block's threads.
#define ALLOTYPE_CHECKED

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <string>

#include <allotype/block_ranges.hpp>

#include "atomics.hpp"
#include "block_ranges.hpp"
#include "block_shapes.hpp"
#include "verbs.hpp"

namespace {

namespace at = allotype;
using namespace at::literals;

class variable {
 public:
  variable(char const* name, std::string const& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~variable() { unsetenv(name_); }

 private:
  char const* name_;
};

struct tiles {
  float a[8][8], b[8][8];
};
using grid = at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>,
                      at::static_shared_memory_per_block<at::bytes{sizeof(tiles)}>>;
using block_of_grid = at::block_of<at::cpu, grid>;

/// The error of a launch of two blocks, or "".
template <class Kernel>
std::string error_of(Kernel const& kernel) {
  at::queue<at::cpu> on;
  try {
    at::launch(on, grid{2}, kernel);
  } catch (at::block_error const& error) {
    return error.what();
  }
  return "";
}
constexpr bool all_is_seen = at::detail::accesses_are_followed;

}  // namespace

TEST_CASE("right blocks have the same results in both orders of their threads, and no finding") {
  std::string const order = GENERATE("forward", "reverse");
  std::string const followed = GENERATE("0", "1000000000");
  variable const told("ALLOTYPE_THREAD_ORDER", order), count("ALLOTYPE_FOLLOWED_ACCESSES", followed);
  at::queue<at::cpu> on;
  INFO(order);
  verbs::keeps_values_in_blocks_of<1>(on, 3);
  verbs::keeps_values_in_blocks_of<96>(on, 2);
  verbs::takes_lambdas(on);
  block_ranges::waits_behind_ranges(on);
  block_ranges::runs_in_subgroups_of<64, 4>(on);
  atomics::counts_in_blocks(on);
  block_shapes::has_dimensions(on);
  block_shapes::has_arrays<at::shared_arrays<block_shapes::total, block_shapes::pairs, block_shapes::letters>>(on);
  at::buffer<int, at::cpu> turned{on, verbs::counting(4 * 64)};
  at::launch(on, grid{4}, verbs::turn_around{turned.view(on)});
  CHECK(verbs::on_host(on, turned) == verbs::turned_around(4));
  at::launch(on, grid{4}, verbs::turn_around_in_static_memory{turned.view(on)});
  CHECK(verbs::on_host(on, turned) == verbs::counting(4 * 64));
}

TEST_CASE("the variable turns the threads of a block around") {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> last{on, at::extents{1}};
  auto const set = last.view(on);
  auto const kernel = [=](block_of_grid const& block) { block.each_thread([&](int thread) { set(0) = thread; }); };
  at::launch(on, grid{1}, kernel);
  CHECK(set(0) == 63);
  variable const told("ALLOTYPE_THREAD_ORDER", "reverse");
  at::launch(on, grid{1}, kernel);
  CHECK(set(0) == 0);
  variable const wrong("ALLOTYPE_THREAD_ORDER", "backwards");
  CHECK_THROWS_WITH(at::launch(on, grid{1}, kernel),
                    "ALLOTYPE_THREAD_ORDER is \"backwards\"; it is forward or reverse");
}

TEST_CASE("two threads that touch an element without a barrier between are found") {
  bool const reverse = GENERATE(false, true);
  variable const told("ALLOTYPE_THREAD_ORDER", reverse ? "reverse" : "forward");

  SECTION("both write, also the same value") {
    std::string const found = error_of([](block_of_grid const& block) {
      int* const held = block.shared<int>();
      block.each_thread([&](int thread) { held[7] = thread; });
    });
    CHECK_THAT(found, starts_with(
                          reverse ? "launch: block 0: threads 63 and 62 touch element 7 of shared<int>() with no "
                                    "barrier between: thread 63 writes it, thread 62 writes it; in the each_thread of "
                                  : "launch: block 0: threads 0 and 1 touch element 7 of shared<int>() with no barrier "
                                    "between: thread 0 writes it, thread 1 writes it; in the each_thread of "));
    CHECK_THAT(found, contains("observed_blocks.cpp:"));
    CHECK_THAT(found, contains("; in the kernel "));
    if (all_is_seen) {
      CHECK_THAT(error_of([](block_of_grid const& block) {
                   auto* const held = block.shared<short>();
                   block.each_thread([&](int thread) { held[thread / 40] = 1; });
                 }),
                 contains(" of shared<short int>() with") || contains(" of shared<short>() with"));
    }
  }
  if (all_is_seen) {
    SECTION("one reads what another writes") {
      std::string const found = error_of([](block_of_grid const& block) {
        if (block.index() == 0) return;
        int* const held = block.shared<int>();
        auto kept = block.per_thread<int>();
        block.each_thread([&](int thread) { held[thread] = thread; });
        block.each_thread([&](int thread) {
          if (thread == 40) held[17] = 1;
          if (thread == 3) kept(thread) = held[17];
        });
      });
      std::string const place = " touch element 17 of shared<int>() with no barrier between: ";
      CHECK_THAT(found,
                 starts_with(
                     reverse ? "launch: block 1: threads 40 and 3" + place + "thread 40 writes it, thread 3 reads it"
                             : "launch: block 1: threads 3 and 40" + place + "thread 3 reads it, thread 40 writes it"));
    }
    SECTION("a member of a struct at a constant address") {
      std::string const found = error_of([](block_of_grid const& block) {
        tiles* const held = block.static_shared<tiles>();
        block.each_thread([&](int thread) { held->a[thread / 8][thread % 8] = 1; });
        block.each_thread([&](int thread) { held->a[thread % 8][thread / 8] += 1; });  // right: one element each
        block.each_thread([&](int thread) { held->b[thread / 8][thread % 8] = held->b[0][thread % 8]; });
      });
      CHECK_THAT(found, contains(" of static_shared<"));
      CHECK_THAT(found, contains("tiles>() (its byte 2"));
      CHECK_THAT(found, contains(" reads it"));
    }
    SECTION("behind each_thread_at_end, which has no barrier") {
      CHECK_THAT(error_of([](block_of_grid const& block) {
                   int* const held = block.shared<int>();
                   auto kept = block.per_thread<int>();
                   block.each_thread_at_end([&](int thread) { held[thread] = thread; });
                   block.each_thread([&](int thread) { kept(thread) = held[63 - thread]; });
                 }),
                 contains(reverse ? "threads 0 and 63 touch element 0 of" : "threads 63 and 0 touch element 63 of"));
    }
    SECTION("an atomic operation beside one that is not") {
      CHECK_THAT(error_of([](block_of_grid const& block) {
                   int* const count = block.shared<int>();
                   block.each_thread([&](int thread) {
                     if (thread == 30) *count = 0;
                     at::atomic(*count).fetch_add(1);
                   });
                 }),
                 contains(" changes it by an atomic operation"));
    }
  }
}

TEST_CASE("two threads that write are found without following each access") {
  variable const none("ALLOTYPE_FOLLOWED_ACCESSES", "0");
  CHECK_THAT(error_of([](block_of_grid const& block) {
               int* const held = block.shared<int>();
               block.each_thread([&](int thread) { held[thread % 60] = thread; });
             }),
             starts_with("launch: block 0: threads 0 and 60 touch element 0 of shared<int>() with no barrier"));
  variable const wrong("ALLOTYPE_FOLLOWED_ACCESSES", "some");
  at::queue<at::cpu> on;
  CHECK_THROWS_AS(at::launch(on, grid{1}, [](block_of_grid const&) {}), at::input_error);
}

TEST_CASE("a value of another thread is an error") {
  CHECK_THAT(error_of([](block_of_grid const& block) {
               auto kept = block.per_thread<float>();
               block.each_thread([&](int thread) { kept(thread) = 1; });
               block.each_thread([&](int thread) { kept(thread) += kept(thread ^ 1); });
             }),
             starts_with("launch: block 0: thread 0 uses thread 1's value of per_thread<float>(); what other threads "
                         "read goes through shared memory; in the each_thread of "));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               auto const kept = block.per_thread<float>();
               if (kept(5) == 1) block.each_thread([](int) {});
             }),
             starts_with("launch: block 0: code outside of each_thread uses thread 5's value of per_thread<float>(), "
                         "where a GPU's threads use their own; in the kernel "));
}

TEST_CASE("what a kernel does outside of each_thread, and a barrier within one") {
  CHECK_THAT(error_of([](block_of_grid const& block) { block.shared<int>()[3] = 5; }),
             starts_with("launch: block 0: code outside of each_thread writes element 3 of shared<int>(); on a GPU all "
                         "threads write it: "));
  CHECK_THAT(
      error_of([](block_of_grid const& block) { block.each_thread([&](int) { block.each_thread([](int) {}); }); }),
      starts_with("launch: block 0: each_thread is called within each_thread"));
}

TEST_CASE("indices of a range touch an element with no barrier between") {
  CHECK_THAT(error_of([](block_of_grid const& block) {
               int* const held = block.shared<int>();
               block.for_each(8, [&](int i) { held[i / 2] = i; });
             }),
             starts_with("launch: block 0: indices 0 and 1 touch element 0 of shared<int>() with no barrier between: "
                         "index 0 writes it, index 1 writes it; in the for_each of "));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               int* const held = block.shared<int>();
               block.for_each_nowait(8, [&](int i) { held[i] = i; });
               block.for_each(8, [&](int i) { held[i] += held[7 - i]; });
             }),
             starts_with(all_is_seen ? "launch: block 0: indices 7 and 0 touch element 7 of shared<int>()" : ""));
  CHECK(error_of([](block_of_grid const& block) {
          int* const held = block.shared<int>();
          block.for_each(8, [&](int i) { held[i] = i; });
          int const sum = block.reduce(8, 0, at::plus{}, [&](int i) { return held[7 - i]; });
          block.exclusive_scan(
              8, sum, at::plus{}, [&](int i) { return held[i]; }, [&](int i, int value) { held[i] = value; });
          int const first = block.broadcast([&] { return held[0]; });
          block.single([&] { held[0] = first; });
        }) == "");
}

TEST_CASE("ranges in subgroups that touch an element with no barrier between") {
  CHECK_THAT(error_of([](block_of_grid const& block) {
               int* const held = block.shared<int>();
               at::subgroups<4>(block).for_each(
                   3, [&](auto const& group, int i) { group.for_each(2, [&](int k) { held[i + k] = i; }); });
             }),
             starts_with("launch: block 0: the subgroups of indices 0 and 1 touch element 1 of shared<int>() with no "
                         "barrier between: that of index 0 writes it, that of index 1 writes it; in the for_each of "));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               int* const held = block.shared<int>();
               at::subgroups<4>(block).for_each(3, [&](auto const&, int i) { held[i] = 1; });
             }),
             starts_with("launch: block 0: a subgroup's code outside of its ranges writes element 0 of shared<int>(); "
                         "on a GPU all its threads write it: write it in single of the subgroup; in the "
                         "subgroups(block).for_each of "));
  CHECK(error_of([](block_of_grid const& block) {
          int* const held = block.shared<int>();
          at::subgroups<4>(block).for_each(2, [&](auto const& group, int i) {
            group.for_each(3, [&](int k) { held[4 * i + k] = k; });
            int const sum = group.reduce(3, 0, at::plus{}, [&](int k) { return held[4 * i + (k + 1) % 3]; });
            group.single([&] { held[4 * i] = sum; });
          });
        }) == "");
}

TEST_CASE("a range that some threads of a block do not reach") {
  CHECK_THAT(
      error_of([](block_of_grid const& block) { block.for_each(3, [&](int) { block.single([] {}); }); }),
      starts_with("launch: block 0: single is called within for_each, where a GPU waits at a barrier for threads "
                  "that do not come; in the for_each of "));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               at::subgroups<4>(block).for_each(
                   3, [&](auto const&, int) { (void)block.reduce(3, 0, at::plus{}, [](int i) { return i; }); });
             }),
             starts_with("launch: block 0: reduce is called within subgroups(block).for_each, where a GPU waits"));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               at::subgroups<4>(block).for_each(3, [&](auto const& group, int) {
                 group.for_each(2, [&](int) { (void)group.count(2, [](int) { return true; }); });
               });
             }),
             starts_with("launch: block 0: count is called within for_each, where a GPU waits"));
}

TEST_CASE("values of threads in ranges") {
  CHECK_THAT(error_of([](block_of_grid const& block) {
               auto kept = block.per_thread<int>();
               block.for_each(65, [&](int i) { kept(i) = 1; });
             }),
             starts_with("launch: block 0: index 64 uses thread 64's value of per_thread<int>(), and the block has 64 "
                         "threads: a range with such values has at most as many indices; in the for_each of "));
  CHECK_THAT(
      error_of([](block_of_grid const& block) {
        auto kept = block.per_thread<int>();
        at::subgroups<4>(block).for_each(
            3, [&](auto const& group, int) { group.for_each(2, [&](int i) { kept(i) = 1; }); });
      }),
      starts_with("launch: block 0: code of a subgroup uses thread 0's value of per_thread<int>(), which belongs "
                  "to the ranges of the block; in the for_each of "));
}

TEST_CASE("memory that the grid does not state is not touched in silence") {
  std::string const followed = GENERATE("0", "1000");
  variable const count("ALLOTYPE_FOLLOWED_ACCESSES", followed);
  bool const all = all_is_seen && followed != "0";
  std::string const behind = error_of([](block_of_grid const& block) {
    int* const held = block.shared<int>();
    block.each_thread([&](int thread) { held[thread + block.index()] = 1; });
  });
  CHECK_THAT(behind, starts_with(all ? "launch: block 1: thread 63 touches byte 256 of shared<int>(), and the grid "
                                       "states shared_memory_per_block of 256 bytes"
                                     : "launch: block 1: a thread has written byte 256 of shared<int>(), and the grid "
                                       "states shared_memory_per_block of 256 bytes"));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               block.each_thread([&](int thread) {
                 if (thread == 9) block.static_shared<tiles>()[1].a[2][0] = 1;
               });
             }),
             contains(" byte 576 of static_shared<") &&
                 contains("the grid states static_shared_memory_per_block of 512 bytes"));
  CHECK_THAT(error_of([](block_of_grid const& block) {
               block.each_thread([&](int thread) {
                 if (thread == 9) block.shared<int>()[-1] = 1;
               });
             }),
             contains(" byte -4 of shared<int>()"));
}

TEST_CASE("a block whose size is known while running has the grid's threads and bytes") {
  using sized = at::grid<at::threads_per_block<at::at_most<64>>, at::shared_memory_per_block<at::at_most<256_B>>>;
  using block_of_sized = at::block_of<at::cpu, sized>;
  at::queue<at::cpu> on;
  auto const error = [&](auto const& kernel) -> std::string {
    try {
      at::launch(on, sized{1, 8, 32_B}, kernel);
    } catch (at::block_error const& found) {
      return found.what();
    }
    return "";
  };
  CHECK(error([](block_of_sized const& block) {
          block.each_thread([&](int thread) { block.shared<int>()[thread] = block.threads(); });
        }).empty());
  CHECK_THAT(error([](block_of_sized const& block) {
               block.each_thread([&](int thread) { block.shared<int>()[thread + 1] = thread; });
             }),
             contains(" byte 32 of shared<int>(), and the grid states shared_memory_per_block of 32 bytes"));
  CHECK_THAT(error([](block_of_sized const& block) {
               block.each_thread([&](int thread) { block.shared<int>()[thread / 7] = thread; });
             }),
             contains("threads ") && contains(" touch element 0 of shared<int>() with no barrier between"));
}

// The kernel cannot go on there, nor can an error be thrown.
TEST_CASE("far behind the memory the program ends with a sentence") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t const child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGSEGV, SIG_DFL);
    (void)error_of([](block_of_grid const& block) {
      block.each_thread([&](int thread) { block.shared<int>()[1'000'000 + thread] = 1; });
    });
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char part[512];
  for (ssize_t got; (got = read(ends[0], part, sizeof(part))) > 0;) text.append(part, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status != 0);
  CHECK_THAT(text, contains("launch: block 0: thread 0 touches byte 4000000 of shared<int>(), and the grid states "
                            "shared_memory_per_block of 256 bytes; that far behind it, the program ends\n"));
}

TEST_CASE("what is wrong with an array says its name") {
  using block_shapes::letters, block_shapes::pairs;
  using blocks = at::grid<at::threads_per_block<64>, at::shared_arrays<letters, pairs>>;
  auto const error_of = [](auto const& kernel) -> std::string {
    at::queue<at::cpu> on;
    try {
      at::launch(on, blocks{1}, kernel);
    } catch (at::block_error const& error) {
      return error.what();
    }
    return "";
  };
  using block_of_arrays = at::block_of<at::cpu, blocks>;
  CHECK_THAT(error_of([](block_of_arrays const& block) {
               auto& held = at::shared<pairs>(block);
               block.each_thread([&](int thread) { held[1][2] = thread; });
             }),
             contains("threads 0 and 1 touch element 6 of shared<block_shapes::pairs>() with no barrier between"));
  std::string const beyond = error_of([](block_of_arrays const& block) {
    char* const held = at::shared<letters>(block);
    block.each_thread([&](int thread) { held[thread + 2] = 1; });
  });
  CHECK_THAT(beyond, contains(" byte 65 of shared<block_shapes::letters>(), and the array has 65 bytes"));
}

TEST_CASE("two threads of a block of rows and columns that touch an element are found") {
  using blocks = at::grid<at::threads_per_block<2, 3>, at::shared_memory_per_block<24_B>>;
  at::queue<at::cpu> on;
  CHECK_THROWS_WITH(at::launch(on, blocks{at::extents{1, 1}},
                               [](at::block_of<at::cpu, blocks> const& block) {
                                 int* const held = at::shared<int>(block);
                                 block.each_thread([&](int row, int column) { held[column] = row; });
                               }),
                    contains("threads 0 and 3 touch element 0 of shared<int>() with no barrier between"));
}
