// SPDX-License-Identifier: BSL-1.0
// The name of a function template, which has no type, in place of a lambda.
// expect(gcc): no matching function for call to
// expect(gcc): lambda_or_object_and_no_function_template
// expect(clang): no matching member function for call to 'run'
// expect(clang): lambda_or_object_and_no_function_template
// expect(nvcc): no instance of overloaded function
// expect(nvcc): a_function_template_is_called_in_a_lambda
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

template <class Execution>
int train(Execution& here) {
  return here.rank();
}
int f() {
  at::executor<at::cpu, at::data_parallel<>> const pair({.devices = 2});
#ifdef TWIN
  return pair.run([](auto& here) { return train(here); });
#else
  return pair.run(train);  // here
#endif
}
