// SPDX-License-Identifier: BSL-1.0
#include "checkpoint.hpp"

#include <cstring>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "../whole_file.hpp"
#include "checksum.hpp"
#include "network.hpp"

namespace example {

namespace {

constexpr std::string_view magic{"allotype train\0\x1a", 16};
constexpr std::uint32_t version = 1, byte_order = 0x01020304;
constexpr std::size_t header_size = 16 + 4 + 4 + 8, checksum_size = 8;

template <class T>
concept number = std::is_arithmetic_v<T>;

class writer {
 public:
  template <number T>
  void operator()(T value) {
    bytes_.append(reinterpret_cast<char const*>(&value), sizeof value);
  }
  void operator()(std::string const& text) {
    (*this)(std::uint64_t{text.size()});
    bytes_ += text;
  }
  void operator()(curve const& results) {
    (*this)(std::uint64_t{results.size()});
    for (epoch_result const& each : results) (*this)(each.loss), (*this)(each.accuracy);
  }
  std::string const& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what a writer wrote. Beyond the end everything is 0 or empty, and `good` is false.
class reader {
 public:
  explicit reader(std::string_view bytes) : rest_(bytes) {}

  template <number T>
  void operator()(T& value) {
    value = T{};
    auto const bytes = take(sizeof value);
    if (good_) std::memcpy(&value, bytes.data(), sizeof value);
  }
  void operator()(std::string& text) {
    std::uint64_t size = 0;
    (*this)(size);
    text = take(size);
  }
  void operator()(curve& results) {
    std::uint64_t size = 0;
    (*this)(size);
    results.clear();
    for (std::uint64_t i = 0; i < size && good_; ++i) {
      epoch_result& each = results.emplace_back();
      (*this)(each.loss), (*this)(each.accuracy);
    }
  }
  /// All was there, and nothing more.
  bool ended_well() const { return good_ && rest_.empty(); }

 private:
  std::string_view take(std::uint64_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    auto const bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool good_ = true;
};

/// The one list of what is in a file.
template <class Checkpoint, class Visitor>
void visit(Checkpoint& state, Visitor& visitor) {
  visitor(state.precision);
  visitor(state.data);
  visitor(state.batch);
  visitor(state.rate);
  visitor(state.seed);
  visitor(state.network);
  visitor(state.results);
  visitor(state.steps);
  visitor(state.parameters);
  visitor(state.optimizer_state);
  visitor(state.scale);
  visitor(state.good_steps);
  visitor(state.skipped_steps);
}

template <class T>
T number_at(std::string_view bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

/// Why these bytes are no whole checkpoint; empty where they are one.
std::string fault_of(std::string_view bytes) {
  auto const begin = bytes.substr(0, magic.size());
  if (bytes.empty() || begin != magic.substr(0, begin.size())) return "is no checkpoint of this program";
  std::string const size = std::to_string(bytes.size()) + " bytes";
  if (bytes.size() < header_size) return "is truncated: a checkpoint has more than " + size;
  if (number_at<std::uint32_t>(bytes, 20) != byte_order) return "was written by a machine with another order of bytes";
  if (auto const its = number_at<std::uint32_t>(bytes, 16); its != version) {
    return "is a checkpoint of version " + std::to_string(its) + ", and this program reads version " +
           std::to_string(version);
  }
  auto const whole = number_at<std::uint64_t>(bytes, 24);
  if (bytes.size() < whole) return "is truncated: " + size + " of " + std::to_string(whole) + " are there";
  if (bytes.size() > whole || whole < header_size + checksum_size) return "is damaged: its size is wrong";
  auto const all_before = bytes.substr(0, bytes.size() - checksum_size);
  if (number_at<std::uint64_t>(bytes, all_before.size()) != checksum_of(all_before)) {
    return "is damaged: its checksum is wrong";
  }
  return {};
}

template <class T>
void compare(std::string& differences, char const* option, T const& its, T const& wanted) {
  if (its == wanted) return;
  std::ostringstream text;
  text << (differences.empty() ? "" : ", ") << option << ' ' << its << ", not " << wanted;
  differences += text.str();
}

}  // namespace

checkpoint checkpoint_of(options const& asked, std::string const& precision, std::uint64_t data) {
  checkpoint state;
  state.precision = precision;
  state.data = data;
  state.batch = asked.batch;
  state.rate = asked.rate;
  state.seed = asked.seed;
  state.network = parameter_count;
  return state;
}

std::string bytes_of(checkpoint const& state) {
  writer members;
  visit(state, members);
  writer file;
  for (char const each : magic) file(each);
  file(version);
  file(byte_order);
  file(std::uint64_t{header_size + members.bytes().size() + checksum_size});
  std::string bytes = file.bytes() + members.bytes();
  writer sum;
  sum(checksum_of(bytes));
  return bytes + sum.bytes();
}

checkpoint read_checkpoint(std::filesystem::path const& file, checkpoint const& wanted, int epochs) {
  std::string const bytes = read_whole(file);
  auto const refuse = [&](std::string const& why) { throw bad_file(file.string() + ": " + why); };
  if (std::string const fault = fault_of(bytes); !fault.empty()) refuse(fault);

  checkpoint state;
  reader members(std::string_view(bytes).substr(header_size, bytes.size() - header_size - checksum_size));
  visit(state, members);
  if (!members.ended_well()) refuse("is damaged: its parts do not add up");

  std::string differences;
  compare(differences, "--precision", state.precision, wanted.precision);
  compare(differences, "--batch", state.batch, wanted.batch);
  compare(differences, "--rate", state.rate, wanted.rate);
  compare(differences, "--seed", state.seed, wanted.seed);
  compare(differences, "a network of numbers:", state.network, wanted.network);
  if (state.data != wanted.data) differences += std::string(differences.empty() ? "" : ", ") + "another --data";
  if (!differences.empty()) refuse("is of another run: it has " + differences);
  if (state.results.size() > static_cast<std::size_t>(epochs)) {
    refuse("has " + std::to_string(state.results.size()) + " epochs already, and " + std::to_string(epochs) +
           " are asked for");
  }
  return state;
}

}  // namespace example
