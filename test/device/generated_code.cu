// SPDX-License-Identifier: BSL-1.0
// The kernels whose instructions the test generated_code counts, through the library and by hand: both do what the
// library does on the CPU.
#include "../../bench/generated_code.cu"
#include "../../bench/generated_code_called.cu"
#include "../../bench/generated_code_formats.cu"
#include "../../bench/generated_code_ranges.cu"
#include "../../bench/generated_code_reduce.cu"
#include "../../bench/generated_code_shapes.cu"

#include <numeric>
#include <vector>

#include "catch.hpp"

namespace {

at::queue<gpu> open_gpu() { return std::move(*at::queue<gpu>::open_unchecked()); }

template <class T>
std::vector<T> filled(int size, int period) {
  std::vector<T> numbers(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) numbers[static_cast<std::size_t>(i)] = static_cast<T>(i * 37 % period);
  return numbers;
}
std::vector<example::pixel> noisy_picture(at::extents<2> const& size) {
  std::vector<example::pixel> pixels;
  for (int i = 0; i < static_cast<int>(size.size()); ++i) {
    pixels.push_back(
        {static_cast<float>(i * 37 % 256), static_cast<float>(i * 91 % 256), static_cast<float>(i * 53 % 256)});
  }
  return pixels;
}

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> values(static_cast<std::size_t>(buffer.size()), T{});
  at::copy(on, buffer, values);
  return values;
}
/// What is not written stays -1.
template <class T, class A>
at::buffer<T, A> blank(at::queue<A>& on, int size) {
  return {on, std::vector<T>(static_cast<std::size_t>(size), T(-1))};
}

dim3 blocks_of(int columns, int rows = 1, int slow = 1) {
  return dim3(static_cast<unsigned>((columns + 31) / 32), static_cast<unsigned>((rows + 7) / 8),
              static_cast<unsigned>(slow));
}
constexpr dim3 plane_of_threads(32, 8);
constexpr unsigned line_of_threads = by_hand::threads_per_block;
unsigned lines_of(int size) { return (static_cast<unsigned>(size) + line_of_threads - 1) / line_of_threads; }

}  // namespace

TEMPLATE_TEST_CASE("the triad", "", int, long long) {
  constexpr int n = 1000;
  auto on = open_gpu();
  at::queue<at::cpu> here;
  auto const b = filled<double>(n, 13), c = filled<double>(n, 7);
  at::buffer<double, at::cpu> b_here{here, b}, c_here{here, c}, expected{here, at::extents{n}};
  at::for_each(here, at::extents{n},
               triad{expected.view(here), std::as_const(b_here).view(here), std::as_const(c_here).view(here), 3.0});

  at::buffer<double, gpu> b_there{on, b}, c_there{on, c};
  auto ours = blank<double>(on, n), hand = blank<double>(on, n);
  triad_through_library(on, ours, b_there, c_there, at::extents<1, TestType>{n});
  CHECK(on_host(on, ours) == on_host(here, expected));
  by_hand::triad<TestType>
      <<<lines_of(n), line_of_threads, 0, on.native()>>>(n, hand.data(), b_there.data(), c_there.data(), 3.0);
  CHECK(on_host(on, hand) == on_host(here, expected));
}

TEST_CASE("four indices a thread, and a loop by hand") {
  for (int const n : {1, 1000, 1024, 3000}) {
    CAPTURE(n);
    auto on = open_gpu();
    auto const b = filled<double>(n, 13), c = filled<double>(n, 7);
    std::vector<double> expected;
    for (int i = 0; i < n; ++i) expected.push_back(b[static_cast<std::size_t>(i)] + 3 * c[static_cast<std::size_t>(i)]);
    at::buffer<double, gpu> b_there{on, b}, c_there{on, c};
    auto ours = blank<double>(on, n), hand = blank<double>(on, n), copy = blank<double>(on, n);
    at::extents<1> const over{n};
    four_indices_through_library(on, ours.view(on, over), std::as_const(b_there).view(on, over),
                                 std::as_const(c_there).view(on, over));
    CHECK(on_host(on, ours) == b);  // the copy comes last
    at::for_each(
        on, over,
        triad{ours.view(on, over), std::as_const(b_there).view(on, over), std::as_const(c_there).view(on, over), 3.0},
        at::indices_per_thread<4>{});
    CHECK(on_host(on, ours) == expected);
    by_hand::triad_in_a_loop<<<2, line_of_threads, 0, on.native()>>>(n, hand.data(), b_there.data(), c_there.data(),
                                                                     3.0);
    CHECK(on_host(on, hand) == expected);
    by_hand::copied_in_a_loop<<<2, line_of_threads, 0, on.native()>>>(n, copy.data(), b_there.data());
    CHECK(on_host(on, copy) == b);
  }
}

namespace {

template <class T>
std::vector<unsigned> bits_of(std::vector<T> const& numbers) {
  std::vector<unsigned> bits;
  for (T const number : numbers) {
    if constexpr (sizeof(T) == 2) {
      bits.push_back(__builtin_bit_cast(unsigned short, number));
    } else {
      bits.push_back(__builtin_bit_cast(unsigned char, number));
    }
  }
  return bits;
}
template <class T>
std::vector<T> rounded_to(std::vector<float> const& numbers) {
  std::vector<T> rounded;
  for (float const number : numbers) rounded.push_back(T(number));
  return rounded;
}
/// Fractions of both signs, small and large.
std::vector<float> fractions(int size, int period) {
  std::vector<float> numbers = filled<float>(size, period);
  for (float& number : numbers) number = (number - 40) / 7;
  return numbers;
}

}  // namespace

TEMPLATE_TEST_CASE("the triad in 16 bits", "", at::float16, at::bfloat16) {
  using twin = std::conditional_t<std::is_same_v<TestType, at::float16>, __half, __nv_bfloat16>;
  constexpr int n = 500;
  auto on = open_gpu();
  at::queue<at::cpu> here;
  auto const b = rounded_to<TestType>(fractions(n, 101)), c = rounded_to<TestType>(fractions(n, 97));
  std::vector<TestType> expected;
  for (std::size_t i = 0; i < n; ++i) expected.push_back(b[i] + TestType(3) * c[i]);
  at::buffer<TestType, gpu> const b_there{on, b}, c_there{on, c};
  at::buffer<TestType, gpu> ours{on, at::extents{n}}, hand{on, at::extents{n}};
  triad_in_format_through_library<TestType>(on, ours.view(on), b_there.view(on), c_there.view(on));
  CHECK(bits_of(on_host(on, ours)) == bits_of(expected));
  by_hand::triad_in_format<<<lines_of(n), line_of_threads, 0, on.native()>>>(
      n, reinterpret_cast<twin*>(hand.data()), reinterpret_cast<twin const*>(b_there.data()),
      reinterpret_cast<twin const*>(c_there.data()));
  CHECK(bits_of(on_host(on, hand)) == bits_of(expected));
}

TEMPLATE_TEST_CASE("floats that are computed in 16 bits", "", at::fp16_mixed, at::bf16_mixed) {
  using compute = typename TestType::compute;
  using mixed =
      std::conditional_t<std::is_same_v<compute, at::float16>, by_hand::half_and_float, by_hand::bfloat_and_float>;
  constexpr int n = 500;
  auto on = open_gpu();
  auto const x = fractions(n, 101), y = fractions(n, 97);
  std::vector<float> expected;
  for (std::size_t i = 0; i < n; ++i) expected.push_back(0.5f * float(compute(x[i])) + float(compute(y[i])));
  at::buffer<float, gpu> const x_there{on, x};
  at::buffer<float, gpu> ours{on, y}, hand{on, y};
  precision_through_library<TestType>(on, x_there.view(on), ours.view(on), 0.5f);
  CHECK(on_host(on, ours) == expected);  // fused or not: a half of a number that is exact
  by_hand::scaled_and_added<mixed>
      <<<lines_of(n), line_of_threads, 0, on.native()>>>(n, x_there.data(), hand.data(), 0.5f);
  CHECK(on_host(on, hand) == expected);
}

TEST_CASE("conversions to 8 bits and back") {
  constexpr int n = 500;
  auto on = open_gpu();
  auto const numbers = fractions(n, 101);
  auto const narrow = rounded_to<at::float8_e4m3>(numbers);
  std::vector<float> const back(narrow.begin(), narrow.end());
  at::buffer<float, gpu> const in{on, numbers};
  at::buffer<at::float8_e4m3, gpu> ours{on, at::extents{n}}, hand{on, at::extents{n}};
  at::buffer<at::float8_e4m3, gpu> const bytes{on, narrow};
  auto our_floats = blank<float>(on, n), hand_floats = blank<float>(on, n);
  conversions_through_library(on, in.view(on), ours.view(on), bytes.view(on), our_floats.view(on));
  CHECK(bits_of(on_host(on, ours)) == bits_of(narrow));
  CHECK(on_host(on, our_floats) == back);
  auto const raw = [](auto& buffer) { return reinterpret_cast<__nv_fp8_storage_t*>(buffer.data()); };
  by_hand::rounded_to_8_bits<<<lines_of(n), line_of_threads, 0, on.native()>>>(n, in.data(), raw(hand));
  CHECK(bits_of(on_host(on, hand)) == bits_of(narrow));
  by_hand::from_8_bits<<<lines_of(n), line_of_threads, 0, on.native()>>>(
      n, reinterpret_cast<__nv_fp8_storage_t const*>(bytes.data()), hand_floats.data());
  CHECK(on_host(on, hand_floats) == back);
}

TEST_CASE("the histogram") {
  constexpr int n = 1000, values = 11;
  auto on = open_gpu();
  at::queue<at::cpu> here;
  auto const numbers = filled<int>(n, values);
  auto const run = [&](auto& queue, auto const& count) {
    using A = typename std::remove_reference_t<decltype(queue)>::accelerator;
    at::buffer<int, A> in{queue, numbers}, bins{queue, at::extents{values}}, largest{queue, at::extents{1}};
    at::buffer<long long, A> sum{queue, at::extents{1}};
    at::fill(queue, bins, 0), at::fill(queue, largest, 0), at::fill(queue, sum, 0LL);
    count(in, bins, largest, sum);
    std::vector<long long> all{on_host(queue, largest)[0], on_host(queue, sum)[0]};
    for (int const bin : on_host(queue, bins)) all.push_back(bin);
    return all;
  };
  auto const expected = run(here, [&](auto& in, auto& bins, auto& largest, auto& sum) {
    at::for_each(here, at::extents{n},
                 histogram{std::as_const(in).view(here), bins.view(here), largest.view(here), sum.view(here)});
  });
  CHECK(std::accumulate(expected.begin() + 2, expected.end(), 0LL) == n);
  CHECK(run(on, [&](auto& in, auto& bins, auto& largest, auto& sum) {
          atomics_through_library(on, std::as_const(in).view(on, at::extents{n}), bins.view(on, at::extents{values}),
                                  largest.view(on, at::extents{1}), sum.view(on, at::extents{1}));
        }) == expected);
  CHECK(run(on, [&](auto& in, auto& bins, auto& largest, auto& sum) {
          by_hand::histogram<<<lines_of(n), line_of_threads, 0, on.native()>>>(
              n, {in.data(), n}, {bins.data(), values}, {largest.data(), 1},
              {reinterpret_cast<unsigned long long*>(sum.data()), 1});
        }) == expected);
}

TEST_CASE("boxes, parts with gaps, columns first, four dimensions") {
  constexpr int rows = 21, columns = 45, n = rows * columns;
  at::extents const plane{rows, columns};
  at::extents const four{3, 5, 7, 9};
  at::box<2> const inside{{1, rows - 1}, {1, columns - 1}};
  auto on = open_gpu();
  at::queue<at::cpu> here;
  auto const numbers = filled<double>(n, 101);

  auto const results = [&](auto& queue, auto const& run) {
    using A = typename std::remove_reference_t<decltype(queue)>::accelerator;
    at::buffer<double, A> const in{queue, numbers};
    auto out = blank<double>(queue, n), by_column = blank<double>(queue, n), of_four = blank<double>(queue, n);
    run(in, out, by_column, of_four);
    return std::vector{on_host(queue, out), on_host(queue, by_column), on_host(queue, of_four)};
  };
  auto const expected = [&](bool parts) {
    return results(here, [&](auto const& in, auto& out, auto& by_column, auto& of_four) {
      auto const from = in.view(here, plane);
      auto const to = out.view(here, plane);
      at::for_each(here, inside, five_point{from, to});
      if (parts) at::for_each(here, inside.extents(), doubled{from.part(inside), to.part(inside)});
      at::for_each(here, plane,
                   doubled{in.view(here, plane, at::column_major{}), by_column.view(here, plane, at::column_major{})});
      at::for_each(here, four, doubled{in.view(here, four), of_four.view(here, four)});
    });
  };
  CHECK(expected(true) != expected(false));
  // The library's calls stand in one function, where the parts overwrite the five points.
  CHECK(results(on, [&](auto const& in, auto& out, auto& by_column, auto& of_four) {
          views_through_library(on, in.view(on, plane), out.view(on, plane), inside,
                                in.view(on, plane, at::column_major{}), by_column.view(on, plane, at::column_major{}),
                                in.view(on, four), of_four.view(on, four));
        }) == expected(true));
  for (bool const parts : {false, true}) {
    CHECK(results(on, [&](auto const& in, auto& out, auto& by_column, auto& of_four) {
            cudaStream_t const stream = on.native();
            int const inner_rows = rows - 2, inner_columns = columns - 2;
            by_hand::five_point<<<blocks_of(inner_columns, inner_rows), plane_of_threads, 0, stream>>>(
                inner_rows, inner_columns, {in.data(), rows, columns}, {out.data(), rows, columns}, 1, 1);
            if (parts) {
              by_hand::doubled_part<<<blocks_of(inner_columns, inner_rows), plane_of_threads, 0, stream>>>(
                  inner_rows, inner_columns, {in.data() + columns + 1, inner_rows, inner_columns, columns},
                  {out.data() + columns + 1, inner_rows, inner_columns, columns});
            }
            by_hand::doubled_by_column<<<blocks_of(columns, rows), plane_of_threads, 0, stream>>>(
                rows, columns, {in.data(), rows, columns}, {by_column.data(), rows, columns});
            by_hand::doubled_in_four<<<blocks_of(9, 7, 15), plane_of_threads, 0, stream>>>(
                15, 7, 9, {in.data(), {3, 5, 7, 9}}, {of_four.data(), {3, 5, 7, 9}}, 5);
          }) == expected(parts));
  }
}

TEST_CASE("sums of blocks") {
  constexpr int blocks = 3, n = blocks * by_hand::threads_per_block;
  auto on = open_gpu();
  auto const numbers = filled<float>(n, 17);
  std::vector<float> expected;
  for (int block = 0; block < blocks; ++block) {
    auto const first = numbers.begin() + block * by_hand::threads_per_block;
    expected.push_back(std::accumulate(first, first + by_hand::threads_per_block, 0.f));  // whole numbers: in any order
  }
  at::buffer<float, gpu> const in{on, numbers};
  auto ours = blank<float>(on, blocks), hand = blank<float>(on, blocks);
  block_sum_through_library(on, blocks, in.view(on, at::extents{n}), ours.view(on, at::extents{blocks}));
  CHECK(on_host(on, ours) == expected);
  by_hand::block_sum<by_hand::threads_per_block>
      <<<blocks, by_hand::threads_per_block, by_hand::threads_per_block * sizeof(float), on.native()>>>(
          {in.data(), n}, {hand.data(), blocks});
  CHECK(on_host(on, hand) == expected);
}

TEST_CASE("a sparse matrix times a vector, a row a warp") {
  constexpr int rows = 19;
  std::vector<int> begin{0}, column;
  std::vector<double> value, expected;
  auto const x = filled<double>(rows, 13);
  for (int row = 0; row < rows; ++row) {
    expected.push_back(0);
    for (int i = 0; i < row * 5; ++i) {
      column.push_back((row + i) % rows);
      value.push_back(i % 7 - 3);
      expected.back() += value.back() * x[static_cast<std::size_t>(column.back())];
    }
    begin.push_back(static_cast<int>(column.size()));
  }
  auto on = open_gpu();
  at::buffer<int, gpu> const begins{on, begin}, columns{on, column};
  at::buffer<double, gpu> const values{on, value}, by{on, x};
  auto ours = blank<double>(on, rows), hand = blank<double>(on, rows);
  ranges::multiply(on, {{begins.view(on), columns.view(on), values.view(on)}, by.view(on), ours.view(on)});
  CHECK(on_host(on, ours) == expected);
  int const elements = begin.back();
  by_hand::row_a_warp<ranges::threads><<<(rows + 7) / 8, ranges::threads, 0, on.native()>>>(
      {begins.data(), rows, columns.data(), elements, values.data(), elements}, {by.data(), rows}, {hand.data(), rows});
  CHECK(on_host(on, hand) == expected);
}

TEST_CASE("Cholesky factors, a matrix eight lanes") {
  constexpr int count = 37, size = 8, blocks = 2;
  std::vector<float> numbers, expected;
  for (int matrix = 0; matrix < count; ++matrix) {
    auto const factor = [&](int row, int column) {  // whole numbers, so that no step rounds
      return row < column ? 0 : row == column ? 1 + matrix % 3 : (matrix + 3 * row + column) % 5 - 2;
    };
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        int product = 0;
        for (int i = 0; i < size; ++i) product += factor(row, i) * factor(column, i);
        numbers.push_back(static_cast<float>(product));
        expected.push_back(static_cast<float>(row < column ? product : factor(row, column)));
      }
    }
  }
  auto on = open_gpu();
  at::buffer<float, gpu> ours{on, numbers}, hand{on, numbers};
  ranges::factors(on, blocks, {ours.view(on, at::extents{count, size, size})});
  CHECK(on_host(on, ours) == expected);
  by_hand::factors_of_matrices<<<blocks, ranges::threads, 0, on.native()>>>({hand.data(), count, size, size});
  CHECK(on_host(on, hand) == expected);
}

TEST_CASE("shares of rows, and binomial trees") {
  constexpr int rows = 3, columns = 300;
  auto on = open_gpu();
  auto const numbers = filled<float>(rows * columns, 16);
  std::vector<float> expected;
  for (int row = 0; row < rows; ++row) {
    auto const first = numbers.begin() + row * columns;
    float const sum = std::accumulate(first, first + columns, 0.f);  // whole numbers: in any order
    for (int i = 0; i < columns; ++i) expected.push_back(first[i] / sum);
  }
  at::buffer<float, gpu> const in{on, numbers};
  auto ours = blank<float>(on, rows * columns), hand = blank<float>(on, rows * columns);
  at::extents const plane{rows, columns};
  ranges::shares(on, rows, {in.view(on, plane), ours.view(on, plane)});
  CHECK(on_host(on, ours) == expected);
  by_hand::share_of_row<<<rows, ranges::threads, 0, on.native()>>>({in.data(), rows, columns},
                                                                   {hand.data(), rows, columns});
  CHECK(on_host(on, hand) == expected);

  std::vector<option> const options{{31, 35, 0.5, 0.02, 0.2}, {40, 35, 1, 0.02, 0.3}};
  at::buffer<option, gpu> const of{on, options};
  auto prices = blank<double>(on, 2), prices_by_hand = blank<double>(on, 2);
  ranges::trees(on, 2, {of.view(on), prices.view(on)});
  by_hand::binomial_tree<<<2, ranges::threads, 2 * (ranges::steps + 1) * sizeof(double), on.native()>>>(
      {of.data(), 2}, {prices_by_hand.data(), 2});
  CHECK(on_host(on, prices) == on_host(on, prices_by_hand));
}

TEST_CASE("the noise stencil, its sum, and non-local means") {
  constexpr int rows = 5, columns = 35;
  at::extents const size{rows, columns}, extended{rows + 2 * example::margin, columns + 2 * example::margin};
  auto const pixels = noisy_picture(extended);
  auto on = open_gpu();
  at::queue<at::cpu> here;
  at::buffer<example::pixel, at::cpu> const in_here{here, pixels};
  at::buffer<float, at::cpu> noise_here{here, size};
  at::buffer<example::pixel, at::cpu> clean_here{here, size};
  auto const picture_here = in_here.view(here, extended);
  at::for_each(here, size, noise_stencil{picture_here, noise_here.view(here, size)});
  at::for_each(here, size, example::non_local_means{picture_here, clean_here.view(here, size), 0, 1.f, 1e-4f});
  auto const noise_expected = on_host(here, noise_here);
  auto const clean_expected = on_host(here, clean_here);

  at::buffer<example::pixel, gpu> const in{on, pixels};
  at::buffer<float, gpu> noise{on, size};
  at::buffer<example::pixel, gpu> clean{on, size};
  auto const compare = [&] {
    CHECK(on_host(on, noise) == noise_expected);  // whole numbers
    auto const seen = on_host(on, clean);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      CAPTURE(i);
      CHECK(seen[i].red == Approx(clean_expected[i].red).epsilon(1e-4));
      CHECK(seen[i].green == Approx(clean_expected[i].green).epsilon(1e-4));
      CHECK(seen[i].blue == Approx(clean_expected[i].blue).epsilon(1e-4));
    }
  };
  picture_kernels_through_library(on, size, in.view(on, extended), clean.view(on, size), noise.view(on, size));
  // That function's own numbers; the comparison wants weights that count more pixels than one.
  at::for_each(on, size, example::non_local_means{in.view(on, extended), clean.view(on, size), 0, 1.f, 1e-4f});
  compare();
  at::fill(on, noise, -1.f);
  by_hand::picture_in const raw{reinterpret_cast<by_hand::pixel const*>(in.data()), extended[0], extended[1]};
  by_hand::noise_stencil<<<blocks_of(columns, rows), plane_of_threads, 0, on.native()>>>(rows, columns, raw,
                                                                                         {noise.data(), rows, columns});
  by_hand::non_local_means<example::patch_radius, example::search_radius>
      <<<blocks_of(columns, rows), plane_of_threads, 0, on.native()>>>(
          rows, columns, raw, {reinterpret_cast<by_hand::pixel*>(clean.data()), rows, columns}, 0, 1.f, 1e-4f);
  compare();

  double const sum = at::reduce(here, at::extents{extended[0] - 2, extended[1] - 2}, 0.0, at::plus{},
                                example::laplacian{picture_here});
  CHECK(through_library(on, in.view(on, extended)) == sum);
}

namespace {

/// By CUB's two calls.
template <class T, class Call>
T by_cub(at::queue<gpu>& on, Call const& call) {
  std::size_t bytes = 0;
  at::buffer<T, gpu> result{on, at::extents{1}};
  CHECK(call(nullptr, bytes, result.data()) == cudaSuccess);
  at::buffer<char, gpu> scratch{on, at::extents{static_cast<long long>(bytes)}};
  CHECK(call(scratch.data(), bytes, result.data()) == cudaSuccess);
  return on_host(on, result)[0];
}

}  // namespace

TEST_CASE("sums of a stencil and of a product, by CUB") {
  auto on = open_gpu();
  at::extents const size{23, 41};
  at::queue<at::cpu> here;
  auto const pixels = noisy_picture(size);
  at::buffer<example::pixel, at::cpu> const in_here{here, pixels};
  at::buffer<example::pixel, gpu> const in{on, pixels};
  double const sum =
      at::reduce(here, at::extents{21, 39}, 0.0, at::plus{}, example::laplacian{in_here.view(here, size)});
  CHECK(by_cub<double>(on, [&](void* scratch, std::size_t& bytes, double* result) {
          return by_hand::noise(scratch, bytes, {reinterpret_cast<by_hand::pixel const*>(in.data()), 23, 41}, result,
                                on.native());
        }) == sum);

  constexpr int n = 5000;
  auto const a = filled<double>(n, 13), b = filled<double>(n, 7);
  double const dot = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  at::buffer<double, gpu> const a_there{on, a}, b_there{on, b};
  CHECK(through_library(on, a_there.view(on, at::extents{n}), b_there.view(on, at::extents{n})) == dot);
  CHECK(by_cub<double>(on, [&](void* scratch, std::size_t& bytes, double* result) {
          return by_hand::dot(scratch, bytes, a_there.data(), b_there.data(), n, result, on.native());
        }) == dot);
}

TEST_CASE("a large function, called") {
  constexpr int grid = 20, nuclides = 3, materials = 2, lookups = 700;
  std::vector<double> energies, sections = filled<double>(5 * grid * nuclides, 11), concentrations{1, 2, 3, 0.5, 4, 1};
  for (int i = 0; i < grid * nuclides; ++i) energies.push_back((i % grid) / (grid - 1.0));
  std::vector<int> which{0, 2, 1, 1, 0, 2}, counts{3, 2};
  auto const data_in = [&](auto const& energies_at, auto const& sections_at, auto const& which_at,
                           auto const& concentrations_at, auto const& counts_at) {
    return cross_section_data{
        energies_at.data(), sections_at.data(), which_at.data(), concentrations_at.data(), counts_at.data(), grid,
        nuclides,           materials};
  };
  cross_section_lookup const here{data_in(energies, sections, which, concentrations, counts)};
  long long expected = 0;
  for (long long i = 0; i < lookups; ++i) expected += here(i);

  auto on = open_gpu();
  at::buffer<double, gpu> const energies_there{on, energies}, sections_there{on, sections},
      concentrations_there{on, concentrations};
  at::buffer<int, gpu> const which_there{on, which}, counts_there{on, counts};
  cross_section_data const data =
      data_in(energies_there, sections_there, which_there, concentrations_there, counts_there);
  CHECK(through_library(on, data, lookups) == expected);
  CHECK(by_cub<long long>(on, [&](void* scratch, std::size_t& bytes, long long* result) {
          return by_hand::lookups(scratch, bytes, data, result, lookups, on.native());
        }) == expected);
}

TEST_CASE("a product of matrices by tiles") {
  constexpr int rows = 32, inner = 48, columns = 64;
  auto on = open_gpu();
  auto const a = filled<float>(rows * inner, 13), b = filled<float>(inner * columns, 7);
  std::vector<float> expected;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      float sum = 0;
      for (int i = 0; i < inner; ++i) {
        sum += a[static_cast<std::size_t>(row * inner + i)] * b[static_cast<std::size_t>(i * columns + column)];
      }
      expected.push_back(sum);  // whole numbers: exact in each order
    }
  }
  at::buffer<float, gpu> const a_there{on, a}, b_there{on, b};
  auto ours = blank<float>(on, rows * columns), hand = blank<float>(on, rows * columns);
  shapes::multiply(on, {a_there.view(on, at::extents{rows, inner}), b_there.view(on, at::extents{inner, columns}),
                        ours.view(on, at::extents{rows, columns})});
  CHECK(on_host(on, ours) == expected);
  by_hand::
      multiply_tiles<<<rows / shapes::side * columns / shapes::side, shapes::side * shapes::side, 0, on.native()>>>(
          {a_there.data(), rows, inner}, {b_there.data(), inner, columns}, {hand.data(), rows, columns});
  CHECK(on_host(on, hand) == expected);
}
