// SPDX-License-Identifier: BSL-1.0
/// \file
/// Google TPUs and their slices. A slice is called by its topology, the chips along each dimension; what else is known
/// about it follows from that and from its generation.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// How many hosts a slice has: less than one where hosts are shared.
struct host_share {
  int numerator = 0;    ///< hosts, or the upper part of a fraction of one
  int denominator = 1;  ///< 1 for whole hosts

  friend constexpr bool operator==(host_share, host_share) = default;
};

/// What Google Kubernetes Engine calls the machines that carry a slice. `or_else` is empty where one kind alone fits.
struct tpu_machine_types {
  char const* name = "";     ///< the machine type that the slice is asked for with
  char const* or_else = "";  ///< another that carries it as well
};

/// Who lists a topology.
namespace topology_table {
/// The lists, each a bit.
enum listed_by : unsigned {
  google = 1,       ///< Google Cloud's documentation of the generation
  xpk = 2,          ///< xpk, Google's tool for jobs on TPUs
  xpk_default = 4,  ///< xpk, as the first topology for its number of chips
  flyte_sdk = 8,    ///< Flyte's SDKs
};
}  // namespace topology_table

/// Topologies that the same lists have.
struct topologies_listed {
  unsigned listed_by;      ///< bits of `topology_table`
  char const* topologies;  ///< `"2x2x1 2x2x2"`: chips along each dimension, those with fewer chips first
};

namespace detail {

/// A topology of one generation, and who lists it (`topology_table`, added up).
struct tpu_row {
  int chips_along[3];  ///< the third is 0 where there are two dimensions
  unsigned listed_by;  ///< bits of `topology_table`
};

/// A topology as it is written: `4x4x8`. Room for three numbers of four digits.
constexpr fixed_text<14> topology_name(int const (&chips_along)[3]) {
  fixed_text<14> name;
  for (int i = 0; i < 3 && chips_along[i] != 0; ++i) name << (i == 0 ? "" : "x") << chips_along[i];
  return name;
}

/// Chips along each dimension as a name spells them; all zero where it is none of a topology: two or three numbers from
/// 1 to 9999 without leading zeros, joined by `x`.
struct spelt_topology {
  int chips_along[3]{};

  constexpr explicit spelt_topology(char const* name) {
    int read[3]{};
    int dimension = 0;
    for (text_range rest = name;; rest = rest.from(1)) {
      auto const chips = read_digits(rest, 9999);
      if (!chips || rest[0] == '0') return;
      read[dimension] = static_cast<int>(chips.value);
      rest = rest.from(chips.count);
      if (rest.empty() && dimension > 0) break;
      if (rest.empty() || rest[0] != 'x' || dimension == 2) return;
      ++dimension;
    }
    for (int i = 0; i < 3; ++i) chips_along[i] = read[i];
  }
  constexpr explicit spelt_topology(int const (&chips)[3]) : chips_along{chips[0], chips[1], chips[2]} {}

  /// A part 2x2x1, 2x2x2, 2x2x4, 2x4x4 of a cube of 4x4x4 chips, or cubes: each dimension a multiple of 4, at most 256
  /// and not less than the one before.
  constexpr bool follows_rule_of_cubes(int max_cubes) const {
    int const a = chips_along[0], b = chips_along[1], c = chips_along[2];
    if (a == 2 && b == 2) return c == 1 || c == 2 || c == 4;
    if (a == 2) return b == 4 && c == 4;
    return a != 0 && a % 4 == 0 && b % 4 == 0 && c % 4 == 0 && a <= b && b <= c && c <= 256 &&
           (a / 4) * (b / 4) * (c / 4) <= max_cubes;
  }
  constexpr bool is(tpu_row const& row) const {
    return chips_along[0] == row.chips_along[0] && chips_along[1] == row.chips_along[1] &&
           chips_along[2] == row.chips_along[2];
  }
};

template <class Pod>
constexpr int count_topologies() {
  int count = 0;
  for (topologies_listed const& listed : Pod::listed) {
    ++count;
    for (char const* c = listed.topologies; *c != '\0'; ++c) count += *c == ' ';
  }
  return count;
}

template <int Count>
struct tpu_rows {
  tpu_row row[std::size_t{Count}]{};

  constexpr tpu_row const& operator[](int index) const { return row[index]; }
  [[nodiscard]] constexpr tpu_row const* begin() const noexcept { return row; }
  constexpr tpu_row const* end() const { return row + Count; }
};

/// The topologies of all lists, those with fewer chips first. It reads the characters itself, as `spelt_topology` does
/// for a name that may be wrong: calling that for each of 223 takes g++ about twice as long.
template <class Pod, int Count>
constexpr tpu_rows<Count> read_topologies() {
  tpu_rows<Count> rows;
  int chips_of[std::size_t{Count}]{};
  int count = 0;
  for (topologies_listed const& listed : Pod::listed) {
    char const* c = listed.topologies;
    do {
      int along[3]{};
      int chips = 1;
      for (int dimension = 0; *c != ' ' && *c != '\0'; ++dimension) {
        for (; is_digit(*c); ++c) along[dimension] = along[dimension] * 10 + (*c - '0');
        chips *= along[dimension];
        if (*c == 'x') ++c;
      }
      int at = count++;
      for (; at > 0 && chips_of[at - 1] > chips; --at) {
        rows.row[at] = rows.row[at - 1];
        chips_of[at] = chips_of[at - 1];
      }
      rows.row[at] = {{along[0], along[1], along[2]}, listed.listed_by};
      chips_of[at] = chips;
    } while (*c++ == ' ');
  }
  return rows;
}

template <class Pod>
inline constexpr int topologies_in = count_topologies<Pod>();

/// The rows of a generation. They are read where a program first asks for a topology: a program without TPUs pays
/// nothing.
template <class Pod>
inline constexpr auto topologies_of = read_topologies<Pod, topologies_in<Pod>>();

/// Position of the row with that topology, -1 where there is none. Complexity: linear.
template <class Pod>
constexpr int find_topology(spelt_topology wanted) {
  int index = 0;
  for (tpu_row const& row : topologies_of<Pod>) {
    if (wanted.is(row)) return index;
    ++index;
  }
  return -1;
}

/// Position of the row whose topology is spelt most like `name`; of several the first, which has the fewest chips.
template <class Pod>
constexpr int nearest_topology(char const* name) {
  nearest_names<int> found(name);
  int index = 0;
  for (tpu_row const& row : topologies_of<Pod>) found.offer(topology_name(row.chips_along).text(), index++);
  return found.best();
}

/// 2A = B = C or 2A = 2B = C, and whole cubes: then Google connects the slice as a twisted torus.
constexpr bool is_twisted(int a, int b, int c) {
  return a % 4 == 0 && b % 4 == 0 && c % 4 == 0 && c == 2 * a && (b == a || b == c) && c != 0;
}

template <int Cubes>
struct known_cubes {
  static constexpr int cubes = Cubes;
};
template <>
struct known_cubes<0> {};

/// Three dimensions wrap around where each is a whole number of cubes; for two dimensions no source says it.
template <int Dimensions, bool WholeCubes>
struct known_torus {};
template <bool WholeCubes>
struct known_torus<3, WholeCubes> {
  static constexpr bool wraparound_torus = WholeCubes;
};

}  // namespace detail

/// Chips along the dimensions of a slice: `topology<2, 4>`, `topology<4, 4, 8>`.
template <int A, int B, int C = 0>
struct topology {
  static constexpr int chips_along[3] = {A, B, C};
  static constexpr int dimensions = C == 0 ? 2 : 3;
  static constexpr int chips = A * B * (C == 0 ? 1 : C);
  /// How many cubes of 4x4x4 chips; 0 where it is no whole number of them.
  static constexpr int whole_cubes = A % 4 == 0 && B % 4 == 0 && C % 4 == 0 ? A * B * C / 64 : 0;
  static constexpr auto spelt = detail::topology_name(chips_along);
  static constexpr char const* name = spelt.characters;
};

template <class Model, class Topology>
struct tpu_slice;

namespace detail {

template <class Pod, int Index>
using topology_at = topology<topologies_of<Pod>[Index].chips_along[0], topologies_of<Pod>[Index].chips_along[1],
                             topologies_of<Pod>[Index].chips_along[2]>;

template <class Model, int Index>
struct slice_at {  // a class, so that no row is read before a slice is asked for
  using type = tpu_slice<Model, topology_at<typename Model::pod, Index>>;
};

template <class Pod, class Indices>
struct indexed_topologies;
template <class Pod, std::size_t... Index>
struct indexed_topologies<Pod, std::index_sequence<Index...>> {
  using type = list<topology_at<Pod, Index>...>;
#ifdef __NVCC__
  /// The functions that name a topology as the nearest, one for each topology.
  template <class Model>
  struct by_nearest {
    static constexpr void (*refuse[sizeof...(Index)])(char const*) = {
        &detail::refuse<Model, nearest<topology_at<Pod, Index>>>...};
  };
#endif
};
template <class Pod>
using all_topologies = indexed_topologies<Pod, std::make_index_sequence<topologies_in<Pod>>>;

/// An error lists so many topologies; of more it names the rule and the nearest.
inline constexpr int topologies_in_an_error = 16;

}  // namespace detail

/// A slice of a TPU pod with the topology `Topology`. All follows from the topology and the generation:
/// `hosts` (a share of one where hosts are shared), `chips_per_host`, `machine_types`, `cubes` (of 4x4x4 chips, where
/// it is a whole number of them), `wraparound_torus` (three dimensions alone), `twisted_torus`.
template <class Model, class Topology>
struct tpu_slice : part_of_device<Model, tpu_slice<Model, Topology>>,
                   detail::known_cubes<Topology::whole_cubes>,
                   detail::known_torus<Topology::dimensions, (Topology::whole_cubes > 0)> {
  using topology = Topology;
  using pod = typename Model::pod;
  static constexpr char const* name = Topology::name;
  static constexpr int chips = Topology::chips;
  static constexpr int dimensions = Topology::dimensions;
  static constexpr int tensorcores = chips * pod::tensorcores_per_chip;
  static constexpr int chips_per_host = chips < pod::chips_of_a_host ? chips : pod::chips_of_a_host;
  static constexpr host_share hosts = chips >= pod::chips_of_a_host ? host_share{chips / pod::chips_of_a_host, 1}
                                      : pod::hosts_are_shared       ? host_share{1, pod::chips_of_a_host / chips}
                                                                    : host_share{1, 1};
  static constexpr tpu_machine_types machine_types = pod::machine_types(chips);
  /// Computed from the dimensions; agrees with Google's documentation wherever that says yes or no.
  static constexpr bool twisted_torus =
      detail::is_twisted(Topology::chips_along[0], Topology::chips_along[1], Topology::chips_along[2]);
  /// `topology_table::listed_by`, added up.
  static constexpr unsigned listed_by =
      detail::topologies_of<pod>[detail::find_topology<pod>(detail::spelt_topology{Topology::chips_along})].listed_by;
  /// Flyte hands out what its SDKs list.
  static constexpr bool flyte_offers = (listed_by & topology_table::flyte_sdk) != 0;
};

/// Base of a TPU generation; `Pod` lists the topologies that are handed out. `partitions` derives from their `list`,
/// and `partitions::type` is that list.
template <class Model, class Pod>
struct tpu_device : device<Model>, unlisted_partitions<Model> {
  static constexpr allotype::vendor vendor = allotype::vendor::google;
  using pod = Pod;
  /// The list of the topologies. It is a class of its own because a compiler makes a class only where somebody asks for
  /// its contents, and most programs never ask for 223 topologies.
  struct partitions : detail::all_topologies<Pod>::type {
    using type = typename detail::all_topologies<Pod>::type;
  };
  using unpartitioned = allotype::unpartitioned<Model>;

  /// `slice<"2x2">`. A topology that is not handed out is an error that lists those that are or, where they are too
  /// many, says what they have in common and which is nearest.
  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using slice = typename detail::slice_at<Model, Position>::type;

  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using partition = slice<Name, Position>;

  template <class Topology>
  using listed_partition = tpu_slice<Model, Topology>;

  [[nodiscard]] static constexpr int position_of(char const* name) {
    return detail::find_topology<Pod>(detail::spelt_topology{name});
  }

#ifdef __NVCC__
  static constexpr void refuse_partition(char const* name) {
    if constexpr (detail::topologies_in<Pod> > detail::topologies_in_an_error) {  // of fewer all are listed
      if (detail::spelt_topology{name}.follows_rule_of_cubes(Pod::max_cubes)) {
        detail::refuse<Model>("this slice follows the rule, but no table lists it: write unlisted_partition<...>");
      } else if (name != nullptr) {
        using known = typename detail::all_topologies<Pod>::template by_nearest<Model>;
        int const nearest = detail::nearest_topology<Pod>(name);
        known::refuse[nearest]("slices are 2x2x1, 2x2x2, 2x2x4, 2x4x4, or ascending multiples of 4; see nearest<...>");
      }
    }
  }
#endif
  /// What is wrong with a name that is no partition's; empty where it is only not known.
  [[nodiscard]] static constexpr fixed_text<2000> why_no_partition(char const* name) {
    detail::error_sentence text;
    if constexpr (detail::topologies_in<Pod> > detail::topologies_in_an_error) {
      if (detail::spelt_topology{name}.follows_rule_of_cubes(Pod::max_cubes)) {
        text << "slice " << name << " of " << Model::name << " follows the rule, but no table lists it: write "
             << "unlisted_partition<\"" << name << "\">";
      } else {
        auto const& nearest = detail::topologies_of<Pod>[detail::nearest_topology<Pod>(name)];
        text << Model::name << " has no slice \"" << name << "\": slices are 2x2x1, 2x2x2, 2x2x4, 2x4x4, or ascending "
             << "multiples of 4; the nearest is " << detail::topology_name(nearest.chips_along);
      }
    }
    return text;
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
