// SPDX-License-Identifier: BSL-1.0
// A request to dstack as YAML, without the document in between.
// expect: yaml_is_written_of_a_document_which_to_document_makes
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

constexpr auto part = at::request<at::system<"dstack">, at::A100_80GB>();
#ifdef TWIN
std::string text() { return to_yaml(to_document(part)); }
#else
std::string text() { return to_yaml(part); }  // here
#endif
