// SPDX-License-Identifier: BSL-1.0
// Every check that can stop a compilation is also a question, answered without an error.

#include <span>
#include <type_traits>
#include <vector>

#include <allotype/allotype.hpp>

namespace at = allotype;
using namespace at::literals;

namespace acme {
struct xpu : at::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr int max_threads_per_block = 128;
  static constexpr at::bytes max_shared_memory_per_block = 32_KiB;
  using backend = at::serial;
  struct half {
    static constexpr char name[] = "half";
  };
  using partitions = at::list<half>;
};
struct not_const {
  ALLOTYPE_FN void operator()(int);
};
}  // namespace acme

namespace {

using acme::not_const;
using acme::xpu;

// Partitions.
static_assert(at::offers<at::A100, "2g.10gb"> && !at::offers<at::A100, "2g.40gb"> && !at::offers<at::A100, "">);
static_assert(!at::offers<at::L4, "1g.5gb">);
static_assert(at::offers<at::V5E, "2x2"> && !at::offers<at::V5E, "3x3">);
static_assert(at::offers<xpu, "half"> && !at::offers<xpu, "third">);
static_assert(!at::offers<at::A100::partition<"2g.10gb">, "1g.5gb"> && !at::offers<at::A100::unpartitioned, "1g.5gb">);
static_assert(at::detail::partitionable<at::A100> && !at::detail::partitionable<at::L4> &&
              !at::detail::partitionable<at::cpu>);
static_assert(!at::detail::partitionable<at::A100::unpartitioned> &&
              !at::detail::partitionable<at::A100::partition<"2g.10gb">>);
static_assert(at::accelerator_partition<at::A100::partition<"2g.10gb">> && !at::accelerator_partition<at::A100>);

// The alias itself serves as the question.
template <class Device>
concept has_2g_40gb = requires { typename Device::template partition<"2g.40gb">; };
template <class Device>
concept has_2g_10gb = requires { typename Device::template partition<"2g.10gb">; };
template <class Device>
concept has_3x3 = requires { typename Device::template slice<"3x3">; };
template <class Device>
concept has_2x2 = requires { typename Device::template slice<"2x2">; };
static_assert(has_2g_10gb<at::A100> && !has_2g_40gb<at::A100> && !has_2g_10gb<at::L4>);
static_assert(!has_2g_10gb<at::A100::partition<"1g.5gb">> && !has_2g_10gb<at::A100::unpartitioned>);
static_assert(has_2x2<at::V5E> && !has_3x3<at::V5E> && !has_2x2<at::A100>);

// A device of one file alone; the checks leave no warning about it.
struct local : at::partitionable_device<local> {
  static constexpr char name[] = "local";
  struct half {
    static constexpr char name[] = "half";
  };
  using partitions = at::list<half>;
};
static_assert(at::offers<local, "half"> && !at::offers<local, "third">);
static_assert(!has_2g_10gb<local> && at::detail::equal(at::name_of<local::partition<"half">>, "local half"));

// Names of devices.
static_assert(at::known_device<"nvidia-tesla-v100"> && !at::known_device<"nvidia-tesla-v10">);
static_assert(at::known_device<"V5E"> && !at::known_device<"V9"> && at::known_device<"Trn1"> &&
              !at::known_device<"Trn9">);

// What is an accelerator, and whose.
static_assert(at::accelerator<at::A100> && at::accelerator<at::cpu> && at::accelerator<xpu> && !at::accelerator<int>);
static_assert(at::detail::nvidia_gpu<at::A100::partition<"2g.10gb">> && !at::detail::nvidia_gpu<at::MI300X> &&
              !at::detail::nvidia_gpu<int>);
static_assert(at::detail::amd_gpu<at::MI300X> && at::detail::google_tpu<at::V5E::slice<"2x2">> &&
              at::host_processor<at::cpu>);
static_assert(at::request_only<at::unlisted_gpu<"acme-x1">> && at::request_only<at::L4_VWS> &&
              !at::request_only<at::L4>);

// Facts.
static_assert(at::publishes<at::B200, at::fact::sm_count> && !at::publishes<at::B300, at::fact::sm_count>);
static_assert(at::publishes<at::A100::partition<"1g.5gb">, at::fact::memory>);
static_assert(!at::publishes<at::B300::partition<"2g.67gb">, at::fact::memory>);
static_assert(!at::publishes<at::cpu, at::fact::memory> && !at::publishes<int, at::fact::memory>);

// Dispatch, in this file as it is compiled.
template <class A>
concept runs = at::dispatchable<A>;
static_assert(runs<at::cpu> && runs<xpu> && runs<xpu::partition<"half">>);
static_assert(!runs<at::V5E> && !runs<at::MI300X> && !runs<at::unlisted_gpu<"acme-x1">> && !runs<at::L4_VWS> &&
              !runs<int>);
static_assert(!runs<at::A100::unlisted_partition<"9g.99gb">>);
static_assert(!runs<at::V100> && !runs<at::K80>);
#ifdef __CUDACC__
constexpr bool with_cuda = true;
#else
constexpr bool with_cuda = false;
#endif
static_assert(runs<at::H100> == with_cuda && runs<at::H100::partition<"1g.10gb">> == with_cuda);
static_assert(!runs<at::A100> || with_cuda);  // whether there is code for it depends on the architectures

// Alternatives and counts.
static_assert(at::alternatives<at::A100, at::H200, at::cpu>);
static_assert(!at::alternatives<at::A100, at::A100> && !at::alternatives<at::cpu, at::A100> && !at::alternatives<>);
static_assert(!at::alternatives<int, at::cpu>);
static_assert(at::detail::counts_agree<at::limits<>, at::A100>() && at::detail::counts_agree<at::limits<>, at::cpu>());
static_assert(at::detail::counts_agree<at::limits<at::gpus<2>>, at::any_of<at::A100, at::cpu>>());
static_assert(!at::detail::counts_agree<at::limits<at::gpus<0>>, at::A100>() &&
              !at::detail::counts_agree<at::limits<at::gpus<1>>, at::cpu>());
static_assert(at::detail::counts_agree<at::limits<at::gpus<0>>, at::cpu>());

// Calls of tasks.
struct rounded {
  template <class A>
  int operator()(at::queue<A>&, float) const {
    return 0;
  }
};
constexpr auto rounding = at::task<at::any_of<acme::xpu, at::cpu>>("round", rounded{});
static_assert(at::can_call<decltype(rounding), float> && at::can_call<decltype(rounding), int const&>);
static_assert(!at::can_call<decltype(rounding)> && !at::can_call<decltype(rounding), char const*>);
static_assert(!at::can_call<decltype(rounding), float, float>);
struct for_xpu {
  int operator()(at::queue<acme::xpu>&) const { return 0; }
};
struct two_results : for_xpu {
  using for_xpu::operator();
  float operator()(at::queue<at::cpu>&) const { return 0; }
};
template <class Wanted, class F>
using task_of = decltype(at::task<Wanted>("task", F{}));
static_assert(at::can_call<task_of<acme::xpu, for_xpu>> &&
              !at::can_call<task_of<at::any_of<acme::xpu, at::cpu>, for_xpu>>);
static_assert(at::can_call<task_of<at::cpu, two_results>> && at::can_call<task_of<acme::xpu, two_results>>);
static_assert(!at::can_call<task_of<at::any_of<acme::xpu, at::cpu>, two_results>>);
static_assert(!at::can_call<task_of<at::V5E, rounded>, float>);

// Copies.
using floats = at::buffer<float, at::cpu>;
static_assert(at::can_copy<at::cpu, floats, std::vector<float>> && at::can_copy<at::cpu, std::vector<float>, floats>);
static_assert(at::can_copy<at::cpu, floats, floats> && at::can_copy<at::cpu, std::span<float const>, floats>);
static_assert(at::can_copy<at::cpu, floats, std::span<float>> &&
              !at::can_copy<at::cpu, floats, std::span<float const>>);
static_assert(!at::can_copy<at::cpu, floats, std::vector<float> const> && !at::can_copy<at::cpu, floats, floats const>);
static_assert(!at::can_copy<at::cpu, floats, std::vector<double>> && !at::can_copy<at::cpu, std::vector<int>, floats>);
static_assert(!at::can_copy<at::cpu, floats, at::buffer<double, at::cpu>>);
static_assert(!at::can_copy<acme::xpu, floats, std::vector<float>> &&
              !at::can_copy<acme::xpu, std::vector<float>, floats>);
static_assert(!at::can_copy<at::cpu, floats, at::buffer<float, acme::xpu>>);
static_assert(!at::can_copy<at::cpu, floats, float*> && !at::can_copy<at::cpu, float[4], floats>);
static_assert(!at::can_copy<at::cpu, std::vector<float>, std::vector<float>>);

// Kernels.
struct one_index {
  ALLOTYPE_FN float operator()(int) const { return 0; }
};
template <class View>
struct reader {
  View values;
  ALLOTYPE_FN void operator()(int) const {}
};
static_assert(at::kernel_over<one_index, at::extents<1>> && !at::kernel_over<one_index, at::extents<2>>);
static_assert(!at::kernel_over<not_const, at::extents<1>> && !at::kernel_over<int, at::extents<1>>);
static_assert(at::reduction_over<at::plus, float> && !at::reduction_over<one_index, float>);
using of_the_cpu = at::view<float, 1, at::cpu>;
static_assert(at::stays_on<reader<of_the_cpu>, at::cpu> && !at::stays_on<reader<of_the_cpu>, xpu>);
template <class View, int Radius>
struct with_a_number {};
template <class In, class Out, int Radius, bool Wrap>
struct with_two_views {};
template <int Radius, class In, class Out>
struct number_first {};
static_assert(at::stays_on<with_a_number<of_the_cpu, 3>, at::cpu> && !at::stays_on<with_a_number<of_the_cpu, 3>, xpu>);
static_assert(!at::stays_on<with_two_views<int, of_the_cpu, 3, true>, xpu>);
static_assert(at::stays_on<with_two_views<int, of_the_cpu, 3, true>, at::cpu>);
static_assert(!at::stays_on<number_first<3, int, of_the_cpu>, xpu> && at::stays_on<number_first<3, int, int>, xpu>);

// Blocks.
using small = at::grid<at::threads_per_block<128>, at::shared_memory_per_block<32_KiB>>;
using wide = at::grid<at::threads_per_block<129>>;
using heavy = at::grid<at::threads_per_block<1>, at::shared_memory_per_block<33_KiB>>;
static_assert(at::takes_blocks_of<xpu, small> && !at::takes_blocks_of<xpu, wide> && !at::takes_blocks_of<xpu, heavy>);
static_assert(
    at::takes_blocks_of<at::H100, at::grid<at::threads_per_block<1024>, at::shared_memory_per_block<227_KiB>>>);
static_assert(
    !at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1024>, at::shared_memory_per_block<227_KiB>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1025>>>);
static_assert(!std::is_default_constructible_v<small>);
static_assert(std::is_default_constructible_v<at::grid<at::threads_per_block<128>, at::blocks<4>>>);

// Indices are as wide as the extents were given.
template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;
static_assert(same<decltype(at::extents{4}), at::extents<1, int>>);
static_assert(same<decltype(at::extents{4LL}), at::extents<1, long long>>);
static_assert(same<decltype(at::extents{std::size_t{4}, 4}), at::extents<2, long long>>);
static_assert(same<decltype(at::extents{4u}), at::extents<1, long long>> && at::extents{3000000000u}[0] == 3000000000);
static_assert(at::box{{0u, 3000000000u}}.size() == 3000000000);
static_assert(at::extents{1 << 30, 1 << 30, 4}.size() == 1LL << 62 &&
              at::extents{1LL << 40, 1LL << 40, 0LL}.size() == 0);
static_assert(at::extents{1LL << 32, 1LL << 32}.size() == at::extents<2, long long>::too_many);
static_assert(at::extents{1 << 30, 1 << 30, 8}.size() == at::extents<3>::too_many);

// The kernel's parameters say the width of its indices: 32 or 64 bits, whatever the extents'.
template <class... Indices>
struct takes {
  void operator()(Indices...) const;
};
template <class One, class Other>
struct takes_either : One, Other {
  using One::operator();
  using Other::operator();
};
struct takes_any {
  template <class Index>
  auto operator()(Index i) const {
    return i + 1;
  }
};
struct takes_all {
  template <class... Index>
  auto operator()(Index... i) const {
    return (0 + ... + i);
  }
};
struct takes_int_and_any {
  template <class Index>
  auto operator()(int row, Index const& column) const {
    return row + column;
  }
};
struct takes_two_alike {
  template <class Index>
  auto operator()(Index row, Index column) const {
    return row + column;
  }
};
struct takes_the_rest {
  void operator()(int const& row, unsigned column, int = 0) const noexcept;
};
using line = at::extents<1>;
using line_of_64_bits = at::extents<1, long long>;
using plane = at::extents<2>;
using plane_of_64_bits = at::extents<2, long long>;
template <class F>
inline constexpr bool over_lines = at::kernel_over<F, line> && at::kernel_over<F, line_of_64_bits>;
template <class F>
inline constexpr bool over_planes = at::kernel_over<F, plane> && at::kernel_over<F, plane_of_64_bits>;
template <class F>
inline constexpr bool over_none = !at::kernel_over<F, line> && !at::kernel_over<F, line_of_64_bits>;
static_assert(over_lines<takes<int>> && over_lines<takes<unsigned>> && over_lines<takes<long const&>> &&
              over_lines<takes<long long>>);
static_assert(over_lines<takes<std::size_t>> && over_lines<void (*)(int)> && over_lines<takes_any> &&
              over_lines<takes_all>);
static_assert(over_none<takes<float>> && over_none<takes<double const&>> && over_none<void (*)(double)>);
static_assert(over_none<takes<char>> && over_none<takes<short>> && over_none<takes<unsigned short const&>> &&
              over_none<takes<bool>>);
static_assert(over_planes<takes<int, long long>> && over_planes<takes<std::size_t, unsigned>> &&
              !over_planes<takes<int, short>>);
static_assert(over_planes<takes_int_and_any> && over_planes<takes_two_alike> && over_planes<takes_all> &&
              over_planes<takes_the_rest>);
// One of several call operators, asked as a template is.
static_assert(over_lines<takes_either<takes<int>, takes<int, int>>> &&
              over_planes<takes_either<takes<int>, takes<int, int>>>);
static_assert(over_lines<takes_either<takes<int>, takes<long long>>> &&
              over_lines<takes_either<takes<long long>, takes_any>>);
static_assert(over_none<takes_either<takes<short>, takes<int, int>>> &&
              over_none<takes_either<takes<float>, takes<int, int>>>);
static_assert(!over_planes<takes_either<takes<int, short>, takes<int>>>);
template <class F, class Over>
using taken = typename at::detail::kernel_parameters<F, Over>::type;
static_assert(same<taken<takes<int, long const&>, plane_of_64_bits>, at::list<int, long>>);
static_assert(same<taken<takes_any, line>, at::list<int>> &&
              same<taken<takes_any, line_of_64_bits>, at::list<long long>>);
static_assert(same<taken<takes_all, plane_of_64_bits>, at::list<long long, long long>>);
static_assert(same<taken<takes_int_and_any, plane_of_64_bits>, at::list<int, long long>>);
static_assert(same<taken<takes_the_rest, plane_of_64_bits>, at::list<int, unsigned>>);
static_assert(same<taken<takes_two_alike, plane_of_64_bits>, at::list<long long, long long>>);
static_assert(same<taken<takes_either<takes<int>, takes<int, int>>, line_of_64_bits>, at::list<int>>);
static_assert(same<taken<takes_either<takes<unsigned>, takes<int, int>>, line>, at::list<unsigned>>);
static_assert(same<taken<takes_either<takes<int>, takes<long long>>, line_of_64_bits>, at::list<long long>>);
static_assert(same<taken<takes_either<takes<int>, takes<long long>>, line>, at::list<int>>);
// A class that an index becomes, without a loss.
struct cell {
  cell(int);
};
static_assert(at::kernel_over<takes<cell>, line> && !at::kernel_over<takes<cell>, line_of_64_bits>);
// A function that is called is asked the same.
static_assert(over_lines<at::called<takes<int>>> && over_lines<at::called<takes<long long>>> &&
              over_none<at::called<takes<short>>>);
static_assert(same<taken<at::called<takes<int>>, line_of_64_bits>, at::list<int>> && over_none<at::called<int>>);
static_assert(!at::kernel_over<at::called<takes<int>>, plane> && !at::kernel_over<at::called<not_const>, line>);
static_assert(at::stays_on<at::called<reader<of_the_cpu>>, at::cpu> &&
              !at::stays_on<at::called<reader<of_the_cpu>>, xpu>);
static_assert(same<decltype(at::extents{4, 4, 4}), at::extents<3, int>>);

// Boxes, and views that hold distances only where the extents do not tell them.
static_assert(same<decltype(at::box{{1, 4}, {2, 4}}), at::box<2, int>> &&
              same<decltype(at::box{{1, 4LL}}), at::box<1, long long>>);
static_assert(same<decltype(at::box{{1, 4}, {2LL, 4LL}, {0, 1}}), at::box<3, long long>> &&
              at::box<6>::dimensions() == 6);
static_assert(at::box{{1, 4}, {-2, 4}}.extents() == at::extents{3, 6} && at::box{{1, 4}} == at::box<1>{{1, 4}});
static_assert(at::kernel_over<one_index, at::box<1>> && !at::kernel_over<one_index, at::box<2>>);
static_assert(sizeof(at::view<float, 2, at::cpu>) == sizeof(float*) + 2 * sizeof(int));
static_assert(sizeof(at::view<float, 2, at::cpu, int, at::column_major>) == sizeof(at::view<float, 2, at::cpu>));
static_assert(sizeof(at::view<float, 3, at::cpu, int, at::row_major::strided>) == sizeof(float*) + 6 * sizeof(int));
static_assert(std::is_trivially_copyable_v<at::view<float, 3, at::cpu, int, at::row_major::strided>>);

}  // namespace
