// SPDX-License-Identifier: BSL-1.0
#include "cuda_runtime.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fat_binary.hpp"
#include "memory.hpp"
#include "program.hpp"

struct CUstream_st {
  std::deque<std::function<void()>> work;
  std::uint64_t submitted = 0, done = 0;
  bool waits_for_default = false;  // as streams do that are not cudaStreamNonBlocking
  int priority = 0;
  CUgraph_st* recorded_in = nullptr;  // its work goes there, and does not run
  std::size_t recorded = 0;           // how much work of it
  bool joined = true;                 // the stream where the recording began has waited for that
};
struct CUevent_st {
  CUstream_st* stream = nullptr;
  std::uint64_t position = 0;
  std::uint64_t time = 0;  // instructions that had run
  CUgraph_st* recorded_in = nullptr;
  std::size_t recorded_at = 0;  // so much work of the stream is ahead of it
};
using recorded_work = std::vector<std::function<void()>>;
struct CUgraph_st {
  recorded_work work;
  CUstream_st* origin = nullptr;  // where the recording began; null: it has ended
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool is_spoiled = false;
};
struct CUgraphExec_st {
  std::shared_ptr<recorded_work const> work;
};

namespace allotype::device_tests {

namespace {

// ---- modules and kernels --------------------------------------------------------------------------------------------

/// A .cu file's code for one device.
struct loaded_module {
  explicit loaded_module(std::string ptx) : parsed(std::move(ptx)) {}
  ptx_module parsed;
  std::map<std::string_view, std::uint64_t> addresses;
  std::map<std::string, program> programs;
};

struct fat_binary {
  std::vector<ptx_image> images;
  std::map<ptx_image const*, std::unique_ptr<loaded_module>> loaded;
};

struct registered_function {
  fat_binary* in;
  std::string name;
  std::size_t shared_allowed = 0;  // what it has opted in for
  bool non_portable = false;
};

struct registered_variable {
  fat_binary* in;
  std::string name;
};

// ---- the machine ----------------------------------------------------------------------------------------------------

struct runtime {
  runtime();
  ~runtime();

  std::recursive_mutex one_at_a_time;
  std::vector<description> devices;
  global_memory memory;
  std::uint64_t stack_bytes = 1024;  // CUDA's default
  std::set<std::uint64_t> allocated, pinned, managed;
  std::vector<std::unique_ptr<fat_binary>> binaries;
  std::map<void const*, registered_function> functions;
  std::map<void const*, registered_variable> variables;
  CUstream_st default_stream;
  std::set<CUstream_st*> streams;
  std::set<CUevent_st*> events;
  std::set<CUgraph_st*> recording;
  cudaError_t broken = cudaSuccess;  // an error that leaves no usable device
  schedule in;
  bool last_kernel_gave_up = false;  // so what it should have written is no finding
  std::vector<finding> findings;
  statistics numbers;
  bool counts_traffic = false;
  std::map<std::string, traffic> moved;
  int allocations = 0;
};

runtime& here() {
  static runtime one;
  return one;
}

thread_local int current = 0;
thread_local cudaError_t last_error = cudaSuccess;

cudaError_t failed(cudaError_t code) { return last_error = code; }

void found(finding what) {
  std::fprintf(stderr, "device test found: %s\n", what.text.c_str());
  here().findings.push_back(std::move(what));
}

runtime::runtime() {
  char const* const wanted = std::getenv("ALLOTYPE_TEST_DEVICE");
  std::string names = wanted != nullptr ? wanted : "A100";
  while (!names.empty() && names != "none") {
    std::size_t const comma = std::min(names.find(','), names.size());
    devices.push_back(description_of(names.substr(0, comma)));
    names.erase(0, comma + 1);
  }
  counts_traffic = std::getenv("ALLOTYPE_TEST_TRAFFIC") != nullptr;
  char const* const ordered = std::getenv("ALLOTYPE_TEST_ORDER");
  std::string const how = ordered != nullptr ? ordered : "forwards";
  if (how == "backwards") {
    in.of = order::backwards;
  } else if (how.starts_with("random:")) {
    in = {order::random, static_cast<unsigned>(std::stoul(how.substr(7)))};
  } else if (how != "forwards") {
    throw std::invalid_argument("ALLOTYPE_TEST_ORDER is \"" + how + "\"; it may be forwards, backwards or random:SEED");
  }
}

runtime::~runtime() {
  statistics const all = statistics_so_far();
  std::fflush(stdout);
  if (all.launches != 0) {
    std::fprintf(stderr,
                 "device tests: %llu launches, %llu instructions, %.0f million a second; %zu of %zu instructions of "
                 "the kernels ran\n",
                 static_cast<unsigned long long>(all.launches), static_cast<unsigned long long>(all.instructions),
                 all.seconds > 0 ? static_cast<double>(all.instructions) / all.seconds / 1e6 : 0.0, all.code_run,
                 all.code);
  }
  if (std::getenv("ALLOTYPE_TEST_TRAFFIC") != nullptr) std::fputs(table_of(take_traffic()).c_str(), stderr);
  if (std::getenv("ALLOTYPE_TEST_NEVER_RUN") != nullptr) {
    for (auto const& binary : binaries) {
      for (auto const& [image, loaded] : binary->loaded) {
        for (auto const& [name, code] : loaded->programs) {
          for (std::string const& line : lines_never_run(code))
            std::fprintf(stderr, "never run: %s, in %s\n", line.c_str(), name.c_str());
        }
      }
    }
  }
  if (!findings.empty()) {
    std::fprintf(stderr, "device tests: %zu findings\n", findings.size());
    std::fflush(stderr);
    std::_Exit(1);
  }
}

/// Limits of an architecture, as the CUDA programming guide lists them.
struct limits {
  std::size_t shared_of_block, shared_of_sm;  // bytes; of a block, what it may opt in for
  int threads_of_sm, blocks_of_sm;
};
limits limits_of(description const& device) {
  constexpr std::size_t kib = 1024;
  switch (10 * device.major + device.minor) {
    case 75:
      return {64 * kib, 64 * kib, 1024, 16};
    case 80:
      return {163 * kib, 164 * kib, 2048, 32};
    case 86:
      return {99 * kib, 100 * kib, 1536, 16};
    case 89:
      return {99 * kib, 100 * kib, 1536, 24};
    case 90:
    case 100:
    case 103:
      return {227 * kib, 228 * kib, 2048, 32};
    default:
      return {99 * kib, 100 * kib, 1536, 24};
  }
}
constexpr std::size_t without_opting_in = 48 << 10;
constexpr int highest_priority = -5;

description const& device_now() { return here().devices.at(static_cast<std::size_t>(current)); }

/// What has no initializer is 0.
void initialise(loaded_module const& in, variable const& v) {
  region& made = *here().memory.at_or_before(in.addresses.at(v.name));
  unsigned const size = size_of_type(v.type);
  std::memset(made.bytes(0), 0, made.size());
  made.mark_written(0, made.size());
  for (std::size_t i = 0; i < v.values.size(); ++i) {
    std::string_view text = v.values[i];
    std::uint64_t bits = 0;
    if (text.starts_with("0f") || text.starts_with("0d") || text.starts_with("0F") || text.starts_with("0D")) {
      bits = std::stoull(std::string(text.substr(2)), nullptr, 16);
    } else if (auto const other = in.addresses.find(text); other != in.addresses.end()) {
      bits = other->second;
    } else if (auto const of = in.parsed.functions.find(text); of != in.parsed.functions.end()) {
      bits = of->second.address;
    } else {
      bits = text.starts_with('-') ? static_cast<std::uint64_t>(std::stoll(std::string(text)))
                                   : std::stoull(std::string(text), nullptr, 0);
    }
    std::memcpy(made.bytes(i * size), &bits, size);
  }
}

loaded_module* module_of(fat_binary& binary) {
  description const& device = device_now();
  ptx_image const* const image = image_for(binary.images, device.major, device.minor);
  if (image == nullptr) return nullptr;
  std::unique_ptr<loaded_module>& loaded = binary.loaded[image];
  if (loaded == nullptr) {
    loaded = std::make_unique<loaded_module>(image->text);
    for (variable const& v : loaded->parsed.variables) {
      if (v.space == "shared") continue;
      std::uint64_t const bytes = std::max<std::uint64_t>(1, v.count * size_of_type(v.type));
      loaded->addresses[v.name] = here().memory.allocate(bytes, "the variable " + std::string(v.name)).base();
      initialise(*loaded, v);
    }
  }
  return loaded.get();
}

program* program_of(registered_function const& function) {
  loaded_module* const in = module_of(*function.in);
  if (in == nullptr) return nullptr;
  if (auto const known = in->programs.find(function.name); known != in->programs.end()) return &known->second;
  auto const text = in->parsed.functions.find(function.name);
  if (text == in->parsed.functions.end()) return nullptr;
  return &(in->programs[function.name] =
               decode(in->parsed, text->second, [in](std::string_view name) { return in->addresses.at(name); }));
}

// ---- streams --------------------------------------------------------------------------------------------------------

CUstream_st& stream_of(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread ? here().default_stream
                                                                                          : *stream;
}

void work_until(CUstream_st& stream, std::uint64_t position) {
  while (stream.done < position && !stream.work.empty()) {
    std::function<void()> const next = std::move(stream.work.front());
    stream.work.pop_front();
    ++stream.done;
    if (here().broken == cudaSuccess) next();
  }
}
void submit(CUstream_st& stream, std::function<void()> work) {
  if (stream.recorded_in != nullptr) {
    stream.recorded_in->work.push_back(std::move(work));
    ++stream.recorded;
    stream.joined = false;
    return;
  }
  auto const wait_first = [&](CUstream_st& other) {
    if (other.done == other.submitted) return;
    stream.work.push_back([&other, until = other.submitted] { work_until(other, until); });
    ++stream.submitted;
  };
  if (&stream == &here().default_stream) {
    for (CUstream_st* const other : here().streams) {
      if (other->waits_for_default) wait_first(*other);
    }
  } else if (stream.waits_for_default) {
    wait_first(here().default_stream);
  }
  stream.work.push_back(std::move(work));
  ++stream.submitted;
}
/// A call that no recording can hold: those that are under way are spoiled.
cudaError_t spoil(cudaError_t code) {
  for (CUgraph_st* const graph : here().recording) graph->is_spoiled = true;
  return failed(code);
}
/// Work for the default stream, which waits for the stream that is recorded.
bool breaks_a_recording(CUstream_st const& stream) {
  return &stream == &here().default_stream &&
         std::any_of(here().recording.begin(), here().recording.end(),
                     [](CUgraph_st const* graph) { return graph->origin->waits_for_default; });
}
/// Calls such as cudaMalloc, unless the program has said that it knows what it does.
bool is_unsafe_now() {
  return std::any_of(here().recording.begin(), here().recording.end(),
                     [](CUgraph_st const* graph) { return graph->mode != cudaStreamCaptureModeRelaxed; });
}
cudaError_t wait_for(CUstream_st& stream) {
  work_until(stream, stream.submitted);
  return here().broken;
}
cudaError_t wait_for_all() {
  wait_for(here().default_stream);
  for (CUstream_st* const stream : here().streams) wait_for(*stream);
  return here().broken;
}

// ---- memory ---------------------------------------------------------------------------------------------------------

/// Where the bytes are for the interpreter; in host memory that the runtime does not know, there.
struct span {
  unsigned char* bytes = nullptr;
  region* in = nullptr;
  std::uint64_t offset = 0;
};

bool is_device_address(void const* address) {
  auto const number = reinterpret_cast<std::uint64_t>(address);
  return number - first_global_address < window_size;
}

/// Whether the bytes can be copied; a span of device memory that is none is a finding.
bool find_span(void const* address, std::size_t bytes, char const* call, span& result) {
  auto const number = reinterpret_cast<std::uint64_t>(address);
  if (region* const in = here().memory.find(number, bytes)) {
    result = {in->bytes(number - in->base()), in, number - in->base()};
    return true;
  }
  if (!is_device_address(address)) {
    result = {static_cast<unsigned char*>(const_cast<void*>(address)), nullptr, 0};
    return true;
  }
  region const* const near = here().memory.at_or_before(number);
  std::string text = "host: " + std::string(call) + " of " + std::to_string(bytes) + " bytes";
  if (near != nullptr) {
    text += " at byte " + std::to_string(number - near->base()) + " of " + near->name() + ", which " +
            (near->is_alive() ? "has " + std::to_string(near->size()) : "was freed");
  }
  found({defect::host, text});
  return false;
}

void copy_now(void* to, void const* from, std::size_t bytes) {
  span target, source;
  if (bytes == 0 || !find_span(to, bytes, "a copy to device memory", target) ||
      !find_span(from, bytes, "a copy from device memory", source))
    return;
  if (here().counts_traffic) {
    traffic& counted = here().moved["cudaMemcpy"];
    ++counted.launches;
    if (is_device_address(from)) count_whole(counted.loads, reinterpret_cast<std::uint64_t>(from), bytes);
    if (is_device_address(to)) count_whole(counted.stores, reinterpret_cast<std::uint64_t>(to), bytes);
  }
  std::memmove(target.bytes, source.bytes, bytes);
  if (target.in != nullptr) {
    // The host may write its own memory at any time: it stays written, gaps of structures too.
    if (source.in == nullptr || !is_device_address(to)) {
      target.in->mark_written(target.offset, bytes);
    } else {
      std::memmove(target.in->written(target.offset), source.in->written(source.offset), bytes);
    }
  }
  if (source.in == nullptr || is_device_address(to) || here().last_kernel_gave_up) return;
  // To the host: an element that nobody wrote is none that it can want. Gaps between members and behind them may be so:
  // they are shorter than 8 bytes.
  unsigned char const* const written = source.in->written(source.offset);
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::size_t const group = std::min<std::size_t>(8, bytes - i);
    std::uint64_t any = 0;
    std::memcpy(&any, written + i, group);
    if (any != 0) continue;
    found({defect::uninitialised, "uninitialised: a copy of " + std::to_string(bytes) + " bytes from " +
                                      source.in->name() + " to the host: byte " + std::to_string(source.offset + i) +
                                      " of it was never written"});
    break;
  }
}

cudaError_t copy(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, CUstream_st& stream) {
  if (here().broken != cudaSuccess) return failed(here().broken);
  if (breaks_a_recording(stream)) return spoil(cudaErrorStreamCaptureImplicit);
  bool const to_device = is_device_address(to), from_device = is_device_address(from);
  auto const known = [](void const* memory) {
    return here().memory.find(reinterpret_cast<std::uint64_t>(memory), 1) != nullptr;
  };
  bool const wrong =
      (kind == cudaMemcpyHostToDevice && (from_device || !(to_device || known(to)))) ||
      (kind == cudaMemcpyDeviceToHost && (to_device || !(from_device || known(from)))) ||
      (kind == cudaMemcpyDeviceToDevice && ((!to_device && !known(to)) || (!from_device && !known(from))));
  if (wrong) return failed(cudaErrorInvalidValue);
  if (stream.recorded_in != nullptr) return submit(stream, [=] { copy_now(to, from, bytes); }), cudaSuccess;
  if (!from_device && !known(from)) {
    // Pageable memory is read before the call returns.
    auto const* const begin = static_cast<unsigned char const*>(from);
    auto const held = std::make_shared<std::vector<unsigned char>>(begin, begin + bytes);
    submit(stream, [=] { copy_now(to, held->data(), bytes); });
    return cudaSuccess;
  }
  submit(stream, [=] { copy_now(to, from, bytes); });
  if (!to_device && !known(to)) return wait_for(stream);  // pageable memory is written before the call returns
  return cudaSuccess;
}

cudaError_t set(void* memory, int value, std::size_t bytes, CUstream_st& stream) {
  if (here().broken != cudaSuccess) return failed(here().broken);
  if (breaks_a_recording(stream)) return spoil(cudaErrorStreamCaptureImplicit);
  submit(stream, [=] {
    span target;
    if (bytes == 0 || !find_span(memory, bytes, "cudaMemset", target)) return;
    if (here().counts_traffic) {
      traffic& counted = here().moved["cudaMemset"];
      ++counted.launches;
      count_whole(counted.stores, reinterpret_cast<std::uint64_t>(memory), bytes);
    }
    std::memset(target.bytes, value, bytes);
    if (target.in != nullptr) target.in->mark_written(target.offset, bytes);
  });
  return cudaSuccess;
}

cudaError_t allocate(void** memory, std::size_t bytes) {
  if (here().broken != cudaSuccess) return failed(here().broken);
  if (bytes > device_now().memory_mib << 20) return failed(cudaErrorMemoryAllocation);
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  std::string const name =
      "allocation " + std::to_string(++here().allocations) + " (" + std::to_string(bytes) + " bytes)";
  std::uint64_t const base = here().memory.allocate(bytes, name).base();
  here().allocated.insert(base);
  *memory = reinterpret_cast<void*>(base);
  return cudaSuccess;
}

// ---- launches -------------------------------------------------------------------------------------------------------

std::uint64_t product(dim3 const& size) { return std::uint64_t{size.x} * size.y * size.z; }

int blocks_of_sm(program const& code, std::uint64_t threads, std::size_t dynamic_shared) {
  limits const most = limits_of(device_now());
  std::size_t const reserved = device_now().major >= 8 ? 1024 : 0;
  std::size_t const shared = code.static_shared + dynamic_shared + reserved;
  std::uint64_t const warps = (threads + 31) / 32;
  auto blocks = static_cast<std::uint64_t>(most.blocks_of_sm);
  blocks = std::min(blocks, static_cast<std::uint64_t>(most.threads_of_sm) / (32 * warps));
  if (shared != 0) blocks = std::min<std::uint64_t>(blocks, most.shared_of_sm / shared);
  return static_cast<int>(blocks);
}

void run_kernel(program& code, launch_configuration const& how) {
  runtime& now = here();
  auto const started = std::chrono::steady_clock::now();
  traffic* const counted = now.counts_traffic ? &now.moved[demangled(code.name)] : nullptr;
  run_result const result = run(code, how, now.in, now.memory, [](finding what) { found(std::move(what)); }, counted);
  now.last_kernel_gave_up = result.a_thread_gave_up;
  now.numbers.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  now.numbers.instructions += result.instructions;
  ++now.numbers.launches;
  switch (result.how) {
    case outcome::done:
      break;
    case outcome::illegal_address:
      now.broken = cudaErrorIllegalAddress;
      break;
    case outcome::misaligned_address:
      now.broken = cudaErrorMisalignedAddress;
      break;
    case outcome::assertion:
      now.broken = cudaErrorAssert;
      break;
    case outcome::hang:
      now.broken = cudaErrorLaunchTimeout;
      break;
  }
}

cudaError_t launch(void const* host_function, dim3 blocks, dim3 threads, void** arguments, std::size_t shared,
                   cudaStream_t stream, dim3 cluster, bool cooperative) {
  runtime& now = here();
  if (now.broken != cudaSuccess) return failed(now.broken);
  if (breaks_a_recording(stream_of(stream))) return spoil(cudaErrorStreamCaptureImplicit);
  auto const function = now.functions.find(host_function);
  if (function == now.functions.end()) return failed(cudaErrorInvalidDeviceFunction);
  program* const code = program_of(function->second);
  if (code == nullptr) return failed(cudaErrorNoKernelImageForDevice);
  description const& device = device_now();
  limits const most = limits_of(device);
  constexpr std::uint64_t most_blocks_x = 2147483647, most_blocks_yz = 65535;
  std::uint64_t const per_block = product(threads);
  if (product(blocks) == 0 || per_block == 0 || per_block > 1024 || threads.z > 64 || blocks.x > most_blocks_x ||
      blocks.y > most_blocks_yz || blocks.z > most_blocks_yz) {
    return failed(cudaErrorInvalidConfiguration);
  }
  if (code->most_threads != 0 && per_block > code->most_threads) return failed(cudaErrorInvalidValue);
  if (code->threads_required != 0 && per_block != code->threads_required) return failed(cudaErrorInvalidValue);
  std::size_t const left = without_opting_in - std::min<std::size_t>(without_opting_in, code->static_shared);
  if (shared > std::max(left, function->second.shared_allowed)) return failed(cudaErrorInvalidValue);
  if (code->static_shared + shared > most.shared_of_block) return failed(cudaErrorInvalidValue);
  std::uint64_t const of_cluster = product(cluster);
  if (of_cluster > 1) {
    if (device.major < 9) return failed(cudaErrorInvalidClusterSize);
    if (of_cluster > (function->second.non_portable ? 16u : 8u)) return failed(cudaErrorInvalidClusterSize);
    if (blocks.x % cluster.x != 0 || blocks.y % cluster.y != 0 || blocks.z % cluster.z != 0)
      return failed(cudaErrorInvalidClusterSize);
  }
  std::uint64_t const at_once =
      static_cast<std::uint64_t>(blocks_of_sm(*code, per_block, shared)) * static_cast<std::uint64_t>(device.sm_count);
  if (cooperative && product(blocks) > at_once) return failed(cudaErrorCooperativeLaunchTooLarge);

  launch_configuration how;
  how.blocks = {blocks.x, blocks.y, blocks.z};
  how.threads = {threads.x, threads.y, threads.z};
  how.cluster = {cluster.x, cluster.y, cluster.z};
  how.dynamic_shared = shared;
  how.stack_bytes = here().stack_bytes;
  // More at once would show no more, and take more memory.
  constexpr std::uint64_t enough_at_once = 8;
  how.resident_blocks = static_cast<std::uint32_t>(
      cooperative ? product(blocks) : std::min(std::max<std::uint64_t>(at_once, 1), enough_at_once));
  how.parameters.resize(code->parameter_bytes);
  for (std::size_t i = 0; i < code->parameter_sizes.size(); ++i) {
    std::memcpy(how.parameters.data() + code->parameter_offsets[i], arguments[i], code->parameter_sizes[i]);
  }
  submit(stream_of(stream), [code, how = std::move(how)] { run_kernel(*code, how); });
  return cudaSuccess;
}

struct pushed_configuration {
  dim3 blocks, threads;
  std::size_t shared;
  void* stream;
};
thread_local pushed_configuration pushed;

/// Errors of the interpreter itself must not leave through C.
template <class F>
cudaError_t guarded(F const& f) {
  std::lock_guard const lock(here().one_at_a_time);
  try {
    return f();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "device test: %s\n", error.what());
    std::fflush(nullptr);
    std::_Exit(1);
  }
}

}  // namespace

description description_of(std::string const& short_name) {
  static std::map<std::string, description> const known = {
#include "known_devices.inc"
  };
  auto const there = known.find(short_name);
  if (there != known.end()) return there->second;
  std::string names;
  for (auto const& [name, device] : known) names += " " + name;
  throw std::invalid_argument("no device is known by the name \"" + short_name + "\"; there are:" + names);
}

void show_devices(std::vector<description> devices) {
  wait_for_all();
  here().devices = std::move(devices);
  here().broken = cudaSuccess;
  last_error = cudaSuccess;
  current = 0;
}

void set_schedule(schedule in) { here().in = in; }

std::vector<finding> take_findings() {
  std::lock_guard const lock(here().one_at_a_time);
  return std::exchange(here().findings, {});
}

void count_traffic() { here().counts_traffic = true; }

std::vector<std::pair<std::string, traffic>> take_traffic() {
  std::lock_guard const lock(here().one_at_a_time);
  std::map<std::string, traffic> const taken = std::exchange(here().moved, {});
  return {taken.begin(), taken.end()};
}

statistics statistics_so_far() {
  statistics all = here().numbers;
  for (auto const& binary : here().binaries) {
    for (auto const& [image, loaded] : binary->loaded) {
      for (auto const& [name, code] : loaded->programs) {
        auto const run = static_cast<std::size_t>(std::count(code.has_run.begin(), code.has_run.end(), true));
        if (run == 0) continue;
        all.code += code.code.size();
        all.code_run += run;
      }
    }
  }
  return all;
}

}  // namespace allotype::device_tests

using namespace allotype::device_tests;

extern "C" {

// ---- devices --------------------------------------------------------------------------------------------------------

cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaGetDeviceCount(int* count) {
  return guarded([&] {
    *count = static_cast<int>(here().devices.size());
    return here().devices.empty() ? failed(cudaErrorNoDevice) : cudaSuccess;
  });
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int which) {
  return guarded([&] {
    if (which < 0 || static_cast<std::size_t>(which) >= here().devices.size()) return failed(cudaErrorInvalidDevice);
    description const& device = here().devices[static_cast<std::size_t>(which)];
    limits const most = limits_of(device);
    *properties = {};
    std::snprintf(properties->name, sizeof(properties->name), "%s", device.name.c_str());
    properties->totalGlobalMem = device.memory_mib << 20;
    properties->multiProcessorCount = device.sm_count;
    properties->major = device.major;
    properties->minor = device.minor;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->sharedMemPerBlock = without_opting_in;
    properties->sharedMemPerBlockOptin = most.shared_of_block;
    properties->sharedMemPerMultiprocessor = most.shared_of_sm;
    properties->maxThreadsPerMultiProcessor = most.threads_of_sm;
    properties->maxBlocksPerMultiProcessor = most.blocks_of_sm;
    properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
    properties->cooperativeLaunch = 1;
    properties->clusterLaunch = device.major >= 9;
    properties->uuid.bytes[0] = static_cast<char>(which << 4 | 1);  // as in test/fake_nvml/scenario/interpreter_*.json
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int which) {
  cudaDeviceProp properties;
  if (cudaError_t const code = cudaGetDeviceProperties(&properties, which); code != cudaSuccess) return code;
  switch (attribute) {
    case cudaDevAttrMultiProcessorCount:
      *value = properties.multiProcessorCount;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = properties.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = properties.minor;
      break;
    case cudaDevAttrMaxThreadsPerBlock:
      *value = properties.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(properties.sharedMemPerBlock);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(properties.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(properties.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = properties.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = properties.maxBlocksPerMultiProcessor;
      break;
    case cudaDevAttrMaxGridDimX:
      *value = 2147483647;
      break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      *value = 65535;
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = 1;
      break;
    case cudaDevAttrClusterLaunch:
      *value = properties.clusterLaunch;
      break;
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
      *value = 1;
      break;
    default:
      std::fprintf(stderr, "device test: attribute %d of a device is unknown to this stand-in\n",
                   static_cast<int>(attribute));
      return failed(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* which) { return *which = current, cudaSuccess; }
cudaError_t cudaSetDevice(int which) {
  return guarded([&] {
    if (which < 0 || static_cast<std::size_t>(which) >= here().devices.size()) return failed(cudaErrorInvalidDevice);
    current = which;
    return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
  });
}
cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t value) {
  return guarded([&] {
    if (which == cudaLimitStackSize) {
      here().stack_bytes = value;
    } else if (which == cudaLimitMallocHeapSize) {
      here().memory.set_heap_size(value);
    } else {
      return failed(cudaErrorUnsupportedLimit);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit which) {
  return guarded([&] {
    if (which == cudaLimitStackSize) {
      *value = here().stack_bytes;
    } else if (which == cudaLimitMallocHeapSize) {
      *value = here().memory.heap_size();
    } else {
      return failed(cudaErrorUnsupportedLimit);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceSynchronize() {
  return guarded([&] {
    if (is_unsafe_now()) return spoil(cudaErrorStreamCaptureUnsupported);
    cudaError_t const code = wait_for_all();
    return code == cudaSuccess ? code : failed(code);
  });
}
/// All memory, streams and events end; variables are as at the program's beginning. An error of a kernel stays, as on a
/// GPU.
cudaError_t cudaDeviceReset() {
  return guarded([&] {
    runtime& now = here();
    wait_for_all();
    for (std::uint64_t const base : now.allocated) now.memory.find(base, 0)->end();
    for (auto* const of_host : {&now.pinned, &now.managed}) {
      for (std::uint64_t const address : *of_host) {
        now.memory.erase(address);
        std::free(reinterpret_cast<void*>(address));
      }
      of_host->clear();
    }
    now.allocated.clear();
    for (CUstream_st* const stream : now.streams) delete stream;
    for (CUevent_st* const event : now.events) delete event;
    now.streams.clear(), now.events.clear();
    for (auto const& binary : now.binaries) {
      for (auto const& [image, loaded] : binary->loaded) {
        for (variable const& v : loaded->parsed.variables) {
          if (v.space != "shared") initialise(*loaded, v);
        }
      }
    }
    last_error = cudaSuccess;
    return now.broken == cudaSuccess ? cudaSuccess : failed(now.broken);
  });
}
cudaError_t cudaGetLastError() {
  cudaError_t const code = std::exchange(last_error, cudaSuccess);
  return here().broken != cudaSuccess ? here().broken : code;
}
cudaError_t cudaPeekAtLastError() { return here().broken != cudaSuccess ? here().broken : last_error; }
char const* cudaGetErrorName(cudaError_t code) {
  switch (code) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorMisalignedAddress:
      return "cudaErrorMisalignedAddress";
    case cudaErrorAssert:
      return "cudaErrorAssert";
    case cudaErrorLaunchTimeout:
      return "cudaErrorLaunchTimeout";
    case cudaErrorNoDevice:
      return "cudaErrorNoDevice";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidClusterSize:
      return "cudaErrorInvalidClusterSize";
    case cudaErrorInvalidDeviceFunction:
      return "cudaErrorInvalidDeviceFunction";
    case cudaErrorNoKernelImageForDevice:
      return "cudaErrorNoKernelImageForDevice";
    case cudaErrorCooperativeLaunchTooLarge:
      return "cudaErrorCooperativeLaunchTooLarge";
    case cudaErrorNotReady:
      return "cudaErrorNotReady";
    case cudaErrorInvalidPitchValue:
      return "cudaErrorInvalidPitchValue";
    case cudaErrorInvalidSymbol:
      return "cudaErrorInvalidSymbol";
    case cudaErrorIllegalState:
      return "cudaErrorIllegalState";
    case cudaErrorStreamCaptureUnsupported:
      return "cudaErrorStreamCaptureUnsupported";
    case cudaErrorStreamCaptureInvalidated:
      return "cudaErrorStreamCaptureInvalidated";
    case cudaErrorStreamCaptureMerge:
      return "cudaErrorStreamCaptureMerge";
    case cudaErrorStreamCaptureUnmatched:
      return "cudaErrorStreamCaptureUnmatched";
    case cudaErrorStreamCaptureUnjoined:
      return "cudaErrorStreamCaptureUnjoined";
    case cudaErrorStreamCaptureImplicit:
      return "cudaErrorStreamCaptureImplicit";
    case cudaErrorCapturedEvent:
      return "cudaErrorCapturedEvent";
    case cudaErrorNotSupported:
      return "cudaErrorNotSupported";
    default:
      return "another code";
  }
}
char const* cudaGetErrorString(cudaError_t code) { return cudaGetErrorName(code); }

// ---- memory ---------------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return guarded([&] { return is_unsafe_now() ? spoil(cudaErrorStreamCaptureUnsupported) : allocate(memory, bytes); });
}
cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t) {
  return guarded([&] { return allocate(memory, bytes); });
}
cudaError_t cudaMallocPitch(void** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  constexpr std::size_t of_rows = 512;
  *pitch = (width + of_rows - 1) / of_rows * of_rows;
  return cudaMalloc(memory, *pitch * height);
}
cudaError_t cudaFree(void* memory) {
  return guarded([&] {
    if (memory == nullptr) return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
    if (is_unsafe_now()) return spoil(cudaErrorStreamCaptureUnsupported);
    wait_for_all();
    if (here().broken != cudaSuccess) return failed(here().broken);
    auto const address = reinterpret_cast<std::uint64_t>(memory);
    region* const in = here().memory.find(address, 0);
    if (in == nullptr || in->base() != address) {
      found({defect::host, "host: cudaFree of memory that is no allocation, or was freed before"});
      return failed(cudaErrorInvalidValue);
    }
    here().allocated.erase(address);
    if (here().managed.erase(address) != 0) {
      here().memory.erase(address);
      std::free(memory);
    } else {
      in->end();
    }
    return cudaSuccess;
  });
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  return guarded([&] {
    // A graph may be launched again: its memory stays.
    if (stream_of(stream).recorded_in != nullptr) return cudaSuccess;
    submit(stream_of(stream), [memory] {
      here().allocated.erase(reinterpret_cast<std::uint64_t>(memory));
      region* const in = here().memory.find(reinterpret_cast<std::uint64_t>(memory), 0);
      if (in != nullptr) in->end();
    });
    return cudaSuccess;
  });
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return guarded([&] {
    *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    here().memory.adopt(*memory, bytes, "pinned memory of the host");
    here().pinned.insert(reinterpret_cast<std::uint64_t>(*memory));
    return cudaSuccess;
  });
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) { return cudaMallocHost(memory, bytes); }
cudaError_t cudaFreeHost(void* memory) {
  return guarded([&] {
    if (memory == nullptr) return cudaSuccess;
    wait_for_all();
    auto const address = reinterpret_cast<std::uint64_t>(memory);
    if (here().pinned.erase(address) == 0) {
      found({defect::host, "host: cudaFreeHost of memory that is not pinned"});
      return failed(cudaErrorInvalidValue);
    }
    here().memory.erase(address);
    std::free(memory);
    return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
  });
}
cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned) {
  return guarded([&] {
    here().memory.adopt(memory, bytes, "registered memory of the host");
    return cudaSuccess;
  });
}
cudaError_t cudaHostUnregister(void* memory) {
  return guarded([&] {
    wait_for_all();
    here().memory.erase(reinterpret_cast<std::uint64_t>(memory));
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetDevicePointer(void** device_memory, void* memory, unsigned) {
  return *device_memory = memory, cudaSuccess;
}
cudaError_t cudaMallocManaged(void** memory, std::size_t bytes, unsigned) {
  return guarded([&] {
    *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    here().memory.adopt(*memory, bytes, "unified memory");
    here().managed.insert(reinterpret_cast<std::uint64_t>(*memory));
    return cudaSuccess;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, void const* memory) {
  return guarded([&] {
    *attributes = {};
    region* const in = here().memory.find(reinterpret_cast<std::uint64_t>(memory), 1);
    attributes->type = cudaMemoryTypeUnregistered;
    if (in != nullptr) {
      bool const managed = here().managed.contains(in->base());
      attributes->type = managed                     ? cudaMemoryTypeManaged
                         : is_device_address(memory) ? cudaMemoryTypeDevice
                                                     : cudaMemoryTypeHost;
      attributes->devicePointer = const_cast<void*>(memory);
      if (attributes->type != cudaMemoryTypeDevice) attributes->hostPointer = const_cast<void*>(memory);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* all) {
  return guarded([&] { return *all = device_now().memory_mib << 20, *free_bytes = *all, cudaSuccess; });
}
cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return guarded([&] { return copy(to, from, bytes, kind, stream_of(stream)); });
}
/// All devices have one address space.
cudaError_t cudaMemcpyPeerAsync(void* to, int, void const* from, int, std::size_t bytes, cudaStream_t stream) {
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemcpy(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind) {
  return guarded([&] {
    cudaError_t const code = copy(to, from, bytes, kind, here().default_stream);
    return code == cudaSuccess ? wait_for(here().default_stream) : code;
  });
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, void const* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return guarded([&] {
    if (width > to_pitch || width > from_pitch) return failed(cudaErrorInvalidPitchValue);
    for (std::size_t row = 0; row < height; ++row) {
      cudaError_t const code = copy(static_cast<char*>(to) + row * to_pitch,
                                    static_cast<char const*>(from) + row * from_pitch, width, kind, stream_of(stream));
      if (code != cudaSuccess) return code;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, void const* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  cudaError_t const code = cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
  return code == cudaSuccess ? cudaStreamSynchronize(nullptr) : code;
}
cudaError_t cudaMemcpy3DAsync(cudaMemcpy3DParms const* what, cudaStream_t stream) {
  return guarded([&] {
    auto const at = [](cudaPitchedPtr const& in, cudaPos const& first, std::size_t plane, std::size_t row) {
      return static_cast<char*>(in.ptr) + ((first.z + plane) * in.ysize + first.y + row) * in.pitch + first.x;
    };
    if (what->srcArray != nullptr || what->dstArray != nullptr) return failed(cudaErrorNotSupported);
    for (std::size_t plane = 0; plane < what->extent.depth; ++plane) {
      for (std::size_t row = 0; row < what->extent.height; ++row) {
        cudaError_t const code =
            copy(at(what->dstPtr, what->dstPos, plane, row), at(what->srcPtr, what->srcPos, plane, row),
                 what->extent.width, what->kind, stream_of(stream));
        if (code != cudaSuccess) return code;
      }
    }
    return cudaSuccess;
  });
}
/// All devices have one address space.
cudaError_t cudaMemcpy3DPeerAsync(cudaMemcpy3DPeerParms const* what, cudaStream_t stream) {
  cudaMemcpy3DParms same{};
  same.srcArray = what->srcArray, same.srcPos = what->srcPos, same.srcPtr = what->srcPtr;
  same.dstArray = what->dstArray, same.dstPos = what->dstPos, same.dstPtr = what->dstPtr;
  same.extent = what->extent;
  same.kind = cudaMemcpyDeviceToDevice;
  return cudaMemcpy3DAsync(&same, stream);
}
cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
  return guarded([&] { return set(memory, value, bytes, stream_of(stream)); });
}
cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return guarded([&] {
    if (width > pitch) return failed(cudaErrorInvalidValue);
    for (std::size_t row = 0; row < height; ++row) {
      cudaError_t const code = set(static_cast<char*>(memory) + row * pitch, value, width, stream_of(stream));
      if (code != cudaSuccess) return code;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return cudaMemset2DAsync(memory, pitch, value, width, height, nullptr);
}
cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  return guarded([&] { return set(memory, value, bytes, here().default_stream); });
}

// ---- streams and events ---------------------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return guarded([&] {
    if (here().broken != cudaSuccess) return failed(here().broken);
    *stream = new CUstream_st;
    (*stream)->waits_for_default = flags != cudaStreamNonBlocking;
    here().streams.insert(*stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithFlags(stream, cudaStreamDefault); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  cudaError_t const code = cudaStreamCreateWithFlags(stream, flags);
  if (code == cudaSuccess) (*stream)->priority = std::clamp(priority, highest_priority, 0);
  return code;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* lowest, int* highest) {
  return *lowest = 0, *highest = highest_priority, cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return *priority = stream_of(stream).priority, cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return guarded([&] {
    if (stream_of(stream).recorded_in != nullptr) return spoil(cudaErrorStreamCaptureUnsupported);
    cudaError_t const code = wait_for(stream_of(stream));
    return code == cudaSuccess ? code : failed(code);
  });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return guarded([&] {
    CUstream_st& asked = stream_of(stream);
    if (asked.recorded_in != nullptr) return spoil(cudaErrorStreamCaptureUnsupported);
    if (asked.done == asked.submitted) return here().broken;
    work_until(asked, asked.done + 1);  // a program that asks again and again gets there
    return cudaErrorNotReady;
  });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return guarded([&] {
    wait_for(*stream);
    for (CUevent_st* const event : here().events) {
      if (event->stream == stream) event->stream = nullptr;
    }
    here().streams.erase(stream);
    delete stream;
    return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
  });
}
cudaError_t cudaStreamGetDevice(cudaStream_t, int* which) { return *which = current, cudaSuccess; }
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return *flags = stream_of(stream).waits_for_default ? cudaStreamDefault : cudaStreamNonBlocking, cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  CUgraph_st const* const graph = stream_of(stream).recorded_in;
  *status = graph == nullptr    ? cudaStreamCaptureStatusNone
            : graph->is_spoiled ? cudaStreamCaptureStatusInvalidated
                                : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return guarded([&] { return submit(stream_of(stream), [=] { function(data); }), cudaSuccess; });
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return guarded([&] {
    *event = new CUevent_st;
    here().events.insert(*event);
    return cudaSuccess;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return guarded([&] {
    if (event->stream != nullptr) work_until(*event->stream, event->position);
    here().events.erase(event);
    delete event;
    return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return guarded([&] {
    CUstream_st& in = stream_of(stream);
    event->recorded_in = in.recorded_in;
    if (in.recorded_in != nullptr) {
      event->stream = &in;
      event->recorded_at = in.recorded;
      return cudaSuccess;
    }
    submit(in, [event] { event->time = here().numbers.instructions; });
    event->stream = &in;
    event->position = in.submitted;
    return cudaSuccess;
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return guarded([&] {
    if (event->recorded_in != nullptr) return failed(cudaErrorCapturedEvent);
    if (event->stream != nullptr) work_until(*event->stream, event->position);
    return here().broken == cudaSuccess ? cudaSuccess : failed(here().broken);
  });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return guarded([&] {
    if (event->recorded_in != nullptr) return failed(cudaErrorCapturedEvent);
    if (event->stream == nullptr || event->stream->done >= event->position) return here().broken;
    work_until(*event->stream, event->stream->done + 1);
    return cudaErrorNotReady;
  });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  return guarded([&] { return *milliseconds = static_cast<float>(end->time - begin->time) * 1e-6f, cudaSuccess; });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return guarded([&] {
    if (event->recorded_in != nullptr) {
      CUstream_st& waits = stream_of(stream);
      if (!here().recording.contains(event->recorded_in)) return failed(cudaErrorCapturedEvent);
      if (waits.recorded_in == nullptr) waits.recorded_in = event->recorded_in;  // it takes part from now on
      if (waits.recorded_in != event->recorded_in) return spoil(cudaErrorStreamCaptureMerge);
      if (&waits != event->recorded_in->origin) waits.joined = false;
      if (event->recorded_at == event->stream->recorded) event->stream->joined = true;
      return cudaSuccess;
    }
    if (event->stream == nullptr || event->stream == &stream_of(stream)) return cudaSuccess;
    submit(stream_of(stream), [other = event->stream, until = event->position] {
      if (other == &here().default_stream || here().streams.contains(other)) work_until(*other, until);
    });
    return cudaSuccess;
  });
}

// ---- graphs: work in the order in which it was recorded
// --------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return guarded([&] {
    CUstream_st& in = stream_of(stream);
    if (&in == &here().default_stream) return failed(cudaErrorStreamCaptureUnsupported);
    if (in.recorded_in != nullptr) return failed(cudaErrorIllegalState);
    in.recorded_in = new CUgraph_st{{}, &in, mode, false};
    here().recording.insert(in.recorded_in);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* made) {
  return guarded([&] {
    CUgraph_st* const graph = stream_of(stream).recorded_in;
    *made = nullptr;
    if (graph == nullptr) return failed(cudaErrorIllegalState);
    if (graph->origin != stream) return spoil(cudaErrorStreamCaptureUnmatched);
    bool all_joined = true;
    for (CUstream_st* const one : here().streams) {
      if (one->recorded_in != graph) continue;
      all_joined &= one->joined || one == stream;
      one->recorded_in = nullptr, one->joined = true;
    }
    graph->origin = nullptr;
    here().recording.erase(graph);
    if (!graph->is_spoiled && all_joined) return *made = graph, cudaSuccess;
    cudaError_t const code = graph->is_spoiled ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnjoined;
    delete graph;
    return failed(code);
  });
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return guarded([&] {
    thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
    std::swap(now, *mode);
    for (CUgraph_st* const graph : here().recording) graph->mode = now;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return guarded([&] {
    if (nodes != nullptr) return failed(cudaErrorNotSupported);
    return *count = graph->work.size(), cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long) {
  return guarded([&] { return *made = new CUgraphExec_st{std::make_shared<recorded_work>(graph->work)}, cudaSuccess; });
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(made, graph, flags);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t to, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  return guarded([&] {
    *result = {};
    return to->work = std::make_shared<recorded_work>(graph->work), cudaSuccess;
  });
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaGraphLaunch(cudaGraphExec_t of, cudaStream_t stream) {
  return guarded([&] {
    CUstream_st& in = stream_of(stream);
    if (here().broken != cudaSuccess) return failed(here().broken);
    if (breaks_a_recording(in)) return spoil(cudaErrorStreamCaptureImplicit);
    submit(in, [work = of->work] {
      for (std::function<void()> const& one : *work) {
        if (here().broken == cudaSuccess) one();
      }
    });
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete graph, cudaSuccess; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t of) { return delete of, cudaSuccess; }

// ---- functions ------------------------------------------------------------------------------------------------------

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void const* host_function) {
  return guarded([&] {
    *attributes = {};
    auto const function = here().functions.find(host_function);
    if (function == here().functions.end()) return failed(cudaErrorInvalidDeviceFunction);
    program* const code = program_of(function->second);
    if (code == nullptr) return failed(cudaErrorNoKernelImageForDevice);
    attributes->sharedSizeBytes = code->static_shared;
    attributes->localSizeBytes = code->local_bytes;
    attributes->maxThreadsPerBlock = code->most_threads != 0 ? static_cast<int>(code->most_threads) : 1024;
    attributes->ptxVersion =
        image_for(function->second.in->images, device_now().major, device_now().minor)->architecture;
    attributes->binaryVersion = 10 * device_now().major + device_now().minor;
    attributes->numRegs = code->registers != 0 ? static_cast<int>(code->registers) : 32;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetAttribute(void const* host_function, cudaFuncAttribute attribute, int value) {
  return guarded([&] {
    auto const function = here().functions.find(host_function);
    if (function == here().functions.end()) return failed(cudaErrorInvalidDeviceFunction);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
      program* const code = program_of(function->second);
      if (code == nullptr) return failed(cudaErrorNoKernelImageForDevice);
      if (static_cast<std::size_t>(value) + code->static_shared > limits_of(device_now()).shared_of_block)
        return failed(cudaErrorInvalidValue);
      function->second.shared_allowed = static_cast<std::size_t>(value);
    } else if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
      function->second.non_portable = value != 0;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void const* host_function, int threads,
                                                                   std::size_t shared, unsigned) {
  return guarded([&] {
    auto const function = here().functions.find(host_function);
    if (function == here().functions.end()) return failed(cudaErrorInvalidDeviceFunction);
    program* const code = program_of(function->second);
    if (code == nullptr) return failed(cudaErrorNoKernelImageForDevice);
    return *blocks = blocks_of_sm(*code, static_cast<std::uint64_t>(threads), shared), cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void const* host_function, int threads,
                                                          std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host_function, threads, shared, 0);
}
cudaError_t cudaLaunchKernel(void const* function, dim3 blocks, dim3 threads, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  return guarded([&] { return launch(function, blocks, threads, arguments, shared, stream, dim3(1), false); });
}
cudaError_t cudaLaunchCooperativeKernel(void const* function, dim3 blocks, dim3 threads, void** arguments,
                                        std::size_t shared, cudaStream_t stream) {
  return guarded([&] { return launch(function, blocks, threads, arguments, shared, stream, dim3(1), true); });
}
cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const* configuration, void const* function, void** arguments) {
  return guarded([&] {
    dim3 cluster(1);
    bool cooperative = false;
    for (unsigned i = 0; i < configuration->numAttrs; ++i) {
      cudaLaunchAttribute const& attribute = configuration->attrs[i];
      if (attribute.id == cudaLaunchAttributeClusterDimension) {
        cluster = dim3(attribute.val.clusterDim.x, attribute.val.clusterDim.y, attribute.val.clusterDim.z);
      } else if (attribute.id == cudaLaunchAttributeCooperative) {
        cooperative = attribute.val.cooperative != 0;
      } else if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization) {
        // The kernel may begin before the one ahead of it has ended; here it never does.
      } else {
        return failed(cudaErrorInvalidValue);
      }
    }
    return launch(function, configuration->gridDim, configuration->blockDim, arguments, configuration->dynamicSmemBytes,
                  configuration->stream, cluster, cooperative);
  });
}

// ---- variables of modules -------------------------------------------------------------------------------------------

cudaError_t cudaGetSymbolAddress(void** address, void const* symbol) {
  return guarded([&] {
    auto const variable = here().variables.find(symbol);
    if (variable == here().variables.end()) return failed(cudaErrorInvalidSymbol);
    loaded_module* const in = module_of(*variable->second.in);
    if (in == nullptr) return failed(cudaErrorNoKernelImageForDevice);
    return *address = reinterpret_cast<void*>(in->addresses.at(variable->second.name)), cudaSuccess;
  });
}
cudaError_t cudaMemcpyToSymbolAsync(void const* symbol, void const* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind, cudaStream_t stream) {
  void* address = nullptr;
  if (cudaError_t const code = cudaGetSymbolAddress(&address, symbol); code != cudaSuccess) return code;
  return cudaMemcpyAsync(static_cast<char*>(address) + offset, from, bytes, cudaMemcpyDefault, stream);
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, void const* symbol) {
  void* address = nullptr;
  if (cudaError_t const code = cudaGetSymbolAddress(&address, symbol); code != cudaSuccess) return code;
  return *bytes = here().memory.find(reinterpret_cast<std::uint64_t>(address), 0)->size(), cudaSuccess;
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, void const* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind, cudaStream_t stream) {
  void* address = nullptr;
  if (cudaError_t const code = cudaGetSymbolAddress(&address, symbol); code != cudaSuccess) return code;
  return cudaMemcpyAsync(to, static_cast<char const*>(address) + offset, bytes, cudaMemcpyDefault, stream);
}
cudaError_t cudaMemcpyFromSymbol(void* to, void const* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  cudaError_t const code = cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
  return code == cudaSuccess ? cudaStreamSynchronize(nullptr) : code;
}
cudaError_t cudaMemcpyToSymbol(void const* symbol, void const* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  cudaError_t const code = cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
  return code == cudaSuccess ? cudaStreamSynchronize(nullptr) : code;
}

// ---- what nvcc's generated code calls -------------------------------------------------------------------------------

unsigned __cudaPushCallConfiguration(dim3 blocks, dim3 threads, std::size_t shared, CUstream_st* stream) {
  pushed = {blocks, threads, shared, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* blocks, dim3* threads, std::size_t* shared, void* stream) {
  *blocks = pushed.blocks, *threads = pushed.threads, *shared = pushed.shared;
  *static_cast<void**>(stream) = pushed.stream;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, void const* function) {
  return *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function)), cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 blocks, dim3 threads, void** arguments, std::size_t shared,
                               cudaStream_t stream) {
  return cudaLaunchKernel(kernel, blocks, threads, arguments, shared, stream);
}
void** __cudaRegisterFatBinary(void* wrapper) {
  void** handle = nullptr;
  guarded([&] {
    auto binary = std::make_unique<fat_binary>();
    binary->images = ptx_of_fat_binary(wrapper);
    handle = reinterpret_cast<void**>(binary.get());
    here().binaries.push_back(std::move(binary));
    return cudaSuccess;
  });
  return handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void** handle, char const* host_function, char*, char const* name, int, uint3*, uint3*,
                            dim3*, dim3*, int*) {
  here().functions[host_function] = {reinterpret_cast<fat_binary*>(handle), name};
}
void __cudaRegisterVar(void** handle, char* host_variable, char*, char const* name, int, std::size_t, int, int) {
  here().variables[host_variable] = {reinterpret_cast<fat_binary*>(handle), name};
}
void __cudaRegisterManagedVar(void** handle, void** host_variable, char*, char const* name, int, std::size_t, int,
                              int) {
  here().variables[host_variable] = {reinterpret_cast<fat_binary*>(handle), name};
}
char __cudaInitModule(void**) { return 1; }

}  // extern "C"
