// SPDX-License-Identifier: BSL-1.0
// A checked build on OpenMP's threads.
#include "checked.hpp"

#include "backends.hpp"

TEMPLATE_LIST_TEST_CASE("a checked build finds indices outside views", "", backends::every) {
  allotype::queue<TestType> on;
  checked::finds_indices_outside(on);
  checked::finds_indices_outside_in_reductions(on);
  if constexpr (backends::has_blocks<TestType>) checked::finds_indices_outside_in_blocks(on);
}

TEMPLATE_LIST_TEST_CASE("outside kernels there is an error without a kernel's name", "", backends::every) {
  allotype::queue<TestType> on;
  allotype::buffer<int, TestType> buffer{on, allotype::extents{3}};
  auto const values = buffer.view(on, allotype::extents{3});
  CHECK_THROWS_WITH(values(3), "view: the index (3) is outside the extents 3");
  CHECK_THROWS_AS(values(-1), allotype::index_error);
}

TEST_CASE("blocks that run on several threads are observed") {
  allotype::queue<allotype::cpu> on;
  using grid = allotype::grid<allotype::threads_per_block<8>, allotype::shared_memory_per_block<allotype::bytes{32}>>;
  auto const write = [](allotype::block_of<allotype::cpu, grid> const& block) {
    int* const held = block.shared<int>();
    block.each_thread([&](int thread) { held[block.index() == 70 && thread == 5 ? 4 : thread] = thread; });
  };
  for (int i = 0; i < 5; ++i) {
    CHECK_THROWS_WITH(
        allotype::launch(on, grid{100}, write),
        starts_with("launch: block 70: threads 4 and 5 touch element 4 of shared<int>() with no barrier between"));
  }
}

TEST_CASE("a checked build finds the use of a view whose buffer is gone") {
  allotype::queue<allotype::cpu> on;
  std::vector<float> numbers(10, 2.f);
  allotype::copy(on, allotype::buffer{on, numbers}.view(on), numbers);  // there until the line ends
  allotype::view<float, 1, allotype::cpu> elements;
  {
    allotype::buffer buffer{on, numbers};
    elements = buffer.view(on);
    allotype::buffer const moved = std::move(buffer);
    allotype::for_each(on, elements.extents, [=](int i) { elements(i) = 1; });
  }
  allotype::buffer next{on, numbers};
  next.view(on)[1] = 3;
  auto const is_gone = starts_with("cpu: view: its buffer is gone");
  CHECK_THROWS_WITH(allotype::for_each(on, allotype::extents{3}, [=](int i) { elements(i) = 1; }), is_gone);
  CHECK_THROWS_WITH(allotype::fill(on, elements, 1.f), is_gone);
  CHECK_THROWS_WITH(allotype::copy(on, elements, numbers), is_gone);
  CHECK_THROWS_WITH(elements.part(allotype::box{{0, 2}})(0), is_gone);
}

TEST_CASE("a checked build tells of a box that looks like two corners") {
  static std::string told;
  auto const before = allotype::error::set_unreported_handler([](char const* what) noexcept { told += what; });
  allotype::queue<allotype::cpu> on;
  int calls = 0;
  auto const count = [&calls](int, int) { ++calls; };
  allotype::for_each(on, allotype::box{{0, 0}, {4, 8}}, count);
  CHECK(calls == 0);
  CHECK(told ==
        "box{{0, 0}, {4, 8}} has no index: each dimension has a beginning and an end. For two corners write "
        "box<2>::from_to({0, 0}, {4, 8})");
  told.clear();
  allotype::for_each(on, allotype::box{{0, 2}, {1, 1}}, count);
  CHECK(allotype::box<2>::from_to({0, 1}, {4, 8}) == allotype::box{{0, 4}, {1, 8}});
  CHECK(told.empty());
  allotype::error::set_unreported_handler(before);
}
