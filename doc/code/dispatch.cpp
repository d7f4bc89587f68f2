// SPDX-License-Identifier: BSL-1.0
// The code of doc/dispatch.md.
#include <allotype/reduce.hpp>
#include <allotype/runtime/with_accelerator.hpp>
#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;

namespace {

// [kernel]
template <class In, class Out>
struct blur {
  In in;
  Out out;
  ALLOTYPE_FN void operator()(int row, int column) const {
    int const left = column == 0 ? 0 : column - 1;
    out(row, column) = (in(row, left) + in(row, column)) / 2;
  }
};
template <class In>
struct value {
  In in;
  ALLOTYPE_FN float operator()(int row, int column) const { return in(row, column); }
};
// [kernel]

// [verbs]
template <at::accelerator A>
float blurred_sum(at::queue<A>& on, std::vector<float> const& numbers, int rows, int columns) {
  at::extents const size{rows, columns};
  at::buffer<float, A> in{on, numbers};  // copied to A's memory
  at::buffer<float, A> out{on, size};    // not initialised
  at::for_each(on, size, blur{in.view(on, size), out.view(on, size)});
  return at::reduce(on, size, 0.f, at::plus{}, value{out.view(on, size)});  // waits for the work before it
}
// [verbs]

// [launch]
template <class Out>
struct reversed_in_blocks {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const shared = block.template shared<int>();
    block.each_thread([&](int thread) { shared[thread] = thread; });
    // All threads have written before any reads: each_thread ends with a barrier.
    block.each_thread([&](int thread) {
      out(block.index() * block.threads() + thread) = shared[block.threads() - 1 - thread];
    });
  }
};

template <at::accelerator A>
std::vector<int> in_blocks(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{256}};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<1_KiB>>{4},
             reversed_in_blocks{numbers.view(on)});
  std::vector<int> result(256);
  at::copy(on, numbers, result);
  return result;
}
// [launch]

// [limits]
using slice = at::A100::partition<"2g.10gb">;
using shape = at::grid<at::threads_per_block<256>, at::registers_per_thread<64>, at::cooperative>;
static_assert(at::takes_blocks_of<slice, shape>);  // the check of launch, as a question
static_assert(!at::runs_grids_of<at::cpu, shape>);  // the CPU's blocks run one after another

constexpr auto full = at::occupancy<slice, at::threads_per_block<256>, at::registers_per_thread<64>>;
static_assert(full.blocks_per_sm == 4 && full.fraction() == 0.5 && full.limited_by_registers);
static_assert(at::blocks_at_once_of<slice, at::threads_per_block<256>, at::registers_per_thread<64>> == 4 * 28);
// [limits]

// [names]
long long memory_in_mebibytes(char const* name) {
  return at::with_accelerator(name, []<class A>(std::type_identity<A>) -> long long {
    if constexpr (at::publishes<A, at::fact::memory>) {
      return static_cast<long long>(at::memory_of<A>.in_mebibytes());
    } else {
      return -1;
    }
  });
}
// [names]

// [task]
using wanted = at::any_of<at::H200, at::A100::partition<"2g.10gb">, at::cpu>;
constexpr auto task = at::task<wanted, at::limits<at::cpus<4>, at::memory<8_GiB>>>(
    "blur", [](auto& on, std::vector<float> const& numbers, int rows, int columns) {
      return blurred_sum(on, numbers, rows, columns);
    });

void report() {
  auto const result = task(std::vector<float>(6, 1.f), 2, 3);
  std::printf("%g, on %s (%s)\n", result.value(), result.where(), result.on());
  for (auto const& [accelerator, reason] : result.not_elsewhere_because()) {
    std::printf("not on %s: %s\n", accelerator, reason.text());
  }
}
// [task]

// [which]
template <at::accelerator A>
bool has_the_device(char const* uuid) {
  at::queue<A> first;                        // the first that is what A says; queue<A>(1) is the next
  at::queue<A> any(0, at::accept_mismatch);  // the first of all that the backend has, whatever it is
  if (auto that_one = at::queue<A>::open(at::device_with_uuid(uuid))) {  // this one and no other
    std::puts(that_one->description().text());
    return true;
  } else {
    std::puts(that_one.reason().text());
    return false;
  }
}
// [which]

// [errors]
void careful() {
  try {
    report();
  } catch (at::not_available const& error) {  // none of the alternatives is there: what() says why, for each
    std::puts(error.what());
  } catch (at::device_error const& error) {  // a call of CUDA failed
    std::printf("%s in %s on %s\n", error.code_name(), error.call(), error.accelerator());
  }
}
// [errors]

}  // namespace

int main() {
  careful();
  at::queue<at::cpu> on;
  bool const named = memory_in_mebibytes("NVIDIA A100-SXM4-40GB MIG 2g.10gb") == memory_in_mebibytes("A100 2g.10gb");
  bool const found = has_the_device<at::cpu>("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6");
  bool const blurred = task(std::vector<float>(6, 1.f), 2, 3).value() == 6;
  bool const right = named && !found && blurred && in_blocks(on)[0] == 63 && in_blocks(on)[255] == 0;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
