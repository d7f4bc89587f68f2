// SPDX-License-Identifier: BSL-1.0
// Any bytes as the header of a checkpoint: what is read is the same after it was written.
#include <cstdlib>
#include <cstring>

#include <allotype/parallel/training/detail/safetensors.hpp>

namespace detail = allotype::detail;

namespace {

bool same(detail::safetensors_header const& a, detail::safetensors_header const& b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
  for (auto const& [name, tensor] : a.tensors) {
    auto const found = b.tensors.find(name);
    if (found == b.tensors.end()) return false;
    auto const& other = found->second;
    bool const equal = tensor.type == other.type && tensor.shape == other.shape && tensor.begin == other.begin &&
                       tensor.end == other.end;
    if (!equal) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(bytes), size);
  try {
    auto const header = detail::safetensors_reader::read(text);
    if (!same(header, detail::safetensors_reader::read(to_string(header)))) std::abort();
  } catch (allotype::input_error const&) {
  }
  return 0;
}
