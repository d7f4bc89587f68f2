// SPDX-License-Identifier: BSL-1.0
// Whether a device is what a type names, by what CUDA tells: the table of doc/devices.md, row by row.
#include <allotype/allotype.hpp>

#include <string>

#include "catch.hpp"
#include "dispatch/device_identity_rows.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

namespace {

struct as_the_row_says {
  int& rows;
  template <class A>
  void operator()(std::type_identity<A>, identity::row const& row) const {
    if constexpr (at::dispatchable<A>) {
      INFO(at::name_of<A> << " and " << row.device << ", " << row.memory_mib << " MiB");
      std::string const uuid = row.profile[0] == '\0' ? identity::uuid_of_board : identity::uuid_of_slice;
      pretend::reset();
      pretend::here().devices = {{row.device, static_cast<unsigned long long>(row.memory_mib), row.sm_count,
                                  row.capability.major, row.capability.minor, uuid}};
      auto const first = at::queue<A>::open();
      auto const that_one = at::queue<A>::open(at::device_uuid(uuid.c_str()));
      bool const is_one = row.differs[0] == '\0';
      CHECK(static_cast<bool>(first) == is_one);
      CHECK(static_cast<bool>(that_one) == is_one);
      if (!is_one) CHECK_THAT(std::string{that_one.reason().text()}, contains(row.differs));
      ++rows;
    }
  }
};

}  // namespace

TEST_CASE("CUDA's devices are, or are not, what the types name") {
  int rows = 0;
  identity::for_each_row(as_the_row_says{rows});
  CHECK(rows > 30);  // all but those of a V100, for which CUDA 13 generates no code
}
