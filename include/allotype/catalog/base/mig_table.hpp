// SPDX-License-Identifier: BSL-1.0
/// \file
/// The tables of MIG profiles. A board states its table as text, which is read where a program uses the board: as
/// values the tables of all boards took g++ a twentieth of what it takes for the umbrella header.
#pragma once

#include <allotype/core/detail/character.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/list.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// An unpublished number.
inline constexpr int unknown = -1;

/// One GPU-instance profile of one board, as `nvidia-smi mig -lgip` and `-lgipp` print it.
struct mig_row {
  char const* profile;                        ///< `"3g.20gb"`
  int nvml_profile_id;                        ///< NVML_GPU_INSTANCE_PROFILE_*, the same on every board
  int smi_profile_id;                         ///< what `nvidia-smi mig -cgi` takes on this board
  int compute_slices;                         ///< of the GPU's seven, mostly
  int memory_slices;                          ///< length of a placement
  int memory_mib;                             ///< usable by the instance; the name's "gb" is a label, not this
  int sm_count;                               ///< streaming multiprocessors
  int copy_engines, nvdec, nvenc, jpeg, ofa;  ///< engines: copies, video, pictures, optical flow
  int max_instances;                          ///< on one GPU
  int starts[7];                 ///< memory slices where it may start, in rising order; `{unknown}` if not published
  char const* memory_basis;      ///< how the MiB are known
  char const* placements_basis;  ///< how the starts are known

  /// How many of `starts` there are. The rest of the array is 0.
  [[nodiscard]] constexpr int start_count() const {
    if (starts[0] == unknown) return 0;
    int count = 1;
    while (count < 7 && starts[count] > starts[count - 1]) ++count;
    return count;
  }
};

/// The table of one board.
struct mig_board {
  char const* name = "";          ///< `"A100_40GB"`
  mig_row const* rows = nullptr;  ///< its profiles
  int row_count = 0;              ///< of `rows`
  int compute_slices = 0;         ///< of the GPU
  int memory_slices = 0;          ///< of the GPU; 0 if it is not published
  char const* source = nullptr;   ///< of the table
};

namespace detail {

/// How a number of a table is known: the word in the table, and the sentence.
struct mig_basis {
  char const* word;
  char const* text;
};

/// How the memory of an instance is known.
inline constexpr mig_basis memory_bases[] = {
    {"unpublished", ""},
    {"mock_and_hardware", "exact: NVML value (go-nvml A100 mock, agrees with 5xx-driver nvidia-smi)"},
    {"mock", "go-nvml A100 mock value (not checked against a hardware capture)"},
    {"printed_9_50", "derived from hardware: 9.50 GiB printed (mig-parted#97); NJIT Wulver page gives 10.2e9 bytes"},
    {"smi", "exact: nvidia-smi MiB"},
    {"smi_570", "exact: nvidia-smi MiB (570.169)"},
    {"smi_580", "exact: nvidia-smi MiB (R580)"},
    {"smi_5xx", "exact: nvidia-smi MiB (5952/11968/24000), R5xx"},
    {"dump_and_smi", "exact: CUDA device dump (XLA) and nvidia-smi"},
    {"total_and_smi", "exact: CUDA total memory (torch) and nvidia-smi"},
    {"dump", "exact: CUDA device dump (XLA: 22011707392 bytes)"},
    {"printed", "derived: printed GiB x 1024, snapped to 64 MiB"},
};

/// How the places of an instance are known.
inline constexpr mig_basis placements_bases[] = {
    {"verified", "verified: real nvidia-smi mig -lgipp"},
    {"mock",
     "go-nvml A100 mock; real -lgipp seen for this board predates the profile, same placements verified on H100"},
    {"as_a100_40gb", "family: user guide states same geometry as A100-40GB; real -lgipp is for the 40GB board"},
    {"as_h100", "family: -lgipp seen for H100 SXM and NVL, same geometry"},
    {"family", "family: same 7-slice geometry, not seen for this board in a real -lgipp"},
    {"family_3g_verified",
     "family: same 7-slice geometry, not seen for this board in a real -lgipp (3g placements verified by -lgi)"},
    {"vendor_table",
     "vendor-table: NVIDIA/k8s-test-infra mock MIG table (transcribed from NVIDIA diagrams); no real -lgipp seen"},
    {"undocumented", "undocumented"},
    {"coexistence_rule", "undocumented (coexistence rule)"},
};

void a_table_has_a_word_that_is_not_listed();  // not defined: calling it while compiling is the error

struct mig_table_reader {
  char const* at;

  constexpr void skip_blanks() {
    while (*at == ' ') ++at;
  }
  /// `-` stands for an unpublished number.
  constexpr int number() {
    skip_blanks();
    if (*at == '-') return ++at, unknown;
    int n = 0;
    while (is_digit(*at)) n = 10 * n + (*at++ - '0');
    return n;
  }
  constexpr text_range word() {
    skip_blanks();
    char const* const first = at;
    while (*at != ' ') ++at;
    return {first, 0, static_cast<int>(at - first)};
  }
  template <std::size_t Size>
  constexpr char const* basis(mig_basis const (&bases)[Size]) {
    text_range const read = word();
    for (mig_basis const& each : bases) {
      if (equal(read, each.word)) return each.text;
    }
    return a_table_has_a_word_that_is_not_listed(), nullptr;
  }
};

template <int Size>
struct mig_rows_of {
  static constexpr int size = Size;
  mig_row at[std::size_t{Size}];
};

/// The rows of a table, which stand in the order of the profiles and begin with their names.
template <class... Profiles>
constexpr auto read_mig_table(char const* table, list<Profiles...>) {
  mig_rows_of<sizeof...(Profiles)> rows{};
  char const* const names[] = {Profiles::name...};
  mig_table_reader read{table};
  for (int i = 0; i < rows.size; ++i) {
    mig_row& row = rows.at[i];
    row.profile = names[i];
    if (!equal(read.word(), names[i])) a_table_has_a_word_that_is_not_listed();
    int* const numbers[] = {&row.nvml_profile_id,
                            &row.smi_profile_id,
                            &row.compute_slices,
                            &row.memory_slices,
                            &row.memory_mib,
                            &row.sm_count,
                            &row.copy_engines,
                            &row.nvdec,
                            &row.nvenc,
                            &row.jpeg,
                            &row.ofa,
                            &row.max_instances};
    for (int* number : numbers) *number = read.number();
    for (int start = 0; start == 0 || *read.at == ','; ++start) {
      if (start > 0) ++read.at;
      row.starts[start] = read.number();
    }
    row.memory_basis = read.basis(memory_bases);
    row.placements_basis = read.basis(placements_bases);
  }
  return rows;
}

/// The rows of a board.
template <class Board>
inline constexpr auto mig_rows = read_mig_table(Board::table, typename Board::profiles{});

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
