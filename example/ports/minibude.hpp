// SPDX-License-Identifier: BSL-1.0
// Energies of poses of a molecule beside a protein, as the benchmark miniBUDE has them: an atom of each outside, the
// poses of a block inside, so that the CPU computes several poses in a vector and a GPU keeps a pose in registers.
#include <allotype/block_ranges.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int poses_of_a_block = 64, blocks = 3, poses = blocks * poses_of_a_block;
constexpr int ligand_atoms = 9, protein_atoms = 40;

struct atom {
  float x, y, z, charge;
};
/// A turn around an axis, and a shift.
struct pose {
  float cosine, sine, x, y, z;
};
ALLOTYPE_FN atom moved(atom const& a, pose const& by) {
  return {by.cosine * a.x - by.sine * a.y + by.x, by.sine * a.x + by.cosine * a.y + by.y, a.z + by.z, a.charge};
}
/// Of charges that are less than 8 apart.
ALLOTYPE_FN float energy_of(atom const& a, atom const& b) {
  float const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, near = 64.0f - (dx * dx + dy * dy + dz * dz);
  return near > 0 ? a.charge * b.charge * near : 0.0f;
}

template <class A>
struct energies_of_poses {
  at::view<atom const, 1, A> ligand, protein;
  at::view<pose const, 1, A> turned;
  at::view<float, 1, A> energies;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const first = block.index() * poses_of_a_block;
    auto energy = block.template per_thread<float>();
    auto at_pose = block.template per_thread<atom>();
    for (int l = 0; l < ligand.extents[0]; ++l) {
      atom const a = ligand(l);
      block.for_each_nowait(poses_of_a_block, [&](int p) { at_pose(p) = moved(a, turned(first + p)); });
      for (int k = 0; k < protein.extents[0]; ++k) {
        atom const b = protein(k);
        block.for_each_nowait(poses_of_a_block, [&](int p) { energy(p) += energy_of(at_pose(p), b); });
      }
    }
    block.for_each_nowait(poses_of_a_block, [&](int p) { energies(first + p) = energy(p); });
  }
};

float coordinate(int i) { return static_cast<float>(i * 7919 % 97) / 10 - 4.8f; }
std::vector<atom> some_atoms(int count, int seed) {
  std::vector<atom> atoms;
  for (int i = seed; i < seed + count; ++i)
    atoms.push_back({coordinate(2 * i), coordinate(i + 11), coordinate(i + 77), coordinate(i + 5)});
  return atoms;
}
std::vector<pose> some_poses() {
  std::vector<pose> all;
  for (int i = 0; i < poses; ++i) {
    float const angle = static_cast<float>(i) / 10;
    all.push_back({std::cos(angle), std::sin(angle), coordinate(i), coordinate(i + 3), coordinate(i + 8)});
  }
  return all;
}

constexpr auto energies =
    at::task<wanted>("energies", []<class A>(at::queue<A>& on, std::vector<atom> const& of,
                                             std::vector<atom> const& beside, std::vector<pose> const& all) {
      at::buffer const ligand{on, of}, protein{on, beside};
      at::buffer const turned{on, all};
      at::buffer<float, A> found{on, at::extents{poses}};
      at::launch(on, at::grid<at::threads_per_block<poses_of_a_block>>{blocks},
                 energies_of_poses<A>{ligand.view(on), protein.view(on), turned.view(on), found.view(on)});
      std::vector<float> result(poses);
      at::copy(on, found, result);
      return result;
    });

}  // namespace

int main() {
  auto const ligand = some_atoms(ligand_atoms, 1), protein = some_atoms(protein_atoms, 100);
  auto const all = some_poses();
  auto const run = energies(ligand, protein, all);
  double largest = 0, difference = 0;
  for (std::size_t p = 0; p < all.size(); ++p) {
    double sum = 0;
    for (atom const& a : ligand) {
      for (atom const& b : protein) sum += static_cast<double>(energy_of(moved(a, all[p]), b));
    }
    largest = std::fmax(largest, std::fabs(sum));
    difference = std::fmax(difference, std::fabs(sum - static_cast<double>(run.value()[p])));
  }
  std::printf("%s: %d poses, energies up to %.1f, at most %.1g from the sums in double\n", run.where(), poses, largest,
              difference);
  return difference < 1e-5 * largest ? 0 : 1;  // NaN is not
}
