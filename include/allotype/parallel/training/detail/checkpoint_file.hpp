// SPDX-License-Identifier: BSL-1.0
/// \file
/// The file of a checkpoint: one in the format safetensors, which the ranks write together, each its share. It gets its
/// name when it is whole and on the disk.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/detail/synced_file.hpp>
#include <allotype/core/error.hpp>
#include <allotype/core/number_format.hpp>
#include <allotype/parallel/training/detail/safetensors.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The format's name of a type; nothing where it has none.
template <class T>
inline constexpr char const* safetensors_type = nullptr;
template <>
inline constexpr char const* safetensors_type<double> = "F64";
template <>
inline constexpr char const* safetensors_type<float> = "F32";
template <>
inline constexpr char const* safetensors_type<float16> = "F16";
template <>
inline constexpr char const* safetensors_type<bfloat16> = "BF16";

/// What a training has: its parameters, and as many values of the optimizer for each.
struct checkpoint_layout {
  char const* type;
  int number_size;
  long long size;
  int states;

  int tensors() const { return 1 + states; }
  std::string name(int tensor) const { return tensor == 0 ? "parameters" : "optimizer." + std::to_string(tensor - 1); }
  std::uint64_t begin(int tensor) const {
    return static_cast<std::uint64_t>(tensor) * static_cast<std::uint64_t>(size) *
           static_cast<std::uint64_t>(number_size);
  }
  std::uint64_t bytes() const { return begin(tensors()); }
};

/// A sum over numbers at their places: the same whichever rank adds which of them.
class checkpoint_sum {
 public:
  void add(std::uint64_t place, std::uint64_t number) {
    std::uint64_t mixed = number + 0x9e3779b97f4a7c15u * (place + 1);  // SplitMix64
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    sum_ += mixed ^ mixed >> 31;
  }
  void add(std::uint64_t place, unsigned char const* numbers, std::size_t count, int number_size) {
    for (std::size_t i = 0; i < count; ++i, numbers += number_size) {
      std::uint64_t number = 0;
      std::memcpy(&number, numbers, static_cast<std::size_t>(number_size));
      add(place + i, number);
    }
  }
  /// Of a header, whose own sum counts as zeros.
  void add(safetensors_header header) {
    header.metadata[key] = std::string(16, '0');
    for (std::uint64_t place = 0; char const each : to_string(header)) {
      add(~place++, static_cast<unsigned char>(each));
    }
  }
  std::uint64_t value() const { return sum_; }

  static constexpr char key[] = "allotype.checksum";

 private:
  std::uint64_t sum_ = 0;
};

using checkpoint_notes = std::map<std::string, std::string>;

inline constexpr char checkpoint_version[] = "1";
inline constexpr std::string_view checkpoint_prefix = "allotype.";  // of the names that are not the program's notes

inline std::string sixteen_digits(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

[[noreturn]] inline void checkpoint_fails(std::string const& path, char const* why) {
  throw input_error(message<2000>{} << "checkpoint " << path.c_str() << ": " << why);
}
[[noreturn]] inline void checkpoint_fails(std::string const& path, char const* what, int code) {
  throw error(message<2000>{} << "checkpoint " << path.c_str() << ": " << what << ": " << std::strerror(code));
}

inline safetensors_header checkpoint_header(checkpoint_layout const& layout, std::map<std::string, std::string> said) {
  safetensors_header header;
  for (int i = 0; i < layout.tensors(); ++i) {
    header.tensors[layout.name(i)] = {
        layout.type, {static_cast<std::uint64_t>(layout.size)}, layout.begin(i), layout.begin(i + 1)};
  }
  header.metadata = std::move(said);
  header.metadata["allotype.checkpoint"] = checkpoint_version;
  header.metadata[checkpoint_sum::key] = std::string(16, '0');
  return header;
}

/// The file that a symbolic link leads to: that one is replaced, and the link stays.
inline std::string behind_links(std::string path) {
  char to[4096];
  for (int links = 0; links < 40; ++links) {
    ssize_t const size = ::readlink(path.c_str(), to, sizeof to);
    if (size <= 0 || static_cast<std::size_t>(size) == sizeof to) break;
    std::string const target(to, static_cast<std::size_t>(size));
    path.resize(target[0] == '/' ? 0 : path.rfind('/') + 1);
    path += target;
  }
  return path;
}

/// One rank's end of a file that is written: `PATH.part`, in place of which `PATH` is then.
class written_checkpoint {
 public:
  explicit written_checkpoint(std::string path) : path_(behind_links(std::move(path))), part_(path_ + ".part") {}
  written_checkpoint(written_checkpoint const&) = delete;
  ~written_checkpoint() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// By rank 0: makes the file.
  void create(std::uint64_t bytes) {
    open(O_CREAT | O_TRUNC);
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("cannot be written");
  }
  /// By the other ranks, which see the same file.
  void open(int more = 0) {
    descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CLOEXEC | more, 0666);
    if (descriptor_ < 0) {
      fail(more != 0 ? "cannot be written"
                     : "this rank does not see the file that rank 0 made, and all write one file");
    }
  }
  void write(std::uint64_t place, void const* bytes, std::size_t size) {
    auto const* from = static_cast<char const*>(bytes);
    while (size > 0) {
      ssize_t const now = ::pwrite(descriptor_, from, size, static_cast<off_t>(place));
      if (now < 0 && errno != EINTR) fail("cannot be written");
      if (now <= 0) continue;
      from += now;
      place += static_cast<std::uint64_t>(now);
      size -= static_cast<std::size_t>(now);
    }
  }
  /// What this rank wrote is on the disk.
  void close() {
    if (int const failed = sync_and_close(std::exchange(descriptor_, -1)); failed != 0)
      fail("cannot be written", failed);
  }
  /// By rank 0, when all ranks have closed it.
  void publish() const {
    if (::rename(part_.c_str(), path_.c_str()) != 0) fail("cannot be renamed");
    std::size_t const slash = path_.rfind('/');
    std::string const folder = slash == path_.npos ? "." : path_.substr(0, slash + 1);
    if (int const failed = sync_path(folder.c_str()); failed != 0) fail("its folder cannot be written", failed);
  }

 private:
  [[noreturn]] void fail(char const* what) const { fail(what, errno); }
  [[noreturn]] void fail(char const* what, int code) const { checkpoint_fails(path_, what, code); }

  std::string path_, part_;
  int descriptor_ = -1;
};

/// A file that is read, whose header has what the training has.
class read_checkpoint {
 public:
  /// \throws input_error if it is no such file; error if the system cannot read it
  read_checkpoint(std::string path, checkpoint_layout const& wanted) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) checkpoint_fails(path_, "cannot be read", errno);
    try {
      read_header();
      check(wanted);
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  }
  read_checkpoint(read_checkpoint const&) = delete;
  ~read_checkpoint() { ::close(descriptor_); }

  safetensors_header const& header() const { return header_; }
  /// What is said of the training under that name; empty if nothing is.
  std::string said(std::string const& name) const {
    auto const found = header_.metadata.find(name);
    return found == header_.metadata.end() ? std::string{} : found->second;
  }
  /// \throws input_error if it is not such a number
  long long number(std::string const& name, long long most) const {
    auto const read = read_number(said(name), static_cast<unsigned long long>(most));
    if (!read) fail(message<400>{} << name.c_str() << " is not a whole number in it");
    return static_cast<long long>(read.value);
  }
  checkpoint_notes notes() const {
    checkpoint_notes own;
    for (auto const& each : header_.metadata) {
      if (!each.first.starts_with(checkpoint_prefix)) own.insert(each);
    }
    return own;
  }
  /// Bytes behind the header.
  void read(std::uint64_t place, void* bytes, std::size_t size) const { read_at(tensors_ + place, bytes, size); }

 private:
  static constexpr std::uint64_t largest_header = 1 << 24;

  void read_header() {
    struct stat about{};
    if (::fstat(descriptor_, &about) != 0) checkpoint_fails(path_, "cannot be read", errno);
    if (!S_ISREG(about.st_mode)) checkpoint_fails(path_, "is not a file");
    size_ = static_cast<std::uint64_t>(about.st_size);
    std::uint64_t length = 0;
    if (size_ < sizeof length) checkpoint_fails(path_, "is truncated: it has less than 8 bytes");
    read_at(0, &length, sizeof length);
    if (length > largest_header) checkpoint_fails(path_, "no file in the format safetensors: its header is too long");
    tensors_ = sizeof length + length;
    if (size_ < tensors_) checkpoint_fails(path_, "is truncated in its header, or no file in the format safetensors");
    std::string json(static_cast<std::size_t>(length), '\0');
    read_at(sizeof length, json.data(), json.size());
    try {
      header_ = safetensors_reader::read(json);
    } catch (input_error const& wrong) {
      checkpoint_fails(path_, wrong.what());
    }
  }

  void check(checkpoint_layout const& wanted) const {
    std::string const version = said("allotype.checkpoint");
    if (version.empty()) fail(message<400>{} << "is in the format safetensors, and not a checkpoint of a training");
    if (version != checkpoint_version) {
      fail(message<400>{} << "has version " << safetensors_string(version).c_str() << "; version " << checkpoint_version
                          << " is read");
    }
    int const states = static_cast<int>(header_.tensors.size()) - 1;
    if (states != wanted.states) {
      fail(message<400>{} << "has " << states
                          << " values of the optimizer for each parameter, and this optimizer keeps " << wanted.states);
    }
    for (int i = 0; i < wanted.tensors(); ++i) check_tensor(wanted, i);
    if (size_ - tensors_ != wanted.bytes()) {
      fail(message<400>{} << (size_ - tensors_ < wanted.bytes() ? "is truncated: it has " : "is too long: it has ")
                          << static_cast<long long>(size_ - tensors_) << " bytes of numbers, and its header says "
                          << static_cast<long long>(wanted.bytes()));
    }
  }
  void check_tensor(checkpoint_layout const& wanted, int i) const {
    std::string const name = wanted.name(i);
    auto const found = header_.tensors.find(name);
    if (found == header_.tensors.end()) fail(message<400>{} << "lacks the tensor " << name.c_str());
    auto const& tensor = found->second;
    if (tensor.type != wanted.type) {
      fail(message<400>{} << "has numbers of type " << safetensors_string(tensor.type).c_str()
                          << ", and this precision keeps " << wanted.type);
    }
    if (tensor.shape.size() != 1 || tensor.shape[0] != static_cast<std::uint64_t>(wanted.size)) {
      message<400> shape;
      char const* between = "";
      for (std::uint64_t const each : tensor.shape) {
        shape << between << std::to_string(each).c_str();
        between = " x ";
      }
      fail(message<400>{} << "has " << shape.text() << " numbers in " << name.c_str() << ", and this model has "
                          << wanted.size << " parameters");
    }
    if (tensor.begin != wanted.begin(i) || tensor.end != wanted.begin(i + 1)) {
      fail(message<400>{} << "has the tensor " << name.c_str() << " in another place");
    }
  }
  [[noreturn]] void fail(message<400> const& why) const { checkpoint_fails(path_, why.text()); }

  void read_at(std::uint64_t place, void* bytes, std::size_t size) const {
    auto* to = static_cast<char*>(bytes);
    while (size > 0) {
      ssize_t const now = ::pread(descriptor_, to, size, static_cast<off_t>(place));
      if (now < 0 && errno == EINTR) continue;
      if (now < 0) checkpoint_fails(path_, "cannot be read", errno);
      if (now == 0) checkpoint_fails(path_, "is truncated");
      to += now;
      place += static_cast<std::uint64_t>(now);
      size -= static_cast<std::size_t>(now);
    }
  }

  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;
  std::uint64_t tensors_ = 0;  ///< where they begin
  safetensors_header header_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
