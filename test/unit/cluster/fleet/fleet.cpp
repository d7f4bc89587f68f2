// SPDX-License-Identifier: BSL-1.0
// Many tasks on a fleet: every place is legal, the bound holds, and few tasks get the fewest GPUs.
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/fleet/fleet.hpp>
#include <allotype/cluster/fleet/pack.hpp>
#include <map>
#include <random>
#include <set>

#include "catch.hpp"

namespace at = allotype;

namespace {

template <class Model>
at::planned_fleet::supply free_gpus(long long count = at::planned_fleet::supply::as_many_as_needed) {
  return at::planned_fleet::supply::of<Model>(count);
}
template <class Model>
at::planned_fleet::supply laid_out(long long count, std::vector<std::string> const& instances) {
  return at::planned_fleet::supply::of<Model>(count, at::plan_layout<Model>(instances));
}

at::mig_row const& row_of(at::mig_board const& board, std::string const& profile, int* number) {
  int row = 0;
  while (profile != board.rows[row].profile) ++row;
  *number = row;
  return board.rows[row];
}

/// No two tasks share a slice, each starts where its profile may, and all rules of the board hold.
void is_legal(at::planned_fleet const& plan, std::vector<at::planned_fleet::demand> const& tasks) {
  std::map<long long, at::planned_fleet::layout const*> layout_of_gpu;
  for (auto const& layout : plan.layouts) {
    for (long long gpu = layout.first; gpu < layout.first + layout.gpus; ++gpu)
      REQUIRE(layout_of_gpu.emplace(gpu, &layout).second);
  }
  std::map<long long, at::detail::holdings> held;
  std::set<long long> whole;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    auto const& place = plan.tasks[t];
    if (place.gpu < 0) continue;
    auto const& layout = *layout_of_gpu.at(place.gpu);
    REQUIRE(std::string{layout.device} == tasks[t].device);
    if (*tasks[t].profile == '\0') {
      REQUIRE(layout.instances.empty());
      REQUIRE(whole.insert(place.gpu).second);
      continue;
    }
    auto const& board = std::string{layout.device} == "A100" ? at::detail::board_data<at::A100::board>
                                                             : at::detail::board_data<at::A30::board>;
    int row = 0;
    row_of(board, tasks[t].profile, &row);
    auto const [it, is_new] = held.try_emplace(place.gpu, at::detail::nothing_held(at::detail::places_on(board)));
    REQUIRE((at::detail::free_starts(at::detail::places_on(board), it->second, row) >> place.start & 1u) != 0);
    it->second = at::detail::with_one_more(at::detail::places_on(board), it->second, row, place.start);
    bool listed = false;
    for (auto const& each : layout.instances)
      listed = listed || (each.start == place.start && each.profile == board.rows[row].profile);
    REQUIRE(listed);
  }
}

template <class Model>
std::vector<at::planned_fleet::demand> random_tasks(std::mt19937& random, long long count) {
  auto const& board = at::detail::board_data<typename Model::board>;
  std::vector<int> weights;
  for (int row = 0; row < board.row_count; ++row)
    weights.push_back(random() % 3 == 0 ? 0 : static_cast<int>(random() % 100));
  weights[0] += 1;
  std::discrete_distribution<int> pick(weights.begin(), weights.end());
  std::vector<at::planned_fleet::demand> tasks;
  for (long long i = 0; i < count; ++i) tasks.push_back({Model::name, board.rows[pick(random)].profile});
  return tasks;
}

/// By the search that `pack` uses.
long long fewest_by_pack(std::vector<at::planned_fleet::demand> const& tasks, bool* exact) {
  auto const& board = at::detail::board_data<at::A100::board>;
  at::detail::gpu_kind const kind =
      at::detail::kind_of_board(at::detail::places_on(board), board.rows, board.compute_slices, 1);
  at::detail::packing_items items;
  for (auto const& task : tasks) row_of(board, task.profile, &items.on[items.count++][0]);
  auto const packed = at::detail::pack_items(&kind, 1, items);
  *exact = packed.exact;
  return packed.cost;
}

}  // namespace

TEST_CASE("few tasks get the fewest GPUs") {
  std::mt19937 random(3);
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    auto const tasks = random_tasks<at::A100>(random, 1 + i % 14);
    auto const plan = at::plan_fleet({free_gpus<at::A100>()}, tasks);
    is_legal(plan, tasks);
    CHECK(plan.left_over.empty());
    CHECK(plan.gpus == plan.at_least);
    bool exact = false;
    long long const fewest = fewest_by_pack(tasks, &exact);
    CHECK(plan.gpus <= fewest);
    if (exact) CHECK(plan.gpus == fewest);
    compared += exact ? 1 : 0;
  }
  CHECK(compared > 100);
}

TEST_CASE("many tasks: the bound holds, and is met or missed by one GPU") {
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    auto tasks = random_tasks<at::A100>(random, i % 8 == 0 ? 30000 : 700);
    auto const more = random_tasks<at::A30>(random, 100);
    tasks.insert(tasks.end(), more.begin(), more.end());
    tasks.push_back({"A30", ""});
    auto const plan = at::plan_fleet({free_gpus<at::A100>(), free_gpus<at::A30>()}, tasks);
    is_legal(plan, tasks);
    CHECK(plan.left_over.empty());
    CHECK(plan.gpus <= plan.at_least + 2);  // one for each kind of GPU
    long long slices = 0;
    for (auto const& task : tasks) {
      int row = 0;
      if (std::string{task.device} == "A100")
        slices += row_of(at::detail::board_data<at::A100::board>, task.profile, &row).memory_slices;
    }
    CHECK(plan.at_least >= (slices + 7) / 8);
  }
}

TEST_CASE("what no packing can use is in the bound") {
  // 7g and 4g leave no place for another 4g, so slices alone would count too few GPUs.
  std::vector<at::planned_fleet::demand> tasks(10, {"A100", "4g.20gb"});
  auto const plan = at::plan_fleet({free_gpus<at::A100>()}, tasks);
  CHECK(plan.gpus == 10);
  CHECK(plan.at_least == 10);
}

TEST_CASE("instances that are there are taken first, and too few GPUs leave tasks over") {
  std::vector<at::planned_fleet::demand> tasks(5, {"A100", "3g.20gb"});
  tasks.push_back({"A100", "2g.10gb"});
  tasks.push_back({"A100", ""});
  auto const two = laid_out<at::A100>(2, {"3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"});
  auto const plan = at::plan_fleet({two, free_gpus<at::A100>()}, tasks);
  is_legal(plan, tasks);
  CHECK(plan.tasks[0].gpu == 0);
  CHECK(plan.tasks[1].gpu == 1);
  CHECK(plan.gpus == 3);  // two for three 3g, one whole
  CHECK(plan.at_least == 3);
  CHECK(plan.left_over.empty());

  auto const fewer = at::plan_fleet({two, free_gpus<at::A100>(1)}, tasks);
  is_legal(fewer, tasks);
  CHECK(fewer.gpus == 1);
  CHECK(fewer.at_least == 3);
  CHECK(fewer.left_over.size() == 2);  // the GPU goes to two 3g

  at::planned_fleet::supply off = free_gpus<at::A100>(1);
  off.laid_out = true;
  auto const whole = at::plan_fleet({off}, tasks);
  CHECK(whole.left_over.size() == 6);
  CHECK(whole.tasks.back().gpu == 0);
  CHECK(at::plan_fleet({free_gpus<at::A100>()}, {}).gpus == 0);
}
