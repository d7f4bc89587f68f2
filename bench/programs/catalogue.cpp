// SPDX-License-Identifier: BSL-1.0
// Every device of the catalogue and every partition of each, as types: all are named, those with memory asked for it.
#include <allotype/allotype.hpp>
#include <boost/mp11/algorithm.hpp>

namespace at = allotype;

template <class A>
constexpr unsigned long long looked_at() {
  unsigned long long sum = at::name_of<A>[0] != '\0';
  if constexpr (at::publishes<A, at::fact::memory>) sum += at::fact_of<A, at::fact::memory>.count;
  return sum;
}

template <class Device, class... Profiles>
constexpr unsigned long long partitions_looked_at(at::list<Profiles...>) {
  return (0ULL + ... + looked_at<typename Device::template listed_partition<Profiles>>());
}

template <class... Devices>
constexpr unsigned long long all_looked_at(at::list<Devices...>) {
  return (0ULL + ... +
          (looked_at<Devices>() + partitions_looked_at<Devices>(typename at::detail::partitions_of<Devices>::type{})));
}

static_assert(all_looked_at(at::detail::known_devices::devices{}) > 0);
