// SPDX-License-Identifier: BSL-1.0
/// \file
/// An accelerator of somebody who has the library's public headers and nothing else: in a namespace of their own, with
/// partitions of its own, it has the standing of those in the catalogue.

#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>

namespace acme {

using namespace allotype::literals;

/// One struct is a device: two partitions by name, and what is known about each.
struct xpu : allotype::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr char flyte_name[] = "acme-x1";
  static constexpr allotype::bytes memory = 16_GiB;
  static constexpr int max_threads_per_block = 512;

  struct half {
    static constexpr char name[] = "half";
    static constexpr allotype::bytes memory = 8_GiB;
  };
  struct quarter {
    static constexpr char name[] = "quarter";
  };
  using partitions = allotype::list<half, quarter>;
};

/// The least that is a device.
struct stick : allotype::device<stick> {
  static constexpr char name[] = "acme-stick";
};

/// Another device that has partitions of the same names.
struct twin : allotype::partitionable_device<twin> {
  static constexpr char name[] = "acme-twin";
  using partitions = xpu::partitions;
};

}  // namespace acme

namespace {

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

using acme::stick, acme::twin, acme::xpu;
using namespace allotype::literals;
namespace flyte = allotype::flyte;

// Three states.
static_assert(allotype::accelerator<xpu> && allotype::detail::partitionable<xpu> &&
              allotype::detail::whole_device<xpu::unpartitioned>);
static_assert(allotype::accelerator_partition<xpu::partition<"half">> &&
              !allotype::detail::partitionable<xpu::partition<"half">>);
static_assert(!same<xpu, xpu::unpartitioned> && !same<xpu, xpu::partition<"half">> &&
              !same<xpu::partition<"half">, xpu::partition<"quarter">>);
static_assert(same<xpu::partition<"half">, xpu::partition<"half">> &&
              same<allotype::device_of<xpu::partition<"half">>, xpu>);
static_assert(!same<xpu::partition<"half">, twin::partition<"half">>);
static_assert(allotype::accelerator<stick> && !allotype::detail::partitionable<stick>);

// Names are checked.
template <class A>
concept has_third = requires { typename A::template partition<"third">; };
template <class A>
concept has_half = requires { typename A::template partition<"half">; };
static_assert(allotype::offers<xpu, "half"> && !allotype::offers<xpu, "third"> && !allotype::offers<stick, "half">);
static_assert(has_half<xpu> && has_half<twin> && !has_third<xpu> && !has_half<stick>);
static_assert(!has_half<xpu::unpartitioned> && !has_half<xpu::partition<"half">> &&
              !has_half<xpu::partition<"quarter">>);
static_assert(allotype::accelerator_partition<xpu::unlisted_partition<"third">> &&
              allotype::request_only<xpu::unlisted_partition<"third">>);

// Facts are those that were stated.
static_assert(allotype::fact_of<xpu, allotype::fact::memory> == 16_GiB &&
              allotype::fact_of<xpu::unpartitioned, allotype::fact::memory> == 16_GiB);
static_assert(allotype::fact_of<xpu::partition<"half">, allotype::fact::memory> == 8_GiB);
static_assert(allotype::fact_of<xpu::partition<"quarter">, allotype::fact::max_threads_per_block> == 512);
static_assert(!allotype::publishes<xpu::partition<"quarter">, allotype::fact::memory>);
static_assert(!allotype::publishes<xpu, allotype::fact::sm_count> &&
              !allotype::publishes<stick, allotype::fact::memory>);

// It is nobody's but its maker's.
static_assert(!allotype::host_processor<xpu>);
static_assert(xpu::vendor == allotype::vendor::other && !allotype::known_device<"acme-xpu">);

// In requests it stands where a catalogued device does.
static_assert(allotype::alternatives<xpu::partition<"half">, allotype::A100, allotype::cpu>);
using wanted = allotype::any_of<xpu::partition<"half">, allotype::A100, allotype::cpu>;
static_assert(same<allotype::type_at<0, allotype::alternatives_of<wanted>>, xpu::partition<"half">>);

// Flyte gets the name that was stated; without one there is no message.
constexpr char const* half_message =
    "\x0a\x07"
    "acme-x1"
    "\x1a\x04"
    "half";
constexpr bool encodes(auto const& bytes, char const* expected) {
  for (unsigned char byte : bytes) {
    if (byte != static_cast<unsigned char>(*expected++)) return false;
  }
  return *expected == '\0';
}
static_assert(flyte::has_name<xpu> && flyte::has_name<xpu::partition<"half">> && flyte::has_name<xpu::unpartitioned>);
static_assert(!flyte::has_name<stick> && !flyte::has_name<twin::partition<"half">>);
static_assert(encodes(flyte::to_flyte_idl<xpu::partition<"half">>, half_message));
static_assert(encodes(flyte::to_flyte_idl<xpu>,
                      "\x0a\x07"
                      "acme-x1"));
static_assert(encodes(flyte::to_flyte_idl<xpu::unpartitioned>,
                      "\x0a\x07"
                      "acme-x1"
                      "\x10\x01"));

}  // namespace
