// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an administrator sets up so that a pool, or each of a cluster, has what its type says: `provision<Pool>()`. It
/// comes from the same type as the requests, so the two agree.
#pragma once

#include <allotype/cluster/pools/detail/setup_of_systems.hpp>
#include <allotype/cluster/pools/pool.hpp>
#include <allotype/cluster/pools/setup_step.hpp>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class A, int Count>
void add_gpus(node_setup& to, allotype::gpus_of<A, Count>*) {
  if constexpr (nvidia_gpu<A> && accelerator_partition<A>) {
    to.is_laid_out = false;
  } else if constexpr (nvidia_gpu<A>) {
    to.gpus.insert(to.gpus.end(), Count, gpu_setup::of<unpartitioned<device_of<A>>>());
  }
}
template <class Layout>
  requires requires {
    typename Layout::partitions;
    typename Layout::device;
  }
void add_gpus(node_setup& to, Layout*) {
  to.gpus.push_back(gpu_setup::of<Layout>());
}
template <class Option>
  requires(!requires { typename Option::partitions; })
void add_gpus(node_setup&, Option*) {}

template <class Pool, class... Parts>
void add_pool(cluster_setup& to, list<Parts...>) {
  if constexpr (!std::is_same_v<Pool, refused_pool>) {
    node_setup node{Pool::name, &Pool::content, {}};
    (add_gpus(node, static_cast<Parts*>(nullptr)), ...);
    add_setup_of_pool(to, Pool::settings, node);
  }
}

}  // namespace detail

/// What sets up the nodes of a pool, or of all pools of a cluster, in order. What several pools put into one file
/// stands there together. Where nothing is to be done, or it is not known what, a step says so.
/// \throws input_error for what the tool cannot make
template <class Pool>
[[nodiscard]] std::vector<setup_step> provision() {
  constexpr bool is_pool_or_cluster = detail::is_cluster<Pool>;
  static_assert(is_pool_or_cluster, "provision: it sets up a pool or a cluster: provision<lab>()");
  detail::cluster_setup all;
  if constexpr (requires { typename Pool::pools; }) {
    [&]<class... Pools>(list<Pools...>*) {
      (detail::add_pool<Pools>(all, typename Pools::parts{}), ...);
    }(static_cast<typename Pool::pools*>(nullptr));
  } else if constexpr (is_pool_or_cluster) {
    detail::add_pool<Pool>(all, typename Pool::parts{});
  }
  return all.steps();
}

/// Does not compile; it says where the pool stands.
template <class Pool>
[[nodiscard]] std::vector<setup_step> provision(Pool const&) {
  constexpr bool is_type = sizeof(Pool) == 0;
  static_assert(is_type, "provision: the pool is a type, and stands between brackets: provision<lab>()");
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
