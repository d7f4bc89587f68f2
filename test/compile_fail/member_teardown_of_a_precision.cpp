// SPDX-License-Identifier: BSL-1.0
// A precision policy with a private teardown.
// expect: the member teardown is not one that the library uses, and would be ignored: write, as a public member, static void teardown()
// expect: precision_members
// expect: own_fp32
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

class own_fp32 : public at::fp32_true {
#ifdef TWIN
 public:
#else
 private:
#endif
  static void teardown() {}
};
using executor = at::executor<at::cpu, at::single_device<>, own_fp32>;
executor const train{};  // here
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
