// SPDX-License-Identifier: BSL-1.0
/// \file
/// A function too large to be copied into each place that calls it: what a neutron of random energy meets in a random
/// material. It searches a grid of energies, interpolates five cross sections for each nuclide, and adds them up.
#pragma once

#include <allotype/dispatch/launch.hpp>

struct cross_section_data {
  double const* energies;        ///< `grid_size` of them for each nuclide, rising from 0 to 1
  double const* sections;        ///< five for each energy
  int const* nuclides;           ///< `most_nuclides` for each material
  double const* concentrations;  ///< likewise
  int const* nuclide_counts;
  int grid_size, most_nuclides, materials;
};

ALLOTYPE_FN inline double random_number(unsigned long long& state) {
  state = 2806196910506780709ull * state + 1;
  return static_cast<double>(state >> 11) * (1.0 / 9007199254740992.0);
}

/// The place of the last energy that is not above `energy`, but for the end.
ALLOTYPE_FN inline int place_in(double const* energies, int size, double energy) {
  int from = 0, count = size - 1;
  while (count > 1) {
    int const half = count / 2;
    if (energies[from + half] <= energy) from += half;
    count -= half;
  }
  return from;
}

/// The number of the reaction that is the most frequent, from 0 to 4.
ALLOTYPE_FN inline int most_frequent_reaction(cross_section_data const& data, long long lookup) {
  unsigned long long state = 1070ull + 2ull * static_cast<unsigned long long>(lookup);
  for (int i = 0; i < 8; ++i) random_number(state);
  double const energy = random_number(state);
  int const material = static_cast<int>(random_number(state) * data.materials);
  double total[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < data.nuclide_counts[material]; ++i) {
    int const of_material = material * data.most_nuclides + i;
    double const concentration = data.concentrations[of_material];
    double const* const energies = data.energies + static_cast<long long>(data.nuclides[of_material]) * data.grid_size;
    int const place = place_in(energies, data.grid_size, energy);
    double const share = (energies[place + 1] - energy) / (energies[place + 1] - energies[place]);
    double const* const low = data.sections + (energies - data.energies + place) * 5;
    for (int reaction = 0; reaction < 5; ++reaction) {
      total[reaction] += concentration * (low[reaction + 5] - share * (low[reaction + 5] - low[reaction]));
    }
  }
  int most = 0;
  for (int reaction = 1; reaction < 5; ++reaction) {
    if (total[reaction] > total[most]) most = reaction;
  }
  return most;
}

/// As a function to sum up: a number that tells whether all lookups gave the same.
struct cross_section_lookup {
  cross_section_data data;
  ALLOTYPE_FN long long operator()(long long i) const { return most_frequent_reaction(data, i) + 1; }
};
