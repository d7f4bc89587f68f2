// SPDX-License-Identifier: BSL-1.0
// Scores of the best alignments of pairs of sequences, by Needleman and Wunsch: a pair a block. The cells of an
// antidiagonal depend on the two before it alone, so each is a range; three of them are in the block's memory.
#include <allotype/block_ranges.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int pairs = 6, length = 90;
constexpr int match = 2, mismatch = -1, gap = -2;

/// The best of three ways to a cell: a step in both sequences, or a gap in one.
ALLOTYPE_FN int best_way(int both, int gap_in_first, int gap_in_second, bool same) {
  return at::maximum{}(both + (same ? match : mismatch), at::maximum{}(gap_in_first, gap_in_second) + gap);
}

template <class A>
struct align {
  static constexpr at::bytes shared_memory{3 * (length + 1) * sizeof(int)};
  at::view<char const, 2, A> first, second;  // a row a pair
  at::view<int, 1, A> scores;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const pair = block.index();
    int* now = block.template shared<int>();
    int *last = now + length + 1, *before = last + length + 1;  // the two diagonals before; an element a row
    for (int diagonal = 0; diagonal <= 2 * length; ++diagonal) {
      int const top = diagonal > length ? diagonal - length : 0, bottom = diagonal < length ? diagonal : length;
      block.for_each(at::box{{top, bottom + 1}}, [&](int row) {
        int const column = diagonal - row;
        now[row] = row == 0 || column == 0 ? diagonal * gap
                                           : best_way(before[row - 1], last[row - 1], last[row],
                                                      first(pair, row - 1) == second(pair, column - 1));
      });
      int* const oldest = before;
      before = last, last = now, now = oldest;
    }
    block.single_nowait([&] { scores(pair) = last[length]; });
  }
};

std::vector<char> some_sequences(int seed) {
  std::vector<char> letters;
  for (int i = 0; i < pairs * length; ++i) letters.push_back("ACGT"[(i * i + i / seed + seed) % 7 % 4]);
  return letters;
}

constexpr auto alignments = at::task<wanted>(
    "alignments", []<class A>(at::queue<A>& on, std::vector<char> const& first, std::vector<char> const& second) {
      at::extents const lines{pairs, length};
      at::buffer const one{on, first}, other{on, second};
      at::buffer<int, A> scores{on, at::extents{pairs}};
      at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<align<A>::shared_memory>>{pairs},
                 align<A>{one.view(on, lines), other.view(on, lines), scores.view(on)});
      std::vector<int> result(pairs);
      at::copy(on, scores, result);
      return result;
    });

/// The same with the whole table of one pair.
int score_of(char const* first, char const* second) {
  std::vector<std::vector<int>> best(length + 1, std::vector<int>(length + 1));
  for (std::size_t row = 0; row <= length; ++row) {
    for (std::size_t column = 0; column <= length; ++column) {
      best[row][column] = row == 0 || column == 0
                              ? static_cast<int>(row + column) * gap
                              : best_way(best[row - 1][column - 1], best[row - 1][column], best[row][column - 1],
                                         first[row - 1] == second[column - 1]);
    }
  }
  return best[length][length];
}

}  // namespace

int main() {
  auto const first = some_sequences(2), second = some_sequences(3);
  auto const run = alignments(first, second);
  bool right = true;
  for (int pair = 0; pair < pairs; ++pair) {
    right = right && run.value()[static_cast<std::size_t>(pair)] ==
                         score_of(first.data() + pair * length, second.data() + pair * length);
  }
  auto const [least, most] = std::minmax_element(run.value().begin(), run.value().end());
  std::printf("%s: %d pairs, scores from %d to %d: %s\n", run.where(), pairs, *least, *most, right ? "right" : "wrong");
  return right ? 0 : 1;
}
