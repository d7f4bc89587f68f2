// SPDX-License-Identifier: BSL-1.0
/// \file
/// A shared library that stands where NVIDIA's management library would: compiled against the vendor's declarations,
/// loaded by the loader under its name, and answering what a scenario file says (see README.md). It is stricter than
/// the real one: nothing is answered before nvmlInit_v2, and no buffer that is too short is filled.
/// Data: the profiles of mig_profiles.csv, which nvidia-smi printed.
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <nvml.h>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "../unit/catalog/catalog_csv.hpp"

// A handle is a pointer to one of these: a board, or a MIG device of one.
struct nvmlDevice_st {
  int board;
  nvmlGpuInstance_st* gpu_instance = nullptr;
  nvmlComputeInstance_st* compute_instance = nullptr;
};
struct nvmlComputeInstance_st {
  nvmlGpuInstance_st* parent;
  unsigned id, slices, start;
  std::string uuid;
  unsigned processes, graphics_processes;
};
struct nvmlGpuInstance_st {
  nvmlDevice_st* parent;
  table_row profile;  // of mig_profiles.csv
  unsigned id, start;
  nlohmann::json statistics;
  std::vector<std::unique_ptr<nvmlComputeInstance_st>> compute_instances;
};

namespace {

using nlohmann::json;

struct board {
  json description;
  std::unique_ptr<nvmlDevice_st> handle;
  std::vector<table_row> profiles;
  std::vector<std::unique_ptr<nvmlGpuInstance_st>> gpu_instances;
  std::vector<std::unique_ptr<nvmlDevice_st>> mig_devices;
  bool lost = false;
};

struct library {
  std::mutex mutex;
  int references = 0;
  json scenario;
  std::vector<board> boards;
  std::map<std::string, int> calls;
  bool let_go = false;
  std::condition_variable changed;
};

library& it() {
  static library* const made = new library;
  return *made;
}

unsigned number(table_row const& row, char const* column) {
  std::string const& cell = row.at(column);
  return cell.empty() ? 0 : static_cast<unsigned>(std::stoul(cell));
}

/// What stands under a key, without a copy; an empty object where there is nothing.
json const& member(json const& of, char const* key) {
  static json const* const nothing = new json(json::object());
  auto const found = of.find(key);
  return found == of.end() ? *nothing : *found;
}

void read_scenario() {
  char const* const path = std::getenv("FAKE_NVML_SCENARIO");
  if (path == nullptr) throw std::runtime_error("FAKE_NVML_SCENARIO is not set");
  auto& self = it();
  self.scenario = json::parse(text_of_file(path));
  self.boards.clear();
  self.calls.clear();
  auto const table = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")));
  for (json const& one : self.scenario.value("boards", json::array())) {
    for (int copy = 0; copy < one.value("copies", 1); ++copy) {
      board made;
      made.description = one;
      if (one.contains("copies")) {
        // The UUIDs of copies differ in their first digit.
        std::string uuid = one.at("uuid");
        uuid[4] = static_cast<char>('0' + copy);
        made.description["uuid"] = uuid;
      }
      made.handle = std::make_unique<nvmlDevice_st>();
      made.handle->board = static_cast<int>(self.boards.size());
      for (auto const& row : table) {
        if (row.at("device") == one.value("profiles_of", "")) made.profiles.push_back(row);
      }
      for (json const& instance : one.value("gpu_instances", json::array())) {
        auto gpu_instance = std::make_unique<nvmlGpuInstance_st>();
        gpu_instance->parent = made.handle.get();
        for (auto const& row : made.profiles) {
          if (row.at("profile") == instance.at("profile").get<std::string>()) gpu_instance->profile = row;
        }
        if (gpu_instance->profile.empty()) throw std::runtime_error("no such profile");
        for (char const* figure : {"memory_mib", "sm_count"}) {
          if (instance.contains(figure))
            gpu_instance->profile[figure] = std::to_string(instance.at(figure).get<unsigned>());
        }
        gpu_instance->id = instance.at("id");
        gpu_instance->start = instance.at("start");
        gpu_instance->statistics = instance.value("statistics", json::object());
        for (json const& compute : instance.value("compute_instances", json::array())) {
          auto inside = std::make_unique<nvmlComputeInstance_st>();
          inside->parent = gpu_instance.get();
          inside->id = compute.at("id");
          inside->slices = compute.value("slices", number(gpu_instance->profile, "compute_slices"));
          inside->start = compute.value("start", 0u);
          inside->uuid = compute.at("uuid");
          inside->processes = compute.value("processes", 0u);
          inside->graphics_processes = compute.value("graphics_processes", 0u);
          auto device = std::make_unique<nvmlDevice_st>();
          *device = {made.handle->board, gpu_instance.get(), inside.get()};
          made.mig_devices.push_back(std::move(device));
          gpu_instance->compute_instances.push_back(std::move(inside));
        }
        made.gpu_instances.push_back(std::move(gpu_instance));
      }
      self.boards.push_back(std::move(made));
    }
  }
}

nvmlReturn_t code_of(json const& name) {
  static std::map<std::string, nvmlReturn_t> const codes = {
      {"NOT_SUPPORTED", NVML_ERROR_NOT_SUPPORTED},
      {"NO_PERMISSION", NVML_ERROR_NO_PERMISSION},
      {"DRIVER_NOT_LOADED", NVML_ERROR_DRIVER_NOT_LOADED},
      {"GPU_IS_LOST", NVML_ERROR_GPU_IS_LOST},
      {"LIB_RM_VERSION_MISMATCH", NVML_ERROR_LIB_RM_VERSION_MISMATCH},
      {"UNKNOWN", NVML_ERROR_UNKNOWN},
  };
  return codes.at(name);
}

/// The largest number there is, where the scenario says that this count is absurd.
unsigned absurd(char const* what, unsigned count) { return it().scenario.value("absurd", "") == what ? ~0u : count; }

/// What every call does first: counts, hangs where the scenario says so, and fails where it says so.
nvmlReturn_t enter(std::string const& call, nvmlDevice_st const* device = nullptr) {
  auto& self = it();
  std::unique_lock lock(self.mutex);
  if (self.references == 0) return NVML_ERROR_UNINITIALIZED;
  ++self.calls[call];
  if (self.scenario.value("hangs_in", "") == call) self.changed.wait(lock, [&] { return self.let_go; });
  json const& errors = member(self.scenario, "errors");
  if (errors.contains(call)) return code_of(errors.at(call));
  if (device == nullptr) return NVML_SUCCESS;
  board& of = self.boards[static_cast<std::size_t>(device->board)];
  if (of.lost) return NVML_ERROR_GPU_IS_LOST;
  json const& own = member(of.description, "errors");
  if (own.contains(call)) return code_of(own.at(call));
  if (of.description.value("lost_after", "") == call) of.lost = true;
  return NVML_SUCCESS;
}

board& board_of(nvmlDevice_st const* device) { return it().boards[static_cast<std::size_t>(device->board)]; }

nvmlReturn_t give(std::string const& text, char* buffer, unsigned length) {
  if (buffer == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (text.size() + 1 > length) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

/// A figure of the board; where the scenario has none, or the device is a slice, NVML supports it not.
template <class T>
nvmlReturn_t statistic(char const* call, nvmlDevice_st const* device, char const* name, T* value) {
  nvmlReturn_t const code = enter(call, device);
  if (code != NVML_SUCCESS) return code;
  bool const answers_for_board = it().scenario.value("slices_answer_for_their_board", false);
  if (device->gpu_instance != nullptr && !answers_for_board) return NVML_ERROR_NOT_SUPPORTED;
  json const& all = member(board_of(device).description, "statistics");
  if (!all.contains(name)) return NVML_ERROR_NOT_SUPPORTED;
  *value = all.at(name).get<T>();
  return NVML_SUCCESS;
}

struct memory_figures {
  unsigned long long total, reserved, used;
};
memory_figures memory_of(nvmlDevice_st const* device) {
  constexpr unsigned long long mebibyte = 1ull << 20;
  if (device->gpu_instance != nullptr) {
    nvmlGpuInstance_st const& instance = *device->gpu_instance;
    return {number(instance.profile, "memory_mib") * mebibyte,
            instance.statistics.value("reserved_mib", 0ull) * mebibyte,
            instance.statistics.value("used_mib", 0ull) * mebibyte};
  }
  json const& description = board_of(device).description;
  json const& statistics = member(description, "statistics");
  return {description.at("memory_mib").get<unsigned long long>() * mebibyte,
          statistics.value("reserved_mib", 0ull) * mebibyte, statistics.value("used_mib", 0ull) * mebibyte};
}

bool may_configure() { return it().scenario.value("may_configure", false); }

constexpr unsigned compute_profile_id(unsigned slices) {
  constexpr unsigned ids[] = {0, 0, 1, 2, 3, 0, 6, 4, 5};  // NVML_COMPUTE_INSTANCE_PROFILE_*
  return ids[slices];
}

}  // namespace

extern "C" {

// For tests: what the library under test did.
int fake_nvml_references() { return it().references; }
int fake_nvml_calls(char const* call) {
  std::lock_guard const lock(it().mutex);
  return it().calls[call];
}

/// What hangs returns, and nothing hangs any more.
void fake_nvml_let_go() {
  std::lock_guard const lock(it().mutex);
  it().let_go = true;
  it().changed.notify_all();
}

nvmlReturn_t nvmlInit_v2() {
  auto& self = it();
  {
    std::lock_guard const lock(self.mutex);
    if (self.references == 0) read_scenario();
    ++self.references;
  }
  nvmlReturn_t const code = enter("nvmlInit_v2");
  if (code != NVML_SUCCESS) {
    std::lock_guard const lock(self.mutex);
    --self.references;
  }
  return code;
}

nvmlReturn_t nvmlShutdown() {
  std::lock_guard const lock(it().mutex);
  if (it().references == 0) return NVML_ERROR_UNINITIALIZED;
  --it().references;
  return NVML_SUCCESS;
}

char const* nvmlErrorString(nvmlReturn_t code) {
  if (it().scenario.contains("absurd")) return nullptr;
  switch (code) {
    case NVML_ERROR_NOT_SUPPORTED:
      return "Not Supported";
    case NVML_ERROR_NO_PERMISSION:
      return "Insufficient Permissions";
    case NVML_ERROR_DRIVER_NOT_LOADED:
      return "Driver Not Loaded";
    case NVML_ERROR_GPU_IS_LOST:
      return "GPU is lost";
    case NVML_ERROR_LIB_RM_VERSION_MISMATCH:
      return "Driver/library version mismatch";
    default:
      return "Unknown Error";
  }
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned length) {
  nvmlReturn_t const code = enter("nvmlSystemGetDriverVersion");
  return code != NVML_SUCCESS ? code : give(it().scenario.at("driver_version"), version, length);
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int* version) {
  nvmlReturn_t const code = enter("nvmlSystemGetCudaDriverVersion_v2");
  if (code == NVML_SUCCESS) *version = it().scenario.at("cuda_version");
  return code;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned* count) {
  nvmlReturn_t const code = enter("nvmlDeviceGetCount_v2");
  if (code == NVML_SUCCESS) *count = absurd("boards", static_cast<unsigned>(it().boards.size()));
  return code;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* device) {
  if (index >= it().boards.size()) return NVML_ERROR_INVALID_ARGUMENT;
  nvmlDevice_st* const wanted = it().boards[index].handle.get();
  nvmlReturn_t const code = enter("nvmlDeviceGetHandleByIndex_v2", wanted);
  if (code == NVML_SUCCESS) *device = wanted;
  return code;
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned length) {
  nvmlReturn_t const code = enter("nvmlDeviceGetUUID", device);
  if (code != NVML_SUCCESS) return code;
  return give(device->compute_instance != nullptr ? device->compute_instance->uuid
                                                  : board_of(device).description.at("uuid").get<std::string>(),
              uuid, length);
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(char const* uuid, nvmlDevice_t* device) {
  nvmlReturn_t const code = enter("nvmlDeviceGetHandleByUUID");
  if (code != NVML_SUCCESS) return code;
  bool const only_boards = it().scenario.value("handles_of_boards_only", false);
  for (board const& each : it().boards) {
    if (each.description.at("uuid") == uuid) {
      *device = each.handle.get();
      return enter("nvmlDeviceGetHandleByUUID", *device);
    }
    for (auto const& mig : each.mig_devices) {
      if (!only_boards && mig->compute_instance->uuid == uuid) {
        *device = mig.get();
        return enter("nvmlDeviceGetHandleByUUID", *device);
      }
    }
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned length) {
  nvmlReturn_t const code = enter("nvmlDeviceGetName", device);
  if (code != NVML_SUCCESS) return code;
  json const& description = board_of(device).description;
  std::string text = description.at("name");
  if (device->gpu_instance != nullptr) {
    std::string profile = device->gpu_instance->profile.at("profile");
    profile = description.value("profile_names", json::object()).value(profile, profile);
    unsigned const slices = device->compute_instance->slices;
    bool const whole = slices == number(device->gpu_instance->profile, "compute_slices");
    text += " MIG " + (whole ? "" : std::to_string(slices) + "c.") + profile;
  }
  return give(text, name, length);
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMemoryInfo", device);
  if (code != NVML_SUCCESS) return code;
  if (!board_of(device).description.contains("memory_mib")) return NVML_ERROR_NOT_SUPPORTED;
  memory_figures const figures = memory_of(device);
  // Version 1 counts what is reserved as used.
  *memory = {figures.total, figures.total - figures.used - figures.reserved, figures.used + figures.reserved};
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
  nvmlReturn_t const code = enter("nvmlDeviceGetCudaComputeCapability", device);
  if (code != NVML_SUCCESS) return code;
  json const& capability = board_of(device).description.at("compute_capability");
  *major = capability.at(0);
  *minor = capability.at(1);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* location) {
  nvmlReturn_t const code = enter("nvmlDeviceGetPciInfo_v3", device);
  if (code != NVML_SUCCESS) return code;
  *location = {};
  return give(board_of(device).description.value("bus_id", "00000000:00:00.0"), location->busId,
              sizeof(location->busId));
}

// What Slurm's plug-in asks besides (AutoDetect=nvml). It goes on where a clock or a link is not supported.
nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned length) {
  nvmlReturn_t const code = enter("nvmlSystemGetNVMLVersion");
  return code != NVML_SUCCESS ? code : give(it().scenario.at("driver_version"), version, length);
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned* minor) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMinorNumber", device);
  if (code == NVML_SUCCESS) *minor = static_cast<unsigned>(device->board);
  return code;
}

nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned words, unsigned long* set) {
  nvmlReturn_t const code = enter("nvmlDeviceGetCpuAffinity", device);
  if (code != NVML_SUCCESS) return code;
  unsigned const bits = 8 * sizeof *set, cpus = std::thread::hardware_concurrency();
  for (unsigned word = 0; word < words; ++word) set[word] = 0;
  for (unsigned cpu = 0; cpu < cpus && cpu < words * bits; ++cpu) set[cpu / bits] |= 1ul << cpu % bits;
  return code;
}

nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t, unsigned, nvmlEnableState_t*) { return NVML_ERROR_NOT_SUPPORTED; }
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t, unsigned, nvmlPciInfo_t*) {
  return NVML_ERROR_NOT_SUPPORTED;
}
nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t, unsigned*, unsigned*) { return NVML_ERROR_NOT_SUPPORTED; }
nvmlReturn_t nvmlDeviceGetSupportedGraphicsClocks(nvmlDevice_t, unsigned, unsigned*, unsigned*) {
  return NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t* utilization) {
  nvmlReturn_t const code = statistic("nvmlDeviceGetUtilizationRates", device, "gpu_percent", &utilization->gpu);
  return code != NVML_SUCCESS
             ? code
             : statistic("nvmlDeviceGetUtilizationRates", device, "memory_percent", &utilization->memory);
}

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t, unsigned* temperature) {
  return statistic("nvmlDeviceGetTemperature", device, "celsius", temperature);
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned* milliwatts) {
  return statistic("nvmlDeviceGetPowerUsage", device, "milliwatts", milliwatts);
}

nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned* milliwatts) {
  return statistic("nvmlDeviceGetEnforcedPowerLimit", device, "limit_milliwatts", milliwatts);
}

nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long* millijoules) {
  return statistic("nvmlDeviceGetTotalEnergyConsumption", device, "millijoules", millijoules);
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t clock, unsigned* megahertz) {
  return statistic("nvmlDeviceGetClockInfo", device, clock == NVML_CLOCK_SM ? "sm_megahertz" : "memory_megahertz",
                   megahertz);
}

nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned* percent) {
  return statistic("nvmlDeviceGetFanSpeed", device, "fan_percent", percent);
}

// From here to the end: what old_driver.map leaves out.

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t* memory) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMemoryInfo_v2", device);
  if (code != NVML_SUCCESS) return code;
  if (memory->version != nvmlMemory_v2) return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  if (!board_of(device).description.contains("memory_mib")) return NVML_ERROR_NOT_SUPPORTED;
  memory_figures const figures = memory_of(device);
  memory->total = figures.total;
  memory->reserved = figures.reserved;
  memory->used = figures.used;
  memory->free = figures.total - figures.used - figures.reserved;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned* current, unsigned* pending) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMigMode", device);
  if (code != NVML_SUCCESS) return code;
  json const& description = board_of(device).description;
  if (!description.contains("mig_mode")) return NVML_ERROR_NOT_SUPPORTED;
  *current = *pending = description.at("mig_mode").get<bool>() ? NVML_DEVICE_MIG_ENABLE : NVML_DEVICE_MIG_DISABLE;
  return NVML_SUCCESS;
}

// Nobody needs to know what the processes are, so there is never room for them.
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned* count, nvmlProcessInfo_t*) {
  nvmlReturn_t const code = enter("nvmlDeviceGetComputeRunningProcesses_v3", device);
  if (code != NVML_SUCCESS) return code;
  *count = device->compute_instance != nullptr ? device->compute_instance->processes
                                               : board_of(device).description.value("processes", 0u);
  return *count == 0 ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t device, unsigned* count, nvmlProcessInfo_t*) {
  nvmlReturn_t const code = enter("nvmlDeviceGetGraphicsRunningProcesses_v3", device);
  if (code != NVML_SUCCESS) return code;
  *count = device->compute_instance != nullptr ? device->compute_instance->graphics_processes
                                               : board_of(device).description.value("graphics_processes", 0u);
  return *count == 0 ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t device, unsigned* count) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMaxMigDeviceCount", device);
  if (code == NVML_SUCCESS) *count = absurd("slices", board_of(device).description.value("mig_mode", false) ? 7 : 0);
  return code;
}

// The numbers have holes: device i stands at 2i while that leaves room.
nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t device, unsigned index, nvmlDevice_t* mig) {
  nvmlReturn_t const code = enter("nvmlDeviceGetMigDeviceHandleByIndex", device);
  if (code != NVML_SUCCESS) return code;
  auto const& devices = board_of(device).mig_devices;
  unsigned const stride = devices.size() <= 4 ? 2 : 1;
  if (index % stride != 0 || index / stride >= devices.size()) return NVML_ERROR_NOT_FOUND;
  *mig = devices[index / stride].get();
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetGpuInstanceId(nvmlDevice_t device, unsigned* id) {
  nvmlReturn_t const code = enter("nvmlDeviceGetGpuInstanceId", device);
  if (code == NVML_SUCCESS) *id = device->gpu_instance->id;
  return code;
}

nvmlReturn_t nvmlDeviceGetComputeInstanceId(nvmlDevice_t device, unsigned* id) {
  nvmlReturn_t const code = enter("nvmlDeviceGetComputeInstanceId", device);
  if (code == NVML_SUCCESS) *id = device->compute_instance->id;
  return code;
}

nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t device, nvmlDeviceAttributes_t* attributes) {
  nvmlReturn_t const code = enter("nvmlDeviceGetAttributes_v2", device);
  if (code != NVML_SUCCESS) return code;
  if (device->gpu_instance == nullptr) return NVML_ERROR_NOT_SUPPORTED;
  table_row const& profile = device->gpu_instance->profile;
  *attributes = {};
  attributes->multiprocessorCount =
      number(profile, "sm_count") / number(profile, "compute_slices") * device->compute_instance->slices;
  attributes->gpuInstanceSliceCount = number(profile, "compute_slices");
  attributes->computeInstanceSliceCount = device->compute_instance->slices;
  attributes->memorySizeMB = number(profile, "memory_mib");
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetGpuInstanceProfileInfo(nvmlDevice_t device, unsigned profile,
                                                 nvmlGpuInstanceProfileInfo_t* info) {
  nvmlReturn_t const code = enter("nvmlDeviceGetGpuInstanceProfileInfo", device);
  if (code != NVML_SUCCESS) return code;
  for (table_row const& row : board_of(device).profiles) {
    if (row.at("nvml_profile_id") != std::to_string(profile)) continue;
    *info = {};
    info->id = number(row, "smi_profile_id");
    info->sliceCount = number(row, "compute_slices");
    info->instanceCount = absurd("instances", number(row, "max_instances"));
    info->multiprocessorCount = number(row, "sm_count");
    info->memorySizeMB = number(row, "memory_mib");
    return NVML_SUCCESS;
  }
  return NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlDeviceGetGpuInstances(nvmlDevice_t device, unsigned id, nvmlGpuInstance_t* instances,
                                       unsigned* count) {
  nvmlReturn_t const code = enter("nvmlDeviceGetGpuInstances", device);
  if (code != NVML_SUCCESS) return code;
  if (!may_configure()) return NVML_ERROR_NO_PERMISSION;
  unsigned found = 0;
  for (auto const& instance : board_of(device).gpu_instances) {
    if (number(instance->profile, "smi_profile_id") == id) instances[found++] = instance.get();
  }
  *count = found;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetGpuInstanceById(nvmlDevice_t device, unsigned id, nvmlGpuInstance_t* instance) {
  nvmlReturn_t const code = enter("nvmlDeviceGetGpuInstanceById", device);
  if (code != NVML_SUCCESS) return code;
  if (!may_configure() && !it().scenario.value("may_describe", false)) return NVML_ERROR_NO_PERMISSION;
  for (auto const& known : board_of(device).gpu_instances) {
    if (known->id == id) {
      *instance = known.get();
      return NVML_SUCCESS;
    }
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlGpuInstanceGetInfo(nvmlGpuInstance_t instance, nvmlGpuInstanceInfo_t* info) {
  nvmlReturn_t const code = enter("nvmlGpuInstanceGetInfo", instance->parent);
  if (code != NVML_SUCCESS) return code;
  *info = {instance->parent,
           instance->id,
           number(instance->profile, "smi_profile_id"),
           {instance->start, number(instance->profile, "memory_slices")}};
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlGpuInstanceGetComputeInstanceProfileInfo(nvmlGpuInstance_t instance, unsigned profile, unsigned,
                                                          nvmlComputeInstanceProfileInfo_t* info) {
  nvmlReturn_t const code = enter("nvmlGpuInstanceGetComputeInstanceProfileInfo", instance->parent);
  if (code != NVML_SUCCESS) return code;
  unsigned const most = number(instance->profile, "compute_slices");
  for (unsigned slices = 1; slices <= most; ++slices) {
    if (slices == 5 || compute_profile_id(slices) != profile) continue;
    *info = {};
    info->id = profile;
    info->sliceCount = slices;
    info->instanceCount = most / slices;
    return NVML_SUCCESS;
  }
  return NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlGpuInstanceGetComputeInstances(nvmlGpuInstance_t instance, unsigned id,
                                                nvmlComputeInstance_t* instances, unsigned* count) {
  nvmlReturn_t const code = enter("nvmlGpuInstanceGetComputeInstances", instance->parent);
  if (code != NVML_SUCCESS) return code;
  unsigned found = 0;
  for (auto const& inside : instance->compute_instances) {
    if (compute_profile_id(inside->slices) == id) instances[found++] = inside.get();
  }
  *count = found;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlGpuInstanceGetComputeInstanceById(nvmlGpuInstance_t instance, unsigned id,
                                                   nvmlComputeInstance_t* compute) {
  nvmlReturn_t const code = enter("nvmlGpuInstanceGetComputeInstanceById", instance->parent);
  if (code != NVML_SUCCESS) return code;
  for (auto const& inside : instance->compute_instances) {
    if (inside->id == id) {
      *compute = inside.get();
      return NVML_SUCCESS;
    }
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlComputeInstanceGetInfo_v2(nvmlComputeInstance_t compute, nvmlComputeInstanceInfo_t* info) {
  nvmlReturn_t const code = enter("nvmlComputeInstanceGetInfo_v2", compute->parent->parent);
  if (code != NVML_SUCCESS) return code;
  *info = {compute->parent->parent,
           compute->parent,
           compute->id,
           compute_profile_id(compute->slices),
           {compute->start, compute->slices}};
  return NVML_SUCCESS;
}
}
