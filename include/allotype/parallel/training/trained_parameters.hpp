// SPDX-License-Identifier: BSL-1.0
/// \file
/// Parameters that are trained on several devices. Each device has all of them, or with a sharded strategy a part of
/// the parameters, gradients and optimizer state. The program is the same, and the results are equal bit for bit.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/dispatch/reduce.hpp>
#include <allotype/parallel/executor/execution.hpp>
#include <allotype/parallel/training/detail/checkpoint_file.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The step of one parameter: computed in the wide type, stored in the precision's type.
template <class T, class G, class Rule, int States>
struct optimizer_kernel {
  using wide = accumulation_t<T>;
  using own_values = wide[States > 0 ? std::size_t{States} : 1];  // an array of none is no C++
  static constexpr bool is_called =
      requires(Rule const& with, wide& parameter, wide& gradient, own_values& own) { with(parameter, gradient, own); };

  T* parameters;
  G const* gradients;
  T* state;
  long long stride;
  wide factor, most;
  Rule rule;
  ALLOTYPE_FN void operator()(long long i) const {
    wide parameter = static_cast<wide>(parameters[i]);
    own_values own_state{};
    for (int s = 0; s < States; ++s) own_state[s] = static_cast<wide>(state[s * stride + i]);
    wide gradient = static_cast<wide>(gradients[i]) * factor;
    if (gradient > most) gradient = most;
    if (gradient < -most) gradient = -most;
    rule(parameter, gradient, own_state);
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

/// An optimizer's rule for each parameter.
template <class Optimizer>
concept has_a_rule = requires(Optimizer const& optimizer, long long steps) { optimizer.rule(steps); };
/// What an optimizer is: its members, checked.
template <class Optimizer>
struct optimizer_members {
  static constexpr bool has_states = requires { std::bool_constant<(Optimizer::states >= 0)>{}; };
  static constexpr bool has_rule = has_a_rule<Optimizer>;
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

/// What the function of `run` is given.
template <class T>
concept execution_of_a_rank = requires { typename T::communicator_type; };

/// The arguments of `trained_parameters` in their order.
template <class... Arguments>
inline constexpr bool makes_trained_parameters = false;
template <class Execution, class Range, class Optimizer>
inline constexpr bool makes_trained_parameters<Execution, Range, Optimizer> =
    host_range<Range> && execution_of_a_rank<Execution>;

/// The order of its arguments: one error, however many kinds of ranks make one.
template <bool AreInOrder>
struct order_of_trained_parameters {
  static_assert(AreInOrder,
                "trained_parameters: the arguments are the execution of the rank, a range of the initial values and an "
                "optimizer: trained_parameters{here, std::vector<float>(n), sgd{.rate = 0.1f}}");
};

/// PyTorch's call: one error, however many kinds of ranks make it.
template <class... Arguments>
struct gradients_of_zero {
  static constexpr bool are_set = sizeof(list<Arguments...>) == 0;
  static_assert(are_set, "trained_parameters: gradients are 0 again behind each step(): leave zero_grad() out");
};

/// In place of an execution that is missing.
struct no_execution {};

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
    requires detail::makes_trained_parameters<Execution, Range, Optimizer>
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

  /// Does not compile; it says that a step does it.
  template <class... Arguments>
  void zero_grad(Arguments const&...) {
    (void)sizeof(detail::gradients_of_zero<Arguments...>);
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

  /// From the next step on, clips each element of the mean gradient to -most … most, as
  /// `torch.nn.utils.clip_grad_value_` does; after `clip_gradients`, where both were called. Infinity clips nothing.
  /// \throws error if `most` is not above 0
  void clip_gradient_values(double most) {
    if (!(most > 0)) {
      throw error("clip_gradient_values: the largest value must be a number above 0; infinity means no clipping");
    }
    max_value_ = most;
  }

  /// The optimizer, whose numbers may change between steps; on all ranks alike.
  [[nodiscard]] Optimizer& optimizer() noexcept { return optimizer_; }

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
    refuse_waiting_parts("state");
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
    drop_gradients();
    set(*own_, 0, values.data());
    for (int s = 0; s < states; ++s) set(*state_, s * own_size(), state.data() + s * size_);
    steps_ = steps;
  }

  using program_notes = detail::checkpoint_notes;

  /// Writes a checkpoint: one file in the format safetensors, with parameters, the optimizer's state, the number of
  /// steps and `notes` of the program, UTF-8 by name; those of rank 0 count. All ranks call it; with a sharded strategy
  /// each writes its share. The file is written as `PATH.part`, and has its name when all of it is on the disk.
  /// \throws error on all ranks if one of them cannot write; between `accumulate` and `step`
  void save(std::string const& path, program_notes const& notes = {}) { save_as(path, notes); }
  /// The same, with the scaler's state.
  void save(std::string const& path, gradient_scaler const& scaler, program_notes const& notes = {}) {
    auto with_scaler = notes;
    char scale[64]{};
    std::to_chars(scale, scale + sizeof scale - 1, scaler.scale());
    with_scaler["allotype.scale"] = scale;
    with_scaler["allotype.good_steps"] = std::to_string(scaler.good_steps());
    with_scaler["allotype.skipped_steps"] = std::to_string(scaler.skipped_steps());
    save_as(path, std::move(with_scaler));
  }

  /// Continues from a checkpoint that `save` wrote, with any strategy and any number of ranks; all ranks call it, and
  /// see the same file. Gradients that wait for a step are dropped. Returns the program's notes.
  /// \throws input_error or error, on all ranks, which keep what they have: the file is truncated, damaged, of another
  /// version, precision, size or optimizer, or no checkpoint
  program_notes load(std::string const& path) { return load_from(path, nullptr); }
  /// The same, with the scaler's state.
  program_notes load(std::string const& path, gradient_scaler& scaler) { return load_from(path, &scaler); }

 private:
  using communicator_type = typename Execution::communicator_type;
  using wide = accumulation_t<element_type>;
  using own_buffer = buffer<element_type, accelerator>;
  static constexpr bool sums_itself = detail::sums_gradients<Execution, own_buffer>;

  static long long block_of(Execution const& here, long long size) { return (size + here.size() - 1) / here.size(); }
  long long padded_size() const { return block_ * here_.size(); }
  long long own_size() const { return sharded ? block_ : padded_size(); }
  extents<1, long long> own_extents() const { return {own_size()}; }

  void refuse_waiting_parts(char const* call) const {
    if (parts_ == 0) return;
    throw error(message<2000>{} << call << ": the gradients of " << parts_ << (parts_ == 1 ? " part" : " parts")
                                << " of a batch wait for a step, and a checkpoint does not hold them; call step() "
                                   "first");
  }
  void drop_gradients() {
    release();
    parts_ = 0;
    sums_.reset();
    gradients_.reset();
    if constexpr (!sharded) make_gradients();
  }

  detail::checkpoint_layout layout() const {
    constexpr char const* type = detail::safetensors_type<element_type>;
    constexpr bool has_name_in_the_format = type != nullptr;
    static_assert(has_name_in_the_format,
                  "a checkpoint keeps double, float, float16 or bfloat16, and not this precision's storage");
    static_assert(std::endian::native == std::endian::little, "a checkpoint's numbers begin with their lowest byte");
    return {type, static_cast<int>(sizeof(element_type)), size_, states};
  }
  /// Where this rank's share begins, and how many of its numbers are not padding.
  long long first() const { return sharded ? here_.rank() * block_ : 0; }
  long long count() const { return std::clamp(size_ - first(), 0ll, own_size()); }
  /// Calls `work(place, numbers, count)` with what this rank has of each tensor.
  template <class Numbers, class Work>
  void for_each_share(Numbers& parameters, Numbers& state, Work const& work) const {
    for (int tensor = 0; tensor <= states; ++tensor) {
      auto* const numbers = tensor == 0 ? parameters.data() : state.data() + (tensor - 1) * own_size();
      work(static_cast<std::uint64_t>(tensor * size_ + first()), numbers, static_cast<std::size_t>(count()));
    }
  }
  std::vector<element_type> on_host(own_buffer& from) {
    std::vector<element_type> numbers(static_cast<std::size_t>(from.size()));
    copy(here_.queue(), from, numbers);
    return numbers;
  }

  /// What fails on one rank is an error on all of them, which may go on after it.
  template <class Work>
  void together(Work const& work) {
    std::exception_ptr failed;
    std::vector<char> text(500);
    try {
      work();
    } catch (error const& wrong) {
      failed = std::current_exception();
      std::string const what = wrong.what();
      std::copy_n(what.begin(), std::min(what.size(), text.size() - 1), text.begin());
    }
    int const first_failed = here_.all_reduce(failed == nullptr ? here_.size() : here_.rank(), minimum{});
    if (first_failed == here_.size()) return;
    buffer<char, accelerator> told{here_.queue(), text};
    here_.broadcast(told, first_failed);
    copy(here_.queue(), told, text);
    if (failed != nullptr) std::rethrow_exception(failed);
    throw error(message<2000>{} << text.data());
  }

  void save_as(std::string const& path, program_notes said) {
    using word = unsigned long long;
    bool const zero = here_.is_global_zero();
    said["allotype.steps"] = std::to_string(steps_);
    auto header = detail::checkpoint_header(layout(), std::move(said));
    word tensors = zero ? sizeof(std::uint64_t) + to_string(header).size() : 0;
    detail::written_checkpoint file(path);
    together([&] {
      refuse_waiting_parts("save");
      if (zero) file.create(tensors + layout().bytes());
    });
    tensors = here_.all_reduce(tensors, maximum{});
    detail::checkpoint_sum sum;
    if (zero) sum.add(header);
    together([&] {
      if (!sharded && !zero) return;
      if (!zero) file.open();
      auto parameters = on_host(*own_), state = on_host(*state_);
      for_each_share(parameters, state, [&](std::uint64_t place, element_type const* numbers, std::size_t count) {
        file.write(tensors + place * sizeof(element_type), numbers, count * sizeof(element_type));
        sum.add(place, reinterpret_cast<unsigned char const*>(numbers), count, sizeof(element_type));
      });
      if (!zero) file.close();
    });
    word const whole = here_.all_reduce(static_cast<word>(sum.value()), plus{});
    together([&] {
      if (!zero) return;
      header.metadata[detail::checkpoint_sum::key] = detail::sixteen_digits(whole);
      std::string const json = to_string(header);
      std::uint64_t const length = json.size();
      file.write(0, &length, sizeof length);
      file.write(sizeof length, json.data(), json.size());
      file.close();
      file.publish();
    });
  }

  program_notes load_from(std::string const& path, gradient_scaler* scaler) {
    using word = unsigned long long;
    program_notes found;
    long long steps = 0, good_steps = 0, skipped_steps = 0;
    float scale = 0;
    std::string stated;
    detail::checkpoint_sum sum;
    std::vector<element_type> parameters(static_cast<std::size_t>(own_size()));
    std::vector<element_type> state(static_cast<std::size_t>(own_size() * states));
    together([&] {
      detail::read_checkpoint const file(path, layout());
      constexpr long long most = std::numeric_limits<long long>::max();
      found = file.notes();
      stated = file.said(detail::checkpoint_sum::key);
      steps = file.number("allotype.steps", most);
      std::string const saved_scale = file.said("allotype.scale");
      if (saved_scale.empty() != (scaler == nullptr)) {
        detail::checkpoint_fails(path, scaler == nullptr ? "has the state of a gradient scaler: load(path, scaler)"
                                                         : "has no state of a gradient scaler: load(path)");
      }
      if (scaler != nullptr) {
        good_steps = file.number("allotype.good_steps", std::numeric_limits<int>::max());
        skipped_steps = file.number("allotype.skipped_steps", most);
        std::from_chars(saved_scale.data(), saved_scale.data() + saved_scale.size(), scale);
        if (!(scale > 0)) detail::checkpoint_fails(path, "has a scale that is not above 0");
      }
      for_each_share(parameters, state, [&](std::uint64_t place, element_type* numbers, std::size_t count) {
        file.read(place * sizeof(element_type), numbers, count * sizeof(element_type));
        sum.add(place, reinterpret_cast<unsigned char const*>(numbers), count, sizeof(element_type));
      });
      if (!sharded || here_.is_global_zero()) sum.add(file.header());
    });
    word computed = sum.value();
    if constexpr (sharded) computed = here_.all_reduce(computed, plus{});
    word const of_others = here_.all_reduce(computed, maximum{});
    together([&] {
      if (detail::sixteen_digits(computed) != stated)
        detail::checkpoint_fails(path, "is damaged: its checksum is wrong");
      if (computed != of_others) detail::checkpoint_fails(path, "is not the same file on all ranks");
    });
    drop_gradients();
    copy(here_.queue(), parameters, *own_);
    copy(here_.queue(), state, *state_);
    steps_ = steps;
    if (scaler != nullptr) scaler->restore(scale, static_cast<int>(good_steps), skipped_steps);
    return found;
  }

  // Not inlined: g++ 14 warns that the buffer before may be uninitialized, where it was reset just then.
  [[gnu::noinline]] void make_gradients() {
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
      wide factor = static_cast<wide>(unscale) / static_cast<wide>(here_.size());
      if (parts_ > 0) factor = factor / static_cast<wide>(parts_ + 1);
      factor = clipped(*gradients, factor);
      if constexpr (detail::has_a_rule<Optimizer>) {  // or an error says so
        using rule = decltype(optimizer_.rule(steps_));
        using kernel = detail::optimizer_kernel<element_type, element_type, rule, states>;
        static_assert(kernel::is_called,
                      "an optimizer's rule is constant, and is called with the parameter, its gradient and the state: "
                      "[](float& parameter, float gradient, auto& state) { parameter -= gradient; }");
        if constexpr (kernel::is_called) {
          for_each(here_.queue(), own_extents(),
                   kernel{own_->data(), gradients->data(), state_->data(), own_size(), factor,
                          static_cast<wide>(max_value_), optimizer_.rule(steps_)});
        }
      }
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
  double max_value_ = std::numeric_limits<double>::infinity();
  bool computes_norm_ = false;
  double norm_ = 0;
  std::optional<own_buffer> own_, state_, gradients_, gathered_, sums_;
  static_assert(detail::strategy_members<Execution, own_buffer>::checked);
};

/// Does not compile; it says what the arguments are. Of any that is no execution: nvcc makes the class of the first
/// argument before it asks a deduction guide.
template <class Execution, class Optimizer>
  requires(!detail::execution_of_a_rank<Execution>)
class trained_parameters<Execution, Optimizer> {
 public:
  template <class... Arguments>
  explicit trained_parameters(Arguments const&...) {
    refuse();
  }
  // What a right one has: nothing that follows has an error.
  detail::any_result step() const;
  detail::any_result gather() const;
  detail::any_result gradients() const;
  detail::any_result values() const;
  detail::any_result size() const;

 private:
  /// A function of its own: clang forgets the one whose body has the error, and would miss it at the next call.
  static void refuse() { (void)sizeof(detail::order_of_trained_parameters < sizeof(Optimizer) == 0 >); }
};

template <class Execution, class Range, class Optimizer>
  requires detail::makes_trained_parameters<Execution, Range, Optimizer>
trained_parameters(Execution const&, Range const&, Optimizer const&) -> trained_parameters<Execution, Optimizer>;
template <class... Arguments>
  requires(sizeof...(Arguments) > 1 && !detail::makes_trained_parameters<Arguments...>)
trained_parameters(Arguments const&...) -> trained_parameters<detail::no_execution, detail::no_execution>;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
