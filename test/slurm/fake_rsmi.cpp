// SPDX-License-Identifier: BSL-1.0
// What Slurm's plug-in calls of ROCm SMI, for an MI300X in a mode with 8 partitions: devices of one name, with a render
// node each. The declarations are those of rocm_smi.h. What depends on a clock is not supported.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

constexpr int success = 0, not_supported = 2;
constexpr std::uint32_t partitions = 8;

int put(char* to, std::size_t size, char const* text) {
  std::strncpy(to, text, size);
  to[size - 1] = '\0';
  return success;
}

}  // namespace

extern "C" {

struct rsmi_version_t {
  std::uint32_t major, minor, patch;
  char const* build;
};

int rsmi_init(std::uint64_t) { return success; }
int rsmi_shut_down() { return success; }
int rsmi_num_monitor_devices(std::uint32_t* count) {
  *count = partitions;
  return success;
}
int rsmi_dev_name_get(std::uint32_t, char* name, std::size_t size) {
  return put(name, size, "AMD Instinct MI300X OAM");
}
// Of a product that it does not list, the library has the name as its brand.
int rsmi_dev_brand_get(std::uint32_t at, char* brand, std::uint32_t size) { return rsmi_dev_name_get(at, brand, size); }
int rsmi_dev_unique_id_get(std::uint32_t at, std::uint64_t* id) {
  *id = 0x1a2b00 + at;
  return success;
}
int rsmi_dev_pci_id_get(std::uint32_t at, std::uint64_t* id) {
  *id = 0x1000 + at;
  return success;
}
int rsmi_dev_drm_render_minor_get(std::uint32_t at, std::uint32_t* minor) {
  *minor = 128 + at;
  return success;
}
int rsmi_topo_get_numa_node_number(std::uint32_t, std::uint32_t* node) {
  *node = 0;
  return success;
}
int rsmi_version_str_get(int, char* text, std::uint32_t size) { return put(text, size, "6.4.0"); }
int rsmi_version_get(rsmi_version_t* version) {
  *version = {7, 5, 0, "7.5.0"};
  return success;
}
int rsmi_status_string(int, char const** text) {
  *text = "not supported";
  return success;
}
int rsmi_dev_gpu_clk_freq_get(std::uint32_t, int, void*) { return not_supported; }
int rsmi_dev_gpu_clk_freq_set(std::uint32_t, int, std::uint64_t) { return not_supported; }
int rsmi_dev_perf_level_set(std::uint32_t, int) { return not_supported; }
int rsmi_dev_power_ave_get(std::uint32_t, std::uint32_t, std::uint64_t*) { return not_supported; }

}  // extern "C"
