// SPDX-License-Identifier: BSL-1.0
// From a name to a type.
#include <allotype/allotype.hpp>
#include <allotype/machine.hpp>
#include <allotype/names.hpp>

#include <cstdio>

namespace at = allotype;

int main() {
  at::with_accelerator("A100 2g.10gb", []<class A>(std::type_identity<A>) {
    if constexpr (at::publishes<A, at::fact::memory>) {
      std::printf("%s: %s\n", at::name_of<A>, to_string(at::fact_of<A, at::fact::memory>).text());
    }
  });
}
