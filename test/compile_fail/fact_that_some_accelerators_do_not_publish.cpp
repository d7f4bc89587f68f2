// SPDX-License-Identifier: BSL-1.0
// A fact of whichever accelerator is named, though not each one publishes it. One error, and not one for each of them.
// expect: this fact is not published for this accelerator, and is not guessed
// expect: fact::memory
#include <allotype/allotype.hpp>
#include <allotype/names.hpp>
namespace at = allotype;

void print(char const* text);

void go() {
  at::with_accelerator("A100", []<class A>(std::type_identity<A>) {
#ifdef TWIN
    if constexpr (at::publishes<A, at::fact::memory>) print(to_string(at::fact_of<A, at::fact::memory>).text());
#else
    print(to_string(at::fact_of<A, at::fact::memory>).text());  // here
#endif
  });
}
