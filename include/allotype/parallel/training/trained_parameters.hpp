// SPDX-License-Identifier: BSL-1.0
/// \file
/// Parameters that are trained on several devices. Each device has all of them, or with a sharded strategy a part of
/// the parameters, gradients and optimizer state. The program is the same, and the results are equal bit for bit.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/dispatch/reduce.hpp>
#include <allotype/parallel/executor/execution.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The step of one parameter: computed in the wide type, stored in the precision's type.
template <class T, class G, class Rule, int States>
struct optimizer_kernel {
  T* parameters;
  G const* gradients;
  T* state;
  long long stride;
  accumulation_t<T> factor;
  Rule rule;
  ALLOTYPE_FN void operator()(long long i) const {
    using wide = accumulation_t<T>;
    wide parameter = static_cast<wide>(parameters[i]);
    wide own_state[std::size_t{States}];
    for (int s = 0; s < States; ++s) own_state[s] = static_cast<wide>(state[s * stride + i]);
    rule(parameter, static_cast<wide>(gradients[i]) * factor, own_state);
    for (int s = 0; s < States; ++s) state[s * stride + i] = static_cast<T>(own_state[s]);
    parameters[i] = static_cast<T>(parameter);
  }
};

/// Adds gradients to those of earlier parts of a batch.
template <class T>
struct add_kernel {
  T const* added;
  T* sums;
  ALLOTYPE_FN void operator()(long long i) const {
    using wide = accumulation_t<T>;
    sums[i] = static_cast<T>(static_cast<wide>(sums[i]) + static_cast<wide>(added[i]));
  }
};

/// The square of a gradient, for the norm.
template <class T>
struct square_kernel {
  T const* gradients;
  double factor;
  ALLOTYPE_FN double operator()(long long i) const {
    double const gradient = static_cast<double>(gradients[i]) * factor;
    return gradient * gradient;
  }
};

ALLOTYPE_KNOWN_MEMBER(sum_gradients);
ALLOTYPE_NEAR_MISS(sum_gradient);
ALLOTYPE_NEAR_MISS(sum_grads);
ALLOTYPE_NEAR_MISS(reduce_gradients);
/// The strategy has its own `sum_gradients`.
template <class Execution, class Gradients>
concept sums_gradients =
    requires(Execution const& here, Gradients& gradients) { Execution::strategy::sum_gradients(here, gradients); };

template <class Execution, class Gradients>
struct strategy_members {
  using strategy = typename Execution::strategy;
  static constexpr bool checked = true;
  ALLOTYPE_USABLE_MEMBER(sum_gradients, strategy, "static void sum_gradients(auto const& here, auto& gradients)",
                         sums_gradients<Execution, Gradients>);
  ALLOTYPE_NO_NEAR_MISS(sum_gradient, strategy, "static void sum_gradients(auto const& here, auto& gradients)");
  ALLOTYPE_NO_NEAR_MISS(sum_grads, strategy, "static void sum_gradients(auto const& here, auto& gradients)");
  ALLOTYPE_NO_NEAR_MISS(reduce_gradients, strategy, "static void sum_gradients(auto const& here, auto& gradients)");
};

/// What an optimizer is: its members, checked.
template <class Optimizer>
struct optimizer_members {
  static constexpr bool has_states = requires { std::bool_constant<(Optimizer::states >= 0)>{}; };
  static constexpr bool has_rule = requires(Optimizer const& optimizer, long long steps) { optimizer.rule(steps); };
  static_assert(has_states,
                "the optimizer lacks the number of values that it keeps for each parameter: write static constexpr int "
                "states = 1");
  static_assert(!has_states || has_rule,
                "the optimizer lacks what is done with each parameter: write auto rule(long long steps) const, which "
                "returns a function object that is called with (parameter, gradient, state)");
  static constexpr int states() {
    if constexpr (has_states) {
      return Optimizer::states;
    } else {
      return 1;
    }
  }
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// Each rank makes one, calls the same members in the same order, and destroys it before its execution ends.
/// `Optimizer` is one of optimizer.hpp. Parameters and state are kept in `P::storage`.
template <class Execution, class Optimizer>
class trained_parameters {
 public:
  using accelerator = typename Execution::accelerator;
  using element_type = typename Execution::precision::storage;
  static constexpr bool sharded = detail::is_sharded<typename Execution::strategy>;
  static constexpr int states = detail::optimizer_members<Optimizer>::states();

  /// All ranks begin with the `initial` values of rank 0. The others pass a range of the same size.
  template <detail::host_range Range>
  trained_parameters(Execution const& here, Range const& initial, Optimizer const& optimizer)
      : here_(here),
        optimizer_(optimizer),
        size_(static_cast<long long>(initial.size())),
        block_(block_of(here, size_)) {
    std::vector<element_type> padded(static_cast<std::size_t>(padded_size()));
    for (std::size_t i = 0; i < initial.size(); ++i) padded[i] = static_cast<element_type>(initial.data()[i]);
    buffer<element_type, accelerator> all{here_.queue(), padded};
    here_.broadcast(all);
    if constexpr (sharded) {
      own_.emplace(here_.queue(), own_extents());
      take_block(all, *own_);
    } else {
      own_.emplace(std::move(all));
    }
    state_.emplace(here_.queue(), extents<1, long long>{own_size() * states});
    fill(here_.queue(), *state_, element_type{});
    if constexpr (!sharded) make_gradients();
  }

  /// The number of parameters of the whole model.
  [[nodiscard]] long long size() const noexcept { return size_; }
  /// The number of steps that were taken.
  [[nodiscard]] long long steps() const noexcept { return steps_; }

  /// All parameters, for kernels. With a sharded strategy they are collected from all ranks, and valid until `release`
  /// or `step`.
  [[nodiscard]] allotype::view<element_type const, 1, accelerator, long long> gather() {
    if constexpr (sharded) {
      if (!gathered_) {
        gathered_.emplace(here_.queue(), extents<1, long long>{padded_size()});
        gather_blocks(*own_, *gathered_);
      }
      return {gathered_->data(), {size_}};
    } else {
      return {own_->data(), {size_}};
    }
  }
  /// With a sharded strategy: frees the memory of the other ranks' parameters.
  void release() { gathered_.reset(); }

  /// This rank's gradients, for kernels to fill; 0 after a step. With a sharded strategy the view is valid until
  /// `step`.
  [[nodiscard]] allotype::view<element_type, 1, accelerator, long long> gradients() {
    if (!gradients_) make_gradients();
    return {gradients_->data(), {size_}};
  }

  /// Moves the parameters by the mean of all ranks' gradients.
  void step() { take_step(1.f, nullptr); }

  /// Instead of `step`, for a part of a batch that is too large for the device: keeps this rank's gradients. The next
  /// step uses the mean of all parts including the last one, so three calls and a step are one step of four equal
  /// parts. Data moves between ranks only in the step. Until then it needs memory for all gradients a second time, also
  /// with a sharded strategy.
  void accumulate() {
    (void)gradients();
    ++parts_;
    if (!sums_) {
      sums_.emplace(std::move(*gradients_));
      make_gradients();
    } else {
      add(*gradients_, *sums_);
      fill(here_.queue(), *gradients_, element_type{});
    }
  }

  /// From the next step on, clips gradients by their global norm, as `torch.nn.utils.clip_grad_norm_` does: if the
  /// Euclidean norm of the mean gradient over all ranks and parameters is above `most`, the gradient is multiplied by
  /// `most / (norm + 1e-6)`. With a scaler it is the norm without the scale. Infinity clips nothing; the norm is then
  /// computed all the same.
  /// \throws error if `most` is not above 0
  void clip_gradients(double most) {
    if (!(most > 0))
      throw error("clip_gradients: the largest norm must be a number above 0; infinity means no clipping");
    max_norm_ = most;
    computes_norm_ = true;
  }
  /// The norm at the last step before clipping; 0 before the first step.
  /// \throws error if `clip_gradients` was not called: the norm takes a reduction in each step, and is not computed
  /// then
  [[nodiscard]] double gradient_norm() const {
    if (!computes_norm_) {
      throw error(
          "gradient_norm: the norm is computed from the call of clip_gradients on; clip_gradients(INFINITY) clips "
          "nothing");
    }
    return norm_;
  }

  /// The same with gradients of a loss that was multiplied by the scale. If a gradient on any rank is not finite, the
  /// parameters stay and the result is false. For precisions that scale gradients.
  bool step(gradient_scaler& scaler) {
    (void)sizeof(detail::scales_gradients_in_precision<typename Execution::precision>);
    return take_step(1.f / scaler.scale(), &scaler);
  }

  /// The bytes of parameters, gradients and state that stay on this rank's device between steps.
  [[nodiscard]] long long bytes_kept() const {
    long long elements = own_->size() + state_->size();
    if (gradients_) elements += gradients_->size();
    if (gathered_) elements += gathered_->size();
    if (sums_) elements += sums_->size();
    return elements * static_cast<long long>(sizeof(element_type));
  }

  /// All parameters in the host's memory, for checkpoints. All ranks call it.
  [[nodiscard]] std::vector<element_type> values() { return whole(*own_, 0); }
  /// All of the optimizer's state in the host's memory, for checkpoints: value 0 of each parameter, then value 1 of
  /// each, …. All ranks call it.
  /// \throws error between `accumulate` and `step`: gradients that wait for the step are in no checkpoint
  [[nodiscard]] std::vector<element_type> state() {
    if (parts_ > 0) {
      throw error(message<2000>{} << "state: the gradients of " << parts_ << (parts_ == 1 ? " part" : " parts")
                                  << " of a batch wait for a step, and a checkpoint does not hold them; call step() "
                                     "first");
    }
    std::vector<element_type> result;
    for (int s = 0; s < states; ++s) {
      auto const part = whole(*state_, s * own_size());
      result.insert(result.end(), part.begin(), part.end());
    }
    return result;
  }
  /// Continues from a checkpoint. Gradients that wait for a step are dropped.
  /// \throws size_error if the numbers of parameters or states differ
  void restore(std::vector<element_type> const& values, std::vector<element_type> const& state, long long steps) {
    auto const check = [](char const* saved, std::size_t saved_size, char const* own, long long own_size) {
      auto const size = static_cast<long long>(saved_size);
      if (size != own_size) detail::sizes_differ("restore", saved, size, own, own_size);
    };
    check("the list of the checkpoint's values", values.size(), "that of the model's parameters", size_);
    check("the list of the checkpoint's state", state.size(), "that of the optimizer's state", size_ * states);
    release();
    parts_ = 0;
    sums_.reset();
    gradients_.reset();
    if constexpr (!sharded) make_gradients();
    set(*own_, 0, values.data());
    for (int s = 0; s < states; ++s) set(*state_, s * own_size(), state.data() + s * size_);
    steps_ = steps;
  }

 private:
  using communicator_type = typename Execution::communicator_type;
  using wide = accumulation_t<element_type>;
  using own_buffer = buffer<element_type, accelerator>;
  static constexpr bool sums_itself = detail::sums_gradients<Execution, own_buffer>;

  static long long block_of(Execution const& here, long long size) { return (size + here.size() - 1) / here.size(); }
  long long padded_size() const { return block_ * here_.size(); }
  long long own_size() const { return sharded ? block_ : padded_size(); }
  extents<1, long long> own_extents() const { return {own_size()}; }

  void make_gradients() {
    gradients_.emplace(here_.queue(), extents<1, long long>{padded_size()});
    fill(here_.queue(), *gradients_, element_type{});
  }

  bool take_step(float unscale, gradient_scaler* scaler) {
    (void)gradients();
    if (sums_) add(*sums_, *gradients_);
    own_buffer* gradients = &*gradients_;
    std::optional<own_buffer> block;
    if constexpr (sharded) {
      block.emplace(here_.queue(), own_extents());
      if constexpr (sums_itself) {
        Execution::strategy::sum_gradients(here_, *gradients_);
        take_block(*gradients_, *block);
      } else {
        scatter_sums(*gradients_, *block);
      }
      gradients = &*block;
    } else if constexpr (sums_itself) {
      Execution::strategy::sum_gradients(here_, *gradients_);
    } else {
      here_.all_reduce(*gradients_, plus{});
    }
    bool finite = true;
    if (scaler != nullptr) {
      auto const elements = gradients->view(here_.queue());
      using kernel = detail::not_finite_kernel<std::remove_const_t<decltype(elements)>>;
      finite = here_.all_agree(
          reduce(here_.queue(), extents<1, long long>{gradients->size()}, 0, maximum{}, kernel{elements}) == 0);
      scaler->update(finite);
    }
    if (finite) {
      ++steps_;
      using rule = decltype(optimizer_.rule(steps_));
      wide factor = static_cast<wide>(unscale) / static_cast<wide>(here_.size());
      if (parts_ > 0) factor = factor / static_cast<wide>(parts_ + 1);
      factor = clipped(*gradients, factor);
      for_each(here_.queue(), own_extents(),
               detail::optimizer_kernel<element_type, element_type, rule, states>{
                   own_->data(), gradients->data(), state_->data(), own_size(), factor, optimizer_.rule(steps_)});
    }
    parts_ = 0;
    if (sums_) {
      here_.queue().wait();
      sums_.reset();
    }
    if constexpr (sharded) {
      here_.queue().wait();
      gradients_.reset();
      release();
    } else {
      fill(here_.queue(), *gradients_, element_type{});
    }
    return finite;
  }

  void add(own_buffer const& added, own_buffer& sums) {
    for_each(here_.queue(), extents<1, long long>{padded_size()},
             detail::add_kernel<element_type>{added.data(), sums.data()});
  }

  /// The factor, reduced if the norm is too large.
  wide clipped(own_buffer const& gradients, wide factor) {
    if (!computes_norm_) return factor;
    // One sum a rank's share, added in the order of the ranks: so sharded and not the bits are the same.
    auto const squares_of = [&](long long begin) {
      return reduce(here_.queue(), extents<1, long long>{block_}, 0., plus{},
                    detail::square_kernel<element_type>{gradients.data() + begin, static_cast<double>(factor)});
    };
    double squares = 0;
    if constexpr (sharded) {
      squares = here_.all_reduce(squares_of(0), plus{});
    } else {
      for (int rank = 0; rank < here_.size(); ++rank) {
        double const of_rank = squares_of(rank * block_);
        squares = rank == 0 ? of_rank : squares + of_rank;
      }
    }
    norm_ = std::sqrt(squares);
    double const ratio = max_norm_ / (norm_ + 1e-6);
    return ratio < 1 ? static_cast<wide>(static_cast<double>(factor) * ratio) : factor;
  }

  // What moves between ranks: in place where the communicator reaches the memory, else by way of the host.
  static constexpr bool direct =
      mode_detail::in_host_memory<accelerator> || mode_detail::reaches_device_memory<communicator_type>;

  void gather_blocks(own_buffer& mine, own_buffer& all) {
    exchange(mine, all, [&](std::span<element_type> from, std::span<element_type> to) {
      all_gather(here_.group(), std::span<element_type const>(from), to);
    });
  }
  void scatter_sums(own_buffer& all, own_buffer& mine) {
    exchange(all, mine, [&](std::span<element_type> from, std::span<element_type> to) {
      reduce_scatter(here_.group(), std::span<element_type const>(from), to, plus{});
    });
  }
  template <class Work>
  void exchange(own_buffer& from, own_buffer& to, Work const& work) {
    if constexpr (direct) {
      if constexpr (mode_detail::in_host_memory<accelerator>) here_.queue().wait();
      work(std::span<element_type>(from.data(), static_cast<std::size_t>(from.size())),
           std::span<element_type>(to.data(), static_cast<std::size_t>(to.size())));
    } else {
      std::vector<element_type> out(static_cast<std::size_t>(from.size())), in(static_cast<std::size_t>(to.size()));
      copy(here_.queue(), from, out);
      work(std::span<element_type>(out), std::span<element_type>(in));
      copy(here_.queue(), in, to);
    }
  }

  /// This rank's block of `all`, copied through the host.
  void take_block(own_buffer& all, own_buffer& block) {
    std::vector<element_type> numbers(static_cast<std::size_t>(all.size()));
    copy(here_.queue(), all, numbers);
    auto const begin = numbers.begin() + here_.rank() * block_;
    copy(here_.queue(), std::vector<element_type>(begin, begin + block_), block);
  }

  /// `own_size()` elements of `from`, from `begin` on, of all ranks, without the padding.
  std::vector<element_type> whole(own_buffer& from, long long begin) {
    std::vector<element_type> all(static_cast<std::size_t>(from.size()));
    copy(here_.queue(), from, all);
    all.erase(all.begin(), all.begin() + begin);
    all.resize(static_cast<std::size_t>(own_size()));
    if constexpr (sharded) {
      own_buffer mine{here_.queue(), all}, everything{here_.queue(), extents<1, long long>{padded_size()}};
      gather_blocks(mine, everything);
      all.resize(static_cast<std::size_t>(padded_size()));
      copy(here_.queue(), everything, all);
    }
    all.resize(static_cast<std::size_t>(size_));
    return all;
  }
  /// The reverse.
  void set(own_buffer& to, long long begin, element_type const* values) {
    std::vector<element_type> all(static_cast<std::size_t>(to.size()));
    copy(here_.queue(), to, all);
    long long const first = sharded ? here_.rank() * block_ : 0;
    for (long long i = 0; i < own_size(); ++i) {
      all[static_cast<std::size_t>(begin + i)] = first + i < size_ ? values[first + i] : element_type{};
    }
    copy(here_.queue(), all, to);
  }

  Execution here_;
  Optimizer optimizer_;
  long long size_;
  long long block_;  ///< a rank's share, the last one padded with zeros
  long long steps_ = 0;
  int parts_ = 0;  ///< kept by `accumulate`
  double max_norm_ = std::numeric_limits<double>::infinity();
  bool computes_norm_ = false;
  double norm_ = 0;
  std::optional<own_buffer> own_, state_, gradients_, gathered_, sums_;
  static_assert(detail::strategy_members<Execution, own_buffer>::checked);
};

template <class Execution, class Range, class Optimizer>
trained_parameters(Execution const&, Range const&, Optimizer const&) -> trained_parameters<Execution, Optimizer>;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
