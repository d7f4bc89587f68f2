// SPDX-License-Identifier: BSL-1.0
// The verbs on the GPU of this machine, and what else is its own.
#include <cmath>
#include <string>

#include "every_backend.cpp"

namespace at = allotype;

namespace {

using backends::this_gpu;

template <class View>
struct write_far_outside {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values.elements[i + (1LL << 40)] = 1; }
};

struct own_index {
  ALLOTYPE_FN long long operator()(long long i) const { return i; }
};

struct nothing_to_do {
  ALLOTYPE_FN void operator()(long long, long long) const {}
};

/// Functions of numbers for which nvcc uses approximations, carries and a product of 128 bits.
struct functions {
  ALLOTYPE_FN static constexpr int count() { return 6; }
  ALLOTYPE_FN static double of(int which, double x) {
    switch (which) {
      case 0:
        return std::sin(1e7 * x);  // large: reduced by products of 128 bits
      case 1:
        return std::cos(x);
      case 2:
        return std::erf(x);
      case 3:
        return std::tanh(x);
      case 4:
        return std::pow(x * x, 0.3);
      default:
        return std::lgamma(x * x + 0.5);
    }
  }
};
template <class View>
struct fill_functions {
  View values;
  ALLOTYPE_FN void operator()(int which, int i) const { values(which, i) = functions::of(which, 0.37 * (i - 20)); }
};

std::string last_report;
void keep_report(char const* what) noexcept { last_report = what; }

}  // namespace

TEST_CASE("functions of doubles are the host's but for a few last bits") {
  at::queue<this_gpu> on;
  constexpr int arguments = 64;
  at::extents const size{functions::count(), arguments};
  at::buffer<double, this_gpu> results{on, size};
  auto const values = results.view(on, size);
  at::for_each(on, size, fill_functions<decltype(values)>{values});
  std::vector<double> copied(static_cast<std::size_t>(size.size()));
  at::copy(on, results, copied);
  for (int which = 0; which < functions::count(); ++which) {
    for (int i = 0; i < arguments; ++i) {
      double const expected = functions::of(which, 0.37 * (i - 20));
      INFO("function " << which << ", argument " << i);
      CHECK(std::fabs(copied[static_cast<std::size_t>(which * arguments + i)] - expected) <=
            1e-14 * std::fmax(std::fabs(expected), 1e-3));
    }
  }
}

TEST_CASE("the largest grid of a reduction has several steps a thread") {
  at::queue<this_gpu> on;
  long long const n = 9'000'001;
  CHECK(at::reduce(on, at::extents{n}, 0LL, at::plus{}, own_index{}) == n * (n - 1) / 2);
  CHECK(at::reduce(on, at::extents{n}, -1LL, at::maximum{}, own_index{}) == n - 1);
}

TEST_CASE("two queues do not disturb each other") {
#ifdef ALLOTYPE_TEST_ON_INTERPRETER
  constexpr int size = 1 << 16;  // a GPU needs more work to be kept busy
#else
  constexpr int size = 1 << 20;
#endif
  at::queue<this_gpu> one, other;
  at::buffer<int, this_gpu> ones{one, at::extents{size}}, others{other, at::extents{size}};
  for (int i = 0; i < 20; ++i) {
    at::fill(one, ones, 1);
    at::fill(other, others, 2);
  }
  CHECK(verbs::on_host(one, ones) == std::vector<int>(size, 1));
  CHECK(verbs::on_host(other, others) == std::vector<int>(size, 2));
}

#ifndef ALLOTYPE_TEST_ON_INTERPRETER  // it takes minutes there
TEST_CASE("scans go on from section to section") {
  at::queue<this_gpu> on;
  scans::keeps_the_order_of_groups(on, 3 * 262'144 + 9000);
}
#endif

TEST_CASE("extents that a grid does not reach are refused") {
  at::queue<this_gpu> on;
  CHECK_THROWS_WITH(at::for_each(on, at::extents{1LL << 40, 1}, nothing_to_do{}),
                    contains("1099511627776 rows; a CUDA grid has at most"));
}

// Last: an illegal access leaves the process without a usable GPU.
TEST_CASE("an error of asynchronous work reaches wait, and what destructors see is reported") {
  at::error::set_unreported_handler(&keep_report);
  {
    at::queue<this_gpu> on;
    at::buffer<int, this_gpu> buffer{on, at::extents{16}};
    at::for_each(on, at::extents{16}, write_far_outside{buffer.view(on)});
    try {
      on.wait();
      FAIL("no error");
    } catch (at::device_error const& failure) {
      CHECK(std::string(failure.code_name()) == "cudaErrorIllegalAddress");
      CHECK(std::string(failure.call()) == "cudaStreamSynchronize");
      CHECK(std::string(failure.accelerator()) == "the GPU of this machine");
      CHECK_THAT(failure.what(), contains("the GPU of this machine: cudaStreamSynchronize failed with"));
    }
  }
  CHECK_THAT(last_report, contains("cudaErrorIllegalAddress"));
}
