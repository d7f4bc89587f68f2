// SPDX-License-Identifier: BSL-1.0
#include <unistd.h>
#include <allotype/machine/probe.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "catch.hpp"

using namespace allotype;

namespace {

/// Files below a root of their own, for as long as this lives.
class tree {
 public:
  explicit tree(std::map<std::string, std::string> const& files) {
    char name[] = "/tmp/allotype-tree-XXXXXX";
    root_ = mkdtemp(name);
    for (auto const& [path, text] : files) {
      std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
      std::ofstream(root_ + path) << text;
    }
  }
  tree(tree const&) = delete;
  ~tree() { std::filesystem::remove_all(root_); }
  std::string const& root() const { return root_; }

 private:
  std::string root_;
};

std::string const v2_mount = "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
std::string const v1_mounts =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 /docker/4f2a /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 /docker/4f2a /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";

/// What a machine whose files of Linux are below `root` has for a processor.
machine::host_processor_found processor_under(std::string const& root = {}) {
  return probe({.nvml_library = "no library", .root = root}).host_processor;
}

}  // namespace

TEST_CASE("two sockets, two NUMA nodes, two threads a core") {
  std::map<std::string, std::string> files = {
      {"/proc/cpuinfo", "processor\t: 0\nmodel name\t: Example 9000\n\nprocessor\t: 1\n"},
      {"/proc/meminfo", "MemTotal:       263762340 kB\nMemFree:  1 kB\n"},
      {"/proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2,6\n"},
      {"/sys/devices/system/cpu/online", "0-7\n"},
      {"/sys/devices/system/node/online", "0-1\n"},
      {"/sys/devices/system/node/node0/cpulist", "0-1,4-5\n"},
      {"/sys/devices/system/node/node1/cpulist", "2-3,6-7\n"},
      {"/sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       131881170 kB\nNode 0 MemFree: 5 kB\n"},
  };
  for (int i = 0; i < 8; ++i) {
    std::string const folder = "/sys/devices/system/cpu/cpu" + std::to_string(i) + "/topology/";
    files[folder + "physical_package_id"] = std::to_string(i / 2 % 2) + "\n";
    files[folder + "core_id"] = std::to_string(i % 2) + "\n";
  }
  tree const machine(files);
  auto const found = processor_under(machine.root());
  CHECK(found.model == "Example 9000");
  CHECK(found.processors == 8);
  CHECK(found.sockets == 2);
  CHECK(found.cores == 4);
  REQUIRE(found.numa_nodes.size() == 2);
  CHECK(found.numa_nodes[1].id == 1);
  CHECK(found.numa_nodes[1].processors == std::vector<int>{2, 3, 6, 7});
  CHECK(found.numa_nodes[0].memory == bytes{131881170ull << 10});
  CHECK(!found.numa_nodes[1].memory);
  CHECK(found.memory == bytes{263762340ull << 10});
  CHECK(found.affinity == std::vector<int>{0, 1, 2, 6});
  CHECK(!found.processor_limit);
  CHECK(!found.memory_limit);
  CHECK(found.control_group_version == 0);
  CHECK(found.usable_processors() == 4);
  CHECK(found.usable_memory() == found.memory);
}

TEST_CASE("where /sys hides the topology, /proc/cpuinfo has it; where neither has, it is absent") {
  std::string const cpuinfo =
      "processor\t: 0\nphysical id\t: 0\ncore id\t: 0\n\nprocessor\t: 1\nphysical id\t: 0\ncore id\t: 0\n\n"
      "processor\t: 2\nphysical id\t: 3\ncore id\t: 0\n\n";
  tree const first({{"/proc/cpuinfo", cpuinfo}, {"/sys/devices/system/cpu/online", "0-2"}});
  CHECK(processor_under(first.root()).sockets == 2);
  CHECK(processor_under(first.root()).cores == 2);
  CHECK(processor_under(first.root()).usable_processors() == 3);

  tree const arm({{"/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 50\n\n"}, {"/sys/devices/system/cpu/online", "0"}});
  CHECK(!processor_under(arm.root()).sockets);
  CHECK(!processor_under(arm.root()).cores);
  CHECK(processor_under(arm.root()).model.empty());

  tree const nothing({});
  auto const found = processor_under(nothing.root());
  CHECK(found.processors == 0);
  CHECK(found.usable_processors() == 1);
  CHECK(!found.usable_memory());
  CHECK(found.numa_nodes.empty());
}

TEST_CASE("control groups, version 2: the tightest limit on the way up holds") {
  tree const machine({
      {"/proc/self/mountinfo", v2_mount},
      {"/proc/self/cgroup", "0::/batch.slice/job 7/task\n"},
      {"/proc/self/status", "Cpus_allowed_list:\t0-15\n"},
      {"/proc/meminfo", "MemTotal: 67108864 kB\n"},
      {"/sys/fs/cgroup/batch.slice/cpu.max", "max 100000\n"},
      {"/sys/fs/cgroup/batch.slice/memory.max", "17179869184\n"},
      {"/sys/fs/cgroup/batch.slice/job 7/cpu.max", "350000 100000\n"},
      {"/sys/fs/cgroup/batch.slice/job 7/memory.max", "max\n"},
      {"/sys/fs/cgroup/batch.slice/job 7/task/cpu.max", "800000 100000\n"},
      {"/sys/fs/cgroup/batch.slice/job 7/task/memory.max", "34359738368\n"},
  });
  auto const found = processor_under(machine.root());
  CHECK(found.control_group_version == 2);
  CHECK(found.processor_limit == 3.5);
  CHECK(found.memory_limit == bytes{16ull << 30});
  CHECK(found.usable_processors() == 4);
  CHECK(found.usable_memory() == bytes{16ull << 30});
}

TEST_CASE("control groups, version 1, seen from a container") {
  tree const machine({
      {"/proc/self/mountinfo", v1_mounts},
      {"/proc/self/cgroup", "9:name=systemd:/\n5:memory:/docker/4f2a\n2:cpu,cpuacct:/docker/4f2a/inner\n0::/\n"},
      {"/proc/self/status", "Cpus_allowed_list:\t0-3\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n"},
  });
  auto const found = processor_under(machine.root());
  CHECK(found.control_group_version == 1);
  CHECK(found.processor_limit == 0.5);
  CHECK(found.memory_limit == bytes{2ull << 30});
  CHECK(found.usable_processors() == 1);
}

TEST_CASE("version 1 writes no limit as the largest number of pages; it is none") {
  tree const machine({
      {"/proc/self/mountinfo", v1_mounts},
      {"/proc/self/cgroup", "5:memory:/docker/4f2a\n2:cpu,cpuacct:/docker/4f2a\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
  });
  auto const found = processor_under(machine.root());
  CHECK(!found.processor_limit);
  CHECK(!found.memory_limit);
  CHECK(found.control_group_version == 0);
}

TEST_CASE("a path that leads out of the namespace, another's mount, and nonsense") {
  auto const limit_under = [](std::string const& mounts, std::string const& groups) {
    tree const machine({{"/proc/self/mountinfo", mounts},
                        {"/proc/self/cgroup", groups},
                        {"/sys/fs/cgroup/memory.max", "1048576\n"},
                        {"/sys/fs/cgroup/x/memory.max", "4096\n"}});
    return processor_under(machine.root()).memory_limit;
  };
  CHECK(limit_under(v2_mount, "0::/../../other\n") == bytes{1048576});
  CHECK(limit_under(v2_mount, "0::/x\n") == bytes{4096});
  CHECK(limit_under("30 24 0:26 /pod /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/pod/x\n") == bytes{4096});
  CHECK(limit_under("30 24 0:26 /pod /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/pods/x\n") == bytes{1048576});
  CHECK(limit_under(v2_mount, "0::\n") == bytes{1048576});
  CHECK(limit_under(v2_mount, "0::x\n") == bytes{1048576});
  CHECK(limit_under(v2_mount, "nonsense\n") == std::nullopt);
  CHECK(limit_under("nonsense - \n\n", "0::/x\n") == std::nullopt);
  CHECK(limit_under("30 24 0:26 / /sys/fs\\040x rw - cgroup2 cgroup2 rw\n", "0::/x\n") == std::nullopt);
}

TEST_CASE("lists of processors") {
  CHECK(detail::list_in("0-2,5\n") == std::vector<int>{0, 1, 2, 5});
  CHECK(detail::list_in("\n") == std::vector<int>{});
  CHECK(detail::list_in("3-1") == std::nullopt);
  CHECK(detail::list_in("0-4294967295") == std::nullopt);
  std::string long_list = "0-1048576";
  CHECK(detail::list_in(long_list)->size() == 1048577);
  for (int i = 0; i < 300; ++i) long_list += ",0-1048576";
  CHECK(detail::list_in(long_list) == std::nullopt);
  CHECK(detail::list_in("0,,1") == std::nullopt);
  CHECK(detail::list_in("a") == std::nullopt);
  CHECK(detail::number_in("18446744073709551615") == ~0ull);
  CHECK(detail::number_in("18446744073709551616") == std::nullopt);
  CHECK(detail::number_in("-1") == std::nullopt);
  CHECK(detail::kibibytes_of_label("a: 1 kB\nMemTotal:  2 MB\n", "MemTotal") == std::nullopt);
}

TEST_CASE("this machine") {
  auto const found = processor_under();
  CHECK(found.processors >= 1);
  CHECK(found.usable_processors() >= 1);
  CHECK(found.usable_processors() <= found.processors);
  CHECK(static_cast<long>(found.affinity.size()) <= sysconf(_SC_NPROCESSORS_CONF));
  REQUIRE(found.memory);
  // sysconf rounds to pages of the same figure.
  CHECK(found.memory->count == static_cast<unsigned long long>(sysconf(_SC_PHYS_PAGES)) *
                                   static_cast<unsigned long long>(sysconf(_SC_PAGESIZE)));
}
