// SPDX-License-Identifier: BSL-1.0
// Any bytes as a choice of devices and as every mask. A finding is a crash, a sanitizer's report, or a property that
// does not hold:
//
//   choice   what was read is written, and read again, as the same; what was refused has its place within the text, and
//            is refused by every way in; the constructor of literals and of the running program's text share the
//            parser, so one is enough
//   select   every device of a selection is visible, and there once; what is asked for and had is as many
//   masks    what is left are devices of the machine, each once; CUDA's are those that PyTorch's rules leave, written
//   down
//            here a second time

#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/visible_devices.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace at = allotype;

namespace {

void require(bool holds, char const* property, std::string const& text) {
  if (holds) return;
  std::fprintf(stderr, "property does not hold: %s\ntext of %zu characters: %s\n", property, text.size(), text.c_str());
  std::abort();
}

// ---- machines ------------------------------------------------------------------------------------------------------

char const* const boards[] = {
    "GPU-1e3d0c52-0000-0000-0000-000000000000",
    "GPU-9a000000-0000-0000-0000-000000000000",
    "GPU-9b000000-0000-0000-0000-000000000000",
    "GPU-9b000000-0000-0000-0000-000000000001",
};

at::devices_present make_gpus() {
  at::devices_present here("CUDA device");
  for (char const* board : boards) here.add(board);
  return here;
}
at::devices_present make_partitioned() {
  at::devices_present here("CUDA device");
  here.add_partitioned(boards[0]);
  here.add_partition("MIG-77aa0000-0000-0000-0000-000000000000", 2, 0);
  here.add_partition("MIG-77ab0000-0000-0000-0000-000000000000", 2, 1);
  here.add_partition("MIG-41b20000-0000-0000-0000-000000000000", 3, 0);
  here.add(boards[1]).add_partitioned(boards[2]);
  return here;
}
at::devices_present make_partitioned_of_old_driver() {
  at::devices_present here = make_partitioned();
  here.one_partition = true;
  return here;
}

at::devices_present const gpus = make_gpus();
at::devices_present const partitioned = make_partitioned();
at::devices_present const partitioned_of_old_driver = make_partitioned_of_old_driver();
at::visible_devices const machines[] = {
    at::visible_devices(gpus),
    at::visible_devices(partitioned),
    at::visible_devices(partitioned_of_old_driver),
    at::visible_devices(at::devices_present("CUDA device", 0)),
    at::visible_devices(at::devices_present("CUDA device", at::devices_present::most)),
    at::visible_devices(at::devices_present("CPU", 1, at::devices_present::asked_for_by::processes)),
    at::visible_devices(at::devices_present("TPU core", 8, at::devices_present::asked_for_by::cores)),
};

// ---- choices -------------------------------------------------------------------------------------------------------

void check_selection(at::device_choice const& choice, at::visible_devices const& visible, std::string const& text) {
  auto const chosen = at::detail::choose(choice, visible);
  if (chosen.problem != at::device_selection_error::kind::none) {
    require(chosen.position >= -1 && chosen.position <= static_cast<int>(text.size()), "the place is in the text",
            text);
    require(!chosen.why.empty(), "a refusal has a reason", text);
    return;
  }
  auto const& selected = chosen.selected;
  require(selected.size() > 0, "no selection is empty", text);
  if (choice.size() > 0) require(selected.size() == choice.size(), "as many as asked for", text);
  if (visible.rule == at::devices_present::asked_for_by::processes) return;
  std::vector<bool> there(static_cast<std::size_t>(visible.count));
  for (int i = 0; i < selected.size(); ++i) {
    require(selected[i] >= 0 && selected[i] < visible.count, "a selected device is visible", text);
    require(!there[static_cast<std::size_t>(selected[i])], "a selected device is there once", text);
    there[static_cast<std::size_t>(selected[i])] = true;
  }
}

void check_choice(std::string const& text, unsigned turn) {
  auto const parsed = at::detail::parse_devices(text);
  if (parsed.fault.problem != at::device_selection_error::kind::none) {
    bool const within = parsed.fault.position >= 0 && parsed.fault.position <= static_cast<int>(text.size());
    require(within, "the place is in the text", text);
    require(parsed.fault.why[0] != '\0', "a refusal has a reason", text);
    return;
  }
  std::string const written = at::to_string(parsed.choice).text();
  auto const again = at::detail::parse_devices(written);
  require(again.fault.problem == at::device_selection_error::kind::none, "what is written is read", text);
  require(again.choice == parsed.choice, "what is written is read as the same", text);
  require(at::to_string(again.choice).text() == written, "what is read is written as the same", text);
  check_selection(parsed.choice, machines[turn % std::size(machines)], text);
}

// What throws is what is refused. Slower by far than all else, so not every text is thrown.
void check_throwing(std::string const& text) {
  bool const readable = at::detail::parse_devices(text).fault.problem == at::device_selection_error::kind::none;
  for (auto const& visible : machines) {
    try {
      auto const selected = visible.select(text);
      require(readable && selected.size() > 0, "what is selected was read", text);
    } catch (at::device_selection_error const& error) {
      require(error.problem() != at::device_selection_error::kind::none, "an error has a problem", text);
      require(error.position() <= static_cast<int>(text.size()), "the place is in the text", text);
      bool const says_all = error.what()[0] != '\0' && error.valid()[0] != '\0' && error.present()[0] != '\0';
      require(says_all, "an error says all", text);
    }
  }
}

// ---- masks ---------------------------------------------------------------------------------------------------------

void check_left(at::visible_devices const& left, int known, std::string const& text) {
  bool const sound = left.count >= 0 && left.count <= left.known && left.known == known;
  require(sound, "a mask hides, and neither adds nor loses", text);
  for (int i = 0; i < left.known; ++i) {
    for (int k = 0; k < i; ++k) {
      bool const unnamed = left.device[i].uuid.names == at::device_uuid::kind::none;
      require(unnamed || !(left.device[i].uuid == left.device[k].uuid), "a device is left once", text);
    }
  }
}

std::string stripped(std::string const& text) {
  char const* const blanks = " \t\n\v\f\r";
  auto const first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split(std::string const& text) {
  std::vector<std::string> elements(1);
  for (char c : text) {
    if (c == ',') {
      elements.emplace_back();
    } else {
      elements.back() += c;
    }
  }
  return elements;
}

/// The digits that strtoul would read, without zeros in front; "-" where there is no ordinal.
std::string ordinal(std::string const& element) {
  std::string const text = stripped(element);
  std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  auto const end = text.find_first_not_of("0123456789", at);
  std::string digits = text.substr(at, end == std::string::npos ? end : end - at);
  if (digits.empty()) return "-";
  digits.erase(0,
               digits.find_first_not_of('0') == std::string::npos ? digits.size() - 1 : digits.find_first_not_of('0'));
  return text[0] == '-' && digits != "0" ? "-" : digits;
}

/// PyTorch's rules for a machine without partitions: first the list, then which of it is there.
std::vector<int> left_by_pytorch(std::string const& mask) {
  int const count = 4;
  std::vector<std::string> listed;
  std::vector<int> left;
  auto const repeats = [&listed](std::string const& element) {
    for (auto const& other : listed) {
      if (other == element) return true;
    }
    return false;
  };
  if (mask.rfind("MIG-", 0) == 0) return {};  // no partition is there
  bool const by_uuid = mask.rfind("GPU-", 0) == 0;
  for (auto const& element : split(mask)) {
    std::string const name = by_uuid ? element : ordinal(element);
    if (by_uuid ? element.rfind("GPU-", 0) != 0 : name == "-") break;
    if (repeats(name)) return {};
    listed.push_back(name);
  }
  for (auto const& name : listed) {
    int found = -1;
    if (by_uuid) {
      for (int i = 0; i < count; ++i) {
        if (std::string(boards[i]).rfind(name, 0) != 0) continue;
        if (found >= 0) return left;
        found = i;
      }
    } else if (name.size() == 1 && name[0] < '0' + count) {
      found = name[0] - '0';
    }
    if (found < 0) return left;
    for (int other : left) {
      if (other == found) return {};
    }
    left.push_back(found);
  }
  return left;
}

void check_masks(std::string const& text, unsigned turn) {
  char const* const mask = text.c_str();
  auto const cuda = at::visible_devices(gpus, {.cuda_visible_devices = mask});
  check_left(cuda, gpus.count, text);
  auto const expected = left_by_pytorch(mask);
  bool same = cuda.count == static_cast<int>(expected.size());
  for (int i = 0; same && i < cuda.count; ++i) {
    same = cuda.device[i].uuid == gpus.device[expected[static_cast<std::size_t>(i)]].uuid;
  }
  require(same, "CUDA_VISIBLE_DEVICES is read as PyTorch reads it", text);

  bool const one = turn % 2 == 0;
  auto const& here = one ? partitioned_of_old_driver : partitioned;
  auto const left = at::visible_devices(here, {.cuda_visible_devices = mask});
  check_left(left, here.count, text);
  for (int i = 0; i < left.count; ++i) {
    require(!left.device[i].partitioned, "a partitioned board is not used itself", text);
  }
  int partitions = 0;
  for (int i = 0; i < left.count; ++i) partitions += left.device[i].is_partition ? 1 : 0;
  bool const alone = partitions == 0 || (partitions == 1 && left.count == 1);
  require(!one || alone, "a partition is seen alone", text);

  // Slurm's numbers: a machine with partitions is left as it is; else the devices that are left are in its order.
  auto const of_step = at::visible_devices(gpus, {.slurm_step_gpus = mask, .slurm_job_gpus = "0"});
  check_left(of_step, gpus.count, text);
  auto const of_job = at::visible_devices(gpus, {.slurm_job_gpus = mask});
  require(of_job.count == of_step.count, "the step's variable is read as the job's", text);
  require(at::visible_devices(partitioned, {.slurm_job_gpus = mask}).masks.empty(),
          "Slurm's numbers say nothing about partitions", text);
}

}  // namespace

// Use after return cannot be here, for nothing keeps an address; looking for it takes a fifth of the time.
extern "C" char const* __asan_default_options() { return "detect_stack_use_after_return=0"; }

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  // Not every input goes everywhere, and few are thrown, which takes a hundred times as long as all else: where an
  // input goes depends on nothing but itself.
  unsigned turn = 0;
  for (std::size_t i = 0; i < size; ++i) turn = 31 * turn + data[i];
  check_choice(text, turn);
  check_masks(text, turn);
  if (turn % 128 == 0) check_throwing(text);
  return 0;
}
