// SPDX-License-Identifier: BSL-1.0
// From the instances on a GPU to others: the fewest are destroyed, none that is in use, and the commands do it.
#include <algorithm>
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
#include <allotype/cluster/provision/nvidia_smi_transition.hpp>
#include <allotype/cluster/provision/planned_transition.hpp>
#include <boost/mp11/algorithm.hpp>
#include <map>
#include <random>
#include <set>

#include "catch.hpp"
#include "patterns.hpp"

namespace at = allotype;

namespace {

/// A layout as its instances: row of the board and start.
using instances = std::set<std::pair<int, int>>;

template <class Model>
std::vector<instances> all_layouts() {
  auto const& board = at::detail::board_data<typename Model::board>;
  using list = at::layouts_of<Model>;
  std::vector<instances> all = {{}};
  for (int i = 0; i < list::size; ++i) {
    instances one;
    for (int k = 0; k < list::at(i).size(); ++k) {
      at::placement const it = list::at(i)[k];
      for (int row = 0; row < board.row_count; ++row) {
        if (board.rows[row].profile == it.profile) one.insert({row, it.start});
      }
    }
    all.push_back(one);
  }
  return all;
}
std::multiset<int> profiles_of(instances const& of) {
  std::multiset<int> found;
  for (auto const& [row, start] : of) found.insert(row);
  return found;
}

/// Does what the commands say to the instances of a GPU; fails where nvidia-smi would.
class pretended_gpu {
 public:
  pretended_gpu(at::mig_board const& board, std::vector<at::planned_transition::instance> const& existing)
      : board_(board) {
    for (auto const& each : existing) {
      here_[each.id] = {row_of(each.profile),
                        each.start,
                        {each.compute_instances.begin(), each.compute_instances.end()},
                        each.whole,
                        each.in_use};
    }
  }
  void run(std::string const& command) {
    std::string const mig = "nvidia-smi mig -i 3 ";
    if (auto const cut = patterns::whole(command, mig + "-dci -ci ([0-9,]+) -gi ([0-9]+)"); !cut.empty()) {
      auto& it = here_.at(std::stoi(cut[2]));
      REQUIRE(!it.in_use);
      for (int const id : numbers(cut[1])) REQUIRE(it.compute.erase(id) == 1);
      it.whole = false;
    } else if (auto const gone = patterns::whole(command, mig + "-dgi -gi ([0-9,]+)"); !gone.empty()) {
      for (int const id : numbers(gone[1])) {
        REQUIRE(here_.at(id).compute.empty());
        here_.erase(id);
      }
    } else if (auto const made = patterns::whole(command, mig + "-cgi ([0-9,:]+) -C"); !made.empty()) {
      for (auto const& each : patterns::all(made[1], "([0-9]+):([0-9]+)"))
        create(std::stoi(each[1]), std::stoi(each[2]));
    } else {
      auto const filled = patterns::whole(command, mig + "-cci -gi ([0-9]+)");
      REQUIRE(!filled.empty());
      auto& it = here_.at(std::stoi(filled[1]));
      REQUIRE(it.compute.empty());
      it.compute = {0};
      it.whole = true;
    }
  }
  /// \param whole each has the one compute instance that fills it
  instances state(bool* whole) const {
    instances all;
    for (auto const& [id, it] : here_) {
      all.insert({it.row, it.start});
      *whole = *whole && it.whole && it.compute.size() == 1;
    }
    return all;
  }

 private:
  struct instance {
    int row = 0;
    int start = 0;
    std::set<int> compute{};
    bool whole = true;
    bool in_use = false;
  };
  static std::vector<int> numbers(std::string const& text) {
    std::vector<int> found;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t used = 0;
      found.push_back(std::stoi(text.substr(begin), &used));
      begin += used + 1;
    }
    return found;
  }
  int row_of(std::string const& profile) const {
    for (int row = 0; row < board_.row_count; ++row) {
      if (profile == board_.rows[row].profile) return row;
    }
    return -1;
  }
  void create(int smi_profile_id, int start) {
    for (int row = 0; row < board_.row_count; ++row) {
      if (board_.rows[row].smi_profile_id != smi_profile_id) continue;
      at::detail::holdings held = at::detail::nothing_held(at::detail::places_on(board_));
      for (auto const& [id, it] : here_)
        held = at::detail::with_one_more(at::detail::places_on(board_), held, it.row, it.start);
      REQUIRE((at::detail::free_starts(at::detail::places_on(board_), held, row) >> start & 1u) != 0);
      here_[++last_id_] = {row, start, {0}, true, false};
      return;
    }
    FAIL("no such profile");
  }

  at::mig_board const& board_;
  std::map<int, instance> here_;
  int last_id_ = 100;
};

/// Transitions between random layouts of the board, with random instances in use or cut up, against all layouts with
/// the wanted profiles.
template <class Model>
void is_the_fewest(unsigned seed, int cases) {
  auto const& board = at::detail::board_data<typename Model::board>;
  auto const all = all_layouts<Model>();
  std::multimap<std::multiset<int>, instances const*> by_profiles;
  for (instances const& each : all) by_profiles.insert({profiles_of(each), &each});
  std::mt19937 random(seed);
  int found = 0;
  int refused = 0;
  int with_kept = 0;
  for (int i = 0; i < cases; ++i) {
    instances const& from = all[random() % all.size()];
    auto const wanted = profiles_of(all[random() % all.size()]);
    std::vector<at::planned_transition::instance> existing;
    std::set<std::pair<int, int>> used;
    std::set<std::pair<int, int>> cut;
    for (auto const& [row, start] : from) {
      bool const in_use = random() % 5 == 0;
      bool const whole = random() % 4 != 0;
      if (in_use) used.insert({row, start});
      if (!whole) cut.insert({row, start});
      existing.push_back({board.rows[row].profile, start, static_cast<int>(existing.size()) + 1,
                          whole ? std::vector<int>{0} : std::vector<int>{}, whole, in_use});
    }
    std::size_t fewest = from.size() + 1;
    for (auto [it, end] = by_profiles.equal_range(wanted); it != end; ++it) {
      std::size_t kept = 0;
      for (auto const& each : from) kept += it->second->count(each);
      bool possible = true;
      for (auto const& each : used) possible = possible && it->second->count(each) == 1 && cut.count(each) == 0;
      if (possible) fewest = std::min(fewest, from.size() - kept);
    }
    std::vector<std::string> names;
    for (int const row : wanted) names.emplace_back(board.rows[row].profile);
    try {
      auto const plan = at::plan_transition<Model>(existing, names);
      ++found;
      with_kept += plan.kept.empty() ? 0 : 1;
      REQUIRE(plan.destroyed.size() == fewest);
      for (auto const& each : plan.destroyed) REQUIRE(!each.in_use);
      pretended_gpu gpu(board, existing);
      auto const commands = at::nvidia_smi::commands_of(plan, 3);
      bool const touches = !plan.destroyed.empty() || std::any_of(plan.kept.begin(), plan.kept.end(),
                                                                  [](auto const& each) { return !each.whole; });
      REQUIRE((!commands.empty() && commands[0].rfind("test ", 0) == 0) == touches);
      for (std::size_t k = touches ? 2 : 0; k < commands.size(); ++k) gpu.run(commands[k]);
      bool whole = true;
      REQUIRE(profiles_of(gpu.state(&whole)) == wanted);
      REQUIRE(whole);
    } catch (at::input_error const& why) {
      ++refused;
      INFO(why.what());
      REQUIRE(fewest == from.size() + 1);
      bool names_one_in_use = false;
      for (auto const& each : existing) {
        std::string const named = each.profile + " at " + std::to_string(each.start) + " (GPU instance " +
                                  std::to_string(each.id) + ") is in use";
        names_one_in_use = names_one_in_use || (each.in_use && std::string{why.what()}.rfind(named, 0) == 0);
      }
      REQUIRE(names_one_in_use);
    }
  }
  CHECK(found > cases / 10);
  CHECK(refused > cases / 10);
  CHECK(with_kept > cases / 20);
}

std::string reason(std::vector<at::planned_transition::instance> const& existing,
                   std::vector<std::string> const& wanted) {
  try {
    (void)at::plan_transition<at::A100>(existing, wanted);
  } catch (at::error const& why) {
    return why.what();
  }
  return "";
}

using now = at::layout<at::A100, at::at<"3g.20gb", 0>, at::at<"1g.5gb", 4>, at::at<"1g.5gb", 5>>;
using wanted = at::layout<at::A100, "3g.20gb", "2g.10gb">;

// While compiling.
using change = at::transition<now, wanted, at::in_use<0>>;
static_assert(change::destroyed == 2 && change::kept == 1 && change::created == 1 && change::keeps(0) &&
              !change::keeps(2));
static_assert(change::source_of(0) == 0 && change::source_of(1) == -1);
static_assert(change::layout::placements[0].start == 0 && change::layout::placements[1].start == 4);
static_assert(at::can_transition<now, wanted> && at::can_transition<now, wanted, at::in_use<0>>);
static_assert(!at::can_transition<now, wanted, at::in_use<1>>);           // no 1g is wanted
static_assert(!at::can_transition<now, wanted, at::in_use<3>>);           // there is no such instance
static_assert(!at::can_transition<now, at::layout<at::A30, "2g.12gb">>);  // another device
static_assert(!at::can_transition<at::layout<at::A100, at::at<"1g.5gb", 5>>, at::layout<at::A100, "3g.20gb", "3g.20gb">,
                                  at::in_use<0>>);
// What stays is where it was; what is created finds a place beside it.
using moved =
    at::transition<at::layout<at::A100, at::at<"1g.5gb", 5>>, at::layout<at::A100, "3g.20gb", "1g.5gb">, at::in_use<0>>;
static_assert(moved::destroyed == 0 && moved::layout::placements[0].start == 0 &&
              moved::layout::placements[1].start == 5);
// One transition after another.
using back = at::transition<change::layout, now>;
static_assert(back::destroyed == 1 && back::created == 2 && back::keeps(0));
static_assert(at::transition<now, at::layout<at::A100>>::destroyed == 3 &&
              at::transition<at::layout<at::A100>, now>::created == 3);

}  // namespace

TEST_CASE("no way from a layout to another destroys fewer instances, and the commands do it, on every board") {
  unsigned seed = 0;
  std::set<std::string> boards;
  using devices = boost::mp11::mp_transform<boost::mp11::mp_identity, at::detail::known_gpus>;
  boost::mp11::mp_for_each<devices>([&](auto device) {
    using model = typename decltype(device)::type;
    if constexpr (at::detail::has_rows<model>) {
      constexpr bool has_places = at::detail::places_on(at::detail::board_data<typename model::board>).units > 0;
      if constexpr (has_places) {
        INFO(model::name);
        if (boards.insert(model::board::name).second) is_the_fewest<model>(++seed, 60);
      }
    }
  });
  CHECK(seed > 10);
  is_the_fewest<at::A100>(101, 300);
}

TEST_CASE("what is planned at run time is what the compiler plans") {
  std::vector<at::planned_transition::instance> const existing = {
      {"3g.20gb", 0, 2, {0}, true, true}, {"1g.5gb", 4, 11, {0}}, {"1g.5gb", 5, 12, {0}}};
  auto const plan = at::plan_transition<at::A100>(existing, {"3g.20gb", "2g.10gb"});
  CHECK(at::nvidia_smi::commands_of(plan, 0) == at::nvidia_smi::commands_of<change>(0, {2, 11, 12}));
  CHECK(
      at::nvidia_smi::commands_of<change>(0, {2, 11, 12}) ==
      std::vector<std::string>{
          R"~(test "$(nvidia-smi mig -i 0 -lgi | awk '$3 == "MIG" { split($7, at, ":"); print $6 "@" at[1] }' | LC_ALL=C sort | tr '\n' ' ')" = "11@4 12@5 2@0 " || { echo "GPU 0 has other instances than those that this was planned for: nothing was changed" >&2; exit 1; })~",
          R"~(used=$(nvidia-smi -i 0) && ! echo "$used" | awk '$2 == 0 && ($3 == 11 || $3 == 12) && $6 ~ /^[A-Z+]+$/ { found = 1 } END { exit !found }' || { echo "GPU 0 has a program on an instance that would be destroyed, or does not say: nothing was changed" >&2; exit 1; })~",
          "nvidia-smi mig -i 0 -dci -ci 0 -gi 11", "nvidia-smi mig -i 0 -dci -ci 0 -gi 12",
          "nvidia-smi mig -i 0 -dgi -gi 11,12", "nvidia-smi mig -i 0 -cgi 14:4 -C"});
}

TEST_CASE("a stated start is kept to") {
  std::vector<at::planned_transition::instance> const existing = {{"3g.20gb", 0, 2, {0}}};
  CHECK(at::plan_transition<at::A100>(existing, {"3g.20gb@0"}).destroyed.empty());
  auto const other_half = at::plan_transition<at::A100>(existing, {"3g.20gb@4"});
  CHECK(other_half.destroyed.size() == 1);
  CHECK(other_half.created.at(0).start == 4);
  // Of two, the one at the stated place stays as that.
  auto const two = at::plan_transition<at::A100>({{"1g.5gb", 2, 9, {0}}, {"1g.5gb", 6, 13, {0}}},
                                                 {"1g.5gb", "1g.5gb@6", "2g.10gb@2"});
  CHECK(two.destroyed.size() == 1);
  CHECK(two.kept.at(0).start == 6);
}

TEST_CASE("the refusal names the instance in the way and says why") {
  at::planned_transition::instance const used{"1g.5gb", 5, 12, {0}, true, true};
  CHECK(reason({used}, {"3g.20gb", "3g.20gb"}) ==
        "1g.5gb at 5 (GPU instance 12) is in use, so it is not destroyed, and no instance like it is wanted");
  CHECK(reason({used}, {"3g.20gb", "1g.5gb", "1g.5gb"}) == "");
  CHECK(reason({used, {"1g.5gb", 2, 9, {0}, true, true}}, {"3g.20gb", "1g.5gb", "1g.5gb"}) ==
        "1g.5gb at 2 (GPU instance 9) is in use, so it is not destroyed, and beside it the others have no places");
  CHECK(reason({{"3g.20gb", 0, 2, {0, 1}, false, true}}, {"3g.20gb"}) ==
        "3g.20gb at 0 (GPU instance 2) is in use, so it is not destroyed, and it is wanted whole, while it is cut into "
        "compute instances");
  CHECK(reason({{"3g.20gb", 2, 2}}, {"3g.20gb"}).find("no 3g.20gb starts at \"2\"") != std::string::npos);
  CHECK(reason({{"3g.20gb", 4, 1}, {"1g.5gb", 5, 12}}, {"3g.20gb"}) ==
        "1g.5gb at 5 (GPU instance 12) cannot exist on A100 beside those stated before it");
  CHECK(reason({{"1g.5gb", 6, 1, {0}, true, true}, {"3g.20gb", 0, 1}}, {"1g.5gb", "4g.20gb"}) ==
        "1g.5gb at 6 (GPU instance 1) and 3g.20gb at 0 (GPU instance 1) have one id: each instance has its own, as "
        "nvidia-smi mig -lgi prints it");
  CHECK_THROWS_AS(at::nvidia_smi::commands_of<change>(0, {2, 11, 11}), at::input_error);
  CHECK(reason({}, {"4g.20gb", "4g.20gb"}).find("4g.20gb does not fit beside 4g.20gb at 0") != std::string::npos);
}

TEST_CASE("the instances of a board that was found are those of its slices, and it must be in MIG mode") {
  at::machine::found_board board;
  board.name = "NVIDIA A100-SXM4-40GB";
  CHECK_THROWS_WITH(at::instances_on(board), "GPU 0 (NVIDIA A100-SXM4-40GB) is not in MIG mode");
  board.mig_mode = true;
  CHECK(at::instances_on(board).empty());
}
