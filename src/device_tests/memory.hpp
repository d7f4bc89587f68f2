// SPDX-License-Identifier: BSL-1.0
// The device's memory: a region for each allocation, each variable of a module, and each block's shared memory. Every
// byte has a shadow byte that tells whether it was written. Granules of 4 bytes, or of 1 where accesses are smaller,
// have a cell that tells who accessed them last in the running kernel.
//
// Addresses of global memory are such that the host cannot read through them, and no two allocations touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace allotype::device_tests {

/// Where generic addresses mean memory of the block (the 24 bits above the offset are its rank in the cluster) and of
/// the thread.
inline constexpr std::uint64_t shared_window = 0x1000'0000'0000, local_window = 0x1800'0000'0000,
                               window_size = 0x100'0000'0000;
inline constexpr int bits_of_shared_offset = 24;
inline constexpr std::uint64_t first_global_address = 0x2000'0000'0000;

/// Who may take part in an access that needs no other order: nobody, or the threads of the scope.
enum class scope : std::uint8_t { weak, block, cluster, device };

/// An access, or several reads that nothing orders.
struct access_stamp {
  enum : std::uint8_t { one_thread, a_warp, a_block, many_blocks };
  std::uint32_t block = 0;
  std::uint16_t thread = 0;  ///< in the block
  std::uint8_t strong = 0;   ///< a `scope`
  std::uint8_t by = one_thread;
  std::uint32_t time = 0;  ///< of the launch; 0: there was none
  std::uint32_t instruction = 0;
};

/// Of another epoch: as if there had been no access.
struct access_cell {
  std::uint32_t epoch = 0;
  access_stamp write, read;
};

class region {
 public:
  /// Memory of its own.
  region(std::uint64_t base, std::uint64_t size, std::string name);
  /// The host's memory at its own address; what the host does with it is not seen, so all of it counts as written.
  region(void* host, std::uint64_t size, std::string name);

  std::uint64_t base() const { return base_; }
  std::uint64_t size() const { return size_; }
  std::string const& name() const { return name_; }
  bool contains(std::uint64_t address, std::uint64_t count) const {
    return address - base_ <= size_ && count <= size_ - (address - base_);
  }
  unsigned char* bytes(std::uint64_t offset) { return bytes_ + offset; }
  unsigned char* written(std::uint64_t offset) { return written_.data() + offset; }
  void mark_written(std::uint64_t offset, std::uint64_t count) { std::memset(written_.data() + offset, 1, count); }
  /// As fresh: for the memory of the next block.
  void forget() { std::memset(written_.data(), 0, size_), std::memset(bytes_, fresh, size_); }

  bool is_alive() const { return is_alive_; }
  void end() {
    is_alive_ = false;
    own_.reset();
    bytes_ = nullptr;
    written_.clear();
    pages_.clear();
  }

  /// Bytes of a granule as a power of 2; an access that is smaller or lies across makes all granules single bytes.
  unsigned shift_for(std::uint64_t offset, std::uint64_t count) {
    if (shift_ != 0 && ((offset | count) & 3) != 0) split_granules();
    return shift_;
  }
  access_cell& cell(std::uint64_t granule) {
    auto& page = pages_[granule / cells_of_a_page];
    if (page == nullptr) page = std::make_unique<access_cell[]>(cells_of_a_page);
    return page[granule % cells_of_a_page];
  }

 private:
  static constexpr int fresh = 0xa5;  // what a byte is before anybody writes it: no good number in any format
  static constexpr std::uint64_t cells_of_a_page = 256;
  void split_granules();

  std::uint64_t base_, size_;
  std::string name_;
  std::unique_ptr<unsigned char[]> own_;
  unsigned char* bytes_;
  std::vector<unsigned char> written_;
  std::vector<std::unique_ptr<access_cell[]>> pages_;
  unsigned shift_ = 2;
  bool is_alive_ = true;
};

/// All regions of global memory: those of freed allocations too, so that a late access is told from a wild one.
class global_memory {
 public:
  region& allocate(std::uint64_t bytes, std::string name);
  region& adopt(void* host, std::uint64_t bytes, std::string name);
  void erase(std::uint64_t base);
  /// The region that has the address, else the nearest one before it, else null.
  region* at_or_before(std::uint64_t address);
  /// The region that has all these bytes and is alive, or null.
  region* find(std::uint64_t address, std::uint64_t count);
  std::size_t alive() const;
  std::uint64_t heap_size() const { return heap_size_; }
  void set_heap_size(std::uint64_t bytes) { heap_size_ = bytes; }
  /// `malloc` within a kernel: null where the heap is used up.
  region* allocate_from_heap(std::uint64_t bytes);
  /// False: nothing that `allocate_from_heap` gave and that is still there begins at the address.
  bool give_back_to_heap(std::uint64_t address);
  void clear() { regions_.clear(), heap_.clear(), heap_used_ = 0; }

 private:
  std::map<std::uint64_t, std::unique_ptr<region>> regions_;
  std::uint64_t next_ = first_global_address;
  std::set<std::uint64_t> heap_;                                      ///< where its regions begin
  std::uint64_t heap_used_ = 0, heap_size_ = std::uint64_t{8} << 20;  ///< bytes; CUDA's default
};

}  // namespace allotype::device_tests
