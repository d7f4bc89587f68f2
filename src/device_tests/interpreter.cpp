// SPDX-License-Identifier: BSL-1.0
#include "interpreter.hpp"

#include <algorithm>
#include <random>

#include "block.hpp"

namespace allotype::device_tests {

namespace {

std::uint32_t product(std::array<std::uint32_t, 3> const& size) { return size[0] * size[1] * size[2]; }

/// Epochs are never used again, so that cells need no cleaning.
std::uint32_t next_epoch() {
  static std::uint32_t last = 0;
  return ++last;
}

class machine {
 public:
  machine(launch_state& launch, schedule const& in) : launch_(launch), in_(in), random_(in.seed) {}

  std::uint64_t run() {
    launch_configuration const& how = launch_.how;
    std::uint32_t const blocks = product(how.blocks), per_cluster = product(how.cluster);
    clusters_of_grid_ = blocks / per_cluster;
    std::vector<std::uint32_t> waiting(clusters_of_grid_);
    for (std::uint32_t i = 0; i < clusters_of_grid_; ++i) waiting[i] = clusters_of_grid_ - 1 - i;
    if (in_.of == order::backwards) std::reverse(waiting.begin(), waiting.end());
    if (in_.of == order::random) std::shuffle(waiting.begin(), waiting.end(), random_);
    std::size_t const at_once = std::max<std::size_t>(1, how.resident_blocks / per_cluster);
    std::uint64_t fruitless = 0, instructions = 0, progress = 0;
    while (!is_stopped(launch_)) {
      while (resident_.size() < at_once && !waiting.empty()) {
        begin(waiting.back());
        waiting.pop_back();
      }
      if (resident_.empty()) break;
      bool const any = one_round();
      if (is_stopped(launch_)) break;
      for (std::size_t i = resident_.size(); i-- > 0;) {
        if (resident_[i]->state.alive == 0) {
          free_.push_back(std::move(resident_[i]));
          resident_.erase(resident_.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
      if (!any) {
        report_deadlock("waits for ever");
        break;
      }
      if (progress != launch_.progress) {
        progress = launch_.progress;
        fruitless = launch_.fruitless;
        instructions = instructions_;
      } else if (launch_.fruitless - fruitless > most_fruitless || instructions_ - instructions > longest_idle) {
        report_deadlock("waits for what no thread does: nothing happened for " +
                        std::to_string(instructions_ - instructions) + " instructions");
        break;
      }
    }
    if (launch_.counted != nullptr) {
      ++launch_.counted->launches;
      launch_.counted->instructions += instructions_;
      launch_.counted->instructions_of_warps += instructions_of_warps_;
    }
    return instructions_;
  }

 private:
  // Nothing is written, and no barrier passed. Threads that read a flag so often wait for it; others may compute for
  // long.
  static constexpr std::uint64_t most_fruitless = 5'000'000, longest_idle = 10'000'000'000;

  struct cluster_slot {
    cluster_state state;
    std::vector<std::unique_ptr<block_state>> blocks;
  };

  void begin(std::uint32_t number) {
    launch_configuration const& how = launch_.how;
    std::uint32_t const per_cluster = product(how.cluster), threads = product(how.threads);
    std::unique_ptr<cluster_slot> slot;
    if (free_.empty()) {
      slot = std::make_unique<cluster_slot>();
      for (std::uint32_t rank = 0; rank < per_cluster; ++rank) {
        slot->blocks.push_back(new_block());
        slot->state.blocks.push_back(slot->blocks.back().get());
      }
    } else {
      slot = std::move(free_.back());
      free_.pop_back();
    }
    slot->state.number = number;
    slot->state.alive = threads * per_cluster;
    slot->state.arrived = 0;
    std::array<std::uint32_t, 3> const clusters{how.blocks[0] / how.cluster[0], how.blocks[1] / how.cluster[1],
                                                how.blocks[2] / how.cluster[2]};
    std::array<std::uint32_t, 3> const cluster{number % clusters[0], number / clusters[0] % clusters[1],
                                               number / clusters[0] / clusters[1]};
    for (std::uint32_t rank = 0; rank < per_cluster; ++rank) {
      std::array<std::uint32_t, 3> const in_cluster{rank % how.cluster[0], rank / how.cluster[0] % how.cluster[1],
                                                    rank / how.cluster[0] / how.cluster[1]};
      block_state& block = *slot->blocks[rank];
      for (std::size_t d = 0; d < 3; ++d) block.index[d] = cluster[d] * how.cluster[d] + in_cluster[d];
      block.number = block.index[0] + how.blocks[0] * (block.index[1] + how.blocks[1] * block.index[2]);
      block.rank = rank;
      block.cluster = &slot->state;
      block.epoch = next_epoch();
      block.shared->forget();
      block.clock = {};
      block.clock.block = block.number;
      block.barriers = {};
      block.alive = threads;
      for (warp& w : block.warps) {
        std::uint32_t const left = threads - w.number * lanes_of_a_warp;
        w.there = w.alive = left >= lanes_of_a_warp ? all_lanes : (1u << left) - 1;
        w.at.fill(0);
        w.calls = {};
        w.copies = {};
        w.undefined.clear(), w.undefined_predicates.clear();
        w.at_barrier = w.at_warp_barrier = w.arrived_in_cluster = w.may_pass_cluster = 0;
        std::fill(w.local_written.begin(), w.local_written.end(), static_cast<unsigned char>(0));
        fill_specials(block, w, clusters, cluster, in_cluster);
      }
    }
    resident_.push_back(std::move(slot));
  }

  std::unique_ptr<block_state> new_block() {
    std::uint32_t const threads = product(launch_.how.threads);
    auto block = std::make_unique<block_state>();
    block->launch = &launch_;
    block->shared =
        std::make_unique<region>(0, launch_.code.static_shared + launch_.how.dynamic_shared, "shared memory");
    block->warps.resize((threads + lanes_of_a_warp - 1) / lanes_of_a_warp);
    block->waits_for.resize(block->warps.size());
    for (std::size_t number = 0; number < block->warps.size(); ++number) {
      warp& w = block->warps[number];
      w.block = block.get();
      w.number = static_cast<std::uint32_t>(number);
      w.registers.assign(std::size_t{launch_.code.rows} * lanes_of_a_warp, 0);
      w.predicates.assign(launch_.code.predicates, 0);
      w.predicates[0] = all_lanes;
      w.local.assign(launch_.local_bytes * lanes_of_a_warp, 0);
      w.local_written.assign(launch_.local_bytes * lanes_of_a_warp, 0);
      for (auto const& [row, value] : launch_.code.numbers) std::fill_n(w.row(row), lanes_of_a_warp, value);
    }
    return block;
  }

  void fill_specials(block_state const& block, warp& w, std::array<std::uint32_t, 3> const& clusters,
                     std::array<std::uint32_t, 3> const& cluster,
                     std::array<std::uint32_t, 3> const& in_cluster) const {
    launch_configuration const& how = launch_.how;
    for (auto const& [row, what, offset] : launch_.code.specials) {
      auto const which = [](special one, special first) {
        return static_cast<std::size_t>(one) - static_cast<std::size_t>(first);
      };
      for (std::uint32_t lane = 0; lane < lanes_of_a_warp; ++lane) {
        std::uint32_t const thread = w.number * lanes_of_a_warp + lane;
        std::uint64_t value = 0;
        switch (what) {
          case special::tid_x:
            value = thread % how.threads[0];
            break;
          case special::tid_y:
            value = thread / how.threads[0] % how.threads[1];
            break;
          case special::tid_z:
            value = thread / how.threads[0] / how.threads[1];
            break;
          case special::lane:
            value = lane;
            break;
          case special::warp:
            value = w.number;
            break;
          case special::lanemask_eq:
            value = 1u << lane;
            break;
          case special::lanemask_lt:
            value = (1u << lane) - 1;
            break;
          case special::lanemask_le:
            value = (2u << lane) - 1;
            break;
          case special::lanemask_ge:
            value = ~((1u << lane) - 1);
            break;
          case special::lanemask_gt:
            value = ~((2u << lane) - 1);
            break;
          case special::ctaid_x:
          case special::ctaid_y:
          case special::ctaid_z:
            value = block.index[which(what, special::ctaid_x)];
            break;
          case special::cluster_ctaid_x:
          case special::cluster_ctaid_y:
          case special::cluster_ctaid_z:
            value = in_cluster[which(what, special::cluster_ctaid_x)];
            break;
          case special::cluster_ctarank:
            value = block.rank;
            break;
          case special::clusterid_x:
          case special::clusterid_y:
          case special::clusterid_z:
            value = cluster[which(what, special::clusterid_x)];
            break;
          case special::ntid_x:
          case special::ntid_y:
          case special::ntid_z:
            value = how.threads[which(what, special::ntid_x)];
            break;
          case special::nctaid_x:
          case special::nctaid_y:
          case special::nctaid_z:
            value = how.blocks[which(what, special::nctaid_x)];
            break;
          case special::nwarp:
            value = block.warps.size();
            break;
          case special::cluster_nctaid_x:
          case special::cluster_nctaid_y:
          case special::cluster_nctaid_z:
            value = how.cluster[which(what, special::cluster_nctaid_x)];
            break;
          case special::cluster_nctarank:
            value = product(how.cluster);
            break;
          case special::nclusterid_x:
          case special::nclusterid_y:
          case special::nclusterid_z:
            value = clusters[which(what, special::nclusterid_x)];
            break;
          case special::dynamic_smem_size:
            value = how.dynamic_shared;
            break;
          case special::total_smem_size:
            value = launch_.code.static_shared + how.dynamic_shared;
            break;
          case special::clock:
            value = instructions_;
            break;  // of the block's beginning
          case special::sm:
            value = block.number % std::max(1u, how.resident_blocks);
            break;
          case special::nsm:
            value = how.resident_blocks;
            break;
          case special::shared_address:
            value = (std::uint64_t{block.rank} << bits_of_shared_offset) + offset;
            break;
          case special::parameter_address:
            value = launch_.parameter_address + offset;
            break;
        }
        w.row(row)[lane] = value;
      }
    }
  }

  /// Whether any thread did anything.
  bool one_round() {
    std::vector<warp*> all;
    for (auto const& slot : resident_) {
      for (auto const& block : slot->blocks) {
        for (warp& w : block->warps) {
          if (w.alive != 0) all.push_back(&w);
        }
      }
    }
    if (in_.of == order::backwards) std::reverse(all.begin(), all.end());
    if (in_.of == order::random) std::shuffle(all.begin(), all.end(), random_);
    bool any = false;
    for (warp* const w : all) {
      std::uint32_t const turn = in_.of == order::random ? 1 + random_() % 300 : 20'000;
      if (run_warp(*w, turn)) any = true;
      if (is_stopped(launch_)) break;
    }
    return any;
  }

  /// Up to `turn` instructions of the warp. Those of its lanes that are furthest behind run first, so that the others
  /// are caught up with.
  bool run_warp(warp& w, std::uint32_t turn) {
    instruction const* const code = launch_.code.code.data();
    bool any = false;
    while (turn > 0 && !is_stopped(launch_)) {
      std::uint32_t ready = w.alive & ~w.at_barrier & ~w.at_warp_barrier;
      if (ready == 0) {
        ready = free_from_warp_barrier(w);
        if (ready == 0) return any;
      }
      std::uint32_t at = none, meeting = none;
      each_lane(ready, [&](int lane) {
        std::uint32_t const where = w.at[static_cast<std::size_t>(lane)];
        if (w.yielded && where <= w.yielded_at) return;
        at = std::min(at, where);
      });
      w.yielded = false;
      if (at == none) continue;
      std::uint32_t group = 0;
      each_lane(ready, [&](int lane) {
        std::uint32_t const where = w.at[static_cast<std::size_t>(lane)];
        if (where == at) {
          group |= 1u << lane;
        } else if (where > at) {
          meeting = std::min(meeting, where);
        }
      });
      any = true;
      w.group = group;
      w.scattered = false;
      auto const size = static_cast<std::uint64_t>(std::popcount(group));
      std::uint64_t done = 0;
      do {
        instruction const& i = code[at];
        w.now = at;
        w.next = at + 1;
        std::uint32_t const lanes = group & (w.predicates[i.guard] ^ i.guard_flip);
        if (!w.undefined_predicates.empty()) [[unlikely]]
          look_at_guard(w, i, group);
        ++done;
        --turn;
        if (lanes != 0) {
          launch_.code.has_run[at] = true;
          if (!w.undefined.empty() || !w.undefined_predicates.empty()) [[unlikely]]
            follow_undefined(w, i, lanes);
          if ((i.flags & instruction_flag::stops_warp) == 0) [[likely]] {
            i.run(w, i, lanes);
          } else {
            meet_in_warp(w, i, lanes);
          }
          if (w.scattered || is_stopped(launch_)) break;
        }
        at = w.next;
      } while (at < meeting && turn > 0);
      instructions_ += done * size;
      instructions_of_warps_ += done;
      if (!w.scattered) {
        each_lane(group, [&](int lane) { w.at[static_cast<std::size_t>(lane)] = at; });
        if (turn == 0 && group != ready) w.yielded = true, w.yielded_at = at;
      }
    }
    return any;
  }

  /// Those of `lanes` whose mask at `at` is that of lane `first`.
  std::uint32_t lanes_of_same_mask(warp& w, std::uint32_t at, std::uint32_t lanes, int first) const {
    std::uint64_t const* const masks = w.row(launch_.code.code[at].rows[4]);
    std::uint32_t same = 0;
    each_lane(lanes, [&](int lane) { same |= std::uint32_t{masks[lane] == masks[first]} << lane; });
    return same;
  }

  /// A shuffle and its like run when all lanes that their mask names are there. Parts of a warp may each have a mask of
  /// their own.
  void meet_in_warp(warp& w, instruction const& i, std::uint32_t lanes) {
    std::uint32_t waiting_here = 0;
    each_lane(w.at_warp_barrier, [&](int lane) {
      if (w.at[static_cast<std::size_t>(lane)] == w.now) waiting_here |= 1u << lane;
    });
    std::uint32_t go_on = w.group & ~lanes, wait = 0;
    for (std::uint32_t left = lanes; left != 0;) {
      int const first = std::countr_zero(left);
      auto const members = static_cast<std::uint32_t>(w.row(i.rows[4])[first]);
      std::uint32_t const come = lanes_of_same_mask(w, w.now, left, first);
      std::uint32_t const there = come | lanes_of_same_mask(w, w.now, waiting_here, first);
      left &= ~come;
      if (std::uint32_t const strangers = come & ~members; strangers != 0) {
        report(w, defect::barrier, std::countr_zero(strangers), "is not among the lanes that its mask names");
        launch_.result = outcome::hang;
        return;
      }
      if ((members & w.alive & ~there) != 0) {
        wait |= come;
      } else {
        i.run(w, i, there & members);
        go_on |= there & members;
      }
    }
    if (go_on == w.group) return;
    each_lane(go_on, [&](int lane) { w.at[static_cast<std::size_t>(lane)] = w.now + 1; });
    each_lane(wait, [&](int lane) { w.at[static_cast<std::size_t>(lane)] = w.now; });
    w.at_warp_barrier = (w.at_warp_barrier & ~go_on) | wait;
    w.scattered = true;
  }

  /// Lanes whose partners have ended meanwhile try again.
  std::uint32_t free_from_warp_barrier(warp& w) const {
    std::uint32_t waiting = w.at_warp_barrier & w.alive;
    while (waiting != 0) {
      int const first = std::countr_zero(waiting);
      std::uint32_t const at = w.at[static_cast<std::size_t>(first)];
      std::uint32_t together = 0;
      each_lane(waiting,
                [&](int lane) { together |= std::uint32_t{w.at[static_cast<std::size_t>(lane)] == at} << lane; });
      together = lanes_of_same_mask(w, at, together, first);
      auto const members = static_cast<std::uint32_t>(w.row(launch_.code.code[at].rows[4])[first]);
      if ((members & w.alive & ~together) == 0) {
        w.at_warp_barrier &= ~together;
        return together;
      }
      waiting &= ~together;
    }
    return 0;
  }

  void report_deadlock(std::string const& what) {
    for (auto const& slot : resident_) {
      for (auto const& block : slot->blocks) {
        for (warp& w : block->warps) {
          if (w.alive == 0) continue;
          int const lane = std::countr_zero(w.alive);
          std::uint32_t const at = w.at[static_cast<std::size_t>(lane)];
          bool const behind = (w.at_barrier >> lane & 1) != 0;
          w.now = behind ? at - 1 : at;
          report(w, defect::deadlock, lane,
                 what + "; " + std::to_string(block->alive) + " threads of its block have not ended");
        }
      }
    }
    launch_.result = outcome::hang;
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  launch_state& launch_;
  schedule in_;
  std::mt19937 random_;
  std::uint32_t clusters_of_grid_ = 0;
  std::uint64_t instructions_ = 0, instructions_of_warps_ = 0;
  std::vector<std::unique_ptr<cluster_slot>> resident_, free_;
};

}  // namespace

run_result run(program& code, launch_configuration const& how, schedule const& in, global_memory& memory,
               std::function<void(finding)> const& report, traffic* counted) {
  launch_state launch{code, how, memory, report};
  launch.counted = counted;
  launch.epoch = next_epoch();
  launch.local_bytes = code.local_bytes + (code.subroutines.empty() ? 0 : how.stack_bytes);
  launch.races.begin(product(how.blocks));
  region* parameters = nullptr;
  if (!how.parameters.empty()) {
    parameters = &memory.allocate(how.parameters.size(), "the kernel's parameters");
    std::copy(how.parameters.begin(), how.parameters.end(), parameters->bytes(0));
    parameters->mark_written(0, how.parameters.size());
    launch.parameter_address = parameters->base();
  }
  run_result result;
  result.instructions = machine(launch, in).run();
  result.how = launch.result;
  result.a_thread_gave_up = launch.a_thread_gave_up;
  if (parameters != nullptr) memory.erase(parameters->base());
  return result;
}

}  // namespace allotype::device_tests
