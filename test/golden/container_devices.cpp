// SPDX-License-Identifier: BSL-1.0
/// \file
/// Both sides of a container for podman_devices.py. Outside it prints how devices are asked for, a line each, with tabs
/// between: the strategy of names in the CDI file, the devices by the names of that strategy, the options. Inside, with
/// the argument `inside`, it prints the device nodes whose names begin with `allotype-`.
#include <allotype/cluster/request/container.hpp>

#include <filesystem>
#include <iostream>

namespace {

namespace at = allotype;
using at::container::device;
using at::container::named_by;

constexpr at::device_uuid gpu{"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"};
constexpr at::device_uuid slice{"MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6"};

void print(char const* strategy, named_by how, std::vector<device> const& devices, char const* names) {
  std::cout << strategy << '\t' << names << '\t' << at::container::cdi_options(devices, how) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string{argv[1]} == "inside") {
    for (auto const& each : std::filesystem::directory_iterator("/dev")) {
      std::string const name = each.path().filename().string();
      if (name.rfind("allotype-", 0) == 0) std::cout << name << '\n';
    }
    return 0;
  }
  std::vector<device> const whole{{.gpu = 1, .uuid = gpu}};
  std::vector<device> const slices{{.gpu = 0, .partition = 0, .uuid = slice}, {.gpu = 0, .partition = 1}};
  print("index", named_by::index, whole, "1");
  print("index", named_by::index, slices, "0:0 0:1");
  print("type-index", named_by::type_and_index, whole, "gpu1");
  print("type-index", named_by::type_and_index, slices, "mig0:0 mig0:1");
  print("uuid", named_by::uuid, whole, "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6");
  print("uuid", named_by::uuid, {slices[0]}, "MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6");
  std::cout << "index\tall\t" << at::container::cdi_option_of_all() << '\n';
  // Of a GPU that was partitioned anew: not in the file.
  print("index", named_by::index, {{.gpu = 0, .partition = 2}}, "");
}
