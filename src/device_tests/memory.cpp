// SPDX-License-Identifier: BSL-1.0
#include "memory.hpp"

#include <algorithm>
#include <utility>

namespace allotype::device_tests {

region::region(std::uint64_t base, std::uint64_t size, std::string name)
    : base_(base),
      size_(size),
      name_(std::move(name)),
      own_(new unsigned char[size + 16]),
      bytes_(own_.get()),
      written_(size, 0),
      pages_((size + 4 * cells_of_a_page - 1) / (4 * cells_of_a_page)) {
  std::memset(bytes_, fresh, size);
}

region::region(void* host, std::uint64_t size, std::string name)
    : base_(reinterpret_cast<std::uint64_t>(host)),
      size_(size),
      name_(std::move(name)),
      bytes_(static_cast<unsigned char*>(host)),
      written_(size, 1),
      pages_((size + 4 * cells_of_a_page - 1) / (4 * cells_of_a_page)) {}

void region::split_granules() {
  std::vector<std::unique_ptr<access_cell[]>> finer((size_ + cells_of_a_page - 1) / cells_of_a_page);
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (pages_[page] == nullptr) continue;
    for (std::size_t part = 0; part < 4 && 4 * page + part < finer.size(); ++part) {
      auto& to = finer[4 * page + part];
      to = std::make_unique<access_cell[]>(cells_of_a_page);
      for (std::size_t i = 0; i < cells_of_a_page; ++i) to[i] = pages_[page][(part * cells_of_a_page + i) / 4];
    }
  }
  pages_ = std::move(finer);
  shift_ = 0;
}

region& global_memory::allocate(std::uint64_t bytes, std::string name) {
  std::uint64_t const base = next_;
  // A gap as large as the allocation: an index that is wrong by a factor of 2 finds no neighbour either.
  next_ += (2 * bytes + 0x1ffff) & ~std::uint64_t{0xffff};
  return *(regions_[base] = std::make_unique<region>(base, bytes, std::move(name)));
}

region& global_memory::adopt(void* host, std::uint64_t bytes, std::string name) {
  return *(regions_[reinterpret_cast<std::uint64_t>(host)] = std::make_unique<region>(host, bytes, std::move(name)));
}

void global_memory::erase(std::uint64_t base) { regions_.erase(base); }

region* global_memory::at_or_before(std::uint64_t address) {
  auto const after = regions_.upper_bound(address);
  return after == regions_.begin() ? nullptr : std::prev(after)->second.get();
}

region* global_memory::find(std::uint64_t address, std::uint64_t count) {
  region* const found = at_or_before(address);
  return found != nullptr && found->is_alive() && found->contains(address, count) ? found : nullptr;
}

region* global_memory::allocate_from_heap(std::uint64_t bytes) {
  if (heap_used_ > heap_size_ || bytes > heap_size_ - heap_used_) return nullptr;
  region& made = allocate(bytes, "memory of a kernel's malloc");
  heap_used_ += bytes;
  heap_.insert(made.base());
  return &made;
}

bool global_memory::give_back_to_heap(std::uint64_t address) {
  if (heap_.erase(address) == 0) return false;
  region& ended = *regions_.at(address);
  heap_used_ -= ended.size();
  ended.end();
  return true;
}

std::size_t global_memory::alive() const {
  return static_cast<std::size_t>(
      std::count_if(regions_.begin(), regions_.end(), [](auto const& one) { return one.second->is_alive(); }));
}

}  // namespace allotype::device_tests
