// SPDX-License-Identifier: BSL-1.0
/// \file
/// Flyte's messages are computed while compiling, and what Flyte has no name for has none.

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/task/limits.hpp>

namespace {

using namespace allotype;
using namespace allotype::literals;
namespace flyte = allotype::flyte;
using flyte::dialect;

/// The bytes, written as hex.
constexpr bool reads(auto const& bytes, char const* hex) {
  for (unsigned char byte : bytes) {
    if (hex[0] != "0123456789abcdef"[byte >> 4] || hex[1] != "0123456789abcdef"[byte & 15]) return false;
    hex += 2;
  }
  return *hex == '\0';
}

// The three states, and bytes for which no file is asked (golden/ has them all).
static_assert(reads(flyte::to_flyte_idl<T4>, "0a0f6e76696469612d7465736c612d7434"));
static_assert(reads(flyte::to_flyte_idl<A100>, "0a116e76696469612d7465736c612d61313030"));
static_assert(reads(flyte::to_flyte_idl<A100::unpartitioned>, "0a116e76696469612d7465736c612d613130301001"));
static_assert(reads(flyte::to_flyte_idl<A100::partition<"2g.10gb">>,
                    "0a116e76696469612d7465736c612d613130301a0732672e31306762"));
static_assert(flyte::to_flyte_idl<A100>.size() == 19 && sizeof(flyte::to_flyte_idl<A100>) == 19);
static_assert(flyte::to_flyte_idl<A100>.end() - flyte::to_flyte_idl<A100>.begin() == 19 &&
              flyte::to_flyte_idl<A100>.data()[0] == 0x0a);

// Equal requests encode equally; different ones do not.
static_assert(flyte::to_flyte_idl<A100::partition<"2g.10gb">> == flyte::to_flyte_idl<A100::partition_2g_10gb>);
static_assert(!(flyte::to_flyte_idl<A100> == flyte::to_flyte_idl<A100::unpartitioned>));
static_assert(flyte::to_flyte_idl<V100_16GB> == flyte::to_flyte_idl<V100>);

// The class of a device is Flyte 2's alone, and 0 is not sent.
static_assert(flyte::to_flyte_idl<T4> == flyte::to_flyte_idl<T4, dialect::flyteidl2>);
static_assert(reads(flyte::to_flyte_idl<V5P::slice<"2x2x1">, dialect::flyteidl2>,
                    "0a0d7470752d7635702d736c6963651a0532783278312001"));
static_assert(reads(flyte::to_flyte_idl<Trn1, dialect::flyteidl2>, "0a0454726e312002"));
static_assert(reads(flyte::to_flyte_idl<unlisted_gpu<"x">, dialect::flyteidl2>, "0a0178"));
static_assert(reads(flyte::to_flyte_idl<unlisted_gpu<"x", vendor::amd>, dialect::flyteidl2>, "0a01782003"));

// The spelling for what no catalogue lists sends what it is given, empty or not.
static_assert(flyte::to_flyte_idl<unlisted_gpu<"">>.size() == 0);
static_assert(flyte::to_flyte_idl<unlisted_gpu<"">> == flyte::to_flyte_idl<unlisted_gpu<"">>);
static_assert(reads(flyte::to_flyte_idl<A100::unlisted_partition<"">>, "0a116e76696469612d7465736c612d613130301a00"));
static_assert(flyte::to_flyte_idl<unlisted_gpu<"nvidia-tesla-a100">::unlisted_partition<"2g.10gb">> ==
              flyte::to_flyte_idl<A100::partition<"2g.10gb">>);

// What has no name, in which dialect.
static_assert(flyte::can_be_shared<T4> && !flyte::can_be_shared<A100> && !flyte::can_be_shared<cpu>);
static_assert(flyte::has_name<flyte::shared<T4>, flyte::dialect::flyteidl2>);
static_assert(flyte::has_name<A100> && flyte::has_name<A100::unpartitioned> && flyte::has_name<V5E::slice<"2x2">>);
static_assert(!flyte::has_name<A2> && !flyte::has_name<A30::partition<"1g.6gb">> && !flyte::has_name<RTX_4090>);
static_assert(!flyte::has_name<cpu> && !flyte::has_name<cpu, dialect::flyteidl2> && !flyte::has_name<int>);
static_assert(flyte::has_name<H200> && flyte::has_name<H200, dialect::flyteidl2>);

// Only UTF-8 is sent.
static_assert(flyte::has_name<unlisted_gpu<"g\u00e9\u20ac\U0001F600">>);
static_assert(!flyte::has_name<unlisted_gpu<"\xff">> && !flyte::has_name<unlisted_gpu<"\xc3">>);
static_assert(!flyte::has_name<unlisted_gpu<"\xc0\x80">> && !flyte::has_name<unlisted_gpu<"\xed\xa0\x80">>);
static_assert(!flyte::has_name<unlisted_gpu<"\xf4\x90\x80\x80">> && !flyte::has_name<A100::unlisted_partition<"\x80">>);

// Quantities.
constexpr bool reads(flyte::quantity const& quantity, char const* text) {
  return detail::equal(quantity.characters, text);
}
static_assert(reads(flyte::quantity{8_GiB}, "8Gi") && reads(flyte::quantity{1536_MiB}, "1536Mi") &&
              reads(flyte::quantity{1000_B}, "1000"));
static_assert(reads(flyte::quantity{bytes{0}}, "0") && reads(flyte::quantity{4}, "4") &&
              reads(flyte::quantity{"500m"}, "500m"));
static_assert(reads(flyte::quantity{1024_GiB}, "1Ti") && reads(flyte::quantity{bytes{~0ULL}}, "18446744073709551615"));
static_assert(flyte::quantity{}.empty() && !flyte::quantity{0}.empty());

// The accelerator's own message, and the messages around it.
constexpr auto accelerator_bytes = flyte::to_flyte_idl<A100::partition<"2g.10gb">>;
struct needs {
  static constexpr flyte::extended_resources value{.gpu_accelerator = flyte::message_of<A100::unpartitioned>,
                                                   .shared_memory = flyte::shared_memory_of("2Gi")};
};
constexpr auto extended_resources_bytes = flyte::encode<needs>;

// A task's template: its counts, and the accelerator.
struct clean_up {
  static constexpr flyte::task_template value = flyte::to_task_template(flyte::task_request<A100::partition<"2g.10gb">>{
      .type = "python-task", .cpus = 4, .memory = 8_GiB, .ephemeral_storage = 20_GiB});
};
constexpr auto task_template_bytes = flyte::encode<clean_up>;
static_assert(accelerator_bytes.size() == 28 && extended_resources_bytes.size() == 61);
static_assert(
    reads(extended_resources_bytes,
          "0a150a116e76696469612d7465736c612d61313030100112240a082f6465762f73686d1213666c7974652d7368617265642d6d656d6f"
          "72791a03324769"));
static_assert(task_template_bytes.size() == (2 + 11) + (2 + 68) + (2 + 30));  // type, container, extended resources

// A device that no catalogue lists, and a partition that the device does not list.
using new_device = unlisted_gpu<"acme-x1">;
using new_tpu = unlisted_gpu<"tpu-v9-slice", vendor::google>;  // the maker decides Flyte 2's class of the device
using new_partition = A100::unlisted_partition<"1g.4gb">;
static_assert(request_only<new_device> && request_only<new_tpu> && request_only<new_partition>);
static_assert(reads(flyte::to_flyte_idl<new_device>, "0a0761636d652d7831"));
static_assert(flyte::message_of<new_tpu, dialect::flyteidl2>.device_class == flyte::device_class::google_tpu);

// A task's needs, with what was not stated left out; an accelerator is one of it.
constexpr auto sliced =
    flyte::to_task_template(flyte::request_of<A100::partition<"2g.10gb">, limits<memory<8_GiB>, cpus<4>>>());
static_assert(sliced.container.value.resources.value.limits.count == 3 &&
              sliced.container.value.resources.value.requests.count == 3);
static_assert(sliced.container.value.resources.value.limits.entries[1].name == flyte::resource::gpu);
static_assert(reads(sliced.container.value.resources.value.limits.entries[1].value, "1"));
static_assert(sliced.extended_resources.present && !sliced.extended_resources.value.shared_memory.present);
constexpr auto on_host = flyte::to_task_template(flyte::request_of<cpu, limits<cpus<4>>>());
static_assert(on_host.container.value.resources.value.limits.count == 1 && !on_host.extended_resources.present);
constexpr auto nothing_stated = flyte::to_task_template(flyte::request_of<cpu, limits<>>());
static_assert(!nothing_stated.container.present && !nothing_stated.extended_resources.present);

}  // namespace
