// SPDX-License-Identifier: BSL-1.0
// Collectives with known answers, for whatever communicator, and the bytes of results that must not depend on which.

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <allotype/parallel/transport/collectives.hpp>

namespace at = allotype;

/// Numbers whose sum depends on the order: of very different size, and of both signs. The `first` ones of the row are
/// left out.
template <class T>
std::vector<T> awkward_numbers(std::size_t count, int rank, std::size_t first = 0) {
  std::vector<T> numbers(count);
  std::uint64_t state = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(rank + 1);
  auto const next = [&] { state = state * 6364136223846793005u + 1442695040888963407u; };
  for (std::size_t i = 0; i < first; ++i) next();
  for (T& number : numbers) {
    next();
    double const fraction = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    if constexpr (std::is_integral_v<T>) {
      number = static_cast<T>(static_cast<int>(fraction * 1000));
    } else {
      number = static_cast<T>(std::ldexp(fraction, static_cast<int>(state % 13) - 6));
    }
  }
  return numbers;
}

/// Those of every rank.
template <class T>
std::vector<std::vector<T>> numbers_of_all(std::size_t count, int ranks, std::size_t first = 0) {
  std::vector<std::vector<T>> all;
  for (int rank = 0; rank < ranks; ++rank) all.push_back(awkward_numbers<T>(count, rank, first));
  return all;
}

template <class Op, class T>
T called(T a, T b) {
  return Op{}(a, b);
}

/// The sum and the maximum of all ranks' numbers, by the definition: one element after another, one rank after another.
template <class T>
std::vector<T> combined(std::vector<std::vector<T>> const& all,
                        at::accumulation_t<T> (*op)(at::accumulation_t<T>, at::accumulation_t<T>)) {
  std::vector<T> result(all[0].size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    auto value = static_cast<at::accumulation_t<T>>(all[0][i]);
    for (std::size_t rank = 1; rank < all.size(); ++rank)
      value = op(value, static_cast<at::accumulation_t<T>>(all[rank][i]));
    result[i] = static_cast<T>(value);
  }
  return result;
}

inline void require(bool holds, std::string const& what) {
  if (!holds) throw std::runtime_error("wrong result of " + what);
}

template <class T>
bool same_bytes(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class T>
void require_same(std::vector<T> const& got, std::vector<T> const& defined, char const* what) {
  require(same_bytes(got, defined),
          what + (" of " + std::to_string(defined.size())) + " elements of " + std::to_string(sizeof(T)) + " bytes");
}

/// The part of `count` elements of that rank.
template <class T>
std::vector<T> part_of(std::vector<T> const& all, std::size_t count, int rank) {
  auto const begin = all.begin() + static_cast<std::ptrdiff_t>(count) * rank;
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// A sum of bytes that tells results apart (FNV-1a).
class byte_sum {
 public:
  template <class T>
  void add(std::vector<T> const& elements) {
    auto const* bytes = reinterpret_cast<unsigned char const*>(elements.data());
    for (std::size_t i = 0; i < elements.size() * sizeof(T); ++i) value_ = (value_ ^ bytes[i]) * 1099511628211u;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

/// Where the results are not compared with those of another communicator: a sum of many bytes takes its time.
struct no_byte_sum {
  template <class T>
  void add(std::vector<T> const&) {}
};

/// Every collective for one type and one number of elements. Throws where a result is not the defined one, bit for bit.
template <class T, class C, class Sum>
void exercise(C& group, std::size_t count, Sum& sum) {
  int const ranks = group.size();
  auto const size = static_cast<std::size_t>(ranks);
  auto const rank = static_cast<std::size_t>(group.rank());
  auto const numbers = numbers_of_all<T>(count, ranks);
  auto const& mine = numbers[rank];

  for (int root = 0; root < ranks; ++root) {
    auto elements = mine;
    at::broadcast(group, std::span(elements), root);
    require_same(elements, numbers[static_cast<std::size_t>(root)], "broadcast");
  }

  auto sums = mine;
  at::all_reduce(group, std::span(sums), at::plus{});
  require_same(sums, combined<T>(numbers, &called<at::plus>), "all_reduce, sum,");
  sum.add(sums);
  auto most = mine;
  at::all_reduce(group, std::span(most), at::maximum{});
  require_same(most, combined<T>(numbers, &called<at::maximum>), "all_reduce, maximum,");
  sum.add(most);
  auto least = mine;
  at::all_reduce(group, std::span(least), at::minimum{});
  require_same(least, combined<T>(numbers, &called<at::minimum>), "all_reduce, minimum,");

  std::vector<T> all(count * size);
  at::all_gather(group, std::span<T const>(mine), std::span(all));
  for (int of = 0; of < ranks; ++of) {
    require_same(part_of(all, count, of), numbers[static_cast<std::size_t>(of)], "all_gather");
  }
  sum.add(all);

  auto const blocks = awkward_numbers<T>(count * size, group.rank());
  std::vector<T> block(count);
  at::reduce_scatter(group, std::span(blocks), std::span(block), at::plus{});
  require_same(block, combined<T>(numbers_of_all<T>(count, ranks, count * rank), &called<at::plus>), "reduce_scatter");
  sum.add(block);
  at::barrier(group);
}

template <class C>
std::uint64_t exercise_all(C& group) {
  byte_sum sum;
  for (std::size_t count : {0u, 1u, 2u, 3u, 7u, 513u, 10000u}) {
    exercise<float>(group, count, sum);
    exercise<double>(group, count, sum);
    exercise<int>(group, count, sum);
    exercise<long long>(group, count, sum);
    exercise<unsigned char>(group, count, sum);
  }
  return sum.value();
}
