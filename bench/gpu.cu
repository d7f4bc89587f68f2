// SPDX-License-Identifier: BSL-1.0
/// \file
/// On a machine with a GPU: the verbs through the library against CUDA written by hand and CUB, on the same memory.
/// Itself a task of the library. bench/run calls it once a comparison; without a GPU it says why and exits 1.
#include <benchmark/benchmark.h>
#include <thrust/iterator/counting_iterator.h>
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../example/ports/spmv_kernels.hpp"
#include "kernels.hpp"
#include "kernels_by_hand.cuh"

namespace {

namespace at = allotype;

void must(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(code), cudaGetErrorString(code));
  std::exit(1);
}

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

struct product_by_hand {
  double const *b, *c;
  __device__ double operator()(long long i) const { return b[i] * c[i]; }
};
struct sum_by_hand {
  __device__ double operator()(double x, double y) const { return x + y; }
};

constexpr double factor = 3;

#ifdef ALLOTYPE_TEST_ON_INTERPRETER  // where results are checked and times mean nothing
constexpr long long sizes[] = {1LL << 10, 10'001};
constexpr int line_sizes[] = {1 << 10, 10'001};
constexpr int plane_edges[] = {40};
constexpr int block_counts[] = {6};
constexpr int row_counts[] = {20};
#else
constexpr long long sizes[] = {1LL << 16, 1LL << 20, 1LL << 27};
constexpr int line_sizes[] = {1 << 20, 1 << 27};
constexpr int plane_edges[] = {1 << 10, 1 << 14};
constexpr int block_counts[] = {1 << 12, 1 << 19};
constexpr int row_counts[] = {1 << 12, 1 << 20};
#endif

/// The numbers of one period, again and again: 0 1 2 3 0 1 2 3 …
template <class Out>
struct repeated {
  Out out;
  int period;
  ALLOTYPE_FN void operator()(long long i) const { out(i) = static_cast<double>(i % period); }
};

/// What the contenders of one size share; the period of `b` is 4, that of `c` is 2.
template <class A>
struct problem {
  at::buffer<double, A> a, b, c;
  double dot = 0;

  problem(at::queue<A>& on, long long size)
      : a(on, at::extents{size}), b(on, at::extents{size}), c(on, at::extents{size}) {
    at::for_each(on, at::extents{size}, repeated{b.view(on), 4});
    at::for_each(on, at::extents{size}, repeated{c.view(on), 2});
    for (long long i = 0; i < size; ++i) dot += static_cast<double>((i % 4) * (i % 2));
  }
  bool triad_is_right(at::queue<A>& on) {
    std::vector<double> seen(static_cast<std::size_t>(a.size()));
    at::copy(on, a, seen);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != static_cast<double>(i % 4) + factor * static_cast<double>(i % 2)) return false;
    }
    return true;
  }
};

/// `right`, which takes long, asked at the first of a benchmark's many calls alone.
template <class Right>
auto once(Right const& right) {
  return [right, asked = std::make_shared<bool>(false)] { return std::exchange(*asked, true) || right(); };
}

/// Time on the device, by events around each call.
template <class Work>
void measure_on_device(benchmark::State& state, cudaStream_t stream, Work const& work) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin));
  must(cudaEventCreate(&end));
  for (auto _ : state) {
    must(cudaEventRecord(begin, stream));
    work();
    must(cudaEventRecord(end, stream));
    must(cudaEventSynchronize(end));
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin, end));
    state.SetIterationTime(milliseconds * 1e-3);
  }
  must(cudaEventDestroy(end));
  must(cudaEventDestroy(begin));
}

/// Registers `work`, which the GPU does asynchronously; `right` looks at what it wrote in `result`.
template <class A, class T, class Right, class Work>
void enter_on_device(at::queue<A>& on, std::string const& comparison, long long size, char const* contender,
                     at::buffer<T, A>& result, Right const& right, Work const& work) {
  auto const name = comparison + "/" + std::to_string(size) + "/" + contender;
  auto const first_is_right = once([&on, &result, right, work] {
    at::fill(on, result, T{});
    work();
    return right(on);
  });
  benchmark::RegisterBenchmark(name.c_str(), [&on, first_is_right, work](benchmark::State& state) {
    if (!first_is_right()) state.SkipWithError("its result is wrong");
    measure_on_device(state, on.state().stream(), work);
  })->UseManualTime();
}

template <class Work>
void enter_dot(long long size, double expected, char const* contender, Work const& work) {
  auto const name = "dot GPU/" + std::to_string(size) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), [expected, work](benchmark::State& state) {
    if (work() != expected) state.SkipWithError("its result is wrong");
    for (auto _ : state) benchmark::DoNotOptimize(work());
  })->UseRealTime();
}

/// `work` launches an empty kernel. With `wait`: until it is done; else the rate at which they can be launched.
template <class Work>
void enter_launch(bool wait, cudaStream_t stream, char const* contender, Work const& work) {
  auto const name = std::string(wait ? "launch and wait GPU/2/" : "launch GPU/2/") + contender;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    for (auto _ : state) {
      work();
      if (wait) must(cudaStreamSynchronize(stream));
    }
    must(cudaStreamSynchronize(stream));
  })->UseRealTime();
}

ALLOTYPE_FN inline int jumping_number(long long i, int size) { return static_cast<int>(i * 7919 % size); }
template <class Out>
struct jumping {
  Out out;
  int size;
  ALLOTYPE_FN void operator()(int i) const { out(i) = jumping_number(i, size); }
};

/// What the contenders of one size share: `mixed` has each number below the size once, in an order that jumps.
template <class A>
struct line_problem {
  at::buffer<int, A> mixed, line;
  int size;

  line_problem(at::queue<A>& on, int n) : mixed(on, at::extents{n}), line(on, at::extents{n}), size(n) {
    at::for_each(on, at::extents{n}, jumping{mixed.view(on), n});
  }

  std::vector<int> seen(at::queue<A>& on) {
    std::vector<int> values(static_cast<std::size_t>(size));
    at::copy(on, line, values);
    return values;
  }
  bool is_sorted(at::queue<A>& on) {
    int expected = 0;
    for (int const value : seen(on)) {
      if (value != expected++) return false;
    }
    return true;
  }
  bool is_scanned(at::queue<A>& on) {
    unsigned sum = 0;  // as integers of the device wrap around
    int i = 0;
    for (int const value : seen(on)) {
      sum += static_cast<unsigned>(jumping_number(i++, size));
      if (static_cast<unsigned>(value) != sum) return false;
    }
    return true;
  }
  bool is_selected(at::queue<A>& on, long long count) {
    auto const values = seen(on);
    long long found = 0;
    for (int i = 0; i < size; ++i) {
      int const value = jumping_number(i, size);
      if (value % 2 == 0 && (found >= count || values[static_cast<std::size_t>(found++)] != value)) return false;
    }
    return found == count;
  }
};

struct is_even {
  ALLOTYPE_FN bool operator()(int value) const { return value % 2 == 0; }
};

/// Calls one of CUB's functions twice, as it wants to be: for the size of its memory, which stays, and for the work.
struct cub_memory {
  void* begin = nullptr;
  std::size_t bytes = 0;

  template <class Call>
  void operator()(Call const& call) {
    std::size_t needed = 0;
    must(call(static_cast<void*>(nullptr), needed));
    if (needed > bytes) {
      must(cudaFree(begin));
      must(cudaMalloc(&begin, needed));
      bytes = needed;
    }
    must(call(begin, needed));
  }
};

template <class A>
void enter_lines(at::queue<A>& on, line_problem<A>& p, cub_memory& memory, int* count_on_device) {
  cudaStream_t const stream = on.state().stream();
  int const size = p.size;
  auto const is_scanned = [&p](auto& queue) { return p.is_scanned(queue); };
  enter_on_device(on, "inclusive scan GPU", size, "by hand", p.line, is_scanned, [&p, &memory, size, stream] {
    memory([&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(scratch, bytes, p.mixed.data(), p.line.data(), size, stream);
    });
  });
  enter_on_device(on, "inclusive scan GPU", size, "allotype", p.line, is_scanned,
                  [&on, &p] { at::inclusive_scan(on, p.mixed, p.line); });

  // The time includes the copy of what is sorted in place.
  auto const is_sorted = [&p](auto& queue) { return p.is_sorted(queue); };
  auto const spare = std::make_shared<at::buffer<int, A>>(on, at::extents{size});
  auto const enter_sorted_by_cub = [&](char const* contender, auto count) {
    enter_on_device(on, "copy and sort GPU", size, contender, p.line, is_sorted, [&p, &memory, spare, count, stream] {
      auto const bytes_of_line = sizeof(int) * static_cast<std::size_t>(count);
      must(cudaMemcpyAsync(p.line.data(), p.mixed.data(), bytes_of_line, cudaMemcpyDeviceToDevice, stream));
      cub::DoubleBuffer<int> both(p.line.data(), spare->data());
      memory([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, both, count, 0, 32, stream);
      });
      if (both.Current() != p.line.data())
        must(cudaMemcpyAsync(p.line.data(), both.Current(), bytes_of_line, cudaMemcpyDeviceToDevice, stream));
    });
  };
  enter_sorted_by_cub("by hand", size);
  enter_sorted_by_cub("size of 64 bits by hand", static_cast<long long>(size));  // the type that our sizes have
  enter_on_device(on, "copy and sort GPU", size, "allotype", p.line, is_sorted, [&on, &p] {
    at::copy(on, p.mixed, p.line);
    at::sort(on, p.line);
  });

  auto const enter_selected = [&on, &p, size](char const* contender, auto const& work) {
    auto const name = "copy_if GPU/" + std::to_string(size) + "/" + contender;
    auto const right = once([&on, &p, work] { return p.is_selected(on, work()); });
    benchmark::RegisterBenchmark(name.c_str(), [right, work](benchmark::State& state) {
      if (!right()) state.SkipWithError("its result is wrong");
      for (auto _ : state) benchmark::DoNotOptimize(work());
    })->UseRealTime();
  };
  enter_selected("by hand", [&p, &memory, count_on_device, size, stream] {
    memory([&](void* scratch, std::size_t& bytes) {
      return cub::DeviceSelect::If(scratch, bytes, p.mixed.data(), p.line.data(), count_on_device, size, is_even{},
                                   stream);
    });
    int count = 0;
    must(cudaMemcpyAsync(&count, count_on_device, sizeof count, cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    return static_cast<long long>(count);
  });
  enter_selected("allotype", [&on, &p] { return at::copy_if(on, p.mixed, p.line, is_even{}); });
}

template <class Out>
struct bowl {
  Out out;
  ALLOTYPE_FN void operator()(int row, int column) const { out(row, column) = static_cast<double>(row) * row + column; }
};

/// The sum of the four neighbours, less four times the middle, of a bowl: 2 everywhere.
template <class A>
struct plane_problem {
  at::buffer<double, A> in, out;
  int edge;

  plane_problem(at::queue<A>& on, int n) : in(on, at::extents{n, n}), out(on, at::extents{n, n}), edge(n) {
    at::for_each(on, at::extents{n, n}, bowl{in.view(on, at::extents{n, n})});
  }

  bool is_right(at::queue<A>& on) {
    std::vector<double> seen(static_cast<std::size_t>(out.size()));
    at::copy(on, out, seen);
    for (int row = 1; row < edge - 1; ++row) {
      for (int column = 1; column < edge - 1; ++column) {
        if (seen[static_cast<std::size_t>(row) * static_cast<std::size_t>(edge) + static_cast<std::size_t>(column)] !=
            2)
          return false;
      }
    }
    return true;
  }
};

template <class A>
void enter_planes(at::queue<A>& on, plane_problem<A>& p) {
  cudaStream_t const stream = on.state().stream();
  int const edge = p.edge;
  auto const is_right = [&p](auto& queue) { return p.is_right(queue); };
  auto const size = static_cast<long long>(edge) * edge;
  enter_on_device(on, "five points GPU", size, "by hand", p.out, is_right, [&p, edge, stream] {
    dim3 const threads(32, by_hand::threads_per_block / 32);
    auto const blocks = [](int n, unsigned of) { return (static_cast<unsigned>(n) + of - 1) / of; };
    by_hand::five_point<<<dim3(blocks(edge - 2, threads.x), blocks(edge - 2, threads.y)), threads, 0, stream>>>(
        edge - 2, edge - 2, {p.in.data(), edge, edge}, {p.out.data(), edge, edge}, 1, 1);
  });
  enter_on_device(on, "five points GPU", size, "allotype", p.out, is_right, [&on, &p, edge] {
    at::for_each(on, at::box{{1, edge - 1}, {1, edge - 1}},
                 five_point{p.in.view(on, at::extents{edge, edge}), p.out.view(on, at::extents{edge, edge})});
  });
}

/// Blocks of 256 numbers each, all ones.
template <class A>
struct blocks_problem {
  at::buffer<float, A> in, sums;
  int blocks;

  blocks_problem(at::queue<A>& on, int n)
      : in(on, at::extents{n * by_hand::threads_per_block}), sums(on, at::extents{n}), blocks(n) {
    at::fill(on, in, 1.f);
  }
  bool is_right(at::queue<A>& on) {
    std::vector<float> seen(static_cast<std::size_t>(blocks));
    at::copy(on, sums, seen);
    for (float const sum : seen) {
      if (sum != static_cast<float>(by_hand::threads_per_block)) return false;
    }
    return true;
  }
};

template <class A>
void enter_blocks(at::queue<A>& on, blocks_problem<A>& p) {
  using namespace at::literals;
  using grid = at::grid<at::threads_per_block<by_hand::threads_per_block>, at::shared_memory_per_block<1_KiB>>;
  cudaStream_t const stream = on.state().stream();
  auto const is_right = [&p](auto& queue) { return p.is_right(queue); };
  long long const size = p.in.size();
  enter_on_device(on, "sum of each block GPU", size, "by hand", p.sums, is_right, [&p, stream] {
    by_hand::block_sum<by_hand::threads_per_block>
        <<<static_cast<unsigned>(p.blocks), by_hand::threads_per_block, 1024, stream>>>({p.in.data(), 0},
                                                                                        {p.sums.data(), 0});
  });
  enter_on_device(on, "sum of each block GPU", size, "allotype", p.sums, is_right,
                  [&on, &p] { at::launch(on, grid{p.blocks}, block_sum{p.in.view(on), p.sums.view(on)}); });
}

constexpr int elements_a_row = 40;

template <class View>
struct beginning_of_row {
  View begin;
  ALLOTYPE_FN void operator()(int row) const { begin(row) = row * elements_a_row; }
};
template <class View>
struct column_of_element {
  View column;
  int columns;
  ALLOTYPE_FN void operator()(int k) const { column(k) = (k / elements_a_row + k % elements_a_row * 17) % columns; }
};

/// A sparse matrix of ones, and a vector of ones.
template <class A>
struct sparse_problem {
  at::buffer<int, A> begin, column;
  at::buffer<double, A> value, x, y;
  int rows;

  sparse_problem(at::queue<A>& on, int n)
      : begin(on, at::extents{n + 1}),
        column(on, at::extents{n * elements_a_row}),
        value(on, at::extents{n * elements_a_row}),
        x(on, at::extents{n}),
        y(on, at::extents{n}),
        rows(n) {
    at::for_each(on, at::extents{n + 1}, beginning_of_row{begin.view(on)});
    at::for_each(on, at::extents{n * elements_a_row}, column_of_element{column.view(on), n});
    at::fill(on, value, 1.0);
    at::fill(on, x, 1.0);
  }
  bool is_right(at::queue<A>& on) {
    std::vector<double> seen(static_cast<std::size_t>(rows));
    at::copy(on, y, seen);
    for (double const sum : seen) {
      if (sum != elements_a_row) return false;
    }
    return true;
  }
};

template <class A>
void enter_rows(at::queue<A>& on, sparse_problem<A>& p) {
  constexpr int threads = by_hand::threads_per_block;
  using grid = at::grid<at::threads_per_block<threads>>;
  cudaStream_t const stream = on.state().stream();
  auto const is_right = [&p](auto& queue) { return p.is_right(queue); };
  int const blocks = (p.rows + threads / 32 - 1) / (threads / 32);
  enter_on_device(on, "sparse matrix by warps GPU", p.rows, "by hand", p.y, is_right, [&p, blocks, stream] {
    int const elements = p.rows * elements_a_row;
    by_hand::row_a_warp<threads><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(
        {p.begin.data(), p.rows + 1, p.column.data(), elements, p.value.data(), elements}, {p.x.data(), p.rows},
        {p.y.data(), p.rows});
  });
  enter_on_device(on, "sparse matrix by warps GPU", p.rows, "allotype", p.y, is_right, [&on, &p, blocks] {
    at::launch(on, grid{blocks},
               row_a_warp<A>{{p.begin.view(on), p.column.view(on), p.value.view(on)}, p.x.view(on), p.y.view(on)});
  });
}

template <at::accelerator A>
int measure(at::queue<A>& on) {
  cudaStream_t const stream = on.state().stream();
  std::vector<problem<A>> problems;
  for (long long const size : sizes) problems.emplace_back(on, size);

  void* scratch = nullptr;
  std::size_t scratch_bytes = 0;
  double* result = nullptr;
  auto const reduce_by_hand = [&](problem<A>& p) {
    return cub::DeviceReduce::TransformReduce(scratch, scratch_bytes, thrust::counting_iterator<long long>(0), result,
                                              p.a.size(), sum_by_hand{}, product_by_hand{p.b.data(), p.c.data()}, 0.0,
                                              stream);
  };
  must(reduce_by_hand(problems.back()));
  must(cudaMalloc(&scratch, scratch_bytes));
  must(cudaMalloc(&result, sizeof(double)));

  for (auto& p : problems) {
    long long const size = p.a.size();
    auto const triad_is_right = [&p](auto& queue) { return p.triad_is_right(queue); };
    auto const triad_by_hand = [&p, size, stream] {
      int const threads = by_hand::threads_per_block;
      by_hand::triad<<<static_cast<unsigned>((size + threads - 1) / threads), threads, 0, stream>>>(
          size, p.a.data(), p.b.data(), p.c.data(), factor);
    };
    enter_on_device(on, "triad GPU", size, "by hand", p.a, triad_is_right, triad_by_hand);
    // What a launch of ours calls besides: what of the difference that is, its times show.
    enter_on_device(on, "triad GPU", size, "device chosen, error asked", p.a, triad_is_right,
                    [triad_by_hand, device = on.state().device()] {
                      must(cudaSetDevice(device));
                      triad_by_hand();
                      must(cudaGetLastError());
                    });
    enter_on_device(on, "triad GPU", size, "allotype", p.a, triad_is_right, [&on, &p] {
      at::for_each(on, at::extents{p.a.size()}, triad{p.a.view(on), p.b.view(on), p.c.view(on), factor});
    });
    enter_dot(size, p.dot, "by hand", [&, stream] {
      must(reduce_by_hand(p));
      double sum = 0;
      must(cudaMemcpyAsync(&sum, result, sizeof sum, cudaMemcpyDeviceToHost, stream));
      must(cudaStreamSynchronize(stream));
      return sum;
    });
    enter_dot(size, p.dot, "allotype", [&on, &p] {
      return at::reduce(on, at::extents{p.a.size()}, 0.0, at::plus{}, product{p.b.view(on), p.c.view(on)});
    });
  }
  // What a benchmark refers to stays where it is until all have run.
  std::deque<line_problem<A>> lines;
  std::deque<plane_problem<A>> planes;
  std::deque<blocks_problem<A>> blocks;
  std::deque<sparse_problem<A>> matrices;
  cub_memory memory;
  int* count_on_device = nullptr;
  must(cudaMalloc(&count_on_device, sizeof(int)));
  for (int const size : line_sizes) enter_lines(on, lines.emplace_back(on, size), memory, count_on_device);
  for (int const edge : plane_edges) enter_planes(on, planes.emplace_back(on, edge));
  for (int const count : block_counts) enter_blocks(on, blocks.emplace_back(on, count));
  for (int const count : row_counts) enter_rows(on, matrices.emplace_back(on, count));
  for (bool const wait : {false, true}) {
    enter_launch(wait, stream, "by hand",
                 [stream] { by_hand::empty<<<1, by_hand::threads_per_block, 0, stream>>>(2); });
    enter_launch(wait, stream, "device chosen, error asked", [stream, device = on.state().device()] {
      must(cudaSetDevice(device));
      by_hand::empty<<<1, by_hand::threads_per_block, 0, stream>>>(2);
      must(cudaGetLastError());
    });
    enter_launch(wait, stream, "allotype", [&on] { at::for_each(on, at::extents{2}, nothing{}); });
  }
  bool const ran = benchmark::RunSpecifiedBenchmarks() != 0;
  must(cudaFree(count_on_device));
  must(cudaFree(memory.begin));
  must(cudaFree(result));
  must(cudaFree(scratch));
  return ran ? 0 : 1;
}

using wanted = at::any_of<at::H200, at::H100, at::A100, at::A100_80GB>;
constexpr auto bench = at::task<wanted>("bench", [](auto& on) { return measure(on); });

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  try {
    auto const done = bench();
    std::fprintf(stderr, "%s\n", done.device());
    return done.value();
  } catch (at::error const& error) {
    std::fprintf(stderr, "gpu: %s\n", error.what());
    return 1;
  }
}
