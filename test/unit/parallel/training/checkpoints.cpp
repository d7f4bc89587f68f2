// SPDX-License-Identifier: BSL-1.0
// Checkpoints: a training that goes on from one has the same bytes as one that did not stop, and what is no whole
// checkpoint of this training is refused.

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

#include "catch.hpp"

namespace at = allotype;
using namespace std::chrono_literals;

namespace {

/// A folder of its own for each case.
class folder {
 public:
  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "checkpoints-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  folder(folder const&) = delete;
  ~folder() { std::filesystem::remove_all(path_); }
  std::string operator/(char const* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string bytes_of(std::string const& file) {
  std::ifstream from(file, std::ios::binary);
  REQUIRE(from.good());
  return {std::istreambuf_iterator<char>(from), {}};
}
void write(std::string const& file, std::string const& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

constexpr int parameter_count = 37;  // of which no number of ranks but 1 makes even shares

/// Each rank has the same gradients, with so few digits that sums over ranks are exact: the mean does not depend on how
/// many there are.
template <class Parameters>
void some_steps(Parameters& parameters, int steps) {
  for (int i = 0; i < steps; ++i) {
    auto const all = parameters.gather();
    auto const gradients = parameters.gradients();
    using number = typename Parameters::element_type;
    for (long long p = 0; p < parameters.size(); ++p) {
      float const gradient = static_cast<float>(all(p)) - 0.3f * static_cast<float>(p % 7);
      gradients(p) = static_cast<number>(std::nearbyint(8 * gradient) / 8);
    }
    parameters.step();
  }
}

using training = std::function<std::vector<double>(int steps, std::string const& from, std::string const& to)>;

/// Trains on `devices` ranks, from a checkpoint and to one, where they have names.
template <class Strategy, class P = at::fp32_true, class Optimizer = at::adam>
training on(int devices) {
  return [devices](int steps, std::string const& from, std::string const& to) {
    return at::executor<at::cpu, Strategy, P>({.devices = devices, .time_limit = 24h}).run([&](auto& here) {
      at::trained_parameters parameters{here, std::vector<float>(parameter_count, 1.f), Optimizer{.rate = 0.1f}};
      if (!from.empty()) parameters.load(from);
      some_steps(parameters, steps);
      if (!to.empty()) parameters.save(to);
      std::vector<double> result{static_cast<double>(parameters.steps())};
      for (auto value : parameters.values()) result.push_back(static_cast<double>(value));
      for (auto value : parameters.state()) result.push_back(static_cast<double>(value));
      return result;
    });
  };
}

std::string refused(training const& of, std::string const& file) {
  try {
    of(0, file, "");
  } catch (at::error const& refused) {
    return refused.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("ten steps are five steps, a checkpoint, and five steps with another strategy on another number of ranks") {
  folder const here;
  std::string const file = here / "state.safetensors";
  training const trainings[] = {
      on<at::single_device<at::cpu>>(1),  on<at::data_parallel<>>(2),         on<at::data_parallel<>>(4),
      on<at::sharded_data_parallel<>>(1), on<at::sharded_data_parallel<>>(2), on<at::sharded_data_parallel<>>(8),
  };
  auto const straight = trainings[0](10, "", "");
  std::string first;
  for (training const& before : trainings) {
    before(5, "", file);
    if (first.empty()) first = bytes_of(file);
    CHECK(bytes_of(file) == first);  // whoever wrote which share
    CHECK(!std::filesystem::exists(file + ".part"));
    for (training const& after : trainings) CHECK(after(5, file, "") == straight);
  }
  // A mean over 3 or 5 ranks is rounded, so these take no step.
  for (int ranks : {3, 5, 7}) {
    on<at::sharded_data_parallel<>>(ranks)(0, file, here / "again");
    CHECK(bytes_of(here / "again") == first);
  }
}

TEST_CASE("each precision and optimizer has its numbers") {
  folder const here;
  std::string const file = here / "state";
  auto const check = [&](training const& before, training const& after) {
    auto const straight = before(6, "", "");
    before(3, "", file);
    CHECK(after(3, file, "") == straight);
  };
  using several = at::sharded_data_parallel<>;
  check(on<at::data_parallel<>, at::fp64_true>(2), on<several, at::fp64_true>(4));
  check(on<at::data_parallel<>, at::fp16_true, at::sgd>(2), on<several, at::fp16_true, at::sgd>(4));
  check(on<several, at::bf16_true>(2), on<at::data_parallel<>, at::bf16_true>(4));
  check(on<several, at::bf16_mixed, at::sgd>(2), on<at::data_parallel<>, at::bf16_mixed, at::sgd>(4));
}

TEST_CASE("notes of the program and the state of a gradient scaler are in the checkpoint") {
  folder const here;
  std::string const file = here / "state";
  std::map<std::string, std::string> const notes{{"epoch", "7"}, {"curve", "\"0.5\"\\\n\t\x01 ½ 😀"}, {"", ""}};
  at::executor<at::cpu, at::sharded_data_parallel<>, at::fp16_mixed> const two({.devices = 2, .time_limit = 24h});
  two.run([&](auto& rank) {
    at::trained_parameters parameters{rank, std::vector<float>(parameter_count), at::sgd{}};
    at::gradient_scaler scaler;
    scaler.restore(8.125f, 12, 3);
    // Rank 0's notes count, whatever the others have.
    parameters.save(file, scaler, rank.is_global_zero() ? notes : std::map<std::string, std::string>{{"other", "one"}});
  });
  two.run([&](auto& rank) {
    at::trained_parameters parameters{rank, std::vector<float>(parameter_count), at::sgd{}};
    at::gradient_scaler scaler;
    auto const found = parameters.load(file, scaler);
    bool const same = scaler.scale() == 8.125f && scaler.good_steps() == 12 && scaler.skipped_steps() == 3;
    if (found != notes || !same) throw std::runtime_error("the checkpoint has something else");
  });
  auto const plain = on<at::data_parallel<>, at::fp16_mixed, at::sgd>(1);
  CHECK(refused(plain, file).find("has the state of a gradient scaler: load(path, scaler)") != std::string::npos);
}

TEST_CASE("what is no whole checkpoint of this training is refused, and the training keeps what it has") {
  folder const here;
  std::string const file = here / "state", other = here / "other";
  auto const four = on<at::sharded_data_parallel<>>(4);
  four(5, "", file);
  std::string const whole = bytes_of(file);
  auto const says = [&](training const& of, std::string const& bytes, char const* text) {
    write(other, bytes);
    std::string const said = refused(of, other);
    CAPTURE(said);
    CHECK(said.find("checkpoint " + other + ": ") != std::string::npos);
    CHECK(said.find(text) != std::string::npos);
  };
  auto const replaced = [&](std::string const& old, std::string const& by) {
    std::string bytes = whole;
    auto const at = bytes.find(old);
    REQUIRE(at != bytes.npos);
    REQUIRE(old.size() == by.size());
    return bytes.replace(at, old.size(), by);
  };

  for (auto const& of : {four, on<at::data_parallel<>>(2), on<at::single_device<at::cpu>>(1)}) {
    for (std::size_t size = 0; size < whole.size(); size += size < 24 ? 1 : 29) says(of, whole.substr(0, size), "");
    says(of, whole.substr(0, whole.size() - 1), "is truncated: it has 443 bytes of numbers, and its header says 444");
    says(of, whole + "x", "is too long");
    says(of, "a text, and no file of tensors", "no file in the format safetensors");
    says(of, replaced("\"allotype.checkpoint\":\"1\"", "\"allotype.checkpoint\":\"2\""),
         "has version \"2\"; version 1 is read");
    says(of, replaced("\"allotype.checkpoint\"", "\"allotype.checkpoins\""), "and not a checkpoint of a training");
    says(of, replaced("\"allotype.steps\":\"5\"", "\"allotype.steps\":\"6\""), "is damaged: its checksum is wrong");
    std::string flipped = whole;
    for (std::size_t place : {whole.size() - 1, whole.size() - 200, whole.size() - 440}) {
      flipped = whole;
      flipped[place] = static_cast<char>(flipped[place] ^ 1);
      says(of, flipped, "is damaged: its checksum is wrong");
    }
  }
  CHECK(refused(four, here / "none").find("cannot be read: No such file or directory") != std::string::npos);
  CHECK(refused(four, here / ".").find("is not a file") != std::string::npos);
  CHECK(refused(on<at::data_parallel<>, at::fp64_true>(2), file)
            .find("has numbers of type \"F32\", and this precision keeps F64") != std::string::npos);
  CHECK(refused(on<at::data_parallel<>, at::fp32_true, at::sgd>(2), file)
            .find("has 2 values of the optimizer for each parameter, and this optimizer keeps 1") != std::string::npos);

  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 2, .time_limit = 24h}).run([&](auto& rank) {
    at::trained_parameters parameters{rank, std::vector<float>(36, 1.f), at::adam{}};
    some_steps(parameters, 2);
    auto const before = parameters.values();
    std::string said;
    try {
      parameters.load(file);
    } catch (at::error const& refused) {
      said = refused.what();
    }
    bool const told = said.find("has 37 numbers in parameters, and this model has 36 parameters") != std::string::npos;
    if (!told || parameters.values() != before || parameters.steps() != 2) throw std::runtime_error(said);
  });
}

TEST_CASE("a checkpoint that cannot be written is an error on every rank, which go on, and the old one stays") {
  folder const here;
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 3, .time_limit = 24h}).run([&](auto& rank) {
    at::trained_parameters parameters{rank, std::vector<float>(9), at::sgd{}};
    auto const said = [&](std::string const& file) -> std::string {
      try {
        parameters.save(file);
      } catch (at::error const& refused) {
        return refused.what();
      }
      return "written";
    };
    if (said(here / "state") != "written") throw std::runtime_error("the first");
    std::string const refused = said(here / "no/folder/state");
    if (refused.find("cannot be written: No such file or directory") == refused.npos) throw std::runtime_error(refused);
    parameters.accumulate();
    std::string const waiting = said(here / "state");
    if (waiting.find("save: the gradients of 1 part of a batch wait for a step") == waiting.npos) {
      throw std::runtime_error(waiting);
    }
    parameters.step();
    if (said(here / "state") != "written") throw std::runtime_error("the last");
  });
}

TEST_CASE("a process that is killed while it writes leaves the old checkpoint whole") {
  folder const here;
  std::string const file = here / "state";
  auto const one = on<at::single_device<at::cpu>>(1);
  one(1, "", file);
  for (int trial = 0; trial < 60; ++trial) {
    pid_t const child = fork();
    if (child == 0) {
      for (;;) one(1, file, file);
    }
    usleep(static_cast<useconds_t>(500 + 137 * trial));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    CHECK(one(0, file, "").size() == 1 + 3 * parameter_count);
  }
}
