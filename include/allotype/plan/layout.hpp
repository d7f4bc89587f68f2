// SPDX-License-Identifier: BSL-1.0
/// \file
/// Layouts: instances that share one GPU. `layout<A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">` finds a place for
/// each. If that is not possible, it does not compile, and the error has the instance without a place, the places of
/// those before it, and the nearest set that fits. A layout has members for what is left, what could be added, and an
/// order in which to create it.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <allotype/catalog/base/amd_device.hpp>
#include <allotype/core/detail/sentence.hpp>
#include <allotype/plan/placement.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// One instance on a GPU. An unpublished number is `unknown`.
struct placement {
  char const* profile;  ///< `"3g.20gb"`
  int start;            ///< in memory slices
  int size;             ///< in memory slices
  int compute_slices;   ///< of the GPU's seven, mostly
  int nvml_profile_id;  ///< the same on every board
  int smi_profile_id;   ///< what `nvidia-smi mig -cgi` takes on this board
  int sm_count;         ///< streaming multiprocessors
  int memory_mib;       ///< memory, in MiB
  int row;              ///< of the profile, in the table of the board; -1 of a whole GPU

  struct unused_share;
};

/// What a layout leaves of a GPU in MIG mode: what the full profile has, minus the sum over the instances. `unknown` if
/// one of the numbers is not published.
struct placement::unused_share {
  int compute_slices;  ///< of the GPU's
  int memory_slices;   ///< of the GPU's
  int sm_count;        ///< streaming multiprocessors
  int memory_mib;      ///< memory, in MiB
  int copy_engines;    ///< engines that copy
  int nvdec;           ///< decoders of video
  int nvenc;           ///< encoders of video
  int jpeg;            ///< decoders of JPEG
  int ofa;             ///< optical flow accelerators
};

namespace detail {

constexpr int sum(int a, int b) { return a == unknown || b == unknown ? unknown : a + b; }
constexpr int difference(int a, int b) { return a == unknown || b == unknown ? unknown : a - b; }

/// The sum over several GPUs.
constexpr placement::unused_share operator+(placement::unused_share const& a, placement::unused_share const& b) {
  return {sum(a.compute_slices, b.compute_slices),
          sum(a.memory_slices, b.memory_slices),
          sum(a.sm_count, b.sm_count),
          sum(a.memory_mib, b.memory_mib),
          sum(a.copy_engines, b.copy_engines),
          sum(a.nvdec, b.nvdec),
          sum(a.nvenc, b.nvenc),
          sum(a.jpeg, b.jpeg),
          sum(a.ofa, b.ofa)};
}

/// An instance of `Profile` that starts at the memory slice `Start`; `unknown`: wherever there is room.
template <class Profile, int Start = unknown>
struct placed {
  using profile = Profile;
  static constexpr int start = Start;
};

template <class Board, class Profile>
inline constexpr int row_index = find_row(board_data<Board>, Profile::name);

/// The partition that a row of the board stands for.
template <class Model, int Row>
using partition_of_row = mig_partition<Model, allotype::type_at<Row, typename Model::board::profiles>>;

template <class Model>
concept has_rows = has_partitions<Model> && requires { Model::board::table; };

/// A profile's name and where an instance of it is to start, on a board that is not known yet.
template <int Capacity>
struct name_and_start {
  fixed_text<Capacity> name;
  int start;
};

#ifdef __NVCC__
/// The starts that the driver lists for a profile; an error prints them.
template <int... Starts>
struct starts;

template <class Model, int Row, class Indices>
struct refusal_of_start;
template <class Model, int Row, int... Is>
struct refusal_of_start<Model, Row, std::integer_sequence<int, Is...>> {
  static constexpr void (*refuse)(char const*) =
      &detail::refuse<Model, allotype::type_at<Row, typename Model::board::profiles>,
                      starts<mig_rows<typename Model::board>.at[Row].starts[Is]...>>;
};

/// The functions that name the starts of a row, one for each row of the board.
template <class Model, class Rows>
struct refusals_by_row;
template <class Model, int... Rows>
struct refusals_by_row<Model, std::integer_sequence<int, Rows...>> {
  static constexpr void (*refuse[sizeof...(Rows)])(char const*) = {refusal_of_start<
      Model, Rows, std::make_integer_sequence<int, mig_rows<typename Model::board>.at[Rows].start_count()>>::refuse...};
};

template <class Model>
using refusals_of_starts =
    refusals_by_row<Model, std::make_integer_sequence<int, board_data<typename Model::board>.row_count>>;
#endif

/// A row without published starts refuses none here; whether anything can be placed there is another question.
constexpr bool lists_start(mig_row const& row, int start) {
  bool listed = row.start_count() == 0;
  for (int i = 0; i < row.start_count(); ++i) listed = listed || row.starts[i] == start;
  return listed;
}

/// What elements of a layout name.
template <class Model>
struct profiles_of {
  using type = list<>;
};
template <has_rows Model>
struct profiles_of<Model> {
  using type = typename Model::board::profiles;
};

/// The row of the board whose profile has that name; -1 where there is none.
template <class Model>
constexpr int find_layout_row(char const* name) {
  if constexpr (has_rows<Model>) {
    return find_row(board_data<typename Model::board>, name);
  } else {
    return -1;
  }
}

/// What stands between the brackets of `at`: a name or a number.
struct part_of_place {
  fixed_text<63> name;
  int number = unknown;
  bool is_name = true;

  /// As nvcc writes it for the host's compiler.
  constexpr part_of_place(fixed_text<63> const& given, int start, bool named)
      : name(given), number(start), is_name(named) {}
  template <std::size_t Size>
  consteval part_of_place(char const (&requested)[Size]) : name(requested) {}
  template <int Capacity>
  consteval part_of_place(fixed_text<Capacity> const& requested) : name(requested.characters) {}
  template <class Number>
    requires std::is_convertible_v<Number, long long>
  consteval part_of_place(Number start) : number(in_an_int(start)), is_name(false) {}

  /// A number that is too large is the largest, at which nothing starts.
  static constexpr int in_an_int(long long start) {
    int const number = static_cast<int>(start);
    return number == start ? number : std::numeric_limits<int>::max();
  }
};

}  // namespace detail

/// Where an instance is to start, in an element of a layout: `layout<A100, at<"3g.20gb", 4>, "4g.20gb">`.
template <detail::part_of_place Name, detail::part_of_place Start>
inline constexpr detail::name_and_start<63> at = [] {
  constexpr bool name_comes_first = Name.is_name && !Start.is_name;
  static_assert(name_comes_first, "at: the profile comes first, and then where it starts: at<\"3g.20gb\", 4>");
  return detail::name_and_start<63>{Name.is_name ? Name.name : Start.name, Name.is_name ? Start.number : Name.number};
}();

namespace detail {

/// What elements of a layout of `Model` name: profiles of its board.
template <class Model>
struct profiles_by_name {
  static constexpr int find(char const* name) { return find_layout_row<Model>(name); }
  static constexpr error_sentence why_not(char const* name) {
    error_sentence text = concatenated(name_in_errors<Model>());
    if constexpr (has_rows<Model>) {
      text << " has no profile \"" << name << "\"; it has ";
      add_partitions(text, typename Model::board::profiles{});
    } else if constexpr (has_partitions<Model>) {
      text << " has no MIG instances, and layouts are of those";
    } else {
      text << " has no partitions: ask for the device itself";
    }
    return text;
  }
  static constexpr int stand_in(char const* name) {
    return nearest_partition(typename profiles_of<Model>::type{}, name);
  }
#ifdef __NVCC__
  static constexpr void refuse(char const*) {
    if constexpr (has_rows<Model>) {
      constexpr typename Model::board::profiles offered{};
      detail::refuse<Model>("this GPU has no such profile; the error lists those it has", offered);
    } else if constexpr (has_partitions<Model>) {
      detail::refuse<Model>("layouts are of MIG instances, and this device has none");
    } else {
      detail::refuse<Model>("this device has no partitions: ask for the device itself");
    }
  }
#endif
};

#ifdef __NVCC__
/// An element of a layout of `Model`, checked: the name of a profile, or `at<"name", start>`. Structural, and nothing
/// but two integers.
template <class Model>
struct layout_entry : asked_name<profiles_by_name<Model>> {
  int start = unknown;

  constexpr explicit layout_entry(name_position position, int starts_at)
      : asked_name<profiles_by_name<Model>>(position), start(starts_at) {}

  template <std::size_t Size>
  consteval layout_entry(char const (&requested)[Size]) : asked_name<profiles_by_name<Model>>(requested) {}

  template <class Number>
    requires std::is_integral_v<Number>
  consteval layout_entry(Number /*count*/) : asked_name<profiles_by_name<Model>>(name_position{}) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    detail::refuse<Model>("an element of a layout is the name of a profile, once for each instance: layout<A100, \"3g.20gb\", \"3g.20gb\">");
    // clang-format on
  }

  template <int Capacity>
  consteval layout_entry(detail::name_and_start<Capacity> requested)
      : asked_name<profiles_by_name<Model>>(requested.name.characters), start(requested.start) {
    if constexpr (detail::has_rows<Model>) {
      int const row = this->position();
      if (row >= 0 && !detail::lists_start(detail::mig_rows<typename Model::board>.at[row], start)) {
        auto const refuse = detail::refusals_of_starts<Model>::refuse[row];
        refuse("no instance of this profile starts there; starts<...> lists where they do");
      }
    }
  }
};
template <class Model, layout_entry<Model> Entry>
struct row_of_entry {
  static constexpr int position = Entry.position();
};
#else
/// An element of a layout: the name of a profile, `at<"name", start>`, or a number, which is wrong.
struct element_of_layout {
  asked_text name = "";
  int start = unknown;
  bool is_number = false;

  template <std::size_t Size>
  consteval element_of_layout(char const (&requested)[Size]) : name(requested) {}
  template <class Number>
    requires std::is_integral_v<Number>
  consteval element_of_layout(Number count) : start(static_cast<int>(count)), is_number(true) {}
  template <int Capacity>
  consteval element_of_layout(name_and_start<Capacity> requested)
      : name(requested.name.characters), start(requested.start) {}
};
template <class Model>
using layout_entry = element_of_layout;

/// The row of the board that an element names; -1 where it is wrong.
template <class Model>
constexpr int find_row_of_entry(element_of_layout const& entry) {
  int const row = find_layout_row<Model>(entry.name.characters);
  if constexpr (has_rows<Model>) {
    if (row >= 0 && entry.start != unknown && !lists_start(mig_rows<typename Model::board>.at[row], entry.start)) {
      return -1;
    }
  }
  return row;
}

template <class Model, element_of_layout Entry>
struct wrong_entry {
  static constexpr int stand_in = profiles_by_name<Model>::stand_in(Entry.name.characters);
  static constexpr error_sentence sentence() {
    if constexpr (Entry.is_number) {
      return concatenated("layout<", name_in_errors<Model>(), ", ...>: an element is the name of a profile, once for ",
                          "each instance, and not the number ", Entry.start);
    } else if constexpr (constexpr int row = find_layout_row<Model>(Entry.name.characters); row >= 0) {
      auto const& of_board = mig_rows<typename Model::board>.at[row];
      error_sentence text = concatenated("on ", name_in_errors<Model>(), " no ", Entry.name.characters, " starts at ",
                                         Entry.start, "; they start at ");
      for (int i = 0; i < of_board.start_count(); ++i) text << (i > 0 ? ", " : "") << of_board.starts[i];
      return text;
    } else {
      return profiles_by_name<Model>::why_not(Entry.name.characters);
    }
  }
};
template <class Model, element_of_layout Entry, int Row = find_row_of_entry<Model>(Entry)>
struct row_of_entry {
  static constexpr int position = Row;
  static constexpr int start = Entry.start;
};
template <class Model, element_of_layout Entry>
struct row_of_entry<Model, Entry, -1> : refused_because<wrong_entry<Model, Entry>> {
  static constexpr int start = unknown;
};
#endif

// What a failed layout shows of itself.
template <class Profile>
struct no_place_for;
template <class... Placed>
struct beside;
template <class... Profiles>
struct nearest_set_that_fits;

enum class misfit {
  none,
  no_instances,
  another_device,
  places_unpublished,
  starts_overlap,
  second_extension,
  engines,
  four_beside_three,
  no_place,
  two_modes,  // of an AMD device
  too_many,   // for the mode of an AMD device
};

inline constexpr int max_entries = 64;

/// The largest subset that can be placed: most instances, then most memory, then most compute slices.
class largest_subset {
 public:
  constexpr largest_subset(board_places const& board, mig_row const* rows, instance_spec const* wanted, int count)
      : board_(board), rows_(rows) {
    for (int i = 0; i < count && i < max_entries; ++i) {
      int k = 0;
      while (k < kinds_ && !(kind_[k] == wanted[i])) ++k;
      kind_[k] = wanted[i];
      ++available_[k];
      if (k == kinds_) ++kinds_;
      ++remaining_;
    }
    choose(0, remaining_);
  }

  /// Whether one more of `wanted` is in the subset, taking them one after the other.
  constexpr bool takes(instance_spec wanted) {
    for (int k = 0; k < kinds_; ++k) {
      if (kind_[k] == wanted && best_taken_[k] > 0) {
        --best_taken_[k];
        return true;
      }
    }
    return false;
  }

 private:
  constexpr int score() const {
    int score = 0;
    for (int i = 0; i < count_; ++i) {
      score += 65536 + 256 * board_.of[chosen_[i].profile].size + rows_[chosen_[i].profile].compute_slices;
    }
    return score;
  }
  constexpr void choose(int kind, int remaining) {
    if (count_ + remaining < best_count_) return;
    if (kind == kinds_) {
      int const now = score();
      if (now > best_score_) {
        best_score_ = now;
        best_count_ = count_;
        for (int k = 0; k < kinds_; ++k) best_taken_[k] = taken_[k];
      }
      return;
    }
    remaining -= available_[kind];
    choose(kind + 1, remaining);
    int const before = count_;
    for (int n = 1; n <= available_[kind] && count_ < board_places::max_units; ++n) {
      chosen_[count_++] = kind_[kind];
      if (!placeable(board_, chosen_, count_)) break;
      taken_[kind] = n;
      choose(kind + 1, remaining);
    }
    count_ = before;
    taken_[kind] = 0;
  }

  board_places const& board_;
  mig_row const* rows_;
  instance_spec kind_[max_entries]{};
  int available_[max_entries]{};
  int taken_[max_entries]{};
  int best_taken_[max_entries]{};
  int kinds_ = 0;
  int remaining_ = 0;
  instance_spec chosen_[board_places::max_units]{};
  int count_ = 0;
  int best_count_ = 0;
  int best_score_ = -1;
};

/// What to tell about instances that cannot be placed together.
struct misfit_report {
  misfit why = misfit::none;
  int left_over = 0;          // the first that finds no place beside those before it
  int beside[max_entries]{};  // where those stand
  bool fits[max_entries]{};   // in the nearest set that fits
};

constexpr misfit why_left_over(board_places const& board, mig_row const* rows, instance_spec const* wanted,
                               int left_over, int const* starts) {
  holdings held = nothing_held(board);
  int const profile = wanted[left_over].profile;
  bool extension = false;
  bool three_or_four = false;
  for (int i = 0; i < left_over; ++i) {
    held = with_one_more(board, held, wanted[i].profile, starts[i]);
    bool const excludes = (board.of[wanted[i].profile].excludes >> profile & 1u) != 0;
    extension = extension || (excludes && is_media_extension(rows[profile]));
    three_or_four = three_or_four || (excludes && !is_media_extension(rows[profile]));
    int const stated = wanted[left_over].start;
    if (wanted[i].start != unknown && stated != unknown &&
        (units_of(board, wanted[i].profile, wanted[i].start) & units_of(board, profile, stated)) != 0) {
      return misfit::starts_overlap;
    }
  }
  if (extension) return misfit::second_extension;
  if (three_or_four) return misfit::four_beside_three;
  held.excluded = 0;
  return admits(board, held, profile) ? misfit::no_place : misfit::engines;
}

constexpr misfit_report report_misfit(board_places const& board, mig_row const* rows, instance_spec const* wanted,
                                      int count) {
  misfit_report report;
  if (board.units == 0) {
    report.why = misfit::places_unpublished;
    return report;
  }
  int fitting = 0;
  found_places found;
  while (fitting < count && placeable(board, wanted, fitting + 1)) ++fitting;
  found = find_places(board, wanted, fitting);
  report.left_over = fitting;
  for (int i = 0; i < fitting; ++i) report.beside[i] = found.start[i];
  report.why = why_left_over(board, rows, wanted, fitting, found.start);
  largest_subset subset(board, rows, wanted, count);
  for (int i = 0; i < count && i < max_entries; ++i) report.fits[i] = subset.takes(wanted[i]);
  return report;
}

/// Sums what the rows have, and forgets a sum of which a part is not published.
class share_sum {
 public:
  constexpr void add(mig_row const& row, int units) {
    int const parts[] = {row.compute_slices, units,     row.sm_count, row.memory_mib, row.copy_engines,
                         row.nvdec,          row.nvenc, row.jpeg,     row.ofa};
    for (int i = 0; i < 9; ++i) sums_[i] = sum(sums_[i], parts[i]);
  }
  constexpr placement::unused_share left_of(share_sum const& whole) const {
    int left[9]{};
    for (int i = 0; i < 9; ++i) left[i] = difference(whole.sums_[i], sums_[i]);
    return {left[0], left[1], left[2], left[3], left[4], left[5], left[6], left[7], left[8]};
  }

 private:
  int sums_[9]{};
};

constexpr placement::unused_share unused_of(board_places const& board, mig_row const* rows, instance_spec const* placed,
                                            int count) {
  int full = 0;
  for (int p = 1; p < board.profiles; ++p) {
    if (rows[p].compute_slices > rows[full].compute_slices) full = p;
  }
  share_sum whole;
  whole.add(rows[full], board.units);
  share_sum used;
  for (int i = 0; i < count; ++i) used.add(rows[placed[i].profile], board.of[placed[i].profile].size);
  return used.left_of(whole);
}

constexpr holdings held_by(board_places const& board, instance_spec const* placed, int count) {
  holdings held = nothing_held(board);
  for (int i = 0; i < count; ++i) {
    if (placed[i].start != unknown) held = with_one_more(board, held, placed[i].profile, placed[i].start);
  }
  return held;
}

constexpr placement placement_of(board_places const& board, mig_row const* rows, instance_spec placed) {
  mig_row const& row = rows[placed.profile];
  return {row.profile,        placed.start,        board.of[placed.profile].size,
          row.compute_slices, row.nvml_profile_id, row.smi_profile_id,
          row.sm_count,       row.memory_mib,      placed.profile};
}

/// The partitions of the rows whose bit is set.
template <class Model, unsigned Rows, class Indices>
struct partitions_of_rows;
template <class Model, unsigned Rows, int... Is>
struct partitions_of_rows<Model, Rows, std::integer_sequence<int, Is...>> {
  using type =
      appended<list<>, std::conditional_t<(Rows >> Is & 1u) != 0, list<partition_of_row<Model, Is>>, list<>>...>;
};

/// The result of `layout<…>`: a set of instances on one GPU, each with its place.
template <class Model, class Rules, class... Placed>
struct layout_on {
 private:
  using board_type = typename Model::board;
  static constexpr detail::board_places const& board() { return detail::places_of_board<board_type, Rules::value>; }
  static constexpr detail::instance_spec wanted_[sizeof...(Placed) + 1] = {
      detail::instance_spec{detail::row_index<board_type, typename Placed::profile>, Placed::start}..., {}};
  static constexpr detail::holdings held_ = detail::held_by(board(), wanted_, sizeof...(Placed));
  static constexpr unsigned addable_ = detail::profiles_with_a_place(board(), held_);

 public:
  using type = layout_on;
  using device = Model;
  using partitions = list<mig_partition<Model, typename Placed::profile>...>;
  static constexpr placement_rules rules = Rules::value;
  static constexpr char const* device_name = Model::name;
  static constexpr int compute_slices = board_type::compute_slices;                              ///< of the GPU
  static constexpr int memory_slices = detail::places_of_board<board_type, Rules::value>.units;  ///< of the GPU

  /// The number of instances.
  static constexpr int size = sizeof...(Placed);
  /// The instances, in the order in which they were written; one empty element if there are none.
  static constexpr placement placements[detail::at_least_one(size)] = {
      detail::placement_of(board(), detail::mig_rows<board_type>.at,
                           {detail::row_index<board_type, typename Placed::profile>, Placed::start})...};

  /// What the instances leave of the GPU.
  static constexpr placement::unused_share left =
      detail::unused_of(board(), detail::mig_rows<board_type>.at, wanted_, sizeof...(Placed));
  /// A list of the partitions of which one more fits beside these instances at their places.
  using could_add = typename detail::partitions_of_rows<
      Model, addable_, std::make_integer_sequence<int, detail::board_data<board_type>.row_count>>::type;
  /// `could_add` is empty.
  static constexpr bool maximal = addable_ == 0;

 private:
  static constexpr detail::found_places order_ = detail::find_creation_order(board(), wanted_, sizeof...(Placed));
  template <class Numbers>
  struct order;
  template <int... Is>
  struct order<std::integer_sequence<int, Is...>> {
    static constexpr int of[detail::at_least_one(static_cast<int>(sizeof...(Is)))] = {order_.order[Is]...};
  };

 public:
  /// Created one after the other in `creation_order`, without starts, all instances find a place: with the lowest free
  /// start for each (then they lie as in `placements`) and with the highest (then they may lie elsewhere). If it is
  /// false, or if the places matter, create the instances with their starts, which nvidia-smi and NVML accept.
  static constexpr bool order_suffices = order_.either_way;
  /// Indices into `placements`, with large instances as early as possible. If `order_suffices` is false, an order for
  /// the highest free start, as in the example in NVIDIA's MIG User Guide; if there is none, the largest first.
  static constexpr auto const& creation_order = order<std::make_integer_sequence<int, sizeof...(Placed)>>::of;
};

/// Stands in for a layout after an error that names no device.
struct layout_without_device {
  using type = layout_without_device;
  static constexpr int size = 0;
};

/// The places were found: the layout.
template <class Layout>
struct layout_outcome {
  static constexpr misfit why = misfit::none;
  using type = typename Layout::type;  // nvcc cannot spell what stands in the alias
};

template <class Model, class... Profiles>
struct asked_for;

/// Stands in for a layout after an error that leaves nothing to place.
template <class Model, class... Partitions>
struct layout_after_error {
  using type = layout_after_error;
  using device = Model;
  using partitions = list<Partitions...>;
  static constexpr placement_rules rules{};
  static constexpr char const* device_name = Model::name;
  static constexpr int compute_slices = unknown;
  static constexpr int memory_slices = unknown;
  static constexpr int size = sizeof...(Partitions);
  static constexpr placement placements[at_least_one(size)]{};
  static constexpr placement::unused_share left{};
  using could_add = list<>;
  static constexpr bool maximal = true;
  static constexpr bool order_suffices = false;
  static constexpr int creation_order[at_least_one(size)]{};
};

/// The places were not found. The arguments explain why. The type has the shape of a layout, so that no second error
/// follows.
template <misfit Why, class Asked, class LeftOver, class Beside, class Nearest>
struct misfitting;
template <misfit Why, class Model, class... Profiles, class LeftOver, class Beside, class Nearest>
struct layout_outcome<misfitting<Why, asked_for<Model, Profiles...>, LeftOver, Beside, Nearest>> {
  static constexpr misfit why = Why;
  using type = typename layout_on<Model, default_rules, placed<Profiles>...>::type;
};
template <misfit Why, class Model, class... Partitions, class LeftOver, class Beside, class Nearest>
  requires(Why == misfit::no_instances || Why == misfit::another_device)
struct layout_outcome<misfitting<Why, asked_for<Model, Partitions...>, LeftOver, Beside, Nearest>> {
  static constexpr misfit why = Why;
  using type = layout_after_error<Model, Partitions...>;
};

/// What the partitions of one AMD device have in common, once it is known that they are partitions of it. The device is
/// partitioned as a whole: all have the same mode, which determines how many there are, and partitions have no places.
template <class Model, class... P>
struct amd_modes_of {
  using first = nothing;
  static constexpr bool one = true;
  static constexpr int most = 0;  // without partitions there is no mode that would say
};
template <class Model, class Mode, class... P>
struct amd_modes_of<Model, amd_partition<Model, Mode>, P...> {
  using first = Mode;
  static constexpr bool one = (std::is_same_v<amd_partition<Model, Mode>, P> && ...);
  static constexpr int most = amd_partition<Model, Mode>::max_instances;
};

template <class Model, class P>
inline constexpr bool is_amd_partition_of = false;
template <class Model, class Mode>
inline constexpr bool is_amd_partition_of<Model, amd_partition<Model, Mode>> = true;

template <class Model, class... P>
consteval misfit misfit_on_amd() {
  using modes = amd_modes_of<Model, P...>;
  if constexpr (!amd_gpu<Model>) {
    return misfit::no_instances;
  } else if constexpr (!(is_amd_partition_of<Model, P> && ...)) {
    return misfit::another_device;
  } else {
    constexpr bool are_enough = sizeof...(P) == 0 || static_cast<int>(sizeof...(P)) <= modes::most;
    return !modes::one ? misfit::two_modes : are_enough ? misfit::none : misfit::too_many;
  }
}

/// The partitions that are wanted of one AMD device, found or refused.
template <class Model, class... P>
struct amd_layout {
  using type = amd_layout;
  using device = Model;
  using mode = typename amd_modes_of<Model, P...>::first;  ///< `nothing` where there are no partitions
  using partitions = list<P...>;
  static constexpr int size = sizeof...(P);
  static constexpr int max_size = amd_modes_of<Model, P...>::most;  ///< partitions of a device in that mode
  static constexpr int left = max_size - size;
};
template <int Asked, int InTheMode>
struct amd_layout_counts;
template <class Layout, class Counts, misfit Why>
struct amd_outcome;
template <class Layout, class Counts, misfit Why>
struct layout_outcome<amd_outcome<Layout, Counts, Why>> {
  static constexpr misfit why = Why;
  using type = typename Layout::type;
};

template <misfit = misfit::none>  // a template: programs without errors do not make it
constexpr char const* in_words(misfit why) {
  switch (why) {
    case misfit::none:
    case misfit::no_instances:
    case misfit::another_device:
    case misfit::two_modes:
    case misfit::too_many:
      break;
    case misfit::places_unpublished:
      return "the places of its instances are not published";
    case misfit::starts_overlap:
      return "the stated starts overlap";
    case misfit::second_extension:
      return "a GPU has at most one instance with media extensions";
    case misfit::engines:
      return "no media engines are left for it";
    case misfit::four_beside_three:
      return "this driver refuses a 4g beside a 3g instance";
    case misfit::no_place:
      return "no place is left for it";
  }
  return "";
}

/// Names of profiles, and where their instances are.
struct names_and_starts {
  int count = 0;
  char const* names[max_entries]{};
  int starts[max_entries]{};

  constexpr void add(char const* name, int start = unknown) {
    names[count] = name;
    starts[count++] = start;
  }
};

/// `A100: 4g.20gb does not fit beside 4g.20gb at 0: no place is left for it; the largest part that fits is 4g.20gb`
template <class Text = error_sentence>
constexpr Text misfit_in_words(char const* device, misfit why, char const* left_over, names_and_starts const& beside,
                               names_and_starts const& fitting) {
  Text text(device);
  text << ": ";
  if (why == misfit::places_unpublished) return text << in_words(why);
  text << left_over << " does not fit";
  for (int i = 0; i < beside.count; ++i) {
    text << (i == 0 ? " beside " : ", ") << beside.names[i] << " at " << beside.starts[i];
  }
  Text fit;
  for (int i = 0; i < fitting.count; ++i) add_to_list(fit, fitting.names[i]);
  if (fit.empty()) fit << "none";
  return text << ": " << in_words(why) << "; the largest part that fits is " << fit;
}

/// What the sentence of a refused layout is made of; nothing where it was not refused.
template <class Outcome>
struct misfit_sentence {
  static constexpr error_sentence text() { return {}; }
};
template <misfit Why, class Model, class... Asked, class LeftOver, class... Beside, int... Starts, class... Fitting>
struct misfit_sentence<misfitting<Why, asked_for<Model, Asked...>, no_place_for<LeftOver>,
                                  beside<placed<Beside, Starts>...>, nearest_set_that_fits<Fitting...>>> {
  static constexpr error_sentence text() {
    if constexpr (Why == misfit::no_instances) {
      return concatenated(Model::name, " has no MIG instances, and layouts are of those");
    } else if constexpr (Why == misfit::another_device) {
      return concatenated("layout_of<", Model::name, ", ...>: ", name_of<LeftOver>, " is no partition of ",
                          Model::name);
    } else {
      names_and_starts stand;
      (stand.add(Beside::name, Starts), ...);
      names_and_starts fit;
      (fit.add(Fitting::name), ...);
      return misfit_in_words(Model::name, Why, LeftOver::name, stand, fit);
    }
  }
};
template <class Layout, int Asked, int InTheMode, misfit Why>
struct misfit_sentence<amd_outcome<Layout, amd_layout_counts<Asked, InTheMode>, Why>> {
  static constexpr error_sentence text() {
    using device = typename Layout::device;
    if constexpr (Why == misfit::another_device) {
      return concatenated("layout_of<", device::name, ", ...>: one of these is no partition of ", device::name);
    } else if constexpr (Why == misfit::two_modes) {
      return concatenated(device::name, " is in one mode at a time: partitions of two modes cannot be on one device");
    } else {
      return concatenated(device::name, " in this mode has ", InTheMode, " partitions, and ", Asked, " are wanted");
    }
  }
};

/// The layout, or the error. A function, because clang takes no type from a class in which an assertion failed.
template <class Outcome>
consteval auto checked_layout() {
  constexpr misfit why = layout_outcome<Outcome>::why;
  constexpr bool has_instances = why != misfit::no_instances;
  constexpr bool of_this_gpu = why != misfit::another_device;
  constexpr bool places_are_published = why != misfit::places_unpublished;
  constexpr bool starts_differ = why != misfit::starts_overlap;
  constexpr bool one_extension = why != misfit::second_extension;
  constexpr bool engines_suffice = why != misfit::engines;
  constexpr bool driver_allows = why != misfit::four_beside_three;
  constexpr bool has_a_place = why != misfit::no_place;
  constexpr bool are_in_one_mode = why != misfit::two_modes;
  constexpr bool are_enough = why != misfit::too_many;
  static_assert(has_instances, ALLOTYPE_SENTENCE("layouts are of MIG instances, and this device has none",
                                                 misfit_sentence<Outcome>::text()));
  static_assert(of_this_gpu, ALLOTYPE_SENTENCE("layout_of<Model, Partitions...> takes only partitions of that model",
                                               misfit_sentence<Outcome>::text()));
  static_assert(places_are_published,
                ALLOTYPE_SENTENCE("the places of instances on this GPU are not published, and are not guessed; see "
                                  "placement_rules::assume_equal_shares",
                                  misfit_sentence<Outcome>::text()));
  static_assert(starts_differ,
                ALLOTYPE_SENTENCE("the stated starts of two instances overlap: no_place_for<...> names the second",
                                  misfit_sentence<Outcome>::text()));
  static_assert(
      one_extension,
      ALLOTYPE_SENTENCE("a GPU has at most one instance with +me or +me.all: no_place_for<...> names the second",
                        misfit_sentence<Outcome>::text()));
  static_assert(engines_suffice,
                ALLOTYPE_SENTENCE("this GPU has too few media engines (inferred from the table of engines; "
                                  "placement_rules::media_rule::one_extension checks only what is documented): "
                                  "no_place_for<...> finds none left",
                                  misfit_sentence<Outcome>::text()));
  static_assert(driver_allows,
                ALLOTYPE_SENTENCE("a driver before R510 refuses a 4g beside a 3g: no_place_for<...> names the second",
                                  misfit_sentence<Outcome>::text()));
  static_assert(
      has_a_place,
      ALLOTYPE_SENTENCE(
          "these instances do not fit on one GPU: no_place_for<...> finds no place beside<...> those before it; "
          "nearest_set_that_fits<...> would",
          misfit_sentence<Outcome>::text()));
  static_assert(
      are_in_one_mode,
      ALLOTYPE_SENTENCE("an AMD device is in one mode at a time: partitions of two modes cannot be on one device",
                        misfit_sentence<Outcome>::text()));
  static_assert(are_enough, ALLOTYPE_SENTENCE("more partitions are wanted of one AMD device than its mode has",
                                              misfit_sentence<Outcome>::text()));
  return std::type_identity<typename layout_outcome<Outcome>::type>{};
}

template <class Model, class Rules, class Indices, class... Wanted>
struct layout_search {
  using outcome = layout_without_device;  // an element was refused, and an error says so
};
template <has_rows Model, class Rules, int... Is, class... Wanted>
struct layout_search<Model, Rules, std::integer_sequence<int, Is...>, Wanted...> {
  using board_type = typename Model::board;
  static constexpr int size = sizeof...(Wanted);
  static constexpr instance_spec wanted[std::size_t{size + 1}] = {
      instance_spec{row_index<board_type, typename Wanted::profile>, Wanted::start}..., {}};
  static constexpr found_places found = find_places(places_of_board<board_type, Rules::value>, wanted, size);

  template <bool Found, int = 0>
  struct result {
    using type = layout_on<Model, Rules, placed<typename Wanted::profile, found.start[Is]>...>;
  };
  template <int Dummy>
  struct result<false, Dummy> {
    static constexpr misfit_report report =
        report_misfit(places_of_board<board_type, Rules::value>, detail::mig_rows<board_type>.at, wanted, size);
    using type =
        misfitting<report.why, asked_for<Model, typename Wanted::profile...>,
                   no_place_for<allotype::type_at<report.left_over, list<typename Wanted::profile...>>>,
                   appended<beside<>, std::conditional_t<(Is < report.left_over),
                                                         beside<placed<typename Wanted::profile, report.beside[Is]>>,
                                                         beside<>>...>,
                   appended<nearest_set_that_fits<>,
                            std::conditional_t<report.fits[Is], nearest_set_that_fits<typename Wanted::profile>,
                                               nearest_set_that_fits<>>...>>;
  };
  using outcome = typename result<found.found>::type;
};

template <class Model, class Rules, class... Wanted>
using outcome_of =
    typename layout_search<Model, Rules, std::make_integer_sequence<int, sizeof...(Wanted)>, Wanted...>::outcome;

/// What an element of a layout means.
template <class Model, layout_entry<Model> Entry>
using placed_by = placed<allotype::type_at<row_of_entry<Model, Entry>::position, typename profiles_of<Model>::type>,
#ifdef __NVCC__
                         Entry.start>;
#else
                         row_of_entry<Model, Entry>::start>;
#endif

}  // namespace detail

/// The layout of instances on one GPU of `Model`. Each is the name of a profile, or `at<"name", start>` for an instance
/// that must start at this memory slice. It does not compile if they do not fit together; the error has the first
/// instance without a place, the places of those before it, and the largest subset that fits. Complexity: the search is
/// exponential in the number of instances at worst; a GPU has at most seven.
template <class Model, detail::layout_entry<Model>... Entries>
using layout =
    typename decltype(detail::checked_layout<
                      detail::outcome_of<Model, detail::default_rules, detail::placed_by<Model, Entries>...>>())::type;

/// The same under other rules: `layout_under<placement_rules{.version = driver::R470}, A100, …>`.
template <placement_rules Rules, class Model, detail::layout_entry<Model>... Entries>
using layout_under =
    typename decltype(detail::checked_layout<detail::outcome_of<Model, detail::rules_as_type<Rules>,
                                                                detail::placed_by<Model, Entries>...>>())::type;

namespace detail {

/// `P` is an instance of `Model`, by a profile of its board.
template <class P, class Model>
inline constexpr bool is_instance_of = false;
template <class Model, class Profile>
inline constexpr bool is_instance_of<mig_partition<Model, Profile>, Model> = true;

template <class Model, class... Partitions>
struct first_foreign;
template <class Model, class First, class... Rest>
struct first_foreign<Model, First, Rest...> {
  using type = First;
};
template <class Model, class First, class... Rest>
  requires is_instance_of<First, Model>
struct first_foreign<Model, First, Rest...> : first_foreign<Model, Rest...> {};

template <class Model, class Rules, class... Partitions>
struct layout_of_partitions {
  using outcome =
      misfitting<has_rows<Model> ? misfit::another_device : misfit::no_instances, asked_for<Model, Partitions...>,
                 no_place_for<typename first_foreign<Model, Partitions...>::type>, beside<>, nearest_set_that_fits<>>;
};
template <amd_gpu Model, class Rules, class... P>
struct layout_of_partitions<Model, Rules, P...> {
  using layout = amd_layout<Model, P...>;
  using outcome = amd_outcome<layout, amd_layout_counts<layout::size, layout::max_size>, misfit_on_amd<Model, P...>()>;
};
template <class Model, class Rules>
  requires(!has_rows<Model> && !amd_gpu<Model>)
struct layout_of_partitions<Model, Rules> {
  using outcome =
      misfitting<misfit::no_instances, asked_for<Model>, no_place_for<nothing>, beside<>, nearest_set_that_fits<>>;
};
template <class Model, class Rules, class... Profiles>
  requires has_rows<Model>
struct layout_of_partitions<Model, Rules, mig_partition<Model, Profiles>...> {
  using outcome = outcome_of<Model, Rules, placed<Profiles>...>;
};

}  // namespace detail

/// The same from types: `layout_of<A100, A100::partition<"3g.20gb">, …>`. Of an AMD device, too, whose partitions are
/// all in one mode: `layout_of<MI300X, MI300X::partition<"DPX/NPS1">>` has the `mode`, its `size`, the `max_size` that
/// the mode allows, and how many are `left`.
template <class Model, class... Partitions>
using layout_of =
    typename decltype(detail::checked_layout<typename detail::layout_of_partitions<Model, detail::default_rules,
                                                                                   Partitions...>::outcome>())::type;

namespace detail {

template <class Model, class Rules, class... Wanted>
consteval bool can_be_laid_out() {
  if constexpr (!has_rows<Model>) {
    return false;
  } else {
    constexpr instance_spec wanted[sizeof...(Wanted) + 1] = {
        instance_spec{row_index<typename Model::board, typename Wanted::profile>, Wanted::start}..., {}};
    return placeable(places_of_board<typename Model::board, Rules::value>, wanted, sizeof...(Wanted));
  }
}

template <class Model, class Rules, class... Partitions>
inline constexpr bool can_share_one = misfit_on_amd<Model, Partitions...>() == misfit::none;
template <has_rows Model, class Rules, class... Profiles>
inline constexpr bool can_share_one<Model, Rules, mig_partition<Model, Profiles>...> =
    can_be_laid_out<Model, Rules, placed<Profiles>...>();

template <class Layout, class Partition>
inline constexpr bool takes_one_more = false;
template <class Model, class Rules, class... Placed, class Profile>
inline constexpr bool takes_one_more<layout_on<Model, Rules, Placed...>, mig_partition<Model, Profile>> =
    listed_in<mig_partition<Model, Profile>, typename layout_on<Model, Rules, Placed...>::could_add>;

template <class Model, class... Partitions>
concept these_partitions_fit_on_one_empty_device = can_share_one<Model, default_rules, Partitions...>;
template <class Model, class... Placed>
concept these_instances_fit_on_one_empty_device = can_be_laid_out<Model, default_rules, Placed...>();
template <class Layout, class Partition>
concept such_a_partition_fits_beside_the_layout = takes_one_more<Layout, Partition>;

}  // namespace detail

/// These partitions fit on an empty GPU of `Model`, so `layout_of<Model, Partitions…>` compiles.
template <class Model, class... Partitions>
concept can_layout_of = detail::these_partitions_fit_on_one_empty_device<Model, Partitions...>;

/// An instance of `Partition` fits beside the instances of `Layout` at their places. Free slices must be adjacent, so
/// counting them is not enough.
template <class Layout, class Partition>
concept takes_another = detail::such_a_partition_fits_beside_the_layout<Layout, Partition>;

namespace detail {

/// An element of a layout that is asked about. A name that is no profile is an error: a question about it would be
/// answered by no. g++ names the user's line of what is refused before the concept is asked, and no line of the rest.
#if defined(__NVCC__)  // no alias: nvcc writes code of it that g++ refuses
#  define entry_in_question layout_entry
#elif defined(__clang__)
template <class Model>
using entry_in_question = layout_entry<Model>;
#else
template <class Model>
constexpr void refuse_profile() {
  if constexpr (has_rows<Model>) {
    constexpr typename Model::board::profiles offered{};
    // A pointer: g++ would report a call by name twice, here and where this is called.
    void (*const refuse)(char const*, decltype(offered)) = &detail::refuse<Model>;
    refuse("this GPU has no such profile; the error lists those it has", offered);
  }
}
template <class Model>
struct entry_in_question {
  element_of_layout asked;

  template <class Entry>
  consteval entry_in_question(Entry const& entry) : asked(entry) {
    if (!asked.is_number && find_layout_row<Model>(asked.name.characters) < 0) refuse_profile<Model>();
  }
  constexpr operator element_of_layout() const { return asked; }
};
#endif

/// A variable, in which an entry that is wrong is an error.
template <class Model, layout_entry<Model>... Entries>
inline constexpr bool entries_are_profiles = ((row_of_entry<Model, Entries>::position != unknown) && ...);

}  // namespace detail

/// `layout<Model, Entries…>` compiles. Without entries: the places of instances on this GPU are published. A name that
/// is no profile is an error.
template <class Model, detail::entry_in_question<Model>... Entries>
concept can_layout = detail::entries_are_profiles<Model, Entries...> &&
                     detail::these_instances_fit_on_one_empty_device<Model, detail::placed_by<Model, Entries>...>;
#undef entry_in_question

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
